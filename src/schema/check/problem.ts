import { isSecretName, isSecretText } from "./secret.ts";

/** Where in a value: its keys, outermost first. */
export type Path = readonly string[];

/** One thing that is wrong with a value. */
export interface Problem {
  /** Where. */
  readonly path: Path;
  /** What is wrong, or what was expected there. */
  readonly says: string;
  /** What came instead; left out where nothing did. */
  readonly got?: unknown;
  /** Whether what came must not be shown. */
  secret?: boolean;
}

const MOST_PROBLEMS = 50;
const MOST_CHARACTERS = 40;
const MOST_EXPECTED = 300;

/** One line for each problem, each line once, as many as a model can still read. */
export function problemLines(problems: readonly Problem[]): readonly string[] {
  const lines = [...new Set(problems.map(line))];
  return lines.length <= MOST_PROBLEMS
    ? lines
    : [...lines.slice(0, MOST_PROBLEMS), `… and ${lines.length - MOST_PROBLEMS} more`];
}

function line(problem: Problem): string {
  const { path } = problem;
  const says = cut(problem.says, MOST_EXPECTED);
  const secret = problem.secret || path.some(isSecretName);
  const text = "got" in problem ? `${says}, got ${shown(problem.got, secret)}` : says;
  return path.length === 0 ? text : `${path.map(shownKey).join(".")}: ${text}`;
}

/** Shows a received value: its kind, and the value itself while it is short and no secret. */
export function shown(value: unknown, secret = false): string {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object") return "an object";
  if (typeof value === "string") {
    return secret || isSecretText(value)
      ? `string of ${value.length} characters`
      : `string ${cut(JSON.stringify(value.toWellFormed()))}`;
  }
  return secret ? `a ${typeof value}` : `${typeof value} ${cut(String(value))}`;
}

function shownKey(key: string): string {
  // A key that is no word is shown as JSON, so that a line stays a line.
  return /^[\p{L}\p{N}_$-]+$/u.test(key) ? cut(key) : cut(JSON.stringify(key.toWellFormed()));
}

function cut(text: string, most = MOST_CHARACTERS): string {
  return text.length > most ? text.slice(0, most - 3).toWellFormed() + "…" : text;
}
