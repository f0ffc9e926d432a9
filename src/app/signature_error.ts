import type { SignatureProblem } from "../schema/from_types/signature.ts";
import { pathOf } from "../schema/uri/file_url.ts";
import type { LogEntry } from "../server/errors.ts";
import { printable } from "../server/printable.ts";

const NAME = "SignatureError";

/**
 * Why functions that are registered with `import.meta` cannot be served. The message has one line for
 * each problem, `path:line:column: what is wrong`; or one that says why no source can be read here.
 */
export class SignatureError extends Error {
  /** Name of the class. */
  override readonly name: string = NAME;
  /** The problems of all functions, by file and place; none where no source can be read. */
  readonly problems: readonly SignatureProblem[];

  /**
   * Makes the error of problems, or of a reading that failed as a whole.
   *
   * @param found Problems in any order, of which each is said once; or what the reading threw
   */
  constructor(found: readonly SignatureProblem[] | Error) {
    const problems = found instanceof Error ? [] : inOrder(found);
    super(
      found instanceof Error ? found.message : problems.map(problemLine).join("\n"),
      found instanceof Error ? { cause: found } : {},
    );
    this.problems = problems;
    // The places are in the message, and those of this package say nothing.
    this.stack = `${this.name}: ${this.message}`;
  }
}

/** Whether something thrown is a {@linkcode SignatureError}, of this copy of the package or another. */
export function isSignatureError(thrown: unknown): thrown is SignatureError {
  return thrown instanceof Error && thrown.name === NAME;
}

/** What the log says of a failure: of a {@linkcode SignatureError} its lines, which are all there is. */
export function failureEntry(message: string, error: unknown): LogEntry {
  return isSignatureError(error)
    ? { level: "error", message: `${message}: ${error.message}` }
    : { level: "error", message, error };
}

function inOrder(problems: readonly SignatureProblem[]): readonly SignatureProblem[] {
  const sorted = problems.toSorted((a, b) =>
    byText(a.url, b.url) || a.line - b.line || a.column - b.column || byText(a.message, b.message)
  );
  const lines = sorted.map(problemLine);
  return Object.freeze(sorted.filter((_, i) => lines[i] !== lines[i - 1]));
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A problem as one line, `path:line:column: what is wrong`. */
export function problemLine({ url, line, column, message }: SignatureProblem): string {
  return printable(`${shown(url)}:${line}:${column}: ${message}`);
}

/** A file as people call it: by its path, from the current folder if it lies there. */
function shown(url: string): string {
  if (!url.startsWith("file:")) return url;
  const path = pathOf(url);
  const folder = currentFolder();
  return folder !== undefined && path.startsWith(folder) ? path.slice(folder.length) : path;
}

function currentFolder(): string | undefined {
  try {
    return `${Deno.cwd().replace(/\/$/, "")}/`;
  } catch {
    // It is gone, or not ours to know.
    return undefined;
  }
}
