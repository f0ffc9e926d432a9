/** The waits after crashes in a row, in milliseconds; after more, the last. */
const WAITS_MS = [0, 250, 500, 1000, 2000, 4000, 8000, 10_000];

/** How long nothing should be started, since what was started before has crashed. */
export class BackOff {
  #crashes = 0;
  #until = 0;

  /** Waits until something may be started, or for what ends the waiting. */
  async wait(over: Promise<void>): Promise<void> {
    const rest = this.#until - performance.now();
    if (rest <= 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, rest);
    await Promise.race([promise, over]);
    clearTimeout(timer);
  }

  /** Counts a crash. */
  count(): void {
    const wait = WAITS_MS[Math.min(this.#crashes++, WAITS_MS.length - 1)];
    this.#until = performance.now() + wait;
  }

  /** Something has worked. */
  reset(): void {
    this.#crashes = 0;
    this.#until = 0;
  }
}
