/** Most messages at once, and in a second. */
const MESSAGES = { burst: 10_000, second: 5_000 };
/** Most bytes at once, and in a second. */
const BYTES = { burst: 8 * 1024 * 1024, second: 1024 * 1024 };

/**
 * How fast what a sandbox says unasked is read, such as log messages: whoever writes faster has to wait,
 * so that no flood fills our memory.
 */
export class Pace {
  #messages = MESSAGES.burst;
  #bytes = BYTES.burst;
  #refilled = performance.now();

  /** Counts a message. */
  spend(bytes: number): void {
    this.#messages--;
    this.#bytes -= bytes;
  }

  /** How long nothing should be read, in milliseconds. */
  wait(): number {
    if (this.#messages >= 0 && this.#bytes >= 0) return 0;
    const now = performance.now();
    const seconds = (now - this.#refilled) / 1000;
    this.#refilled = now;
    this.#messages = Math.min(MESSAGES.burst, this.#messages + seconds * MESSAGES.second);
    this.#bytes = Math.min(BYTES.burst, this.#bytes + seconds * BYTES.second);
    const late = Math.max(-this.#messages / MESSAGES.second, -this.#bytes / BYTES.second);
    return Math.max(0, late * 1000);
  }
}
