import type { Checker } from "./check.ts";
import { isRecord } from "../json_schema.ts";
import type { JsonSchema } from "../standard_schema.ts";
import { wireTypeOf } from "../wanted.ts";
import type { WireType } from "../wire_type.ts";

/** Whether a part of a schema is marked, or a part is that speaks of the same value or what is in it. */
export type Holds = (part: unknown) => part is JsonSchema;

/**
 * Finds the parts of a schema that hold marks.
 *
 * @param counts Whether the mark of a type counts
 */
export function holding(self: Checker, counts: (type: WireType) => boolean): Holds {
  const holders = new Map<JsonSchema, JsonSchema[]>([[self.root, []]]);
  const holds = new Set<unknown>();
  for (const [part] of holders) {
    const type = wireTypeOf(part);
    if (type !== undefined && counts(type)) holds.add(part);
    for (const below of partsIn(part, self)) {
      if (!holders.has(below)) holders.set(below, []);
      holders.get(below)!.push(part);
    }
  }
  // What is found on the way is visited, too.
  for (const part of holds) {
    for (const holder of holders.get(part as JsonSchema)!) holds.add(holder);
  }
  return (part): part is JsonSchema => holds.has(part);
}

/** The parts that a schema gives for values, in the keywords that generated schemas have. */
function partsIn(part: JsonSchema, self: Checker): JsonSchema[] {
  const { properties, patternProperties, additionalProperties, prefixItems, items } = part;
  return [
    ...[properties, patternProperties].flatMap((parts) =>
      isRecord(parts) ? Object.values(parts) : []
    ),
    ...[prefixItems, part.anyOf, part.oneOf].flatMap((parts) => Array.isArray(parts) ? parts : []),
    ...[additionalProperties, items],
    ...self.beside(part),
  ].filter(isRecord);
}
