import { fileUrl } from "../schema/uri/file_url.ts";
import type { Place } from "../schema/from_types/component_file.ts";
import type { SignatureProblem } from "../schema/from_types/signature.ts";
import type { ProjectProblem } from "./checked_project.ts";

/** Where something is said of a file as a whole. */
export const START: Place = { line: 1, column: 1 };

/** An error in a file, at its start if nothing else is said. */
export function errorIn(
  path: string,
  message: string,
  { line, column }: Place = START,
): ProjectProblem {
  return { url: fileUrl(path), line, column, message, severity: "error" };
}

/** What the reader finds wrong, as an error. */
export function asError({ url, line, column, message }: SignatureProblem): ProjectProblem {
  return { url, line, column, message, severity: "error" };
}

/** Problems by path and place, each once. */
export function inOrder(problems: readonly ProjectProblem[]): readonly ProjectProblem[] {
  const sorted = problems.toSorted((a, b) =>
    byText(a.url, b.url) || a.line - b.line || a.column - b.column ||
    byText(a.severity, b.severity) || byText(a.message, b.message)
  );
  return sorted.filter((problem, i) => i === 0 || !isSame(problem, sorted[i - 1]));
}

/** The errors among problems. */
export function errorsOf(problems: readonly ProjectProblem[]): readonly ProjectProblem[] {
  return problems.filter(({ severity }) => severity === "error");
}

/** Why something cannot be read or written, without the path that is known already. */
export function reasonOf(error: unknown): string {
  if (error instanceof Deno.errors.NotFound) return "there is no such file";
  if (error instanceof Deno.errors.PermissionDenied) return "permission denied";
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\s+/g, " ").trim();
}

function isSame(a: ProjectProblem, b: ProjectProblem): boolean {
  return a.url === b.url && a.line === b.line && a.column === b.column && a.message === b.message;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
