import type { Catalog } from "../server/catalog.ts";
import type { Report } from "../server/errors.ts";
import { labelOf } from "../server/label.ts";
import type { SandboxedCode, Sandboxes } from "../server/sandboxed.ts";

/** How long nothing is done beside the first request after a start, in milliseconds. */
const HEAD_START_MS = 1000;

/**
 * The sandboxes of a server, of which nothing is loaded before a component needs one. While clients are
 * served, those of its components that are to be warm are started, and what cannot start is reported.
 */
export class SandboxesOnDemand implements Pick<Sandboxes, "run" | "stop"> {
  readonly #catalog: Catalog;
  readonly #report: Report;
  /** Code that the sandboxes know of. */
  #known = new WeakSet<SandboxedCode>();
  /** Code whose problems were reported. */
  readonly #reported = new WeakSet<SandboxedCode>();
  #made: Promise<Sandboxes> | undefined;
  /** The start that they look after. */
  #start: symbol | undefined;
  #unlisten: (() => void) | undefined;

  constructor(catalog: Catalog, report: Report) {
    this.#catalog = catalog;
    this.#report = report;
  }

  /** Calls a function in its sandbox. */
  readonly run: Sandboxes["run"] = async (code, args, ctx) => {
    const sandboxes = await this.#sandboxes();
    // Modules that are known in time share a process from the start.
    if (!this.#known.has(code)) this.#tell(sandboxes, this.#codes());
    return await sandboxes.run(code, args, ctx);
  };

  /**
   * Looks after the components that clients can see, once the first request after the start has its answer;
   * it is not waited for long.
   */
  attend(answered: Promise<void>): void {
    const start = this.#start = Symbol();
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, HEAD_START_MS);
    Deno.unrefTimer(timer);
    void Promise.race([answered.then(nextTurn), late]).then(() => {
      clearTimeout(timer);
      if (this.#start !== start) return;
      const look = () => void this.#look();
      this.#unlisten = this.#catalog.onChange(look);
      look();
    });
  }

  /** Stops all processes, until something is called again. */
  async stop(): Promise<void> {
    this.#start = undefined;
    this.#unlisten?.();
    this.#unlisten = undefined;
    this.#known = new WeakSet();
    await (await this.#made)?.stop();
  }

  async #sandboxes(): Promise<Sandboxes> {
    this.#made ??= import("../sandbox/sandboxes.ts")
      .then(({ makeSandboxes }) => makeSandboxes({ report: this.#report }));
    return await this.#made;
  }

  /** What of the components that clients can see runs in sandboxes. */
  #codes(): SandboxedCode[] {
    return this.#catalog.components()
      .flatMap(({ component: { sandbox }, enabled }) => enabled && sandbox ? [sandbox] : []);
  }

  #tell(sandboxes: Sandboxes, codes: readonly SandboxedCode[]): void {
    const fresh = codes.filter((code) => !this.#known.has(code));
    for (const code of fresh) this.#known.add(code);
    if (fresh.length > 0) sandboxes.warm(fresh);
  }

  async #look(): Promise<void> {
    try {
      const codes = this.#codes();
      if (this.#made !== undefined || codes.some(({ warm }) => warm)) {
        this.#tell(await this.#sandboxes(), codes);
      }
      const unsaid = codes.filter((code) => !this.#reported.has(code));
      for (const code of unsaid) this.#reported.add(code);
      if (unsaid.length > 0) await this.#reportProblems(unsaid);
    } catch (error) {
      this.#report({ level: "error", message: "Cannot look after sandboxes", error });
    }
  }

  async #reportProblems(codes: readonly SandboxedCode[]): Promise<void> {
    const { readSet } = await import("./sandbox_sets.ts");
    for (const code of codes) {
      const { problem } = await readSet(code, labelOf(code.kind, code.key));
      if (problem !== undefined) this.#report({ level: "warning", message: problem });
    }
  }
}

/** When what is under way, such as an answer, has been sent. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
