import { isRecord } from "../json_schema.ts";
import { converted } from "./lenient.ts";
import { valueAt } from "./library_problems.ts";
import { type Path, type Problem, problemLines } from "./problem.ts";
import { addUnknown, knower, type UnknownKey, withoutUnknown } from "./unknown_keys.ts";
import type { Parsed, ValueCheck } from "./value_check.ts";

/**
 * How arguments are taken: `"lenient"` converts what plainly stands for something else, and goes on
 * without keys that are unknown; `"strict"` takes what the listed schema says, and nothing else.
 */
export type Validation = "lenient" | "strict";

/**
 * Checks a way of taking arguments, which the types may not have seen.
 *
 * @throws {TypeError} for one that there is not
 */
export function checkValidation(validation: unknown): asserts validation is Validation {
  if (validation !== "lenient" && validation !== "strict") {
    throw new TypeError(`validation is lenient or strict, not ${JSON.stringify(validation)}`);
  }
}

/** Outcome of a check: the value to go on with, or one line for each problem. */
export type Checked =
  | {
    readonly value: unknown;
    /** The keys that the schema does not know. */
    readonly unknown?: readonly UnknownKey[];
    readonly problems?: undefined;
  }
  | { readonly problems: readonly string[] };

/** How {@linkcode argumentCheck} takes what does not fit. */
export interface ArgumentRules {
  readonly validation: Validation;
  /** Names that the handler gets from the server, so that no client may send them. */
  readonly injected: readonly string[];
  /** Whether every argument is text on the wire, so that null is written too. */
  readonly text: boolean;
  /** Whether keys are taken out that the schema neither names nor admits in words. */
  readonly strip: boolean;
}

/** Makes the check of the arguments of calls. */
export function argumentCheck(
  check: ValueCheck,
  { validation, injected, text, strip }: ArgumentRules,
): (sent: unknown) => Checked | Promise<Checked> {
  const { properties } = check.self.root;
  const names = isRecord(properties) ? Object.keys(properties) : [];

  const knows = knower(check.self);
  const strict = (sent: unknown) => {
    const unknown: UnknownKey[] = [];
    for (const name of injected) {
      if (isRecord(sent) && Object.hasOwn(sent, name)) addUnknown(unknown, [name], names);
    }
    const problems = [...unknown.map(unknownProblem), ...check.problems(sent)];
    if (problems.length > 0) return refusedWith(check, sent, problems, sent);
    if (!knows(sent)) withoutUnknown(sent, check.self, false, unknown);
    return settled(check.parsed(sent), sent, unknown);
  };

  const lenient = (sent: unknown) => {
    const unknown: UnknownKey[] = [];
    let value = sent;
    for (const name of injected) {
      if (!isRecord(value) || !Object.hasOwn(value, name)) continue;
      addUnknown(unknown, [name], names);
      value = Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
    }
    let problems: readonly Problem[] = [];
    if (!check.fits(value)) {
      const next = converted(value, check.self, text);
      unknown.push(...next.unknown);
      value = next.value;
      problems = check.problems(value);
      if (next.incomplete && problems.length > 0) {
        problems = [{ path: [], says: TOO_MUCH }, ...problems];
      }
    }
    if (!knows(value)) value = withoutUnknown(value, check.self, strip, unknown);
    // A key that nobody knows is often the one that is missed.
    if (problems.length > 0) {
      return refusedWith(check, value, [...problems, ...unknown.map(unknownProblem)], sent);
    }
    return settled(check.parsed(value), sent, unknown);
  };

  return (sent) => {
    try {
      return validation === "strict" ? strict(sent) : lenient(sent);
    } catch (error) {
      if (!(error instanceof RangeError) || depthOf(sent) < DEEP) throw error;
      return { problems: ["the arguments are nested too deeply"] };
    }
  };
}

const TOO_MUCH = "there is too much to convert; send every value as the schema says";

/** From how many levels on it is for their number that a check runs out of its stack. */
const DEEP = 500;

function depthOf(value: unknown): number {
  let depth = 0;
  for (let level = [value]; level.length > 0; depth++) {
    level = level.flatMap((item) =>
      typeof item === "object" && item !== null ? Object.values(item) : []
    );
  }
  return depth;
}

function unknownProblem({ path, nearest }: UnknownKey): Problem {
  const near = nearest === undefined ? "" : `; did you mean ${JSON.stringify(nearest)}?`;
  return { path, says: `not a known property${near}` };
}

function settled(
  parsed: Parsed | Promise<Parsed>,
  sent: unknown,
  unknown: readonly UnknownKey[] = [],
): Checked | Promise<Checked> {
  if (parsed instanceof Promise) return parsed.then((parsed) => settled(parsed, sent, unknown));
  if (parsed.problems !== undefined) return refused(parsed.problems, sent);
  return unknown.length === 0 ? parsed : { value: parsed.value, unknown };
}

/**
 * Adds what the library finds wrong elsewhere, so that one round tells all. It was not made for values
 * that do not fit, so whatever it throws is no matter.
 */
function refusedWith(
  check: ValueCheck,
  value: unknown,
  problems: readonly Problem[],
  sent: unknown,
): Checked | Promise<Checked> {
  const more = ({ problems: others = [] }: Parsed) =>
    others.filter(({ path }) => !problems.some((problem) => overlap(problem.path, path)));
  try {
    const parsed = check.parsed(value);
    return parsed instanceof Promise
      ? parsed.then(more, () => []).then((others) => refused([...problems, ...others], sent))
      : refused([...problems, ...more(parsed)], sent);
  } catch {
    return refused(problems, sent);
  }
}

/** Whether one place is the other, or inside it. */
function overlap(a: Path, b: Path): boolean {
  return a.every((key, i) => i >= b.length || key === b[i]);
}

/** Problems show what was sent, not what it was converted to. */
function refused(problems: readonly Problem[], sent: unknown): Checked {
  return {
    problems: problemLines(problems.map((problem) => {
      const got = valueAt(sent, problem.path);
      return got === undefined || !("got" in problem) ? problem : { ...problem, got };
    })),
  };
}
