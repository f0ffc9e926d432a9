import type { SignatureProblem } from "./signature.ts";

/**
 * Problems by their places, each once.
 *
 * @param first URL of the file whose problems come first
 */
export function inOrder(problems: readonly SignatureProblem[], first: string): SignatureProblem[] {
  const rank = ({ url }: SignatureProblem) => url === first ? "" : url;
  const byPlace = problems.toSorted((a, b) =>
    compare(rank(a), rank(b)) || a.line - b.line || a.column - b.column
  );
  return byPlace.filter((problem, i) => !byPlace.slice(0, i).some((one) => isSame(one, problem)));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isSame(one: SignatureProblem, other: SignatureProblem): boolean {
  return isAtPlace(one, other) && one.message === other.message;
}

/** Whether two problems are at one place. */
export function isAtPlace(one: SignatureProblem, other: SignatureProblem): boolean {
  return one.url === other.url && one.line === other.line && one.column === other.column;
}
