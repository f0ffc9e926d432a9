import type { CallContext } from "./context.ts";

/**
 * What a handler has returned in the end: a promise is awaited, a generator drained to a list, and an
 * error that is returned is thrown.
 *
 * @param value Whatever a handler gave
 * @param ctx Its signal stops the draining: the generator's `finally` runs, and no answer waits for it
 * @throws whatever the handler throws, and the reason of the signal
 */
export async function returned(value: unknown, ctx: CallContext): Promise<unknown> {
  const settled = await value;
  if (settled instanceof Error) throw settled;
  return isGenerator(settled) ? await drained(settled, ctx) : settled;
}

type Step = IteratorResult<unknown, unknown>;
type AnyGenerator = Iterator<unknown, unknown> | AsyncIterator<unknown, unknown>;

/** How long a generator that never waits may go on, in milliseconds, before others have their turn. */
const TURN_MS = 10;

async function drained(generator: AnyGenerator, ctx: CallContext): Promise<unknown[]> {
  const { signal } = ctx;
  const over = Promise.withResolvers<void>();
  let stop = (_: unknown) => {};
  const unlessAborted = <Value>(work: Value | PromiseLike<Value>) =>
    new Promise<Value>((resolve, reject) => {
      stop = reject;
      Promise.resolve(work).then(resolve, reject);
    });
  const abort = () => {
    stop(signal.reason);
    ctx.outlast(over.promise);
  };
  signal.addEventListener("abort", abort);
  const items: unknown[] = [];
  let done = false;
  try {
    for (let turn = performance.now();;) {
      signal.throwIfAborted();
      const step = await unlessAborted(generator.next() as Step | Promise<Step>);
      if (Object(step) !== step) {
        throw new TypeError(`Cannot take ${step} for a step of an iterator`);
      }
      if (step.done === true) {
        done = true;
        return items;
      }
      items.push(await unlessAborted(step.value));
      if (performance.now() - turn < TURN_MS) continue;
      await new Promise((resolve) => setTimeout(resolve));
      turn = performance.now();
    }
  } finally {
    signal.removeEventListener("abort", abort);
    if (!done) void end(generator).then(over.resolve);
  }
}

/** Lets `finally` run. Nobody is left to hear what comes of it. */
async function end(generator: AnyGenerator): Promise<void> {
  try {
    await generator.return?.();
  } catch {
    // The call has failed already, for a reason of its own.
  }
}

function isGenerator(value: unknown): value is AnyGenerator {
  return typeof value === "object" && value !== null &&
    typeof (value as Partial<AnyGenerator>).next === "function" &&
    (Symbol.iterator in value || Symbol.asyncIterator in value);
}
