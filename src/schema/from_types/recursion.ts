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
