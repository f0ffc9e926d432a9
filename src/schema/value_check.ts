import type { Checker } from "./check.ts";
import { checker } from "./checker.ts";
import { decoder } from "./decode.ts";
import { filler } from "./defaults.ts";
import { compileExotic, needsAjv } from "./exotic.ts";
import { libraryProblem } from "./library_problems.ts";
import type { Problem } from "./problem.ts";
import {
  isStandardSchema,
  type JsonSchema,
  type Schema,
  type StandardResult,
  type StandardSchema,
} from "./standard_schema.ts";

/** What comes of a value: itself or what a library makes of it, or what is wrong with it. */
export type Parsed =
  | { readonly value: unknown; readonly problems?: undefined }
  | { readonly problems: readonly Problem[] };

/** The two checks behind a schema: by JSON Schema, and by the library that it is of. */
export interface ValueCheck {
  /** The JSON Schema. */
  readonly self: Checker;
  /** What is wrong with a value of JSON, none if it fits. */
  readonly problems: (value: unknown) => readonly Problem[];
  /** Whether {@linkcode ValueCheck.problems} may be asked, or has to wait for what it needs. */
  readonly ready: () => boolean;
  /** Gets ready. */
  readonly warm: () => Promise<void>;
  /** Takes a value that fits through the library's own parse; without a library, fills in defaults. */
  readonly parsed: (value: unknown) => Parsed | Promise<Parsed>;
}

const NONE: readonly Problem[] = [];

/**
 * Makes the checks of a schema. Their parts are put together by the first use.
 *
 * @param schema What the author gave
 * @param json Its JSON Schema, with the marks of what its library wants
 */
export function valueCheck(schema: Schema | undefined, json: JsonSchema): ValueCheck {
  const self = checker(json);
  const exotic = needsAjv(json);
  let byAjv: ((value: unknown) => readonly Problem[]) | undefined;
  return {
    self,
    problems: (value) => {
      if (self.fits(value)) return byAjv?.(value) ?? NONE;
      const found: Problem[] = [];
      self.check(json)(value, [], found);
      return found;
    },
    ready: () => !exotic || byAjv !== undefined,
    warm: async () => {
      self.check(json);
      if (exotic) byAjv ??= await compileExotic(json);
    },
    parsed: schema !== undefined && isStandardSchema(schema)
      ? libraryParse(schema, self)
      : plainParse(self),
  };
}

function libraryParse(schema: StandardSchema, self: Checker): ValueCheck["parsed"] {
  const standard = schema["~standard"];
  const decode = decoder(self);
  return (value) => {
    const settle = (result: StandardResult<unknown>): Parsed =>
      result.issues === undefined
        ? { value: result.value }
        : { problems: result.issues.map((issue) => libraryProblem(issue, value, self)) };
    const result = standard.validate(decode === undefined ? value : decode(value));
    return "then" in result ? Promise.resolve(result).then(settle) : settle(result);
  };
}

function plainParse(self: Checker): (value: unknown) => Parsed {
  const fill = filler(self);
  return fill === undefined ? (value) => ({ value }) : (value) => ({ value: fill(value) });
}
