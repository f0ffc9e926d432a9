import {
  type Dialect,
  dialectOf,
  isRecord,
  referenced,
  REFERENCES,
  walkSchema,
} from "./json_schema.ts";
import { patternOf } from "./pattern.ts";
import type { JsonSchema } from "./standard_schema.ts";

const TYPES = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);

type Form = readonly [has: (setting: unknown) => boolean, form: string];
const A_NUMBER: Form = [(setting) => Number.isFinite(setting), "a number"];
const A_COUNT: Form = [
  (setting) => Number.isSafeInteger(setting) && (setting as number) >= 0,
  "a whole number, 0 or more",
];
const NAMES: Form = [isTextList, "a list of property names"];

/** What the settings of keywords look like that hold no schemas. */
const FORMS: Readonly<Record<string, Form>> = {
  dependentRequired: [
    (setting) => isRecord(setting) && Object.values(setting).every(isTextList),
    "an object of lists of property names",
  ],
  enum: [Array.isArray, "a list"],
  exclusiveMaximum: A_NUMBER,
  exclusiveMinimum: A_NUMBER,
  maxContains: A_COUNT,
  maximum: A_NUMBER,
  maxItems: A_COUNT,
  maxLength: A_COUNT,
  maxProperties: A_COUNT,
  minContains: A_COUNT,
  minimum: A_NUMBER,
  minItems: A_COUNT,
  minLength: A_COUNT,
  minProperties: A_COUNT,
  multipleOf: [
    (setting) => Number.isFinite(setting) && (setting as number) > 0,
    "a number above 0",
  ],
  pattern: [(setting) => typeof setting === "string", "text"],
  required: NAMES,
  uniqueItems: [(setting) => typeof setting === "boolean", "true or false"],
};

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/**
 * Checks that a value is a well-formed JSON Schema whose references resolve inside it.
 *
 * @throws {TypeError} for the first fault, its place first
 */
export function assertJsonSchema(schema: unknown): asserts schema is JsonSchema {
  if (!isRecord(schema)) throw new TypeError("the schema is not an object");
  const dialect = dialectOf(schema);
  const places = new Map<Record<string, unknown>, string>();
  const parts: [part: Record<string, unknown>, place: string][] = [[schema, ""]];
  // What a reference points to may be where no keyword has a schema.
  for (const [part, place] of parts) {
    if (places.has(part)) continue;
    walkSchema(part, (node, path) => {
      if (places.has(node)) return;
      const at = [place, path].filter((step) => step !== "").join(" ");
      places.set(node, at);
      checkNode(node, at);
      parts.push(...targets(node, at, schema, dialect));
    });
  }
  for (const [node, place] of places) checkProgress(node, place, schema, dialect);
}

function checkNode(node: Record<string, unknown>, path: string): void {
  const fail = (what: string) => fault(path, what);
  if (node.type !== undefined) {
    const types = Array.isArray(node.type) ? node.type : [node.type];
    for (const type of types) {
      if (!TYPES.has(type)) throw fail(`${JSON.stringify(type)} is not a JSON Schema type`);
    }
  }
  // Such a check answers later, so nothing that relies on its answer may run.
  if (node.$async !== undefined) throw fail("$async is not supported");
  for (const [keyword, [has, form]] of Object.entries(FORMS)) {
    if (node[keyword] !== undefined && !has(node[keyword])) {
      throw fail(`${keyword} must be ${form}`);
    }
  }
  const { pattern, patternProperties } = node;
  const patterns = Object.keys(isRecord(patternProperties) ? patternProperties : {});
  for (const text of pattern === undefined ? patterns : [...patterns, pattern as string]) {
    try {
      patternOf(text);
    } catch {
      throw fail(`pattern ${JSON.stringify(text)} is not a regular expression`);
    }
  }
}

/** The schemas that a node refers to, and the references as their places. */
function targets(
  node: Record<string, unknown>,
  path: string,
  root: JsonSchema,
  dialect: Dialect,
): [target: Record<string, unknown>, place: string][] {
  return REFERENCES[dialect].filter((key) => node[key] !== undefined).flatMap((key) => {
    const ref = node[key];
    // 2026-07-28 basic: a server must not fetch references over the network.
    if (typeof ref !== "string" || !ref.startsWith("#")) {
      throw fault(path, `${key} ${JSON.stringify(ref)} points outside the schema`);
    }
    const target = referenced(root, ref);
    if (typeof target === "boolean") return [];
    if (!isRecord(target)) throw fault(path, `${key} ${JSON.stringify(ref)} points to nothing`);
    return [[target, ref]];
  });
}

/** A schema that comes back to itself without a step into the value would never be done. */
function checkProgress(
  node: Record<string, unknown>,
  path: string,
  root: JsonSchema,
  dialect: Dialect,
): void {
  const seen = new Set<unknown>();
  const below = sameValue(node, root, dialect);
  for (let next = below.pop(); below.length > 0 || next !== undefined; next = below.pop()) {
    if (next === node) {
      throw fault(
        path,
        "the schema refers to itself without end; only properties and items may lead back to it",
      );
    }
    if (!isRecord(next) || seen.has(next)) continue;
    seen.add(next);
    below.push(...sameValue(next, root, dialect));
  }
}

/** The schemas that speak of the very value which a schema speaks of. */
function sameValue(
  node: Record<string, unknown>,
  root: JsonSchema,
  dialect: Dialect,
): unknown[] {
  return [
    ...REFERENCES[dialect].flatMap((key) =>
      typeof node[key] === "string" ? [referenced(root, node[key])] : []
    ),
    ...["allOf", "anyOf", "oneOf"].flatMap((key) => Array.isArray(node[key]) ? node[key] : []),
    ...["not", "if", "then", "else"].map((key) => node[key]),
    ...Object.values(isRecord(node.dependentSchemas) ? node.dependentSchemas : {}),
  ];
}

function fault(path: string, what: string): TypeError {
  return new TypeError(path === "" ? what : `${path}: ${what}`);
}
