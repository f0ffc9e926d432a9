import { generatedSchema } from "../../../src/schema/libraries/generated.ts";
import { WANTS } from "../../../src/schema/wanted.ts";
import type { JsonSchema, Schema } from "../../../src/schema/standard_schema.ts";

export type Samples = Readonly<Record<string, Schema>>;

/** All that is listed for a schema. */
export interface Listed {
  readonly input: JsonSchema;
  readonly closed: JsonSchema;
  readonly output: JsonSchema;
}

export function listed(schema: Schema): Listed {
  return {
    input: generatedSchema(schema, "input", false),
    closed: generatedSchema(schema, "input", true),
    output: generatedSchema(schema, "output", false),
  };
}

/** The samples of a library as a text to compare and to read, marks included. */
export function written(samples: Samples): string {
  const all = Object.entries(samples).map(([name, schema]) => [name, listed(schema)]);
  return JSON.stringify(
    Object.fromEntries(all),
    (_, node) => node?.[WANTS] === undefined ? node : { ...node, "(wants)": node[WANTS] },
    2,
  ) + "\n";
}
