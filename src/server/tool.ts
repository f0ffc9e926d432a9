import { toJson } from "../content/json.ts";
import { fromData, fromValue, partsOf, type ToolResult } from "../content/tool_result.ts";
import {
  type CallToolResult,
  type ContentBlock,
  type InputRequired,
  isInputRequired,
} from "../content/types.ts";
import { type ComponentSchema, inputSchema, outputSchema } from "../schema/component_schema.ts";
import { checkHeaderParams } from "../schema/header_params.ts";
import { hasRootUnion } from "../schema/json_schema.ts";
import type {
  JsonSchema,
  Schema,
  SchemaInput,
  SchemaOutput,
  StandardSchema,
} from "../schema/standard_schema.ts";
import { type Component, type ComponentOptions, listed, registering, shared } from "./component.ts";
import type { CallContext, Context } from "./context.ts";
import { AbortedError, ArgumentError, problemList, ResultError } from "./errors.ts";
import { checkToolName } from "./names.ts";

/** Hints about what a tool does; hosts may show or use them, and must not trust them. */
export interface ToolAnnotations {
  /** Name for people; `title` of the tool is the better place. */
  readonly title?: string;
  /** Whether it leaves its environment as it is. */
  readonly readOnlyHint?: boolean;
  /** Whether it may destroy something. */
  readonly destructiveHint?: boolean;
  /** Whether a second call with the same arguments changes nothing more. */
  readonly idempotentHint?: boolean;
  /** Whether it deals with the world outside. */
  readonly openWorldHint?: boolean;
}

/** Options of a tool. */
export interface ToolOptions<
  Input extends Schema = JsonSchema,
  Output extends Schema = JsonSchema,
> extends ComponentOptions {
  /** Schema of the arguments: a Standard Schema (zod, ArkType, …) or plain JSON Schema. */
  readonly input?: Input;
  /** Schema of the result. Results are checked against it and sent as structured content. */
  readonly output?: Output;
  /** Hints about what the tool does. */
  readonly annotations?: ToolAnnotations;
  /** Time limit of a call in milliseconds; none if left out. */
  readonly timeout?: number;
}

/** What a tool handler returns: data that fits the output schema if there is one, or an explicit form. */
export type ToolReturn<Output> = Output extends StandardSchema
  ? SchemaInput<Output> | ToolResult | InputRequired
  : unknown;

/** What a tool handler gets: what the input schema yields, or a record of unknown values. */
export type ToolArgs<Input> = unknown extends SchemaOutput<Input> ? Record<string, unknown>
  : SchemaOutput<Input>;

/** The function behind a tool. */
export type ToolHandler<Args = Record<string, unknown>, Returned = unknown> = (
  args: Args,
  ctx: Context,
) => Returned | Promise<Returned>;

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  /** Name to call it by. */
  readonly name: string;
  /** Name for people. */
  readonly title?: string;
  /** What it is for. */
  readonly description?: string;
  /** Schema of the arguments. */
  readonly inputSchema: JsonSchema;
  /** Schema of the structured content. */
  readonly outputSchema?: JsonSchema;
  /** Hints. */
  readonly annotations?: ToolAnnotations;
  /** Free metadata. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** A registered tool. */
export interface Tool extends Component {
  readonly kind: "tool";
  readonly listed: ListedTool;
  readonly input: ComponentSchema;
  readonly output: ComponentSchema | undefined;
  readonly timeout: number | undefined;
  readonly handler: ToolHandler<never>;
}

/**
 * Makes the record of a tool.
 *
 * @throws {TypeError} naming the tool and the option that is wrong
 */
export function makeTool(
  name: string,
  options: ToolOptions<Schema, Schema>,
  handler: ToolHandler<never>,
  order: number,
): Tool {
  const { fail, attempt } = registering("tool", name);
  const shown = attempt(() => listed(options), "options");
  const nameWarning = attempt(() => checkToolName(name), "name");
  if (typeof handler !== "function") fail("handler: give a function as the last argument");
  const input = attempt(() => {
    const schema = inputSchema(options.input);
    checkHeaderParams(schema.json);
    return schema;
  }, "input");
  const { output: declared, timeout } = options;
  const output = declared && attempt(() => outputSchema(declared), "output");
  if (timeout !== undefined && !(timeout > 0 && timeout < 2 ** 31)) {
    fail("timeout: give milliseconds, more than 0 and less than 2 ** 31");
  }
  const warnings = [
    nameWarning,
    hasRootUnion(input.json)
      ? "has anyOf, oneOf or allOf at the root of its input schema, which the APIs of some models refuse"
      : undefined,
  ].filter((warning) => warning !== undefined);
  return Object.freeze({
    kind: "tool",
    key: name,
    name,
    ...shared(options, handler, order),
    warnings,
    listed: Object.freeze({
      name,
      ...shown,
      inputSchema: input.json,
      ...(output === undefined ? {} : { outputSchema: output.json }),
      ...(options.annotations === undefined ? {} : { annotations: options.annotations }),
    }),
    input,
    output,
    timeout,
    handler,
  });
}

/**
 * Calls a tool: checks the arguments, runs the handler, and turns what it returns into the wire form.
 *
 * @throws {ArgumentError} with all problems of the arguments
 * @throws {AbortedError} when the time limit passes
 * @throws {ResultError} for a result that is not what the tool declares
 */
export async function callTool(
  tool: Tool,
  args: unknown,
  ctx: CallContext,
): Promise<CallToolResult | InputRequired> {
  const checked = await tool.input.check(args);
  if (checked.problems !== undefined) {
    const heading = `Invalid arguments for tool ${JSON.stringify(tool.name)}:`;
    throw new ArgumentError(problemList(heading, checked.problems));
  }
  const returned = tool.handler(checked.value as never, ctx);
  const value = await (tool.timeout === undefined ? returned : limited(tool, returned, ctx));
  return isInputRequired(value) ? value : finish(tool, value);
}

async function limited(tool: Tool, returned: unknown, ctx: CallContext): Promise<unknown> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new AbortedError(
      "timed_out",
      `Tool ${JSON.stringify(tool.name)} timed out after ${tool.timeout} ms.`,
    );
    ctx.abort(error);
    reject(error);
  }, tool.timeout);
  try {
    return await Promise.race([returned, promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function finish(tool: Tool, value: unknown): Promise<CallToolResult> {
  try {
    const parts = partsOf(value);
    if (parts === undefined) {
      return tool.output === undefined ? fromValue(value) : await data(tool, tool.output, value);
    }
    const { content, structured, isError, meta } = parts;
    const result = isError || tool.output === undefined
      ? fromParts(content, structured)
      : await data(tool, tool.output, structured, content);
    return {
      ...result,
      ...(isError ? { isError } : {}),
      ...(meta === undefined ? {} : { _meta: meta }),
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ResultError(
      `Tool ${JSON.stringify(tool.name)} returned a value that cannot be sent: ${error.message}.`,
      error.message,
    );
  }
}

function fromParts(
  content: readonly ContentBlock[] | undefined,
  structured: unknown,
): CallToolResult {
  const { content: mirror, structuredContent } = fromValue(structured);
  return {
    content: content ?? mirror,
    ...(structuredContent === undefined ? {} : { structuredContent }),
  };
}

async function data(
  tool: Tool,
  output: ComponentSchema,
  value: unknown,
  content?: readonly ContentBlock[],
): Promise<CallToolResult> {
  // Plain JSON Schema is for what clients see, and defaults are no reason to change the author's object.
  const given = output.plain && value !== undefined ? JSON.parse(toJson(value).text) : value;
  const checked = await output.check(given);
  const problems = checked.problems ??
    // There is no JSON for nothing, whatever the schema says.
    (checked.value === undefined ? ["expected a value, got nothing; null is one"] : undefined);
  if (problems !== undefined) {
    throw new ResultError(
      `Tool ${JSON.stringify(tool.name)} returned data that does not match its output schema.`,
      problemList("the result does not match the output schema:", problems),
    );
  }
  return fromData((checked as { value: unknown }).value, output.wrapped, content);
}
