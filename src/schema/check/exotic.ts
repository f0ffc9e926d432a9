import type { Ajv, ErrorObject, Options } from "ajv";
import { type Dialect, dialectOf, walkSchema } from "../json_schema.ts";
import type { Problem } from "./problem.ts";
import type { JsonSchema } from "../standard_schema.ts";

/**
 * Whether a schema has an `$id` of its own inside, so that references below it do not start at the
 * root; only ajv follows those.
 */
export function needsAjv(schema: JsonSchema): boolean {
  let needs = false;
  walkSchema(schema, (part, path) => needs ||= path !== "" && part.$id !== undefined);
  return needs;
}

const OPTIONS: Options = {
  allErrors: true,
  multipleOfPrecision: 9,
  ownProperties: true,
  strict: false,
  strictNumbers: true,
  validateFormats: false,
};

/** One validator a dialect; making one costs as much as compiling dozens of schemas. */
const validators = new Map<Dialect, Promise<Ajv>>();

/**
 * Compiles a schema with ajv, which is imported by the first call.
 *
 * @returns the function that gives the problems of a value, none if it fits
 */
export async function compileExotic(
  schema: JsonSchema,
): Promise<(value: unknown) => readonly Problem[]> {
  const dialect = dialectOf(schema);
  let validator = validators.get(dialect);
  if (validator === undefined) validators.set(dialect, validator = load(dialect));
  // Schemas of different tools may carry the same $id, and refer to nothing by it.
  const { $id: _, ...anonymous } = schema;
  const validate = (await validator).compile(anonymous);
  return (value) => validate(value) ? [] : (validate.errors ?? []).map(problem);
}

async function load(dialect: Dialect): Promise<Ajv> {
  switch (dialect) {
    case "2020-12":
      return new (await import("ajv/dist/2020.js")).Ajv2020(OPTIONS);
    case "2019-09":
      return new (await import("ajv/dist/2019.js")).Ajv2019(OPTIONS);
    case "draft-07":
      return new (await import("ajv")).Ajv(OPTIONS);
  }
}

function problem({ instancePath, keyword, params }: ErrorObject): Problem {
  const path = instancePath.split("/").slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  return params.unevaluatedProperty === undefined
    ? { path, says: `does not fit ${keyword} of the schema` }
    : { path: [...path, params.unevaluatedProperty], says: "not a known property" };
}
