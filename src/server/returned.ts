/**
 * What a handler has returned in the end: a promise is awaited, a generator drained to a list, and an
 * error that is returned is thrown.
 *
 * @param value Whatever a handler gave
 * @param signal Stops the draining: the generator's `finally` runs, and is not waited for
 * @throws whatever the handler throws, and the reason of the signal
 */
export async function returned(value: unknown, signal: AbortSignal): Promise<unknown> {
  const settled = await value;
  if (settled instanceof Error) throw settled;
  return isGenerator(settled) ? await drained(settled, signal) : settled;
}

type Step = IteratorResult<unknown, unknown>;
type AnyGenerator = Iterator<unknown, unknown> | AsyncIterator<unknown, unknown>;

/** How long a generator that never waits may go on, in milliseconds, before others have their turn. */
const TURN_MS = 10;

async function drained(generator: AnyGenerator, signal: AbortSignal): Promise<unknown[]> {
  let stop = (_: unknown) => {};
  const unlessAborted = <Value>(work: Value | PromiseLike<Value>) =>
    new Promise<Value>((resolve, reject) => {
      stop = reject;
      Promise.resolve(work).then(resolve, reject);
    });
  const abort = () => stop(signal.reason);
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
    if (!done) void end(generator);
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
