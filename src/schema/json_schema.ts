import type { JsonSchema } from "./standard_schema.ts";

/** Keywords whose value is a schema. */
export const ONE_SCHEMA: readonly string[] = [
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
];
/** Keywords whose value is a list of schemas. */
export const SCHEMA_LISTS: readonly string[] = ["allOf", "anyOf", "oneOf", "prefixItems"];
/** Keywords whose value is an object of schemas. */
export const SCHEMA_MAPS: readonly string[] = [
  "$defs",
  "definitions",
  "dependentSchemas",
  "patternProperties",
  "properties",
];
/** Keywords that refer to another schema, by the dialects that know them. */
export const REFERENCES: Readonly<Record<Dialect, readonly string[]>> = {
  "2020-12": ["$ref", "$dynamicRef"],
  "2019-09": ["$ref", "$recursiveRef"],
  "draft-07": ["$ref"],
};
/** How deep a schema may be. */
export const MAX_DEPTH = 64;

/** The dialects whose validators are at hand, by the `$schema` that names them. */
export type Dialect = "2020-12" | "2019-09" | "draft-07";

const DIALECTS: ReadonlyArray<[RegExp, Dialect]> = [
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, "2020-12"],
  [/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/, "2019-09"],
  [/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/, "draft-07"],
];

/**
 * The dialect a schema is written in: 2020-12 where it names none.
 *
 * @throws {TypeError} for a dialect that no validator here knows
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic#json-schema-usage}
 */
export function dialectOf(schema: JsonSchema): Dialect {
  const named = schema.$schema;
  if (named === undefined) return "2020-12";
  const known = DIALECTS.find(([pattern]) => typeof named === "string" && pattern.test(named));
  if (known === undefined) {
    throw new TypeError(
      `$schema: ${
        JSON.stringify(named)
      } is not a supported dialect; use 2020-12, 2019-09 or draft-07`,
    );
  }
  return known[1];
}

/** Whether the root is a union, which the APIs of some models refuse for tools. */
export function hasRootUnion(schema: JsonSchema): boolean {
  return ["anyOf", "oneOf", "allOf"].some((key) => Array.isArray(schema[key]));
}

/** Whether a value is an object that is neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a local `$ref` at the top of a part of a schema points to, with the members beside it. */
export function dereferenced(part: unknown, root: JsonSchema): unknown {
  if (!isRecord(part) || typeof part.$ref !== "string") return part;
  const { $ref, ...beside } = part;
  const target = referenced(root, $ref as string);
  return isRecord(target) ? { ...target, ...beside } : part;
}

/** The values that a property admits, where it lists them (`enum`, `const`, or a union of those). */
export function listedValues(schema: unknown): string[] {
  if (!isRecord(schema)) return [];
  if (Array.isArray(schema.enum)) {
    return schema.enum.filter((value) => value !== null).map(String);
  }
  if (schema.const !== undefined && schema.const !== null) return [String(schema.const)];
  const branches = [schema.anyOf, schema.oneOf].find(Array.isArray) as unknown[] | undefined;
  return branches === undefined ? [] : branches.flatMap(listedValues);
}

/** What a reference of a schema points to: the root, a place in it, or an anchor. */
export function referenced(root: JsonSchema, ref: string): unknown {
  if (ref === "#" || ref.startsWith("#/")) return pointed(root, ref);
  let found: unknown;
  walkSchema(root, (node) => {
    if (node.$anchor === ref.slice(1) || node.$dynamicAnchor === ref.slice(1)) found ??= node;
  });
  return found;
}

/** What {@linkcode walkSchema} calls: with a schema, its place for messages, and as a JSON Pointer. */
export type Visitor = (node: Record<string, unknown>, path: string, pointer: string) => void;

/**
 * Calls a function for a schema and every schema in it, outermost first, with its place.
 *
 * @throws {TypeError} for a part that is no schema, and beyond a depth of 64
 */
export function walkSchema(schema: JsonSchema, visit: Visitor): void {
  walk(schema, "", "", 0, visit);
}

function walk(
  node: unknown,
  path: string,
  pointer: string,
  depth: number,
  visit: Visitor,
): void {
  if (typeof node === "boolean") return;
  const at = path === "" ? "" : `${path}: `;
  if (!isRecord(node)) throw new TypeError(`${at}a schema must be an object or a boolean`);
  if (depth > MAX_DEPTH) throw new TypeError(`${at}deeper than ${MAX_DEPTH} levels`);
  visit(node, path, pointer);
  const below = (value: unknown, ...keys: string[]) => {
    const place = keys[0] === "properties" ? keys[1] : keys.join(".");
    const steps = keys.map((key) => `/${pointerStep(key)}`).join("");
    walk(value, path === "" ? place : `${path}.${place}`, pointer + steps, depth + 1, visit);
  };
  for (const key of ONE_SCHEMA) {
    const value = node[key];
    if (value === undefined) continue;
    // draft-07 and 2019-09 write tuples as a list of items.
    if (key === "items" && Array.isArray(value)) {
      value.forEach((item, i) => below(item, key, String(i)));
    } else below(value, key);
  }
  for (const key of SCHEMA_LISTS) {
    const value = node[key];
    if (value === undefined) continue;
    if (!Array.isArray(value) || value.length === 0) {
      throw new TypeError(`${at}${key} must be a list of schemas`);
    }
    value.forEach((item, i) => below(item, key, String(i)));
  }
  for (const key of SCHEMA_MAPS) {
    const value = node[key];
    if (value === undefined) continue;
    if (!isRecord(value)) throw new TypeError(`${at}${key} must be an object of schemas`);
    for (const name of Object.keys(value)) below(value[name], key, name);
  }
}

/** A key as a step of a JSON Pointer in a URI fragment (RFC 6901, 6). */
function pointerStep(key: string): string {
  const step = key.toWellFormed().replaceAll("~", "~0").replaceAll("/", "~1");
  return encodeURIComponent(step).replaceAll("%24", "$");
}

/** What a reference points to that is a JSON Pointer, `#/…`; `undefined` for nothing. */
export function pointed(root: JsonSchema, ref: string): unknown {
  let node: unknown = root;
  for (const step of ref.slice(1).split("/").slice(1)) {
    const key = pointerKey(step);
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, key)) return undefined;
    node = (node as Record<string, unknown>)[key];
  }
  return node;
}

function pointerKey(step: string): string {
  try {
    step = decodeURIComponent(step);
  } catch {
    // What is no escape stands for itself.
  }
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
