import type { Check, Checker } from "./check.ts";
import { type Dialect, dialectOf, isRecord, referenced, REFERENCES } from "../json_schema.ts";
import { ALL_TYPES, canonical, type JsonType, jsonTypeOf } from "../json_types.ts";
import { KEYWORDS } from "./keywords.ts";
import { isSecret } from "./secret.ts";
import type { JsonSchema } from "../standard_schema.ts";
import { wantedBy, wireTypeOf } from "../wanted.ts";
import type { WireType } from "../wire_type.ts";

const ALWAYS: Check = () => true;
const NEVER: Check = (_, path, found) => {
  found?.push({ path, says: "not allowed" });
  return false;
};
const NONE: ReadonlySet<JsonType> = new Set();

/** Keywords that a dialect does not know, and so pays no heed to. */
const UNKNOWN: Readonly<Record<Dialect, readonly string[]>> = {
  "2020-12": ["additionalItems", "dependencies"],
  "2019-09": ["dependencies", "prefixItems"],
  "draft-07": ["dependentRequired", "dependentSchemas", "prefixItems"],
};

/** Keywords whose failure says enough, so that nothing else is looked at. */
const FIRST: ReadonlySet<string> = new Set(["enum", "const", "type"]);

/**
 * Makes a schema ready for checks: by functions that are put together once, without code from text.
 *
 * Integers beyond ±(2^53 - 1) have lost digits when they arrive, and do not fit `integer`.
 *
 * @param root A schema whose references all start from its root
 * @param formats Whether `format` is checked, which is a hint otherwise
 */
export function checker(root: JsonSchema, formats = false): Checker {
  const checks = new Map<object, Check>();
  const admitted = new Map<object, ReadonlySet<JsonType>>();
  const beside = new Map<object, readonly unknown[]>();
  const dialect = dialectOf(root);
  const unknown = UNKNOWN[dialect];
  // In draft-07, a reference stands alone (draft-handrews-json-schema-01, 8.3).
  const heeded = (part: JsonSchema) =>
    dialect === "draft-07" && typeof part.$ref === "string" ? { $ref: part.$ref } : part;
  const check = (part: unknown): Check => {
    if (!isRecord(part)) return part === false ? NEVER : ALWAYS;
    let made = checks.get(part);
    if (made === undefined) {
      // A part may be inside itself, by reference.
      checks.set(part, (...args) => checks.get(part)!(...args));
      const others = self.beside(part).map((other) => remembered(other, self, () => verdicts));
      checks.set(part, made = make(heeded(part), others, self, unknown));
    }
    return made;
  };
  const types = (part: unknown): ReadonlySet<JsonType> => {
    if (!isRecord(part)) return part === false ? NONE : ALL_TYPES;
    let known = admitted.get(part);
    if (known === undefined) {
      admitted.set(part, ALL_TYPES);
      admitted.set(part, known = typesOf(heeded(part), self));
    }
    return known;
  };
  let verdicts: Verdicts | undefined;
  const self: Checker = {
    root,
    formats,
    check,
    types,
    fits: (value, part = root) =>
      verdicts === undefined
        ? self.remembering(() => check(part)(value, []))
        : check(part)(value, []),
    remembering: (run) => {
      if (verdicts !== undefined) return run();
      verdicts = new Map();
      try {
        return run();
      } finally {
        verdicts = undefined;
      }
    },
    beside: (part) => {
      let known = beside.get(part);
      if (known === undefined) beside.set(part, known = besides(heeded(part), root, dialect));
      return known;
    },
  };
  return self;
}

function besides(part: JsonSchema, root: JsonSchema, dialect: Dialect): readonly unknown[] {
  return [
    // Without an `$id` inside, the dynamic ones lead to the same place.
    ...REFERENCES[dialect].flatMap((key) =>
      typeof part[key] === "string" ? [referenced(root, part[key])] : []
    ),
    ...(Array.isArray(part.allOf) ? part.allOf : []),
  ];
}

function make(
  part: JsonSchema,
  others: readonly Check[],
  self: Checker,
  unknown: readonly string[],
): Check {
  const first: Check[] = [];
  const rest: Check[] = [];
  const wire = wireTypeOf(part);
  // An author may have listed a form of another type.
  const own = wire?.check !== undefined && wire.form.type === part.type ? wire : undefined;
  for (const [keyword, maker] of Object.entries(KEYWORDS)) {
    if (part[keyword] === undefined || unknown.includes(keyword)) continue;
    if (own !== undefined && isOf(own.form, keyword, part)) continue;
    (FIRST.has(keyword) ? first : rest).push(maker(part[keyword] as never, part, self));
  }
  if (own !== undefined) first.push(wireCheck(own));
  rest.push(...others);
  const all: Check = (value, path, found) => {
    for (const check of first) if (!check(value, path, found)) return false;
    let fits = true;
    for (const check of rest) {
      if (check(value, path, found)) continue;
      if (found === undefined) return false;
      fits = false;
    }
    return fits;
  };
  return isSecret(part) ? hushed(all) : all;
}

/** Keywords of listed forms that the check of their type holds. */
const HELD: ReadonlySet<string> = new Set(["anyOf", "format", "pattern"]);

function isOf(form: JsonSchema, keyword: string, part: JsonSchema): boolean {
  return HELD.has(keyword) && canonical(form[keyword]) === canonical(part[keyword]);
}

function wireCheck({ check }: WireType): Check {
  const { expected, fits } = check!;
  return (value, path, found) => {
    if (fits(value)) return true;
    found?.push({ path, says: `expected ${expected}`, got: value });
    return false;
  };
}

/** What is known of objects and lists, by the part that they were held against. */
type Verdicts = Map<unknown, Map<object, boolean>>;

/** From how many problems on no more are looked for behind references. */
const ENOUGH = 1000;

/** The check of a part that is referred to, made at the first need and asked once about a value. */
function remembered(
  part: unknown,
  { check }: Checker,
  verdicts: () => Verdicts | undefined,
): Check {
  let made: Check | undefined;
  return (value, path, found) => {
    made ??= check(part);
    const all = verdicts();
    if (all === undefined || typeof value !== "object" || value === null) {
      return made(value, path, found);
    }
    let known = all.get(part);
    if (known === undefined) all.set(part, known = new Map());
    let fits = known.get(value);
    if (fits === undefined) known.set(value, fits = made(value, path));
    if (!fits && found !== undefined && found.length < ENOUGH) made(value, path, found);
    return fits;
  };
}

/** A check whose problems never show the value. */
function hushed(check: Check): Check {
  return (value, path, found) => {
    const before = found?.length ?? 0;
    const fits = check(value, path, found);
    found?.slice(before).forEach((problem) => problem.secret = true);
    return fits;
  };
}

function typesOf(part: JsonSchema, { types, beside }: Checker): ReadonlySet<JsonType> {
  // It may be written as text, which is no text to keep.
  if (wantedBy(part) === "bigint" && part.type === undefined) return new Set(["number"]);
  let admitted: Iterable<JsonType> = ALL_TYPES;
  const only = (others: ReadonlySet<JsonType>) => {
    admitted = [...admitted].filter((type) => others.has(type));
  };
  if (part.type !== undefined) {
    only(
      new Set([part.type].flat().map((type) => type === "integer" ? "number" : type as JsonType)),
    );
  }
  if (Array.isArray(part.enum)) only(new Set(part.enum.map((value) => jsonTypeOf(value)!)));
  if ("const" in part) only(new Set([jsonTypeOf(part.const)!]));
  for (const other of beside(part)) only(types(other));
  for (const branches of [part.anyOf, part.oneOf]) {
    if (Array.isArray(branches)) only(new Set(branches.flatMap((branch) => [...types(branch)])));
  }
  return new Set(admitted);
}
