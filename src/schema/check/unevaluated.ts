import type { Checker } from "./check.ts";
import { dialectOf } from "../json_schema.ts";
import { partsAt, partsOf, shapes } from "./shapes.ts";
import type { JsonSchema } from "../standard_schema.ts";

/**
 * Whether a schema, or one that holds with it for the value, speaks of a property.
 *
 * @see {@link https://json-schema.org/draft/2020-12/json-schema-core#section-11.3} unevaluatedProperties
 */
export function seenProperties(
  part: JsonSchema,
  value: Record<string, unknown>,
  self: Checker,
): (key: string) => boolean {
  const all = shapes([part], value, self);
  if (others(all, part).some((shape) => shape.unevaluatedProperties !== undefined)) {
    return () => true;
  }
  return (key) => all.some((shape) => partsOf(shape, key).length > 0);
}

/**
 * Whether a schema, or one that holds with it for the value, speaks of an item.
 *
 * @see {@link https://json-schema.org/draft/2020-12/json-schema-core#section-11.2} unevaluatedItems
 */
export function seenItems(
  part: JsonSchema,
  value: readonly unknown[],
  self: Checker,
): (index: number) => boolean {
  const all = shapes([part], value, self);
  if (others(all, part).some((shape) => shape.unevaluatedItems !== undefined)) return () => true;
  // In 2019-09, items that are contained are not said to be looked at.
  const contained = dialectOf(self.root) === "2020-12"
    ? all.flatMap(({ contains }) => contains === undefined ? [] : [contains])
    : [];
  return (index) =>
    all.some((shape) => partsAt(shape, index).length > 0) ||
    contained.some((wanted) => self.fits(value[index], wanted));
}

function others(all: readonly JsonSchema[], part: JsonSchema): JsonSchema[] {
  return all.filter((shape) => shape !== part);
}
