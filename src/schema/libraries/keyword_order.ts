import type { Node } from "./subschemas.ts";

/** Keywords in the order in which they are listed; others come after, as they were. */
const ORDER = [
  "$ref",
  "type",
  "title",
  "description",
  "const",
  "enum",
  "format",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "exclusiveMinimum",
  "maximum",
  "exclusiveMaximum",
  "multipleOf",
  "properties",
  "required",
  "patternProperties",
  "propertyNames",
  "additionalProperties",
  "unevaluatedProperties",
  "minProperties",
  "maxProperties",
  "prefixItems",
  "items",
  "contains",
  "minItems",
  "maxItems",
  "uniqueItems",
  "anyOf",
  "oneOf",
  "allOf",
  "not",
  "if",
  "then",
  "else",
  "default",
  "examples",
];

/** A copy of a node with its keywords in the order in which all schemas are listed. */
export function ordered(node: Node): Node {
  const known = ORDER.filter((key) => node[key] !== undefined);
  const others = Reflect.ownKeys(node).filter((key) =>
    typeof key === "symbol" || !ORDER.includes(key)
  );
  return Object.fromEntries([...known, ...others].map((key) => [key, node[key]]));
}
