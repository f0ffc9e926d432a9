import type { Ajv, ErrorObject, Options, ValidateFunction } from "ajv";
import { type Dialect, dialectOf, isRecord } from "./json_schema.ts";
import type { JsonSchema } from "./standard_schema.ts";

/** Outcome of a check: the value to go on with, or one line for each problem. */
export type Checked<Value = unknown> =
  | { readonly value: Value; readonly problems?: undefined }
  | { readonly problems: readonly string[] };

const OPTIONS: Options = {
  allErrors: true,
  // 0.07 is a multiple of 0.01, whatever binary fractions say.
  multipleOfPrecision: 9,
  // A property named constructor is there only if the object itself has it.
  ownProperties: true,
  strict: false,
  // NaN and Infinity are no numbers of JSON.
  strictNumbers: true,
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
      : { problems: shortened([...new Set((validate.errors ?? []).filter(says).map(line))]) };
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

const MOST_PROBLEMS = 50;

/** Problems as a model can still read them, however many there are. */
export function shortened(problems: readonly string[]): readonly string[] {
  return problems.length <= MOST_PROBLEMS
    ? problems
    : [...problems.slice(0, MOST_PROBLEMS), `… and ${problems.length - MOST_PROBLEMS} more`];
}

/** The parts of a union each report what they miss; the union itself says it once. */
function says({ keyword, schemaPath }: ErrorObject): boolean {
  return keyword !== "if" &&
    !/^#(?!\/(\$defs|definitions)\/).*\/((anyOf|oneOf)\/\d+|contains|not|propertyNames)\//.test(
      schemaPath,
    );
}

function line(error: ErrorObject): string {
  const path = error.instancePath.slice(1).split("/").filter((part) => part !== "")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const { params, schema, data } = error;
  switch (error.keyword) {
    case "required":
      return at([...path, params.missingProperty], "required, but missing");
    case "additionalProperties":
    case "unevaluatedProperties":
      return at(
        [...path, params.additionalProperty ?? params.unevaluatedProperty],
        "not a known property",
      );
    case "type":
      return at(path, `expected ${[params.type].flat().join(" or ")}, got ${shown(data)}`);
    case "enum":
      return at(path, `expected one of ${list(params.allowedValues)}, got ${shown(data)}`);
    case "const":
      return at(path, `expected ${JSON.stringify(params.allowedValue)}, got ${shown(data)}`);
    case "anyOf":
    case "oneOf":
      return at(path, `expected ${branches(schema, params)}, got ${shown(data)}`);
    case "contains":
      return at(path, `no item is what the list must contain, got ${shown(data)}`);
    case "false schema":
      return at(path, "not allowed");
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

function branches(schema: unknown, params: Record<string, unknown>): string {
  if (!Array.isArray(schema)) return "another value";
  if (params.passingSchemas) return `what fits one of ${schema.length} forms only`;
  const names = schema.map((branch) => {
    if (!isRecord(branch)) return "a value";
    if (branch.const !== undefined) return JSON.stringify(branch.const);
    if (Array.isArray(branch.enum)) return list(branch.enum);
    const { type, ...limits } = branch;
    const simple = Object.keys(limits).every((key) => ["description", "title"].includes(key));
    return typeof type === "string" && simple ? type : undefined;
  });
  return names.includes(undefined)
    ? `one of ${schema.length} forms`
    : [...new Set(names)].join(" or ");
}

/** Shows a received value: its kind, and the value itself while it is short. */
export function shown(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object") return "an object";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return `${typeof value} ${text.length > 40 ? text.slice(0, 37) + "…" : text}`;
}
