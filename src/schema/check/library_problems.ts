import type { Checker } from "./check.ts";
import type { Path, Problem } from "./problem.ts";
import { partsAt, partsOf, shapes } from "./shapes.ts";
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
  const words = authorsWords(issue as Partial<KnownIssue>);
  const got = valueAt(value, path);
  if (words !== undefined) return { path, says: words };
  const format = partsUnder(self, path, value).map((part) => part.format)
    .find((format) => typeof format === "string");
  return {
    path,
    says: format === undefined
      ? "expected what the tool's own check accepts"
      : `expected text of the form ${format}`,
    got,
  };
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
interface KnownIssue {
  readonly message: string;
  readonly code: string;
  readonly expected: unknown;
  readonly kind: string;
  readonly type: string;
}

/** The author's own words for a check that the author wrote, if there are any. */
function authorsWords({ message, code, expected, kind, type }: Partial<KnownIssue>) {
  let words: unknown;
  if (code === "custom") words = message; // zod: refine, superRefine, check
  else if (code === "predicate") words = `must be ${expected}`; // ArkType: narrow, ctx.mustBe
  else if (kind === "validation" && /check$/.test(type ?? "")) words = message; // Valibot
  if (typeof words !== "string" || /^Invalid |^Invalid$|valid according to/.test(words)) return;
  return words.replace(/\s+/g, " ").trim().slice(0, MOST_WORDS) || undefined;
}

const MOST_WORDS = 300;

function partsUnder(self: Checker, path: Path, value: unknown): JsonSchema[] {
  let parts = shapes([self.root], value, self);
  for (const key of path) {
    const isList = Array.isArray(value);
    value = valueAt(value, [key]);
    const below = parts.flatMap((part) => isList ? partsAt(part, Number(key)) : partsOf(part, key));
    parts = shapes(below, value, self);
  }
  return parts;
}
