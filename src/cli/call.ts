import type { Client } from "../client/client.ts";
import type { ContentBlock } from "../content/types.ts";
import { isRecord } from "../schema/json_schema.ts";
import { didYouMean } from "../schema/nearest.ts";
import { CommandError, type Input, UsageError } from "./command.ts";
import { print } from "./output.ts";
import { connect } from "./spawn.ts";
import { looksLikeTarget } from "./target.ts";

/** `call [TARGET] NAME [KEY=VALUE…]`: calls a tool; exit code 1 if the call fails. */
export async function run({ words, flags }: Input): Promise<number> {
  const [first, ...others] = words;
  const hasTarget = first !== undefined && looksLikeTarget(first);
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
  const properties = await propertiesOf(client, name);
  const result = await client.callTool(name, { ...whole, ...collect(given, properties) }, {
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

interface Given {
  readonly key: string;
  readonly text: string;
  readonly json: boolean;
}

function pair(word: string): Given {
  const [, key, colon, text] = /^([^=]+?)(:?)=(.*)$/su.exec(word) ?? [];
  if (key === undefined) {
    throw new UsageError(`${JSON.stringify(word)} is no argument: write KEY=VALUE`);
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
    throw new UsageError(`--input is no JSON: ${(error as Error).message}`);
  }
  if (!isRecord(value)) throw new UsageError("--input takes a JSON object");
  return value;
}

async function propertiesOf(client: Client, name: string): Promise<Record<string, unknown>> {
  const tools = await client.listTools();
  const tool = tools.find((tool) => tool.name === name);
  if (tool === undefined) {
    const names = tools.map((tool) => tool.name);
    throw new CommandError(
      `There is no tool ${JSON.stringify(name)}${didYouMean(name, names)}` +
        (names.length === 0 ? "; the server has none" : `; there are ${names.join(", ")}`),
    );
  }
  return (tool.inputSchema.properties ?? {}) as Record<string, unknown>;
}

function collect(
  given: readonly Given[],
  properties: Record<string, unknown>,
): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  for (const { key, text, json } of given) {
    const value = json ? parsed(key, text) : guessed(text, properties[key]);
    const before = Object.hasOwn(args, key) ? args[key] : undefined;
    args[key] = before === undefined ? value : [before, value].flat();
  }
  return args;
}

function parsed(key: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${key}:= takes JSON: ${(error as Error).message}`);
  }
}

/** Text where the tool takes text; otherwise the JSON that the text is, or the text. */
function guessed(text: string, schema: unknown): unknown {
  if (admitsText(schema)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function admitsText(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  const branches = [schema.anyOf, schema.oneOf].find(Array.isArray) as unknown[] | undefined;
  if (branches !== undefined) return branches.some(admitsText);
  return [schema.type].flat().includes("string") ||
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
