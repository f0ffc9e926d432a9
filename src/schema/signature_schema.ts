import { TYPE_MARK } from "./from_types/signature.ts";
import { isRecord } from "./json_schema.ts";
import type { JsonSchema, Schema } from "./standard_schema.ts";

/** The schema of a signature. */
export function signatureSchema(json: JsonSchema): Schema {
  const unmarked = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(unmarked) : !isRecord(value) ? value : Object.fromEntries(
      Object.entries(value).filter(([key]) => key !== TYPE_MARK).map((
        [key, part],
      ) => [key, unmarked(part)]),
    );
  return unmarked(json) as JsonSchema;
}
