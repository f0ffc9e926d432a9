import type { Checker } from "./check.ts";
import { isRecord } from "../json_schema.ts";
import { patternOf } from "../pattern.ts";
import type { JsonSchema } from "../standard_schema.ts";

/** The schemas that speak of every value of some parts: the parts, and what holds beside them. */
export function conjoined(parts: readonly unknown[], self: Checker): JsonSchema[] {
  return closure(parts, (part) => self.beside(part));
}

/**
 * The schemas that speak of a value which fits some parts: the parts, what holds beside them, the
 * branches of their unions that the value fits, and what their conditions add. None comes twice.
 *
 * @param first Whether only the first fitting branch of each union counts
 */
export function shapes(
  parts: readonly unknown[],
  value: unknown,
  self: Checker,
  first = false,
): JsonSchema[] {
  return closure(parts, (part) => [
    ...self.beside(part),
    ...[part.anyOf, part.oneOf].flatMap((branches) => {
      if (!Array.isArray(branches)) return [];
      const fitting = branches.filter((branch) => self.fits(value, branch));
      return first ? fitting.slice(0, 1) : fitting;
    }),
    ...conditional(part, value, self),
  ]);
}

/** Some parts, and what comes next to each of them and so on. None comes twice. */
export function closure(
  parts: readonly unknown[],
  next: (part: JsonSchema) => readonly unknown[],
): JsonSchema[] {
  const found = new Set<JsonSchema>();
  const visit = (part: unknown) => {
    if (!isRecord(part) || found.has(part)) return;
    found.add(part);
    next(part).forEach(visit);
  };
  parts.forEach(visit);
  return [...found];
}

function conditional(part: JsonSchema, value: unknown, self: Checker): unknown[] {
  const { if: condition, then, else: otherwise, dependentSchemas } = part;
  const parts = condition === undefined
    ? []
    : self.fits(value, condition)
    ? [condition, then]
    : [otherwise];
  if (!isRecord(dependentSchemas) || !isRecord(value)) return parts;
  const present = Object.keys(dependentSchemas).filter((name) => Object.hasOwn(value, name));
  return [...parts, ...present.map((name) => dependentSchemas[name])];
}

/** The schemas that an object schema gives for a property. */
export function partsOf(shape: JsonSchema, key: string): unknown[] {
  const { properties, patternProperties, additionalProperties } = shape;
  const parts: unknown[] = [];
  if (isRecord(properties) && Object.hasOwn(properties, key)) parts.push(properties[key]);
  if (isRecord(patternProperties)) {
    for (const [pattern, part] of Object.entries(patternProperties)) {
      if (patternOf(pattern).test(key)) parts.push(part);
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

/** The schemas that some schemas together give for a property, or an item, of a value. */
export function partsBelow(shapes: readonly JsonSchema[], value: unknown, key: string): unknown[] {
  return Array.isArray(value)
    ? shapes.flatMap((shape) => partsAt(shape, Number(key)))
    : shapes.flatMap((shape) => partsOf(shape, key));
}

/** Stands for a property that is to be left out. */
export const LEFT_OUT: unique symbol = Symbol("left out");

/**
 * A value with its properties or items changed, in a copy; the same value where nothing changes.
 *
 * @param change Gives the new value of a property or item, or {@linkcode LEFT_OUT} for a property
 */
export function changed(value: unknown, change: (item: unknown, key: string) => unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(value)) {
    const item = (value as Record<string, unknown>)[key];
    const next = change(item, key);
    if (next === item) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    // The copy has the key as its own already, so that no name of a prototype is in the way.
    if (next === LEFT_OUT) delete copy[key];
    else copy[key] = next;
  }
  return copy ?? value;
}
