import type { Report } from "../server/errors.ts";
import { inTime } from "../transport/in_time.ts";

/** Something to do when a server starts or stops. */
export type Hook = () => unknown;

/** How long all stop hooks together may take, in milliseconds. */
const STOP_LIMIT_MS = 500;

/** What else is to be done when a server starts and stops. */
export interface Turns {
  /** Called before the start hooks, and again after them, since they may register more. */
  readonly prepare: () => Promise<void>;
  /** Called after the start hooks. */
  readonly ready: () => void;
  /** Called after the last client; the stop hooks wait for it, but not for long. */
  readonly settled: () => Promise<void>;
  /** Called after the stop hooks, which is waited for as long again. */
  readonly ended: () => Promise<void>;
}

/** Starts what a server needs before its first client, and stops it after its last. */
export class Life {
  /** Run in order before the first client. */
  readonly onStart: Hook[] = [];
  /** Run in reverse order after the last. */
  readonly onStop: Hook[] = [];
  readonly #turns: Turns;
  readonly #report: Report;
  #clients = 0;
  #started: Promise<void> | undefined;

  constructor(turns: Turns, report: Report) {
    this.#turns = turns;
    this.#report = report;
  }

  /** Counts a client in; the first one waits for the start hooks, and gets their errors. */
  async begin(): Promise<void> {
    this.#clients++;
    try {
      await (this.#started ??= this.#start());
    } catch (error) {
      // What was opened before the failure is closed again.
      await this.end();
      throw error;
    }
  }

  /** Counts a client out. A stop hook that fails or takes too long is reported. */
  async end(): Promise<void> {
    if (--this.#clients > 0) return;
    this.#started = undefined;
    await inTime(this.#turns.settled(), STOP_LIMIT_MS);
    await this.#stop();
    // Somebody may have come meanwhile.
    if (this.#clients === 0) await inTime(this.#turns.ended(), STOP_LIMIT_MS);
  }

  async #stop(): Promise<void> {
    if (this.onStop.length === 0) return;
    const { promise: late, resolve } = Promise.withResolvers<"late">();
    const timer = setTimeout(() => resolve("late"), STOP_LIMIT_MS);
    for (const hook of this.onStop.toReversed()) {
      try {
        if (await Promise.race([hook(), late]) === "late") {
          this.#report({ level: "warning", message: "A stop hook took too long and was left" });
        }
      } catch (error) {
        this.#report({ level: "error", message: "A stop hook failed", error });
      }
    }
    clearTimeout(timer);
  }

  async #start(): Promise<void> {
    await this.#turns.prepare();
    for (const hook of this.onStart) await hook();
    await this.#turns.prepare();
    this.#turns.ready();
  }
}
