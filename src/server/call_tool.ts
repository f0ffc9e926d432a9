import { type CallToolResult, type InputRequired, isInputRequired } from "../content/types.ts";
import { isRecord } from "../schema/json_schema.ts";
import type { CallContext } from "./context.ts";
import { ArgumentError, problemList, type Report } from "./errors.ts";
import { finishTool } from "./finish_tool.ts";
import { labelOf } from "./label.ts";
import { runHandler } from "./run_handler.ts";
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
  const what = labelOf("tool", tool.name);
  const checked = await tool.input.check(args);
  if (checked.problems !== undefined) {
    const heading = `Invalid arguments for tool ${JSON.stringify(tool.name)}:`;
    throw new ArgumentError(problemList(heading, checked.problems));
  }
  ctx.unknown = checked.unknown;
  reportUnknown(what, ctx.unknown, report);
  const result = await runHandler(
    tool,
    what,
    checked.value,
    ctx,
    report,
    async (value) =>
      isInputRequired(value) && !isData(value, tool)
        ? value
        : await finishTool(tool, value, ctx, report),
  );
  return withUnknown(result, ctx.unknown);
}

/** Whether what looks like a request for input is what the tool declares to return. */
function isData(value: unknown, { output }: Tool): boolean {
  return output !== undefined && isRecord(output.json.properties) &&
    Object.hasOwn(output.json.properties, "resultType") && isRecord(value);
}
