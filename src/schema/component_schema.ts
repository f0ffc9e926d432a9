import { argumentCheck, type ArgumentRules, type Checked } from "./check/arguments.ts";
import { generatedSchema, isGenerated } from "./libraries/generated.ts";
import { encoder } from "./check/encode.ts";
import { isRecord, walkSchema } from "./json_schema.ts";
import { withObjectRoot } from "./object_root.ts";
import { problemLines } from "./check/problem.ts";
import { isExported, isSignature, signatureJson, typeMarked } from "./signature_schema.ts";
import { type JsonSchema, libraryCheck, type Schema } from "./standard_schema.ts";
import { type Parsed, valueCheck } from "./check/value_check.ts";
import { writtenSchema } from "./written_schema.ts";

/** A schema made ready at registration: what is listed, and the check behind it. */
export interface ComponentSchema {
  /** JSON Schema with an object root, frozen. */
  readonly json: JsonSchema;
  /** Whether values had to be wrapped as `{ result: value }` to get an object root. */
  readonly wrapped: boolean;
  /** Whether the check is by JSON Schema alone, so that it is only for values of JSON. */
  readonly plain: boolean;
  /** What is wrong with a value of JSON (never the wrapped one), by what is listed. */
  readonly problems: (data: unknown) => readonly string[];
  /** The kinds of values that a part of the listed schema admits at most. */
  readonly types: (part: unknown) => ReadonlySet<string>;
  /**
   * Writes those parts of a result that JSON has not and that do not write themselves, such as bytes, or
   * promises to; left out where the schema has none.
   */
  readonly encode?: (value: unknown) => unknown;
  /** Checks a value (never the wrapped one), which stays as it is. */
  readonly check: (value: unknown) => Checked | Promise<Checked>;
  /** Puts the check together ahead of the first call. */
  readonly warm: () => void;
}

/** The key that tells clients, FastMCP's among them, to unwrap `{ result: value }`. */
export const WRAP_MARK = "x-fastmcp-wrap-result";

/**
 * Reads the schema of arguments; without a schema, they are an object of anything.
 *
 * @throws {TypeError} for a schema that cannot be shown as JSON Schema, or has no object root
 */
export function inputSchema(
  schema: Schema | undefined,
  { validation = "lenient", injected = [], text = false }: Partial<Omit<ArgumentRules, "strip">> =
    {},
): ComponentSchema {
  const json = argumentsJson(schema, validation === "strict");
  const exported = isExported(schema);
  const signature = isSignature(schema) && !exported;
  const ours = signature || exported || schema !== undefined && isGenerated(schema);
  const shown = deepFreeze(json);
  // Only schemas of our own making carry marks, and cannot be changed from outside.
  const check = valueCheck(schema, ours ? json : shown, signature);
  const checkArguments = argumentCheck(check, { validation, injected, text, strip: ours });
  return Object.freeze({
    json: shown,
    wrapped: false,
    plain: schema === undefined || libraryCheck(schema) === undefined,
    problems: (data: unknown) => problemLines(check.problems(data)),
    types: check.self.types,
    check: exported ? asSent(checkArguments) : checkArguments,
    warm: check.warm,
  });
}

function argumentsJson(schema: Schema | undefined, closed: boolean): JsonSchema {
  const json = schema === undefined ? {} : toJsonSchema(schema, "input", closed);
  const rooted = withObjectRoot(json, true);
  if (rooted !== undefined) return rooted;
  throw new TypeError("arguments are named, so the root of the schema must be an object");
}

/** A check that leaves what fits as it was sent. */
function asSent(check: ComponentSchema["check"]): ComponentSchema["check"] {
  return async (sent) => {
    const checked = await check(sent);
    return checked.problems === undefined ? { ...checked, value: sent } : checked;
  };
}

/**
 * The JSON Schema of a schema as data for {@linkcode exportedSchema}: of arguments as they are listed, and
 * of a result before it is wrapped.
 *
 * @throws {TypeError} for a schema that cannot be shown as JSON Schema, or one of arguments without an object root
 */
export function schemaData(schema: Schema, side: "input" | "output"): JsonSchema {
  return typeMarked(
    side === "input" ? argumentsJson(schema, false) : toJsonSchema(schema, side, false),
  );
}

/**
 * Reads the schema of a result; a root that is no object is wrapped.
 *
 * @throws {TypeError} for a schema that cannot be shown as JSON Schema
 */
export function outputSchema(schema: Schema): ComponentSchema {
  const json = toJsonSchema(schema, "output", false);
  const exported = isExported(schema);
  const signature = isSignature(schema) && !exported;
  const listed = deepFreeze(json);
  const object = withObjectRoot(signature ? json : listed, false);
  const check = valueCheck(schema, object ?? (signature ? json : listed), true);
  const encode = signature ? encoder(check.self) : undefined;
  return Object.freeze({
    json: deepFreeze(object ?? wrapper(listed)),
    wrapped: object === undefined,
    plain: libraryCheck(schema) === undefined,
    problems: (data: unknown) => problemLines(check.problems(data)),
    types: check.self.types,
    ...(encode === undefined ? {} : { encode }),
    check: (value: unknown): Checked | Promise<Checked> => {
      // What a function returns gets no defaults, and a library has given its own.
      if (signature || exported) return { value };
      const parsed = check.parsed(value);
      return parsed instanceof Promise ? parsed.then(settled) : settled(parsed);
    },
    warm: check.warm,
  });
}

function settled(parsed: Parsed): Checked {
  return parsed.problems === undefined ? parsed : { problems: problemLines(parsed.problems) };
}

function toJsonSchema(schema: Schema, side: "input" | "output", closed: boolean): JsonSchema {
  if (isSignature(schema)) return signatureJson(schema, closed);
  return isGenerated(schema) ? generatedSchema(schema, side, closed) : writtenSchema(schema);
}

/** The schema of `{ result: value }`. */
function wrapper(schema: JsonSchema): JsonSchema {
  const { $schema, $id: _, $defs, definitions, ...result } = rebased(schema);
  return {
    ...($schema === undefined ? {} : { $schema }),
    type: "object",
    properties: { result },
    required: ["result"],
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
    [WRAP_MARK]: true,
  };
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

/** Freezes a copy, so that neither the author's object nor the listed one can change the other. */
function deepFreeze<Value>(value: Value): Value {
  if (Array.isArray(value)) return Object.freeze(value.map(deepFreeze)) as Value;
  if (!isRecord(value)) return value;
  return Object.freeze(
    Object.fromEntries(Object.entries(value).map(([key, item]) => [key, deepFreeze(item)])),
  ) as Value;
}
