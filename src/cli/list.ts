import { dereferenced, isRecord } from "../schema/json_schema.ts";
import type { JsonSchema } from "../schema/standard_schema.ts";
import { printable } from "../server/printable.ts";
import { columns, type Input, UsageError } from "./command.ts";
import { print } from "./output.ts";
import { connect } from "./spawn.ts";

/** `list [TARGET]`: the components of a server, as a client gets them. */
export async function run({ words, flags }: Input): Promise<number> {
  const [target, ...more] = words;
  if (more.length > 0) throw new UsageError(`list takes one target, not also ${more.join(" ")}`);
  await using client = await connect(target, flags);
  const [tools, resources, resourceTemplates, prompts] = await Promise.all([
    client.listTools(),
    client.listResources(),
    client.listResourceTemplates(),
    client.listPrompts(),
  ]);
  if (flags.json) {
    await print(JSON.stringify({ tools, resources, resourceTemplates, prompts }, null, 2) + "\n");
    return 0;
  }
  const groups = [
    section("Tools", tools.map((tool) => [signature(tool), tool.description])),
    section("Resources", resources.map((resource) => [resource.uri!, resource.description])),
    section(
      "Resource templates",
      resourceTemplates.map((template) => [template.uriTemplate!, template.description]),
    ),
    section(
      "Prompts",
      prompts.map((prompt) => [
        `${prompt.name}(${
          prompt.arguments?.map(({ name, required }) => required ? name : `${name}?`).join(", ") ??
            ""
        })`,
        prompt.description,
      ]),
    ),
  ].filter((group) => group.length > 0);
  await print(
    groups.length === 0
      ? "The server has no components.\n"
      : groups.map((group) => group.map(printable).join("\n") + "\n").join("\n"),
  );
  return 0;
}

function section(
  heading: string,
  rows: readonly (readonly [string, string | undefined])[],
): string[] {
  if (rows.length === 0) return [];
  return [
    `${heading}:`,
    ...columns(rows.map(([name, description]) => [
      `  ${name}`,
      description?.split("\n", 1)[0] ?? "",
    ])),
  ];
}

function signature({ name, inputSchema }: { name: string; inputSchema: JsonSchema }): string {
  const properties = (inputSchema.properties ?? {}) as Record<string, unknown>;
  const required = (inputSchema.required ?? []) as string[];
  const parameters = Object.entries(properties).map(([key, schema]) =>
    `${key}${required.includes(key) ? "" : "?"}: ${typeOf(schema, inputSchema)}`
  );
  return `${name}(${parameters.join(", ")})`;
}

function typeOf(part: unknown, root: JsonSchema): string {
  const schema = dereferenced(part, root);
  if (!isRecord(schema)) return "any";
  const branches = [schema.anyOf, schema.oneOf].find(Array.isArray) as unknown[] | undefined;
  const types = branches === undefined
    ? [schema.type ?? (Array.isArray(schema.enum) ? "enum" : "any")].flat().map(String)
    : branches.map((branch) => typeOf(branch, root));
  return [...new Set(types)].join(" | ");
}
