import { type CallToolResult, type InputRequired, isInputRequired } from "../content/types.ts";
import { isRecord } from "../schema/json_schema.ts";
import type { CallContext } from "./context.ts";
import { AbortedError, ArgumentError, problemList, type Report } from "./errors.ts";
import { finishTool } from "./finish_tool.ts";
import { type Injection, injectionOf } from "./inject.ts";
import { returned } from "./returned.ts";
import type { Tool } from "./tool.ts";
import { reportUnknown, withUnknown } from "./unknown_arguments.ts";

/**
 * Calls a tool: checks the arguments, adds injected values, runs the handler, and turns what it returns
 * into the wire form.
 *
 * @throws {ArgumentError} with all problems of the arguments
 * @throws {AbortedError} when the time limit passes
 * @throws {ResultError} for a result that is not what the tool declares
 */
export async function callTool(
  tool: Tool,
  args: unknown,
  ctx: CallContext,
  report: Report,
): Promise<CallToolResult | InputRequired> {
  const checked = await tool.input.check(args);
  if (checked.problems !== undefined) {
    const heading = `Invalid arguments for tool ${JSON.stringify(tool.name)}:`;
    throw new ArgumentError(problemList(heading, checked.problems));
  }
  ctx.unknown = checked.unknown;
  reportUnknown(`Tool ${JSON.stringify(tool.name)}`, ctx.unknown, report);
  using limit = limitOf(tool, ctx);
  await using injection = injectionOf(tool, ctx, report);
  const answered = answer(tool, checked.value, ctx, injection, report);
  const result = await (limit === undefined ? answered : Promise.race([answered, limit.passed]));
  return withUnknown(result, ctx.unknown);
}

async function answer(
  tool: Tool,
  args: unknown,
  ctx: CallContext,
  injection: Injection | undefined,
  report: Report,
): Promise<CallToolResult | InputRequired> {
  const given = await injection?.into(args) ?? args;
  const value = await returned(tool.handler(given as never, ctx), ctx);
  return isInputRequired(value) && !isData(value, tool)
    ? value
    : await finishTool(tool, value, ctx, report);
}

/** Whether what looks like a request for input is what the tool declares to return. */
function isData(value: unknown, { output }: Tool): boolean {
  return output !== undefined && isRecord(output.json.properties) &&
    Object.hasOwn(output.json.properties, "resultType") && isRecord(value);
}

/** Aborts the call when its time is over. */
function limitOf(
  { name, timeout }: Tool,
  ctx: CallContext,
): Disposable & { readonly passed: Promise<never> } | undefined {
  if (timeout === undefined) return undefined;
  const { promise, reject } = Promise.withResolvers<never>();
  // An answer that is already there stays the answer.
  promise.catch(() => {});
  const timer = setTimeout(() => {
    const error = new AbortedError(
      "timed_out",
      `Tool ${JSON.stringify(name)} timed out after ${timeout} ms.`,
    );
    ctx.abort(error);
    reject(error);
  }, timeout);
  return { passed: promise, [Symbol.dispose]: () => clearTimeout(timer) };
}
