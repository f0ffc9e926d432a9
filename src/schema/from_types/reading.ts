import type { SignatureProblem } from "./signature.ts";
import { ts } from "./typescript.ts";

/** Which way values go: to the function, or from it. */
export type Side = "input" | "output";

/** One reading of a function: what it works with, and what it has found wrong so far. */
export interface Reading {
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  /** URL of a source file of the program. */
  readonly urlOf: (file: ts.SourceFile) => string;
  /** Whether a source file is one of this package. */
  readonly isOurs: (file: ts.SourceFile) => boolean;
  /** Problems in the order in which they were found; the reading goes on after each. */
  readonly problems: SignatureProblem[];
}

/** Notes a problem at a node, at a position of a file, or at the start of a whole file. */
export function note(
  reading: Reading,
  at: ts.Node,
  message: string,
  position: number = ts.isSourceFile(at) ? 0 : at.getStart(),
): void {
  const file = at.getSourceFile();
  const { line, character } = ts.getLineAndCharacterOfPosition(file, position);
  reading.problems.push({
    url: reading.urlOf(file),
    line: line + 1,
    column: character + 1,
    message,
  });
}
