import type { ComponentDescription, ServerDescription } from "../app/description.ts";
import { modeOf } from "../app/announce.ts";
import { onlyLookAt } from "../server/looked_at.ts";
import { setLogLevel } from "../transport/stderr_log.ts";
import { guardStdout } from "../transport/stdout_guard.ts";
import { columns, CommandError, type Input, UsageError } from "./command.ts";
import { write } from "./output.ts";
import { permissionCell, permissionLines } from "./permission_lines.ts";
import { loadServer } from "./target.ts";

/** A component with what only `inspect` says of it. */
interface Inspected extends ComponentDescription {
  readonly tokens: number;
}

const HEADINGS = {
  "tool": "tools",
  "resource": "resources",
  "resource template": "resourceTemplates",
  "prompt": "prompts",
} as const;

const BYTES_PER_TOKEN = 4;

/** `inspect [TARGET]`: what a host would see, and what the code behind it may touch. */
export async function run({ words, flags }: Input): Promise<number> {
  const [target, ...more] = words;
  if (more.length > 0) throw new UsageError(`inspect takes one target, not also ${more.join(" ")}`);
  // What the module prints while it loads is no part of the answer.
  const out = guardStdout();
  // Warnings are part of the answer, and need not be logged as well.
  setLogLevel("off");
  // A file may call run() whatever starts it, or end the process.
  onlyLookAt();
  const exit = Deno.exit;
  Deno.exit = (code) => {
    throw new CommandError(`the file called Deno.exit(${code ?? 0}) while it was loaded`);
  };
  const server = await (await loadServer(target)).describe();
  Deno.exit = exit;
  const components = server.components.map(inspected);
  await write(out, flags.json ? asJson(server, components) : asTable(server, components));
  return 0;
}

function inspected(component: ComponentDescription): Inspected {
  const bytes = new TextEncoder().encode(JSON.stringify(component.listed)).length;
  return {
    ...component,
    tokens: Math.ceil(bytes / BYTES_PER_TOKEN),
    warnings: component.listed.description === undefined
      ? [...component.warnings, "has no description, so a model or a person can only guess its use"]
      : component.warnings,
  };
}

function asJson(server: ServerDescription, components: readonly Inspected[]): string {
  const { components: _, ...rest } = server;
  const groups = Object.entries(HEADINGS).map(([kind, heading]) => [
    heading,
    components.filter((component) => component.kind === kind).map((
      { listed, enabled, tags, tokens, isolation, permissions, warnings },
    ) => ({ ...listed, enabled, tags, tokens, isolation, permissions, warnings })),
  ]);
  return JSON.stringify({ server: rest, ...Object.fromEntries(groups) }, null, 2) + "\n";
}

function asTable(server: ServerDescription, components: readonly Inspected[]): string {
  const rows = components.map((component) => {
    const { kind, key, name, enabled, tokens, isolation, tags } = component;
    return [
      kind,
      kind === "resource" && name !== key ? `${key} (${name})` : key,
      String(tokens),
      isolation,
      permissionCell(component),
      [...(enabled ? [] : ["(disabled)"]), ...tags].join(" "),
    ];
  });
  const tools = components.filter(({ kind, enabled }) => kind === "tool" && enabled);
  const total = tools.reduce((sum, { tokens }) => sum + tokens, 0);
  const warnings = components.flatMap(({ kind, key, warnings }) =>
    warnings.map((warning) => `  ${kind} ${JSON.stringify(key)}: ${warning}`)
  );
  return [
    `${server.title ?? server.name} (${server.name} ${server.version})`,
    ...(server.description === undefined ? [] : [server.description]),
    "",
    ...(rows.length === 0
      ? ["It has no components yet: add one with mcp.tool(…)."]
      : columns([["KIND", "NAME", "TOKENS", "RUNS", "PERMISSIONS", "TAGS"], ...rows])),
    "",
    tools.length === 1
      ? `1 tool takes about ${total} tokens of a model's context.`
      : `${tools.length} tools take about ${total} tokens of a model's context.`,
    `Over HTTP, at …${server.http.path}: ${modeOf(server.http.mode.legacy === "sessions")}.`,
    ...permissionLines(server),
    ...(warnings.length === 0 ? [] : ["", "Warnings:", ...warnings]),
    "",
  ].join("\n");
}
