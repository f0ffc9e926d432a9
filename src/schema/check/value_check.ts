import type { Checker } from "./check.ts";
import { checker } from "./checker.ts";
import { decoder } from "./decode.ts";
import { filler } from "./defaults.ts";
import { libraryProblem } from "./library_problems.ts";
import type { Problem } from "./problem.ts";
import {
  type JsonSchema,
  libraryCheck,
  type Schema,
  type StandardResult,
} from "../standard_schema.ts";

/** What comes of a value: itself or what a library makes of it, or what is wrong with it. */
export type Parsed =
  | { readonly value: unknown; readonly problems?: undefined }
  | { readonly problems: readonly Problem[] };

/** The two checks behind a schema: by JSON Schema, and by the library that it is of. */
export interface ValueCheck {
  /** The JSON Schema. */
  readonly self: Checker;
  /** Whether a value of JSON fits. */
  readonly fits: (value: unknown) => boolean;
  /** What is wrong with a value of JSON, none if it fits. */
  readonly problems: (value: unknown) => readonly Problem[];
  /** Puts the check together ahead of the first value. */
  readonly warm: () => void;
  /** Takes a value that fits through the library's own parse; without a library, fills in defaults. */
  readonly parsed: (value: unknown) => Parsed | Promise<Parsed>;
}

const NONE: readonly Problem[] = [];

/**
 * Makes the checks of a schema. Their parts are put together by the first use.
 *
 * @param schema What the author gave
 * @param json Its JSON Schema, with the marks of what its library wants
 * @param formats Whether `format` is checked, which is a hint otherwise
 */
export function valueCheck(
  schema: Schema | undefined,
  json: JsonSchema,
  formats = false,
): ValueCheck {
  const self = checker(json, formats);
  return {
    self,
    fits: (value) => self.fits(value),
    problems: (value) => {
      if (self.fits(value)) return NONE;
      const found: Problem[] = [];
      self.remembering(() => self.check(json)(value, [], found));
      return found;
    },
    warm: () => {
      self.check(json);
    },
    parsed: parseOf(schema, self),
  };
}

function parseOf(schema: Schema | undefined, self: Checker): ValueCheck["parsed"] {
  const decode = decoder(self) ?? ((value: unknown) => value);
  const validate = schema && libraryCheck(schema);
  if (validate === undefined) {
    const fill = filler(self) ?? ((value: unknown) => value);
    return (value) => ({ value: decode(fill(value)) });
  }
  return (value) => {
    const settle = (result: StandardResult<unknown>): Parsed =>
      result.issues === undefined
        ? { value: result.value }
        : { problems: result.issues.map((issue) => libraryProblem(issue, value, self)) };
    const result = validate(decode(value));
    return "then" in result ? Promise.resolve(result).then(settle) : settle(result);
  };
}
