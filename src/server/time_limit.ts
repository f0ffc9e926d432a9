import type { CallContext } from "./context.ts";
import { AbortedError } from "./errors.ts";

/** The time limit of one call. */
export interface TimeLimit extends Disposable {
  /** Waits for work, but not beyond the limit. */
  readonly within: <Value>(work: Promise<Value>) => Promise<Value>;
}

const NONE: TimeLimit = { within: (work) => work, [Symbol.dispose]: () => {} };

/**
 * Begins the time of a call. When it is over, the call is aborted, and whoever waits gets an
 * {@linkcode AbortedError}.
 *
 * @param what The component, such as `Tool "add"`
 * @param timeout Milliseconds; none if left out, or `Infinity`
 */
export function timeLimit(
  what: string,
  timeout: number | undefined,
  ctx: CallContext,
): TimeLimit {
  if (timeout === undefined || timeout === Infinity) return NONE;
  const { promise: passed, reject } = Promise.withResolvers<never>();
  // An answer that is already there stays the answer.
  passed.catch(() => {});
  const timer = setTimeout(() => {
    const error = new AbortedError("timed_out", `${what} timed out after ${timeout} ms.`);
    ctx.abort(error);
    reject(error);
  }, timeout);
  return {
    within: (work) => Promise.race([work, passed]),
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

/**
 * Checks a time limit, which the types may not have seen.
 *
 * @throws {TypeError} for what is none
 */
export function checkTimeout(timeout: number): void {
  const isLimit = typeof timeout === "number" && timeout > 0 &&
    (timeout < 2 ** 31 || timeout === Infinity);
  if (!isLimit) {
    throw new TypeError(
      "timeout: give milliseconds, more than 0 and less than 2 ** 31, or Infinity for no limit",
    );
  }
}
