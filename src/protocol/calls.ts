/** The longest that a timer can be set to. */
const MOST_MS = 2 ** 31 - 1;

/** Counts the requests that are being answered, and waits until none is. */
export class Calls {
  readonly #waiters = new Set<() => void>();
  #running = 0;

  /** Notes that a request has come. */
  begin(): void {
    this.#running++;
  }

  /** Notes that one has been answered, or needs no answer any more. */
  end(): void {
    if (--this.#running === 0) this.release();
  }

  /** Ends all waiting. */
  release(): void {
    for (const resolve of this.#waiters) resolve();
  }

  /**
   * Waits until every request is answered.
   *
   * @param limitMs How long at most, in milliseconds; `Infinity` for as long as it takes
   */
  async drained(limitMs: number): Promise<void> {
    if (this.#running === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = limitMs > MOST_MS ? undefined : setTimeout(resolve, limitMs);
    this.#waiters.add(resolve);
    await promise;
    clearTimeout(timer);
    this.#waiters.delete(resolve);
  }
}
