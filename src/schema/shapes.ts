import type { Checker } from "./check.ts";
import { isRecord } from "./json_schema.ts";
import type { JsonSchema } from "./standard_schema.ts";

/**
 * The schemas that speak of a value which fits a part: the part, what holds beside it, and the branches
 * of its unions that the value fits.
 *
 * @param first Whether only the first fitting branch of each union counts
 */
export function shapes(part: unknown, value: unknown, self: Checker, first = false): JsonSchema[] {
  if (!isRecord(part)) return [];
  const below = (other: unknown) => shapes(other, value, self, first);
  return [
    part,
    ...self.beside(part).flatMap(below),
    ...[part.anyOf, part.oneOf].flatMap((branches) => {
      if (!Array.isArray(branches)) return [];
      const fitting = branches.filter((branch) => self.fits(value, branch));
      return (first ? fitting.slice(0, 1) : fitting).flatMap(below);
    }),
  ];
}

/** The schemas that an object schema gives for a property. */
export function partsOf(shape: JsonSchema, key: string): unknown[] {
  const { properties, patternProperties, additionalProperties } = shape;
  const parts: unknown[] = [];
  if (isRecord(properties) && Object.hasOwn(properties, key)) parts.push(properties[key]);
  if (isRecord(patternProperties)) {
    for (const [pattern, part] of Object.entries(patternProperties)) {
      if (new RegExp(pattern, "u").test(key)) parts.push(part);
    }
  }
  return parts.length > 0 || additionalProperties === undefined ? parts : [additionalProperties];
}

/** The schemas that an array schema gives for an item. */
export function partsAt(shape: JsonSchema, index: number): unknown[] {
  const { prefixItems, items, additionalItems } = shape;
  // Dialects before 2020-12 write tuples as a list of items.
  const [tuple, rest] = Array.isArray(items) ? [items, additionalItems] : [prefixItems, items];
  const part = Array.isArray(tuple) && index < tuple.length ? tuple[index] : rest;
  return part === undefined ? [] : [part];
}

/** Stands for a member that is to be left out. */
export const LEFT_OUT: unique symbol = Symbol("left out");

/**
 * A value with its members or items changed; the same value where nothing changes.
 *
 * @param change Gives the new value of a member, or {@linkcode LEFT_OUT}
 */
export function changed(value: unknown, change: (item: unknown, key: string) => unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  let same = true;
  const entries: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    const next = change(item, key);
    if (next !== item) same = false;
    if (next !== LEFT_OUT) entries.push([key, next]);
  }
  if (same) return value;
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}
