import { generatedSchema, isGenerated } from "./generated.ts";
import { assertJsonSchema, isRecord, walkSchema, withObjectRoot } from "./json_schema.ts";
import {
  isStandardSchema,
  type JsonSchema,
  type Schema,
  type StandardIssue,
} from "./standard_schema.ts";
import { type Checked, compile, shortened } from "./validator.ts";

/** A schema made ready at registration: what is listed, and the check behind it. */
export interface ComponentSchema {
  /** JSON Schema with an object root, frozen. */
  readonly json: JsonSchema;
  /** Whether values had to be wrapped as `{ result: value }` to get an object root. */
  readonly wrapped: boolean;
  /** Whether the check is by plain JSON Schema, so that it is only for values of JSON. */
  readonly plain: boolean;
  /** Checks a value (never the wrapped one); compiled by the first call. */
  readonly check: (value: unknown) => Checked | Promise<Checked>;
  /** Compiles the check ahead of the first call. */
  readonly warm: () => Promise<void>;
}

/** The key that tells clients, FastMCP's among them, to unwrap `{ result: value }`. */
export const WRAP_MARK = "x-fastmcp-wrap-result";

/** The schema of a component that declares none: an object of anything. */
const ANYTHING: ComponentSchema = Object.freeze({
  json: Object.freeze({ type: "object", properties: Object.freeze({}) }),
  wrapped: false,
  plain: true,
  check: (value: unknown) => ({ value }),
  warm: () => Promise.resolve(),
});

/**
 * Reads the schema of arguments.
 *
 * @throws {TypeError} for a schema that cannot be shown as JSON Schema or has no object root
 */
export function inputSchema(schema: Schema | undefined): ComponentSchema {
  if (schema === undefined) return ANYTHING;
  const listed = toJsonSchema(schema, "input");
  const json = withObjectRoot(listed, true);
  if (json === undefined) {
    throw new TypeError("arguments are named, so the root of the schema must be an object");
  }
  return ready(schema, json, false);
}

/**
 * Reads the schema of a result; a root that is no object is wrapped.
 *
 * @throws {TypeError} for a schema that cannot be shown as JSON Schema
 */
export function outputSchema(schema: Schema): ComponentSchema {
  const listed = toJsonSchema(schema, "output");
  const json = withObjectRoot(listed, false);
  if (json !== undefined) return ready(schema, json, false);
  const { $schema, $id: _, $defs, definitions, ...result } = rebased(listed);
  return ready(
    schema,
    {
      ...($schema === undefined ? {} : { $schema }),
      type: "object",
      properties: { result },
      required: ["result"],
      ...($defs === undefined ? {} : { $defs }),
      ...(definitions === undefined ? {} : { definitions }),
      [WRAP_MARK]: true,
    },
    true,
  );
}

/** Lets references to the root, or below it, follow the schema to its place inside the wrapper. */
function rebased(schema: JsonSchema): JsonSchema {
  const copy = structuredClone(schema);
  walkSchema(copy, (node) => {
    const { $ref } = node;
    if (typeof $ref === "string" && /^#(\/(?!\$defs\/|definitions\/)|$)/.test($ref)) {
      node.$ref = `#/properties/result${$ref.slice(1)}`;
    }
  });
  return copy;
}

function toJsonSchema(schema: Schema, side: "input" | "output"): JsonSchema {
  if (isGenerated(schema)) return generatedSchema(schema, side, false);
  assertJsonSchema(schema);
  return schema;
}

function ready(schema: Schema, json: JsonSchema, wrapped: boolean): ComponentSchema {
  if (isStandardSchema(schema)) {
    const standard = schema["~standard"];
    const settle = (result: Awaited<ReturnType<typeof standard.validate>>): Checked =>
      result.issues === undefined
        ? { value: result.value }
        : { problems: shortened(result.issues.map(issueLine)) };
    return Object.freeze({
      json: deepFreeze(json),
      wrapped,
      plain: false,
      check: (value: unknown) => {
        const result = standard.validate(value);
        return "then" in result ? Promise.resolve(result).then(settle) : settle(result);
      },
      warm: () => Promise.resolve(),
    });
  }
  // Without an own root to normalise, results are checked by the schema as written.
  const written = wrapped ? schema as JsonSchema : json;
  let compiled: Promise<(value: unknown) => Checked> | undefined;
  let check: ((value: unknown) => Checked) | undefined;
  const warm = async () => {
    check = await (compiled ??= compile(written));
  };
  return Object.freeze({
    json: deepFreeze(json),
    wrapped,
    plain: true,
    check: (value: unknown) =>
      check === undefined ? warm().then(() => check!(value)) : check(value),
    warm,
  });
}

function issueLine({ path = [], message }: StandardIssue): string {
  // A path may be an array of a class of its own, whose map makes more of that class.
  const keys = Array.from(path, (part) => String(typeof part === "object" ? part.key : part));
  return keys.length === 0 ? message : `${keys.join(".")}: ${message}`;
}

/** Freezes a copy, so that neither the author's object nor the listed one can change the other. */
function deepFreeze<Value>(value: Value): Value {
  if (Array.isArray(value)) return Object.freeze(value.map(deepFreeze)) as Value;
  if (!isRecord(value)) return value;
  return Object.freeze(
    Object.fromEntries(Object.entries(value).map(([key, item]) => [key, deepFreeze(item)])),
  ) as Value;
}
