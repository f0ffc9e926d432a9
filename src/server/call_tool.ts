import { type CallToolResult, type InputRequired, isInputRequired } from "../content/types.ts";
import type { CallContext } from "./context.ts";
import { AbortedError, ArgumentError, problemList, type Report } from "./errors.ts";
import { finishTool } from "./finish_tool.ts";
import type { Tool } from "./tool.ts";
import { reportUnknown, withUnknown } from "./unknown_arguments.ts";

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
  report: Report,
): Promise<CallToolResult | InputRequired> {
  const checked = await tool.input.check(args);
  if (checked.problems !== undefined) {
    const heading = `Invalid arguments for tool ${JSON.stringify(tool.name)}:`;
    throw new ArgumentError(problemList(heading, checked.problems));
  }
  const { unknown } = checked;
  if (unknown !== undefined) reportUnknown(`Tool ${JSON.stringify(tool.name)}`, unknown, report);
  const returned = tool.handler(checked.value as never, ctx);
  const value = await (tool.timeout === undefined ? returned : limited(tool, returned, ctx));
  const result = isInputRequired(value) ? value : await finishTool(tool, value);
  return unknown === undefined ? result : withUnknown(result, unknown);
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
