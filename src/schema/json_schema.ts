import { isStandardSchema, type JsonSchema } from "./standard_schema.ts";

const TYPES = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);
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
const MAX_DEPTH = 64;

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
 * Checks that a value is a well-formed JSON Schema whose references resolve inside it.
 *
 * @throws {TypeError} for the first fault, its place first
 */
export function assertJsonSchema(schema: unknown): asserts schema is JsonSchema {
  if (!isRecord(schema)) throw new TypeError("the schema is not an object");
  for (const [key, value] of Object.entries(schema)) {
    if (isStandardSchema(value)) {
      const { vendor } = value["~standard"];
      throw new TypeError(
        `${key} is a ${vendor} schema inside a plain object; wrap it, as in z.object({ ${key} })`,
      );
    }
  }
  dialectOf(schema);
  const anchors = new Set<string>();
  walkSchema(schema, (node) => {
    for (const key of ["$anchor", "$dynamicAnchor"]) {
      if (typeof node[key] === "string") anchors.add(node[key]);
    }
  });
  walkSchema(schema, (node, path) => checkNode(node, path, schema, anchors));
  walkSchema(schema, (node, path) => checkProgress(node, path, schema));
}

/** The schemas that speak of the very value which a schema speaks of. */
function sameValue(node: Record<string, unknown>, root: JsonSchema): unknown[] {
  return [
    ...["$ref", "$dynamicRef", "$recursiveRef"].flatMap((key) =>
      typeof node[key] === "string" ? [referenced(root, node[key])] : []
    ),
    ...["allOf", "anyOf", "oneOf"].flatMap((key) => Array.isArray(node[key]) ? node[key] : []),
    ...["not", "if", "then", "else"].map((key) => node[key]),
    ...Object.values(isRecord(node.dependentSchemas) ? node.dependentSchemas : {}),
  ];
}

/** A schema that comes back to itself without a step into the value would never be done. */
function checkProgress(node: Record<string, unknown>, path: string, root: JsonSchema): void {
  const seen = new Set<unknown>();
  const below = sameValue(node, root);
  for (let next = below.pop(); below.length > 0 || next !== undefined; next = below.pop()) {
    if (next === node) {
      throw new TypeError(
        `${path === "" ? "" : `${path}: `}the schema refers to itself without end; ` +
          "only properties and items may lead back to it",
      );
    }
    if (!isRecord(next) || seen.has(next)) continue;
    seen.add(next);
    below.push(...sameValue(next, root));
  }
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
  const target = pointer(root, $ref as string);
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
  if (ref === "#" || ref.startsWith("#/")) return pointer(root, ref);
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

function resolveRoot(schema: JsonSchema): JsonSchema {
  let root = schema;
  for (let hops = 0; typeof root.$ref === "string" && hops < MAX_DEPTH; hops++) {
    const { $ref, ...beside } = root;
    const target = pointer(schema, $ref as string);
    if (!isRecord(target)) return root;
    root = { ...target, ...beside };
  }
  return root;
}

/** Whether a schema admits objects only; `undefined` if it does not say. */
function admitsOnlyObjects(node: unknown, root: JsonSchema, depth: number): boolean | undefined {
  if (!isRecord(node)) return node === true ? undefined : false;
  if (depth > MAX_DEPTH) return undefined;
  const below = (schema: unknown) => admitsOnlyObjects(schema, root, depth + 1);
  if (typeof node.$ref === "string") return below(pointer(root, node.$ref));
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

/**
 * Calls a function for a schema and every schema in it, outermost first, with its place.
 *
 * @throws {TypeError} for a part that is no schema, and beyond a depth of 64
 */
export function walkSchema(
  schema: JsonSchema,
  visit: (node: Record<string, unknown>, path: string) => void,
): void {
  walk(schema, "", 0, visit);
}

function walk(
  node: unknown,
  path: string,
  depth: number,
  visit: (node: Record<string, unknown>, path: string) => void,
): void {
  if (typeof node === "boolean") return;
  const at = path === "" ? "" : `${path}: `;
  if (!isRecord(node)) throw new TypeError(`${at}a schema must be an object or a boolean`);
  if (depth > MAX_DEPTH) throw new TypeError(`${at}deeper than ${MAX_DEPTH} levels`);
  visit(node, path);
  const below = (value: unknown, key: string) => {
    walk(value, path === "" ? key : `${path}.${key}`, depth + 1, visit);
  };
  for (const key of ONE_SCHEMA) {
    const value = node[key];
    if (value === undefined) continue;
    // draft-07 and 2019-09 write tuples as a list of items.
    if (key === "items" && Array.isArray(value)) {
      value.forEach((item, i) => below(item, `${key}.${i}`));
    } else below(value, key);
  }
  for (const key of SCHEMA_LISTS) {
    const value = node[key];
    if (value === undefined) continue;
    if (!Array.isArray(value) || value.length === 0) {
      throw new TypeError(`${at}${key} must be a list of schemas`);
    }
    value.forEach((item, i) => below(item, `${key}.${i}`));
  }
  for (const key of SCHEMA_MAPS) {
    const value = node[key];
    if (value === undefined) continue;
    if (!isRecord(value)) throw new TypeError(`${at}${key} must be an object of schemas`);
    for (const name of Object.keys(value)) {
      below(value[name], key === "properties" ? name : `${key}.${name}`);
    }
  }
}

function checkNode(
  node: Record<string, unknown>,
  path: string,
  root: JsonSchema,
  anchors: Set<string>,
): void {
  const fail = (what: string): never => {
    throw new TypeError(path === "" ? what : `${path}: ${what}`);
  };
  if (node.type !== undefined) {
    const types = Array.isArray(node.type) ? node.type : [node.type];
    for (const type of types) {
      if (!TYPES.has(type)) fail(`${JSON.stringify(type)} is not a JSON Schema type`);
    }
  }
  // Such a check answers later, so nothing that relies on its answer may run.
  if (node.$async !== undefined) fail("$async is not supported");
  for (const [keyword, [has, form]] of Object.entries(FORMS)) {
    if (node[keyword] !== undefined && !has(node[keyword])) fail(`${keyword} must be ${form}`);
  }
  const { pattern, patternProperties } = node;
  const patterns = Object.keys(isRecord(patternProperties) ? patternProperties : {});
  for (const text of pattern === undefined ? patterns : [...patterns, pattern as string]) {
    try {
      new RegExp(text, "u");
    } catch {
      fail(`pattern ${JSON.stringify(text)} is not a regular expression`);
    }
  }
  if (node.$ref !== undefined) {
    // 2026-07-28 basic: a server must not fetch references over the network.
    if (typeof node.$ref !== "string" || !node.$ref.startsWith("#")) {
      fail(`$ref ${JSON.stringify(node.$ref)} points outside the schema; only #… is followed`);
    } else if (!anchors.has(node.$ref.slice(1)) && pointer(root, node.$ref) === undefined) {
      fail(`$ref ${JSON.stringify(node.$ref)} points to nothing`);
    }
  }
}

function pointer(root: JsonSchema, ref: string): unknown {
  let node: unknown = root;
  for (const part of ref.slice(1).split("/").slice(1)) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, key)) return undefined;
    node = (node as Record<string, unknown>)[key];
  }
  return node;
}
