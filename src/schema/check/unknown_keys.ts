import type { Checker } from "./check.ts";
import { isRecord } from "../json_schema.ts";
import { nearest } from "../nearest.ts";
import type { Path } from "./problem.ts";
import { changed, LEFT_OUT, partsBelow, shapes } from "./shapes.ts";
import type { JsonSchema } from "../standard_schema.ts";

/** An argument that a schema does not know. */
export interface UnknownKey {
  /** Where it is. */
  readonly path: Path;
  /** The known name that is most like it. */
  readonly nearest?: string;
}

/** How many unknown keys are compared with known ones; clients may send any number. */
export const MOST_COMPARED = 50;

/** Adds the record of an unknown key. */
export function addUnknown(found: UnknownKey[], path: Path, known: Iterable<string>): void {
  const near = found.length < MOST_COMPARED ? nearest(path.at(-1)!, known) : undefined;
  found.push(near === undefined ? { path } : { path, nearest: near });
}

/**
 * Finds the keys of a fitting value that no object schema names, where the schema does not say whether
 * there may be others.
 *
 * @param strip Whether they are taken out of the value
 * @param found Gets the keys
 * @returns the value, changed in a copy only
 */
export function withoutUnknown(
  value: unknown,
  self: Checker,
  strip: boolean,
  found: UnknownKey[],
): unknown {
  const walk = (parts: readonly unknown[], value: unknown, path: Path): unknown => {
    if (typeof value !== "object" || value === null || parts.length === 0) return value;
    const all = shapes(parts, value, self);
    const silent = !Array.isArray(value) &&
      all.some((shape) => isSilent(shape, strip)) && !all.some(isOpen);
    return changed(value, (item, key) => {
      const below = partsBelow(all, value, key);
      if (below.length > 0 || !silent) return walk(below, item, [...path, key]);
      addUnknown(found, [...path, key], all.flatMap(namesOf));
      return strip ? LEFT_OUT : item;
    });
  };
  return walk([self.root], value, []);
}

/** Keywords that bring more schemas to the place of their own, or to several keys at once. */
const BRANCHING = [
  ...["$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "if"],
  ...["dependentSchemas", "patternProperties", "prefixItems"],
];

/**
 * Makes a quick test that most arguments pass: whether a schema names all keys of a value, so that
 * {@linkcode withoutUnknown} would find none. It is false where it takes more to tell.
 */
export function knower(self: Checker): (value: unknown) => boolean {
  let whole: ((value: unknown) => boolean) | undefined;
  const knows = (part: unknown): (value: unknown) => boolean => {
    if (!isRecord(part) || BRANCHING.some((key) => part[key] !== undefined)) return isScalar;
    const { properties, items } = part;
    const known = new Map(
      isRecord(properties)
        ? Object.entries(properties).map(([name, part]) => [name, knows(part)])
        : [],
    );
    const knowsItem = knows(items);
    return (value) => {
      if (isScalar(value)) return true;
      if (Array.isArray(value)) return value.every(knowsItem);
      for (const key in value as object) {
        if (!known.get(key)?.((value as Record<string, unknown>)[key])) return false;
      }
      return true;
    };
  };
  return (value) => (whole ??= knows(self.root))(value);
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

/** The properties that a schema names. */
export function namesOf({ properties }: JsonSchema): string[] {
  return isRecord(properties) ? Object.keys(properties) : [];
}

/** An author's own schema without any property says nothing at all, that of a library says: none. */
function isSilent(shape: JsonSchema, generated: boolean): boolean {
  return isRecord(shape.properties) && (generated || Object.keys(shape.properties).length > 0);
}

function isOpen(shape: JsonSchema): boolean {
  return shape.additionalProperties !== undefined && shape.additionalProperties !== false ||
    shape.unevaluatedProperties !== undefined || shape.propertyNames !== undefined;
}
