import { FrameError } from "./frames.ts";
import type { FromSandbox } from "./messages.ts";
import { unrefTimer } from "./unref_timer.ts";

/** How long a module may keep its process busy before others are called elsewhere, in milliseconds. */
const LATE_MS = 1000;

/** What a sandbox says about a module that it was asked to load. */
export type LoadMessage = Extract<FromSandbox, { readonly module: string }>;

/** Hears of loads that take long. */
export interface LoadListener {
  /** A module keeps the process busy, and nothing else may run there meanwhile. */
  readonly late: () => void;
  /** The late one does so no more. */
  readonly recovered: () => void;
  /** The load of a module has not ended in its time. */
  readonly overdue: (module: string) => void;
}

interface Load {
  /**
   * `waiting` is one whose code has begun, and lets others run until it goes on; `overdue` is one of which
   * nothing is expected any more.
   */
  state: "asked" | "begun" | "waiting" | "overdue" | "loaded";
  /** Runs from the beginning to the end. */
  timer?: ReturnType<typeof setTimeout>;
}

/**
 * The modules of a process, and how far they are loaded. The process begins with one after another, as they
 * were asked for: code that never ends is that of the one that has begun last.
 */
export class ModuleLoads {
  readonly #limitMs: number;
  readonly #listener: LoadListener;
  readonly #loads = new Map<string, Load>();
  /** Those that keep the process busy, or are about to. */
  readonly #busy = new Set<string>();
  #late: string | undefined;

  /**
   * Begins with none.
   *
   * @param limitMs How long a load may take from its beginning, in milliseconds
   */
  constructor(limitMs: number, listener: LoadListener) {
    this.#limitMs = limitMs;
    this.#listener = listener;
  }

  /** The module that has kept the process busy for long, and still does. */
  get late(): string | undefined {
    return this.#late;
  }

  /** The module whose code runs, and has not ended or waited so far. */
  get begun(): string | undefined {
    return this.#busy.values().find((module) => this.#loads.get(module)!.state === "begun");
  }

  /** The module that waits, if it is the only one. */
  get waiting(): string | undefined {
    const waiting = [...this.#loads].filter(([, { state }]) => state === "waiting");
    return waiting.length === 1 ? waiting[0][0] : undefined;
  }

  /** Whether a module is one that keeps the process busy, or is about to. */
  isBusy(module: string): boolean {
    return this.#busy.has(module);
  }

  /** Whether a module has been loaded, or what it threw is known. */
  isLoaded(module: string): boolean {
    return this.#loads.get(module)?.state === "loaded";
  }

  /** Whether there are so many of them that no call can be sent. */
  get isFull(): boolean {
    return this.#busy.size > 1;
  }

  /** Whether a call of a module can be sent: that of another could be lost as long as one is loaded. */
  allows(module: string): boolean {
    return this.#busy.size === 0 || this.#busy.size === 1 && this.#busy.has(module);
  }

  /** Has a module loaded; `false` if that was asked for before. */
  ask(module: string): boolean {
    if (this.#loads.has(module)) return false;
    this.#loads.set(module, { state: "asked" });
    this.#busy.add(module);
    return true;
  }

  /**
   * Takes what the process says of a module.
   *
   * @throws {FrameError} if it was not asked for that one
   */
  hear(message: LoadMessage): void {
    const { type, module } = message;
    const load = this.#loads.get(module);
    if (load === undefined) throw new FrameError("It speaks of a module that it was not asked for");
    if (type === "loading") {
      load.state = "begun";
      clearTimeout(load.timer);
      load.timer = this.#limit(module, load);
      return;
    }
    if (type === "waiting") load.state = "waiting";
    else this.#end(load, message);
    this.#busy.delete(module);
    if (this.#late !== module) return;
    this.#late = undefined;
    this.#listener.recovered();
  }

  /** The process is over. */
  end(): void {
    for (const { timer } of this.#loads.values()) clearTimeout(timer);
  }

  #end(load: Load, { module, thrown }: LoadMessage & { type: "loaded" }): void {
    clearTimeout(load.timer);
    load.state = "loaded";
    // What failed may have failed for a reason that goes by.
    if (thrown !== undefined) this.#loads.delete(module);
  }

  #limit(module: string, load: Load): ReturnType<typeof setTimeout> {
    const overdue = () => {
      if (load.state === "waiting" && this.begun !== undefined) {
        // It may only be kept from going on.
        load.timer = this.#limit(module, load);
        return;
      }
      load.state = "overdue";
      this.#listener.overdue(module);
    };
    if (this.#limitMs <= LATE_MS) return unrefTimer(this.#limitMs, overdue);
    return unrefTimer(LATE_MS, () => {
      load.timer = unrefTimer(this.#limitMs - LATE_MS, overdue);
      if (load.state !== "begun") return;
      this.#late = module;
      this.#listener.late();
    });
  }
}
