import type { Catalog } from "../server/catalog.ts";
import type { Report } from "../server/errors.ts";
import { labelOf } from "../server/label.ts";
import type { SandboxedCode, Sandboxes } from "../server/sandboxed.ts";

/** How long after the start of a server its first client is left alone, in milliseconds. */
const HEAD_START_MS = 100;

/**
 * The sandboxes of a server, of which nothing is loaded before a component needs one. While clients are
 * served, those of its components that are to be warm are started, and what cannot start is reported.
 */
export class SandboxesOnDemand implements Pick<Sandboxes, "run" | "stop"> {
  readonly #catalog: Catalog;
  readonly #report: Report;
  /** What was looked at already. */
  readonly #known = new WeakSet<SandboxedCode>();
  #made: Promise<Sandboxes> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unlisten: (() => void) | undefined;

  constructor(catalog: Catalog, report: Report) {
    this.#catalog = catalog;
    this.#report = report;
  }

  /** Calls a function in its sandbox. */
  readonly run: Sandboxes["run"] = async (code, args, ctx) => {
    const sandboxes = await (this.#made ??= makeSandboxes(this.#report));
    return await sandboxes.run(code, args, ctx);
  };

  /** Looks after the components that clients can see, from a moment after the start on. */
  attend(): void {
    this.#timer = setTimeout(() => {
      const look = () => void this.#look();
      this.#unlisten = this.#catalog.onChange(look);
      look();
    }, HEAD_START_MS);
    Deno.unrefTimer(this.#timer);
  }

  /** Stops all processes, until something is called again. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#unlisten?.();
    this.#unlisten = undefined;
    await (await this.#made)?.stop();
  }

  async #look(): Promise<void> {
    const codes = this.#catalog.components()
      .flatMap(({ component: { sandbox }, enabled }) => enabled && sandbox ? [sandbox] : [])
      .filter((code) => !this.#known.has(code));
    if (codes.length === 0) return;
    for (const code of codes) this.#known.add(code);
    try {
      const warm = codes.filter((code) => code.warm);
      if (warm.length > 0) (await (this.#made ??= makeSandboxes(this.#report))).warm(warm);
      const { readSet } = await import("./sandbox_sets.ts");
      for (const code of codes) {
        const { problem } = await readSet(code, labelOf(code.kind, code.key));
        if (problem !== undefined) this.#report({ level: "warning", message: problem });
      }
    } catch (error) {
      this.#report({ level: "error", message: "Cannot look after sandboxes", error });
    }
  }
}

async function makeSandboxes(report: Report): Promise<Sandboxes> {
  const { makeSandboxes } = await import("../sandbox/sandboxes.ts");
  return makeSandboxes({ report });
}
