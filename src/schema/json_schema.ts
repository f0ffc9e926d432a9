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
const MAX_DEPTH = 64;

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

/**
 * Gives a schema the object root that every revision of the protocol asks of tools.
 *
 * A root `$ref` is replaced by what it points to, and a missing `type` is added.
 *
 * @param unsure What to take values for that the schema says nothing of: objects, or not
 * @returns the schema with `type: "object"`, or `undefined` if its values are not objects
 */
export function withObjectRoot(schema: JsonSchema, unsure: boolean): JsonSchema | undefined {
  const root = { ...resolveRoot(schema) };
  if (!(admitsOnlyObjects(root, schema, 0) ?? unsure)) return undefined;
  const { $schema, type: _, ...rest } = root;
  return {
    ...($schema === undefined ? {} : { $schema }),
    type: "object",
    ...(needsProperties(rest) ? { properties: {} } : {}),
    ...rest,
  };
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

function needsProperties(root: JsonSchema): boolean {
  // 2025-11-25 tools: a tool without parameters still lists an object schema.
  return root.properties === undefined && !hasRootUnion(root);
}

/** Keywords that mean something else when other keywords come to stand beside them. */
const NEIGHBOURLY = ["additionalProperties", "unevaluatedProperties", "if", "then", "else"];
/** Keywords that limit no value. */
const NO_LIMIT =
  /^(?:\$schema|\$id|\$defs|definitions|\$comment|title|description|default|examples)$/;

/** What stands at the root in place of a `$ref` to it, as long as that means the same. */
function resolveRoot(schema: JsonSchema): JsonSchema {
  const dialect = dialectOf(schema);
  let root = schema;
  for (let hops = 0; typeof root.$ref === "string" && hops < MAX_DEPTH; hops++) {
    const { $ref, ...siblings } = root;
    // In draft-07, nothing counts beside a reference (draft-handrews-json-schema-01, 8.3).
    const beside = dialect === "draft-07" ? pick(siblings, NO_LIMIT) : siblings;
    const target = referenced(schema, $ref as string);
    if (!isRecord(target) || !canJoin(target, beside)) return { $ref, ...beside };
    const { $anchor: _, $dynamicAnchor: __, ...hoisted } = target;
    root = { ...hoisted, ...beside };
  }
  return root;
}

function pick(node: JsonSchema, keys: RegExp): JsonSchema {
  return Object.fromEntries(Object.entries(node).filter(([key]) => keys.test(key)));
}

function canJoin(target: JsonSchema, beside: JsonSchema): boolean {
  const limits = Object.keys(beside).filter((key) => !NO_LIMIT.test(key));
  if (limits.length === 0) return true;
  return limits.every((key) => target[key] === undefined || target[key] === beside[key]) &&
    NEIGHBOURLY.every((key) => target[key] === undefined && beside[key] === undefined);
}

/** Whether a schema admits objects only; `undefined` if it does not say. */
function admitsOnlyObjects(node: unknown, root: JsonSchema, depth: number): boolean | undefined {
  if (!isRecord(node)) return node === true ? undefined : false;
  if (depth > MAX_DEPTH) return undefined;
  const below = (schema: unknown) => admitsOnlyObjects(schema, root, depth + 1);
  const referred = typeof node.$ref === "string" ? below(referenced(root, node.$ref)) : undefined;
  if (referred !== undefined) return referred;
  if (node.type !== undefined) {
    const types = [node.type].flat();
    return types.length === 1 && types[0] === "object";
  }
  if (node.enum !== undefined || node.const !== undefined) return false;
  for (const key of ["anyOf", "oneOf"]) {
    const branches = node[key];
    if (!Array.isArray(branches)) continue;
    const said = branches.map(below);
    return said.includes(false) ? false : said.includes(undefined) ? undefined : true;
  }
  if (Array.isArray(node.allOf)) {
    const said = node.allOf.map(below);
    return said.includes(true) ? true : said.includes(false) ? false : undefined;
  }
  if (node.properties !== undefined) return true;
  return ["items", "prefixItems", "minItems", "minLength", "pattern", "minimum", "maximum"]
      .some((key) => node[key] !== undefined)
    ? false
    : undefined;
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
