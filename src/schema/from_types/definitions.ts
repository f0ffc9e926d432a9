import { ordered } from "../libraries/keyword_order.ts";
import type { Node } from "../libraries/subschemas.ts";
import type { ts } from "./typescript.ts";

/** The recursive types of one input or output schema, whose root holds the schemas as `$defs`. */
export interface Definitions {
  /** Names of the recursive types that are known. */
  readonly byType: Map<ts.Type, string>;
  /** Their schemas by name; `#/$defs/Name` refers to one. */
  readonly schemas: Record<string, Node>;
}

/** Recursive types of a schema that has none yet. */
export function noDefinitions(): Definitions {
  return { byType: new Map(), schemas: {} };
}

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
