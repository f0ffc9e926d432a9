import type { JsonType } from "../json_types.ts";
import type { Path, Problem } from "./problem.ts";
import type { JsonSchema } from "../standard_schema.ts";

/**
 * Says whether a value fits a part of a schema. With `found` it goes on after the first problem, and
 * adds all of them there.
 */
export type Check = (value: unknown, path: Path, found?: Problem[]) => boolean;

/** A JSON Schema made ready: its parts, each with its check. */
export interface Checker {
  /** Whether `format` is checked, which is a hint otherwise. */
  readonly formats: boolean;
  /** The whole schema. */
  readonly root: JsonSchema;
  /** The check of a part, made at the first need. */
  readonly check: (part: unknown) => Check;
  /** Whether a value fits a part; the whole schema if none is given. */
  readonly fits: (value: unknown, part?: unknown) => boolean;
  /**
   * Remembers verdicts for as long as a function runs, in which no value may be changed. Without that,
   * branches that refer to one another would be tried again and again.
   */
  readonly remembering: <Result>(run: () => Result) => Result;
  /** The kinds of values that a part admits at most. */
  readonly types: (part: unknown) => ReadonlySet<JsonType>;
  /** The schemas that hold beside a part: what its references point to, and `allOf`. */
  readonly beside: (part: JsonSchema) => readonly unknown[];
}
