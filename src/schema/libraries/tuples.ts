import { walkSchema } from "../json_schema.ts";
import type { JsonSchema } from "../standard_schema.ts";

/** Whether some list in a schema has a schema for each place, which draft-07 wrote in another way. */
export function hasTuple(schema: JsonSchema): boolean {
  let found = false;
  walkSchema(schema, (node) => {
    found ||= Array.isArray(node.prefixItems);
  });
  return found;
}
