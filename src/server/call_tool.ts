import type { CallToolResult, InputRequired } from "../content/types.ts";
import type { CallContext } from "./context.ts";
import { ArgumentError, type Report } from "./errors.ts";
import { finishTool } from "./finish_tool.ts";
import { labelOf } from "./label.ts";
import { runHandler } from "./run_handler.ts";
import type { Tool } from "./tool.ts";
import { asksForInput } from "./tool_data.ts";
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
  const refused = (problems: readonly string[]) => {
    // What is refused says by itself what is wrong.
    ctx.unknown = undefined;
    return new ArgumentError(problems, `Invalid arguments for tool ${JSON.stringify(tool.name)}:`);
  };
  const checked = await tool.input.check(args);
  if (checked.problems !== undefined) throw refused(checked.problems);
  ctx.unknown = checked.unknown;
  reportUnknown(what, ctx.unknown, report);
  const result = await runHandler(
    tool,
    what,
    checked.value,
    ctx,
    report,
    {
      answer: async (value) =>
        asksForInput(value, tool.output) ? value : await finishTool(tool, value, ctx, report),
      refused,
    },
  );
  return withUnknown(result, ctx.unknown);
}
