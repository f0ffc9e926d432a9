import type {
  SignatureAnswer,
  SignatureProblem,
  SignatureRequest,
} from "../schema/from_types/signature.ts";
import type { AnyComponent, Catalog } from "../server/catalog.ts";
import type { Report } from "../server/errors.ts";
import type { UnreadFunction } from "../server/unread_function.ts";
import { failureEntry, SignatureError } from "./signature_error.ts";

/** What came of a function: its component, or what is wrong with it. */
interface Outcome {
  readonly holder: AnyComponent;
  readonly component?: AnyComponent;
  readonly problems?: readonly SignatureProblem[];
}

/** Has signatures read, by what only servers with such functions load. */
async function answersTo(
  requests: readonly SignatureRequest[],
  report: Report,
): Promise<SignatureAnswer[]> {
  try {
    const { readSignatures } = await import("./signatures/read_signatures.ts");
    return await readSignatures(requests, report);
  } catch (error) {
    throw error instanceof Error ? new SignatureError(error) : error;
  }
}

/** The functions of a server whose signatures are not read yet; meanwhile something holds their places. */
export class UnreadFunctions {
  readonly #catalog: Catalog;
  readonly #report: Report;
  readonly #waiting = new Map<AnyComponent, UnreadFunction>();
  #serving = false;
  #reading: Promise<void> | undefined;

  constructor(catalog: Catalog, report: Report) {
    this.#catalog = catalog;
    this.#report = report;
  }

  /** Whether clients are served, so that what is added is read at once. */
  set serving(serving: boolean) {
    this.#serving = serving;
    if (serving && this.#waiting.size > 0) this.#readLate();
  }

  /** Registers a function. */
  add(fn: UnreadFunction): void {
    const holder = this.#catalog.add(fn.holder, true);
    if (holder === undefined) return;
    this.#waiting.set(holder, fn);
    if (this.#serving) this.#readLate();
  }

  /**
   * Reads all that wait, also what is added meanwhile. Before clients are served, either all are
   * registered or none; later, what cannot be read is reported and left out.
   *
   * @throws {SignatureError} with all problems of all functions
   */
  read(): Promise<void> {
    return this.#reading ??= this.#readAll();
  }

  #readLate(): void {
    this.read().catch((error) => this.#sayFailed(error));
  }

  async #readAll(): Promise<void> {
    // What is registered in one turn is read together.
    await undefined;
    try {
      while (this.#waiting.size > 0) {
        const batch = [...this.#waiting].filter(([holder]) => this.#isWanted(holder));
        if (batch.length > 0) await this.#readBatch(batch);
      }
    } finally {
      this.#reading = undefined;
    }
  }

  async #readBatch(batch: readonly [AnyComponent, UnreadFunction][]): Promise<void> {
    let outcomes: readonly Outcome[];
    try {
      const answers = await answersTo(batch.map(([, { request }]) => request), this.#report);
      outcomes = batch
        .map(([holder, fn], i): Outcome => {
          const { signature, problems } = { signature: undefined, ...answers[i] };
          if (signature === undefined) return { holder, problems: problems ?? [] };
          try {
            return { holder, component: fn.component(signature, holder.order) };
          } catch (error) {
            return { holder, problems: [fn.problem((error as Error).message)] };
          }
        })
        // Some may have been taken out while they were read.
        .filter(({ holder }) => this.#isWanted(holder));
    } catch (error) {
      if (!this.#serving) throw error;
      this.#sayFailed(error);
      outcomes = batch.map(([holder]) => ({ holder }));
    }
    const problems = outcomes.flatMap(({ problems = [] }) => problems);
    if (problems.length > 0) {
      const error = new SignatureError(problems);
      if (!this.#serving) throw error;
      this.#sayFailed(error);
    }
    for (const { holder, component } of outcomes) {
      this.#waiting.delete(holder);
      this.#catalog.settle(holder, component);
    }
  }

  /** Whether a component still waits; one that was taken out is forgotten. */
  #isWanted(holder: AnyComponent): boolean {
    if (this.#catalog.holds(holder)) return true;
    this.#waiting.delete(holder);
    return false;
  }

  #sayFailed(error: unknown): void {
    this.#report(failureEntry("Cannot register functions", error));
  }
}
