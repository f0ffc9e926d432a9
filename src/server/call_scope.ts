import type { Context } from "./context.ts";

/** Runs a call so that whatever it runs can find out which call it serves. */
export type CallScope = <Value>(
  ctx: Context,
  run: () => Value | Promise<Value>,
) => Promise<Value>;

/** What every call of this process runs in, if anybody wants that. */
export let callScope: CallScope | undefined;

/** Sets what every call runs in from now on, whatever server it is for. */
export function setCallScope(scope: CallScope): void {
  callScope = scope;
}
