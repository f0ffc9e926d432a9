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

/** Names of fields whose values nobody wants to read in a log. */
const SECRET_NAME =
  /pass(?:word|wd|phrase|code)?$|secret|token|api_?key|private_?key|access_?key|authori[sz]ation|credential|cookie|session_?id|^auth$|^pin$|cvv|cvc|(?:card|account)_?(?:number|no)$|ssn|iban/i;
/** Texts that are secrets wherever they stand: tokens of well-known services, JWTs, private keys. */
const SECRET_TEXT =
  /^(?:sk|pk|rk|ghp|gho|ghu|ghs|github_pat|glpat|xox[abposr])[-_]|^(?:AKIA|ASIA|AIza|ya29\.)|^eyJ[\w-]+\.|^(?:Bearer|Basic) |-----BEGIN /;

/** One line for each problem, each line once, as many as a model can still read. */
export function problemLines(problems: readonly Problem[]): readonly string[] {
  const lines = [...new Set(problems.map(line))];
  return lines.length <= MOST_PROBLEMS
    ? lines
    : [...lines.slice(0, MOST_PROBLEMS), `… and ${lines.length - MOST_PROBLEMS} more`];
}

function line(problem: Problem): string {
  const { path, says } = problem;
  const secret = problem.secret || path.some((key) => SECRET_NAME.test(key));
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
    return secret || SECRET_TEXT.test(value)
      ? `string of ${value.length} characters`
      : `string ${cut(JSON.stringify(value.toWellFormed()))}`;
  }
  return secret ? `a ${typeof value}` : `${typeof value} ${cut(String(value))}`;
}

function shownKey(key: string): string {
  // A key that is no word is shown as JSON, so that a line stays a line.
  return /^[\p{L}\p{N}_$-]+$/u.test(key) ? cut(key) : cut(JSON.stringify(key.toWellFormed()));
}

function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? text.slice(0, MOST_CHARACTERS - 3) + "…" : text;
}
