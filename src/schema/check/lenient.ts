import type { Checker } from "./check.ts";
import { exactNumber } from "./decimal.ts";
import { isRecord, listedValues } from "../json_schema.ts";
import { type JsonType, jsonTypeOf } from "../json_types.ts";
import type { Path } from "./problem.ts";
import { changed, LEFT_OUT, partsBelow } from "./shapes.ts";
import type { JsonSchema } from "../standard_schema.ts";
import { seenProperties } from "./unevaluated.ts";
import { addUnknown, namesOf, type UnknownKey } from "./unknown_keys.ts";
import { wireTypeOf } from "../wanted.ts";

/** What is left of a value when it was brought nearer to its schema. */
export interface Converted {
  readonly value: unknown;
  /** The keys that were taken out, since their object admits no others than those it names. */
  readonly unknown: readonly UnknownKey[];
  /** Whether there was too much to look at all of it. */
  readonly incomplete: boolean;
}

/** Most parts of a value that are looked at: unions inside unions try every branch at every level. */
const MOST_STEPS = 2_000_000;

/**
 * Converts a value that does not fit its schema as the schema directs, at any depth, wherever a part
 * does not admit what came:
 *
 * | came | the schema wants | becomes |
 * |---|---|---|
 * | `"true"`, `"False"` … | no text, a boolean | the boolean |
 * | `"5"`, `"-1.5e3"`, as JSON writes numbers | no text, a number | the number, if it keeps all digits |
 * | `"[1]"`, `"{}"` | no text, an array or an object | what the JSON text says |
 * | `null` in an optional property | anything but null | absent |
 * | `"2026-01-31"` | a `Date` | that day in UTC |
 * | `"https://a.example/ä"` | a `URL` | the same as a URI |
 * | an item that was there before | a `Set` | absent |
 * | a key that a closed object does not name | | absent, and reported |
 *
 * A part that admits text keeps the text as it came.
 *
 * @param text Whether the value comes from where there is only text, so that `"null"` is null
 */
export function converted(value: unknown, self: Checker, text = false): Converted {
  let steps = 0;
  const known = new Map<unknown, Map<unknown, Omit<Converted, "incomplete">>>();
  const once = (part: unknown, value: unknown, path: Path, unknown: UnknownKey[]): unknown => {
    if (typeof value !== "object" || value === null) return convert(part, value, path, unknown);
    if (!known.has(part)) known.set(part, new Map());
    let done = known.get(part)!.get(value);
    if (done === undefined) {
      const own: UnknownKey[] = [];
      done = { value: convert(part, value, path, own), unknown: own };
      known.get(part)!.set(value, done);
    }
    unknown.push(...done.unknown);
    return done.value;
  };
  const convert = (part: unknown, value: unknown, path: Path, unknown: UnknownKey[]): unknown => {
    if (!isRecord(part) || steps++ > MOST_STEPS) return value;
    if (typeof value === "string") value = fromText(value, part, self, text);
    for (const other of self.beside(part)) value = once(other, value, path, unknown);
    const isList = Array.isArray(value);
    value = changed(value, (item, key) => {
      const below = partsBelow([part], value, key);
      if (!isList) {
        if (part.additionalProperties === false && below[0] === false) {
          addUnknown(unknown, [...path, key], namesOf(part));
          return LEFT_OUT;
        }
        if (part.propertyNames !== undefined && !self.fits(key, part.propertyNames)) {
          addUnknown(unknown, [...path, key], listedValues(part.propertyNames));
          return LEFT_OUT;
        }
        if (item === null && isAbsent(key, below, part, self)) return LEFT_OUT;
      }
      for (const part of below) item = convert(part, item, [...path, key], unknown);
      return item;
    });
    value = wireTypeOf(part)?.lenient?.(value) ?? value;
    for (const branches of [part.anyOf, part.oneOf]) {
      if (!Array.isArray(branches) || branches.some((branch) => self.fits(value, branch))) continue;
      const keepsText = typeof value === "string" && self.types(part).has("string");
      const fitting = branches
        .filter((branch) => !keepsText || isRecord(branch) && wireTypeOf(branch)?.lenient)
        .map((branch) => {
          const unknown: UnknownKey[] = [];
          return { branch, value: convert(branch, value, path, unknown), unknown };
        })
        .filter(({ branch, value }) => self.fits(value, branch))
        .sort((a, b) => a.unknown.length - b.unknown.length);
      if (fitting.length === 0) continue;
      value = fitting[0].value;
      unknown.push(...fitting[0].unknown);
    }
    if (part.unevaluatedProperties === false && isRecord(value)) {
      const seen = seenProperties(part, value, self);
      value = changed(value, (item, key) => {
        if (seen(key)) return item;
        addUnknown(unknown, [...path, key], namesOf(part));
        return LEFT_OUT;
      });
    }
    return value;
  };
  const unknown: UnknownKey[] = [];
  value = convert(self.root, value, [], unknown);
  return { value, unknown, incomplete: steps > MOST_STEPS };
}

/** Whether null stands for nothing: an optional property that admits no null. */
function isAbsent(key: string, parts: readonly unknown[], object: JsonSchema, self: Checker) {
  const required = Array.isArray(object.required) && object.required.includes(key);
  return !required && parts.length > 0 && parts.some((part) => !self.types(part).has("null"));
}

function fromText(text: string, part: JsonSchema, self: Checker, nulls: boolean): unknown {
  const types = self.types(part);
  if (types.has("string")) return text;
  if (nulls && types.has("null") && text === "null") return null;
  if (types.has("boolean") && /^(?:true|false)$/i.test(text)) return text.length === 4;
  const number = types.has("number") ? exactNumber(text) : undefined;
  return number ?? fromJson(text, types) ?? text;
}

/** The object or array that a text writes as JSON, if it is of an admitted kind and loses no digit. */
function fromJson(text: string, types: ReadonlySet<JsonType>): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value = JSON.parse(text, (_, item, { source }: { source?: string } = {}) => {
      if (typeof item === "number" && exactNumber(source!) === undefined) throw new RangeError();
      return item;
    });
    return types.has(jsonTypeOf(value)!) ? value : undefined;
  } catch {
    return undefined;
  }
}
