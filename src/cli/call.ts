import type { Client } from "../client/client.ts";
import type { ContentBlock } from "../content/types.ts";
import { dereferenced, isRecord } from "../schema/json_schema.ts";
import { didYouMean } from "../schema/nearest.ts";
import type { JsonSchema } from "../schema/standard_schema.ts";
import { CommandError, type Input, UsageError } from "./command.ts";
import { print } from "./output.ts";
import { connect } from "./spawn.ts";
import { looksLikeTarget } from "./target.ts";

/** `call [TARGET] NAME [KEY=VALUE…]`: calls a tool; exit code 1 if the call fails. */
export async function run({ words, flags }: Input): Promise<number> {
  const [first, ...others] = words;
  // Two words before any KEY=VALUE are a target and a name, whatever the target looks like.
  const hasTarget = first !== undefined &&
    (looksLikeTarget(first) || others.length > 0 && !others[0].includes("="));
  const target = hasTarget ? first : undefined;
  const [name, ...pairs] = hasTarget ? others : words;
  if (name === undefined || /^[^=]+:?=/.test(name)) {
    throw new UsageError("call needs the name of a tool");
  }
  const given = pairs.map(pair);
  const whole = await wholeInput(flags.input as string | undefined);
  await using client = await connect(target, flags, {
    onLog: ({ level, data }) => {
      console.error(`[${level}] ${typeof data === "string" ? data : JSON.stringify(data)}`);
    },
  });
  const texts = await propertiesOf(client, name);
  const result = await client.callTool(name, { ...whole, ...collect(given, texts) }, {
    // A person is at hand, and Ctrl+C ends it.
    timeout: FOREVER_MS,
    ...(Deno.stderr.isTerminal() ? { onProgress: showProgress } : {}),
  });
  if (flags.json) {
    const { content, structured, isError, meta } = result;
    const shown = { content, structuredContent: structured, isError, _meta: meta };
    await print(JSON.stringify(shown, null, 2) + "\n");
  } else {
    const text = result.content.map(blockText).join("\n");
    if (result.isError) throw new CommandError(text);
    if (text !== "") await print(text.endsWith("\n") ? text : `${text}\n`);
  }
  return result.isError ? 1 : 0;
}

const FOREVER_MS = 2 ** 31 - 1;

interface Given {
  readonly key: string;
  readonly text: string;
  readonly json: boolean;
}

function pair(word: string): Given {
  const [, key, colon, text] = /^([^=]+?)(:?)=(.*)$/su.exec(word) ?? [];
  if (key === undefined) {
    throw new UsageError(`${JSON.stringify(word)} is not an argument: write KEY=VALUE`);
  }
  return { key, text, json: colon === ":" };
}

async function wholeInput(input: string | undefined): Promise<Record<string, unknown>> {
  if (input === undefined) return {};
  const text = input === "-" ? await new Response(Deno.stdin.readable).text() : input;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--input is not JSON: ${(error as Error).message}`);
  }
  if (!isRecord(value)) throw new UsageError("--input takes a JSON object");
  return value;
}

/** The properties of a tool's arguments, and whether each may be text. */
async function propertiesOf(client: Client, name: string): Promise<Record<string, boolean>> {
  const tools = await client.listTools();
  const tool = tools.find((tool) => tool.name === name);
  if (tool === undefined) {
    const names = tools.map((tool) => tool.name);
    throw new CommandError(
      `There is no tool ${JSON.stringify(name)}; ` +
        (names.length === 0 ? "the server has no tools" : `it has ${names.join(", ")}`) +
        didYouMean(name, names),
    );
  }
  return Object.fromEntries(
    Object.entries((tool.inputSchema.properties ?? {}) as Record<string, unknown>)
      .map(([key, schema]) => [key, admitsText(schema, tool.inputSchema)]),
  );
}

function collect(
  given: readonly Given[],
  texts: Record<string, boolean>,
): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  for (const { key, text, json } of given) {
    const value = json ? parsed(key, text) : guessed(key, text, texts[key] === true);
    const before = Object.hasOwn(args, key) ? args[key] : undefined;
    args[key] = before === undefined ? value : [before, value].flat();
  }
  return args;
}

function parsed(key: string, text: string): unknown {
  try {
    return exact(key, JSON.parse(text));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${key}:= takes JSON: ${(error as Error).message}`);
  }
}

/** Text where the tool takes text; otherwise the JSON that the text is, or the text. */
function guessed(key: string, text: string, isText: boolean): unknown {
  if (isText) return text;
  try {
    return exact(key, JSON.parse(text));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return text;
  }
}

/** A value whose numbers are what was written. */
function exact(key: string, value: unknown): unknown {
  if (typeof value === "object" && value !== null) {
    for (const item of Object.values(value)) exact(key, item);
  }
  if (typeof value === "number" && (!Number.isFinite(value) || !isExact(value))) {
    throw new UsageError(`${key} has a number that JSON would round: write it as text`);
  }
  return value;
}

function isExact(value: number): boolean {
  return !Number.isInteger(value) || Number.isSafeInteger(value);
}

function admitsText(part: unknown, root: JsonSchema, depth = 0): boolean {
  const schema = dereferenced(part, root);
  if (!isRecord(schema) || depth > 8) return false;
  const below = (branch: unknown) => admitsText(branch, root, depth + 1);
  const branches = [schema.anyOf, schema.oneOf].find(Array.isArray) as unknown[] | undefined;
  if (branches !== undefined) return branches.some(below);
  if (Array.isArray(schema.allOf) && schema.allOf.some(below)) return true;
  return [schema.type].flat().includes("string") || typeof schema.const === "string" ||
    Array.isArray(schema.enum) && schema.enum.some((value) => typeof value === "string");
}

function blockText(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "resource":
      return block.resource.text ?? `[${block.resource.uri}]`;
    case "resource_link":
      return `[${block.name}: ${block.uri}]`;
    default:
      return `[${block.type} ${block.mimeType}, ${block.data.length} characters of base64]`;
  }
}

function showProgress(
  { progress, total, message }: { progress: number; total?: number; message?: string },
): void {
  const of = total === undefined ? "" : ` of ${total}`;
  console.error(`… ${progress}${of}${message === undefined ? "" : ` ${message}`}`);
}
