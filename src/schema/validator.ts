import type { Ajv, ErrorObject, Options, ValidateFunction } from "ajv";
import { type Dialect, dialectOf, isRecord } from "./json_schema.ts";
import type { JsonSchema } from "./standard_schema.ts";

/** Outcome of a check: the value to go on with, or one line for each problem. */
export type Checked<Value = unknown> =
  | { readonly value: Value; readonly problems?: undefined }
  | { readonly problems: readonly string[] };

const OPTIONS: Options = {
  allErrors: true,
  strict: false,
  useDefaults: true,
  validateFormats: false,
  verbose: true,
};

/** One validator a dialect; making one costs as much as compiling dozens of schemas. */
const validators = new Map<Dialect, Promise<Ajv>>();

/**
 * Compiles a plain JSON Schema into a check. ajv is imported by the first call.
 *
 * The check fills in defaults where an object leaves a property out, in the value it is given.
 */
export async function compile(schema: JsonSchema): Promise<(value: unknown) => Checked> {
  const dialect = dialectOf(schema);
  let validator = validators.get(dialect);
  if (validator === undefined) validators.set(dialect, validator = load(dialect));
  // Schemas of different tools may carry the same $id, and refer to nothing by it.
  const { $id: _, ...anonymous } = schema;
  const validate = (await validator).compile(anonymous) as ValidateFunction;
  return (value) =>
    validate(value)
      ? { value }
      : { problems: [...new Set((validate.errors ?? []).filter(says).map(line))] };
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

/** The branches of a union each report what they miss; the union itself says it once. */
function says(error: ErrorObject): boolean {
  return error.keyword !== "if" && !/\/(anyOf|oneOf)\/\d+\//.test(error.schemaPath);
}

function line(error: ErrorObject): string {
  const path = error.instancePath.slice(1).split("/").filter((part) => part !== "")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const { params, schema, data } = error;
  switch (error.keyword) {
    case "required":
      return `${[...path, params.missingProperty].join(".")}: required, but missing`;
    case "additionalProperties":
    case "unevaluatedProperties":
      return `${[...path, params.additionalProperty ?? params.unevaluatedProperty].join(".")}: ` +
        "not a known property";
    case "type":
      return at(path, `expected ${[params.type].flat().join(" or ")}, got ${shown(data)}`);
    case "enum":
      return at(path, `expected one of ${list(params.allowedValues)}, got ${shown(data)}`);
    case "const":
      return at(path, `expected ${JSON.stringify(params.allowedValue)}, got ${shown(data)}`);
    case "anyOf":
    case "oneOf":
      return at(path, `expected ${branches(schema)}, got ${shown(data)}`);
    case "not":
      return at(path, `${shown(data)} is not allowed`);
    case "format":
      return at(path, `expected ${params.format}, got ${shown(data)}`);
    default:
      // The remaining keywords are limits: minimum 3, maxLength 5, pattern "^a", uniqueItems true …
      return at(
        path,
        `expected ${error.keyword} ${JSON.stringify(schema) ?? ""}, got ${shown(data)}`,
      );
  }
}

function at(path: readonly string[], text: string): string {
  return path.length === 0 ? text : `${path.join(".")}: ${text}`;
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(", ") : "";
}

function branches(schema: unknown): string {
  if (!Array.isArray(schema)) return "another value";
  const names = schema.map((branch) => {
    if (!isRecord(branch)) return "a value";
    if (branch.const !== undefined) return JSON.stringify(branch.const);
    if (Array.isArray(branch.enum)) return list(branch.enum);
    return typeof branch.type === "string" ? branch.type : "a value";
  });
  return [...new Set(names)].join(" or ");
}

/** Shows a received value: its kind, and the value itself while it is short. */
export function shown(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object") return "an object";
  const text = JSON.stringify(value) ?? String(value);
  return `${typeof value} ${text.length > 40 ? text.slice(0, 37) + "…" : text}`;
}
