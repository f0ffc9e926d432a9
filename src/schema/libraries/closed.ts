import { isRecord } from "../json_schema.ts";
import { ordered } from "./keyword_order.ts";
import { mapSubschemas, type Node } from "./subschemas.ts";

/** Keywords whose schemas are about values inside the value. */
const INSIDE = new Set([
  "$defs",
  "additionalProperties",
  "items",
  "patternProperties",
  "prefixItems",
  "properties",
]);
const UNIONS = new Set(["anyOf", "oneOf"]);

/**
 * Closes every object that does not say whether it takes more properties than it names.
 *
 * @param node A schema in its normal form
 */
export function closed(node: Node): Node {
  const spread = isSpread(node);
  const copy = mapSubschemas(node, (part, { keyword }) => {
    const whole = INSIDE.has(keyword) || (UNIONS.has(keyword) && !spread);
    return whole && isRecord(part) ? closed(part) : part;
  });
  if (node.additionalProperties !== undefined || node.unevaluatedProperties !== undefined) {
    return copy;
  }
  // What one part of the object does not know, another may.
  if (spread) return ordered({ ...copy, unevaluatedProperties: false });
  return isRecord(node.properties) ? ordered({ ...copy, additionalProperties: false }) : copy;
}

/** Whether the properties of an object are told in several places of its schema. */
function isSpread(node: Node): boolean {
  const parts = Array.isArray(node.allOf) ? node.allOf.filter(isRecord) : [];
  if (parts.some((part) => isRecord(part.properties) || isSpread(part))) return true;
  return isRecord(node.properties) &&
    ["allOf", "anyOf", "oneOf", "if"].some((key) => node[key] !== undefined);
}
