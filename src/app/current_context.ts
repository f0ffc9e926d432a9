/**
 * The context of the call that is running, for code that nobody hands it to. It follows a call through
 * everything that it awaits, which costs a little; who does not import this does not pay.
 *
 * @example A function that reports, whoever calls it
 * ```ts
 * import { McpServer } from "@x/mcp";
 * import { currentContext } from "@x/mcp/context";
 *
 * function report(done: number, of: number) {
 *   currentContext().progress(done, of);
 * }
 *
 * const mcp = new McpServer({ name: "demo", version: "1.0.0" });
 * mcp.tool("work", { description: "Works." }, () => {
 *   report(1, 1);
 *   return "done";
 * });
 * ```
 *
 * @module
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setCallScope } from "../server/call_scope.ts";
import type { Context } from "../server/context.ts";

export type { Context, Log } from "../server/context.ts";
export type { ClientInfo, Era, LogLevel } from "../server/exchange.ts";
export type { AbortCode, AbortedError } from "../server/errors.ts";
export type { ContentAnnotations, Icon, ResourceContents } from "../content/types.ts";

const calls = new AsyncLocalStorage<{ readonly ctx: Context; over: boolean }>();

setCallScope(async (ctx, run) => {
  const call = { ctx, over: false };
  try {
    return await calls.run(call, run);
  } finally {
    call.over = true;
  }
});

/**
 * The context of the running call: in handlers of tools, resources and prompts, completers, providers,
 * links of the chain, and whatever these call. This module has to be imported before the call begins.
 *
 * @throws {Error} outside of calls, and in work that is left over when its call has ended
 * @throws {AbortedError} in work that is left over when its call was aborted
 */
export function currentContext(): Context {
  const call = calls.getStore();
  if (call === undefined) {
    throw new Error(
      "Cannot tell the current context: no call runs here, or it began before @x/mcp/context was imported",
    );
  }
  if (!call.over) return call.ctx;
  const { signal } = call.ctx;
  if (signal.aborted) throw signal.reason;
  throw new Error(
    "Cannot tell the current context: the call has ended; wait for all work before you return",
  );
}
