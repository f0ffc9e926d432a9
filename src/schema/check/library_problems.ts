import type { Checker } from "./check.ts";
import { isDateTime } from "../date_time.ts";
import { FORMATS } from "./formats.ts";
import type { Path, Problem } from "./problem.ts";
import { partsBelow, shapes } from "./shapes.ts";
import type { JsonSchema, StandardIssue } from "../standard_schema.ts";

/**
 * What a schema library found in a value that fits the listed schema, in words of our own: only what
 * the author wrote for a check of theirs is passed on.
 */
export function libraryProblem(issue: StandardIssue, value: unknown, self: Checker): Problem {
  // A path may be an array of a class of its own, whose map makes more of that class.
  const path = Array.from(
    issue.path ?? [],
    (part) => String(typeof part === "object" ? part.key : part),
  );
  const got = valueAt(value, path);
  const found: Problem[] = [];
  const parts = partsUnder(self, path, value);
  for (const part of parts) self.check(part)(got, path, found);
  if (found.length > 0) return found[0];
  const format = parts.map((part) => part.format).find((format) => typeof format === "string");
  return { path, says: authorsWords(issue) ?? expected(issue, got, format), got };
}

/** The value at a place; `undefined` where there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined,
    value,
  );
}

/** What the libraries tell beside Standard Schema's members. */
interface KnownIssue extends StandardIssue {
  readonly code?: string;
  readonly expected?: unknown;
  readonly inclusive?: boolean;
  readonly kind?: string;
  readonly maximum?: unknown;
  readonly minimum?: unknown;
  readonly requirement?: unknown;
  readonly type?: string;
}

/** What zod, ArkType and Valibot say where an author gave no words. */
const NO_WORDS = /^Invalid input(?:$|: )|^Invalid type: |valid according to/;

/** The author's own words for a check that the author wrote, if there are any. */
function authorsWords({ message, code, expected, kind, type }: KnownIssue): string | undefined {
  let words: unknown;
  if (code === "custom") words = message; // zod: refine, superRefine, check
  else if (code === "predicate") words = `must be ${expected}`; // ArkType: narrow, ctx.mustBe
  else if (kind === "validation" && /check$/.test(type ?? "")) words = message; // Valibot
  if (typeof words !== "string" || NO_WORDS.test(words)) return;
  return words.replace(/\s+/g, " ").trim() || undefined;
}

/** What was expected of a value that fits the listed schema, such as a date in a range. */
function expected(issue: KnownIssue, got: unknown, format: string | undefined): string {
  const { code, type, requirement, minimum, maximum, inclusive = true } = issue;
  if (code === "too_small") {
    return `expected ${inclusive ? "at least" : "more than"} ${limit(minimum, got)}`;
  }
  if (code === "too_big") {
    return `expected ${inclusive ? "at most" : "less than"} ${limit(maximum, got)}`;
  }
  if (type === "min_value") return `expected at least ${limit(requirement, got)}`;
  if (type === "max_value") return `expected at most ${limit(requirement, got)}`;
  // What has the form fails for another reason.
  const has = format !== undefined && FORMATS[format]?.(String(got));
  return format === undefined || wantsMore(issue) || has
    ? "expected what the tool's own check accepts"
    : `expected text of the form ${format}`;
}

/** Whether an issue is about what JSON Schema has no words for. */
function wantsMore({ code, kind, type }: KnownIssue): boolean {
  return code === "custom" || code === "predicate" ||
    kind === "validation" && /check$/.test(type ?? "");
}

/** A limit as it is written on the wire; zod tells those of dates as milliseconds. */
function limit(value: unknown, got: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "number" && typeof got === "string" && isDateTime(got)
    ? new Date(value).toISOString()
    : String(value);
}

function partsUnder(self: Checker, path: Path, value: unknown): JsonSchema[] {
  let parts = shapes([self.root], value, self);
  for (const key of path) {
    const below = partsBelow(parts, value, key);
    value = valueAt(value, [key]);
    parts = shapes(below, value, self);
  }
  return parts;
}
