import type { Check, Checker } from "./check.ts";
import { isMultiple } from "./decimal.ts";
import { FORMATS } from "./formats.ts";
import { isRecord } from "../json_schema.ts";
import { canonical, isOfType } from "../json_types.ts";
import { didYouMean } from "../nearest.ts";
import { patternOf } from "../pattern.ts";
import type { Problem } from "./problem.ts";
import type { JsonSchema } from "../standard_schema.ts";
import { seenItems, seenProperties } from "./unevaluated.ts";
import { explainUnion } from "./union_problems.ts";
import { MOST_COMPARED, namesOf } from "./unknown_keys.ts";

/** Makes the check of one keyword. The setting has the form that its name asks for. */
type Maker = (setting: never, part: JsonSchema, self: Checker) => Check;

/** The checks by keyword. What an older dialect calls by another name stands beside it. */
export const KEYWORDS: Readonly<Record<string, Maker>> = {
  enum: (values: readonly unknown[]) => {
    const known = new Set(values.map(canonical));
    const says = `expected one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
    return verdict((value) => known.has(canonical(value)), says);
  },
  const: (only: unknown) => {
    const known = canonical(only);
    return verdict((value) => canonical(value) === known, `expected ${JSON.stringify(only)}`);
  },
  type: (setting: string | readonly string[]) => {
    const types = [setting].flat();
    const names = types.join(" or ");
    const check = (value: unknown) => types.some((type) => isOfType(value, type));
    return (value, path, found) => {
      if (check(value)) return true;
      found?.push({ path, says: `expected ${names}${advice(value, types)}`, got: value });
      return false;
    };
  },

  minimum: (least: number) => number((value) => value >= least, `at least ${least}`),
  maximum: (most: number) => number((value) => value <= most, `at most ${most}`),
  exclusiveMinimum: (least: number) => number((value) => value > least, `more than ${least}`),
  exclusiveMaximum: (most: number) => number((value) => value < most, `less than ${most}`),
  multipleOf: (of: number) => number((value) => isMultiple(value, of), `a multiple of ${of}`),

  minLength: (least: number) =>
    text(
      (value) => value.length >= least && characters(value) >= least,
      `at least ${least} characters`,
    ),
  maxLength: (most: number) =>
    text(
      (value) => value.length <= most || characters(value) <= most,
      `at most ${most} characters`,
    ),
  pattern: (pattern: string, { format }) => {
    const expression = patternOf(pattern);
    return text(
      (value) => expression.test(value),
      typeof format === "string" ? `text of the form ${format}` : `text that matches ${pattern}`,
    );
  },

  format: (format: string, _, { formats }) =>
    formats && Object.hasOwn(FORMATS, format)
      ? text(FORMATS[format], `text of the form ${format}`)
      : () => true,

  minItems: (least: number) => list((value) => value.length >= least, `at least ${items(least)}`),
  maxItems: (most: number) => list((value) => value.length <= most, `at most ${items(most)}`),
  uniqueItems: (unique: boolean) =>
    list(
      (value) => !unique || new Set(value.map(canonical)).size === value.length,
      "items that all differ",
    ),
  prefixItems: tuple,
  items: (items: unknown, part, self) => {
    // Dialects before 2020-12 write tuples as a list of items.
    if (Array.isArray(items)) return tuple(items as never, part, self);
    return rest(items, Array.isArray(part.prefixItems) ? part.prefixItems.length : 0, self);
  },
  additionalItems: (items: unknown, part, self) =>
    Array.isArray(part.items) ? rest(items, part.items.length, self) : () => true,
  contains: (wanted: unknown, { minContains = 1, maxContains = Infinity }, self) => {
    const [least, most] = [minContains as number, maxContains as number];
    const check = self.check(wanted);
    return list((value) => {
      const count = value.filter((item) => check(item, [])).length;
      return count >= least && count <= most;
    }, contained(least, most));
  },

  required: (names: readonly string[]) => (value, path, found) => {
    if (!isRecord(value)) return true;
    let fits = true;
    for (const name of names) {
      if (Object.hasOwn(value, name)) continue;
      if (found === undefined) return false;
      found.push({ path: [...path, name], says: "required, but missing" });
      fits = false;
    }
    return fits;
  },
  properties: (properties: JsonSchema, _, self) => {
    const checks = Object.entries(properties).map(([name, part]) =>
      [name, self.check(part)] as const
    );
    return (value, path, found) => {
      if (!isRecord(value)) return true;
      let fits = true;
      for (const [name, check] of checks) {
        if (!Object.hasOwn(value, name)) continue;
        if (check(value[name], found === undefined ? path : [...path, name], found)) continue;
        if (found === undefined) return false;
        fits = false;
      }
      return fits;
    };
  },
  patternProperties: (patterns: JsonSchema, _, self) => {
    const checks = Object.entries(patterns)
      .map(([pattern, part]) => [patternOf(pattern), self.check(part)] as const);
    return members((key, value, path, found) => {
      let fits = true;
      for (const [pattern, check] of checks) {
        if (pattern.test(key) && !check(value, path, found)) fits = false;
      }
      return fits;
    });
  },
  additionalProperties: (additional: unknown, part, self) => {
    const known = knownTo(part);
    const check = additional === false ? unknownProperty(namesOf(part)) : self.check(additional);
    return members((key, value, path, found) => known(key) || check(value, path, found));
  },
  propertyNames: (names: unknown, _, self) => {
    const check = self.check(names);
    return members((key, __, path, found) => {
      if (check(key, path)) return true;
      found?.push({ path, says: "not a name that a property may have here" });
      return false;
    });
  },
  minProperties: (least: number) =>
    object((value) => Object.keys(value).length >= least, `at least ${properties(least)}`),
  maxProperties: (most: number) =>
    object((value) => Object.keys(value).length <= most, `at most ${properties(most)}`),
  dependentRequired: dependencies,
  dependentSchemas: dependencies,
  // draft-07 has one keyword for both.
  dependencies,

  anyOf: (branches: readonly unknown[], _, self) => {
    const checks = branches.map(self.check);
    return (value, path, found) =>
      checks.some((check) => check(value, path)) ||
      found !== undefined && explainUnion(branches, value, path, found, self);
  },
  oneOf: (branches: readonly unknown[], _, self) => {
    const checks = branches.map(self.check);
    return (value, path, found) => {
      const count = checks.filter((check) => check(value, path)).length;
      if (count === 1 || found === undefined) return count === 1;
      if (count === 0) return explainUnion(branches, value, path, found, self);
      const says = `expected what fits one of ${branches.length} forms only`;
      found.push({ path, says, got: value });
      return false;
    };
  },
  not: (refused: unknown, _, self) => {
    const check = self.check(refused);
    return (value, path, found) => {
      if (!check(value, path)) return true;
      found?.push({ path, says: "expected another value", got: value });
      return false;
    };
  },
  if: (condition: unknown, part, self) => {
    const check = self.check(condition);
    const [then, otherwise] = [self.check(part.then), self.check(part.else)];
    return (value, path, found) => (check(value, path) ? then : otherwise)(value, path, found);
  },

  unevaluatedItems: (setting: unknown, part, self) => {
    const check = self.check(setting);
    return (value, path, found) => {
      if (!Array.isArray(value)) return true;
      const seen = seenItems(part, value, self);
      return every(
        value.entries(),
        found,
        ([i, item]) => seen(i) || check(item, [...path, String(i)], found),
      );
    };
  },
  unevaluatedProperties: (setting: unknown, part, self) => {
    const check = setting === false ? unknownProperty(namesOf(part)) : self.check(setting);
    return (value, path, found) => {
      if (!isRecord(value)) return true;
      const seen = seenProperties(part, value, self);
      return every(
        Object.keys(value),
        found,
        (key) => seen(key) || check(value[key], [...path, key], found),
      );
    };
  },
};

/** Whether an object schema speaks of a property by its name. */
export function knownTo(part: JsonSchema): (key: string) => boolean {
  const properties = isRecord(part.properties) ? part.properties : {};
  const patterns = Object.keys(isRecord(part.patternProperties) ? part.patternProperties : {})
    .map((pattern) => patternOf(pattern));
  return (key) => Object.hasOwn(properties, key) || patterns.some((pattern) => pattern.test(key));
}

function unknownProperty(names: readonly string[]): Check {
  return (_, path, found) => {
    if (found === undefined) return false;
    // Clients may send any number of them.
    const near = found.length < MOST_COMPARED ? didYouMean(path.at(-1)!, names) : "";
    found.push({ path, says: `not a known property${near}` });
    return false;
  };
}

/** So many digits every number keeps. */
const MOST_EXACT = 15;

function advice(value: unknown, types: readonly string[]): string {
  const isText = typeof value === "string";
  if (types.includes("array") && value !== null && !(isText && /^\s*[[{]/.test(value))) {
    return " (put a single item into an array, too)";
  }
  if (isText && value.length > MOST_EXACT && /^-?\d+(?:\.\d+)?$/.test(value)) {
    return " that keeps all its digits";
  }
  return types.includes("integer") && Number.isInteger(value)
    ? " within ±9007199254740991, beyond which digits are lost"
    : "";
}

function verdict(fits: (value: unknown) => boolean, says: string): Check {
  return (value, path, found) => {
    if (fits(value)) return true;
    found?.push({ path, says, got: value });
    return false;
  };
}

function number(fits: (value: number) => boolean, expected: string): Check {
  return verdict((value) => typeof value !== "number" || fits(value), `expected ${expected}`);
}

function text(fits: (value: string) => boolean, expected: string): Check {
  return verdict((value) => typeof value !== "string" || fits(value), `expected ${expected}`);
}

function list(fits: (value: readonly unknown[]) => boolean, expected: string): Check {
  return verdict((value) => !Array.isArray(value) || fits(value), `expected ${expected}`);
}

function object(fits: (value: Record<string, unknown>) => boolean, expected: string): Check {
  return verdict((value) => !isRecord(value) || fits(value), `expected ${expected}`);
}

function members(
  fits: (key: string, value: unknown, path: readonly string[], found?: Problem[]) => boolean,
): Check {
  return (value, path, found) => {
    if (!isRecord(value)) return true;
    let all = true;
    for (const key of Object.keys(value)) {
      if (fits(key, value[key], found === undefined ? path : [...path, key], found)) continue;
      if (found === undefined) return false;
      all = false;
    }
    return all;
  };
}

function tuple(parts: readonly unknown[], _: JsonSchema, self: Checker): Check {
  const checks = parts.map(self.check);
  return (value, path, found) =>
    !Array.isArray(value) ||
    every(checks.entries(), found, ([i, check]) =>
      i >= value.length || check(value[i], [...path, String(i)], found));
}

function rest(part: unknown, from: number, self: Checker): Check {
  const check = self.check(part);
  return (value, path, found) => {
    if (!Array.isArray(value)) return true;
    let all = true;
    for (let i = from; i < value.length; i++) {
      if (check(value[i], found === undefined ? path : [...path, String(i)], found)) continue;
      if (found === undefined) return false;
      all = false;
    }
    return all;
  };
}

function dependencies(setting: JsonSchema, _: JsonSchema, self: Checker): Check {
  const checks = Object.entries(setting).map(([name, needs]) => {
    const check = Array.isArray(needs)
      ? KEYWORDS.required(needs as never, {}, self)
      : self.check(needs);
    return [name, check] as const;
  });
  return (value, path, found) =>
    !isRecord(value) ||
    every(checks, found, ([name, check]) =>
      !Object.hasOwn(value, name) || check(value, path, found));
}

/** Whether all pass; goes on after the first that does not only where problems are collected. */
function every<Item>(
  all: Iterable<Item>,
  found: Problem[] | undefined,
  passes: (item: Item) => boolean,
): boolean {
  let every = true;
  for (const item of all) {
    if (passes(item)) continue;
    if (found === undefined) return false;
    every = false;
  }
  return every;
}

/** Length in characters, of which some are two units of UTF-16 (JSON Schema validation, 6.3.1). */
function characters(value: string): number {
  let count = value.length;
  for (let i = 1; i < value.length; i++) {
    const [before, unit] = [value.charCodeAt(i - 1), value.charCodeAt(i)];
    if (before >= 0xd800 && before < 0xdc00 && unit >= 0xdc00 && unit < 0xe000) count--;
  }
  return count;
}

function items(count: number): string {
  return count === 1 ? "1 item" : `${count} items`;
}

function properties(count: number): string {
  return count === 1 ? "1 property" : `${count} properties`;
}

function contained(least: number, most: number): string {
  const bounds = most === Infinity
    ? `at least ${items(least)}`
    : least === most
    ? items(least)
    : `${least} to ${items(most)}`;
  return `an array with ${bounds} of the kind it must contain`;
}
