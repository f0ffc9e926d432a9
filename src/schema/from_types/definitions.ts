import { ordered } from "../libraries/keyword_order.ts";
import type { Node } from "../libraries/subschemas.ts";
import type { Definitions } from "./recursion.ts";

export { type Definitions, noDefinitions } from "./recursion.ts";

/** A schema that is no reference itself: what it refers to stands in its place. */
export function resolvedRoot(schema: Node, { schemas }: Definitions): Node {
  const { $ref, ...beside } = schema;
  if (typeof $ref !== "string") return schema;
  return ordered({ ...schemas[$ref.slice("#/$defs/".length)], ...beside });
}

/** A schema with the definitions that its references lead to. */
export function withDefinitions(schema: Node, { schemas }: Definitions): Node {
  return Object.keys(schemas).length === 0 ? schema : { ...schema, $defs: schemas };
}
