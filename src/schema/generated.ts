import { dialectOf } from "./json_schema.ts";
import { assertJsonSchema } from "./json_schema.ts";
import { isStandardSchema, type JsonSchema, type Schema } from "./standard_schema.ts";
export function isGenerated(schema: Schema): boolean {
  return isStandardSchema(schema);
}
export function generatedSchema(
  schema: Schema,
  side: "input" | "output",
  _closed: boolean,
): JsonSchema {
  if (!isStandardSchema(schema)) throw new TypeError("no");
  const { vendor, jsonSchema } = schema["~standard"];
  if (jsonSchema === undefined) {
    throw new TypeError(
      `this ${vendor} schema cannot be shown as JSON Schema; use a library that implements ` +
        "Standard JSON Schema (zod 4.2 or later, ArkType, …) or write plain JSON Schema",
    );
  }
  let json: JsonSchema;
  try {
    json = jsonSchema[side]({ target: "draft-2020-12" });
  } catch (error) {
    throw new TypeError(
      `${vendor} cannot show this schema as JSON Schema: ${(error as Error).message}`,
    );
  }
  assertJsonSchema(json);
  const { $schema: _, ...rest } = json;
  return dialectOf(json) === "2020-12" ? rest : json;
}
