import { generatedSchema, WANTS } from "../../../src/schema/generated.ts";
import type { JsonSchema, Schema } from "../../../src/schema/standard_schema.ts";
import arktype from "./arktype.ts";
import typebox from "./typebox.ts";
import typebox034 from "./typebox_034.ts";
import valibot from "./valibot.ts";
import zod from "./zod.ts";
import zodMini from "./zod_mini.ts";

export type Samples = Readonly<Record<string, Schema>>;

/** The shared set of schemas, as each library writes them. */
export const libraries = {
  arktype,
  typebox,
  typebox_034: typebox034,
  valibot,
  zod,
  zod_mini: zodMini,
} as Readonly<Record<string, unknown>> as Readonly<Record<string, Samples>>;

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
