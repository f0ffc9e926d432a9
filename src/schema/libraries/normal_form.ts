import { mergedIntersection } from "./intersections.ts";
import { annotationsOf, saysSomething } from "./annotations.ts";
import { isRecord } from "../json_schema.ts";
import { ordered } from "./keyword_order.ts";
import { ABSENT, markedNode, refusal, REFUSED } from "./marks.ts";
import { portable } from "../pattern.ts";
import { below, mapSubschemas, type Node } from "./subschemas.ts";
import { literals, mergedUnion } from "./unions.ts";

/** What only libraries need to know. */
const INTERNAL = new Set(["$schema", "$id", "$anchor", "$dynamicAnchor", "id"]);
/** Names of zod's for checks whose pattern says all, which no reader of JSON Schema knows. */
const INTERNAL_FORMATS: ReadonlySet<unknown> = new Set([
  "ends_with",
  "includes",
  "json-string",
  "json_string",
  "lowercase",
  "regex",
  "starts_with",
  "template_literal",
  "uppercase",
]);

/** What the form depends on. */
export interface Form {
  /** What messages call the library. */
  readonly vendor: string;
  /** Whether a closed object of an intersection takes no key that only another one names. */
  readonly closesAlone: boolean;
}

/**
 * One way to write what libraries write in many: the same keywords, in the same order.
 *
 * @param path Where the schema is, for messages
 * @throws {TypeError} for what a converter marked as impossible to show
 */
export function normalForm(schema: unknown, path: string, form: Form): Node {
  const { vendor } = form;
  if (!isRecord(schema)) return schema === false ? { not: {} } : {};
  const marked = markedNode(schema);
  if (marked[REFUSED] !== undefined) throw refusal(path, vendor, String(marked[REFUSED]));
  if (marked[ABSENT] !== undefined) throw refusal(path, vendor, "undefined");
  const node = mapSubschemas(
    withoutAbsent(marked, path, vendor),
    (part, step) => normalForm(part, below(path, step), form),
  );
  for (const key of INTERNAL) delete node[key];
  if (INTERNAL_FORMATS.has(node.format)) delete node.format;
  portable(node);
  const merged = (node: Node) => mergedIntersection(node, form.closesAlone);
  const steps = [tuple, types, literals, limits, object, mergedUnion, merged];
  return ordered(steps.reduce((node, step) => step(node), node));
}

/** Branches of a union for `undefined` say that something may be left out. */
function withoutAbsent(node: Node, path: string, vendor: string): Node {
  for (const key of ["anyOf", "oneOf"]) {
    const branches = node[key];
    if (!Array.isArray(branches)) continue;
    const present = branches.filter((branch) => !isRecord(branch) || branch[ABSENT] === undefined);
    if (present.length === 0) throw refusal(path, vendor, "undefined");
    if (present.length < branches.length) node = { ...node, [key]: present };
  }
  return node;
}

function tuple(node: Node): Node {
  const { additionalItems, ...rest } = node;
  if (Array.isArray(rest.items)) {
    const { items: prefixItems, ...others } = rest;
    node = {
      ...others,
      prefixItems,
      ...(additionalItems === undefined ? {} : {
        items: additionalItems === false ? { not: {} } : additionalItems,
      }),
    };
  }
  const most = Array.isArray(node.prefixItems) ? node.prefixItems.length : undefined;
  if (most === 0 || node.maxItems === 0) node = withoutEmpty(node);
  if (most === undefined || !isNever(node.items)) return node;
  // Hosts that read draft-07 would take `items: false` for all items, and refuse every tuple.
  const { items: _, ...open } = node;
  return {
    ...open,
    maxItems: typeof open.maxItems === "number" ? Math.min(open.maxItems, most) : most,
  };
}

/** JSON Schema has no empty list of schemas, and at least nothing is no limit. */
function withoutEmpty(node: Node): Node {
  const { prefixItems, minItems, ...rest } = node;
  return {
    ...rest,
    ...(Array.isArray(prefixItems) && prefixItems.length > 0 ? { prefixItems } : {}),
    ...(minItems === 0 ? {} : { minItems }),
  };
}

/** Lists of types become unions, which more hosts understand. */
function types(node: Node): Node {
  if (!Array.isArray(node.type)) return node;
  const { type: listed, ...rest } = node;
  const types: unknown[] = listed;
  // The values tell their types.
  if (rest.enum !== undefined || rest.const !== undefined) return rest;
  const { told, limits } = annotationsOf(rest);
  const others = types.filter((type) => type !== "null");
  if (others.length === types.length && types.length > 1 && saysSomething(rest)) return node;
  return others.length > 1
    ? { ...rest, anyOf: types.map((type) => ({ type })) }
    : { ...told, anyOf: types.map((type) => type === "null" ? { type } : { type, ...limits }) };
}

/** Every integer is checked to be a safe one, so this limit says nothing. */
function limits(node: Node): Node {
  if (node.type !== "integer") return node;
  const copy = { ...node };
  if (typeof copy.minimum === "number" && copy.minimum <= Number.MIN_SAFE_INTEGER) {
    delete copy.minimum;
  }
  if (typeof copy.maximum === "number" && copy.maximum >= Number.MAX_SAFE_INTEGER) {
    delete copy.maximum;
  }
  return copy;
}

/** Patterns that every name of a property fits. */
const ANY_NAME: ReadonlySet<string> = new Set(["^(.*)$", "^.*$", ".*"]);

function object(node: Node): Node {
  const copy = { ...node };
  const names = copy.propertyNames;
  if (isRecord(names) && Object.keys(names).every((key) => key === "type")) {
    delete copy.propertyNames;
  }
  if (isRecord(copy.patternProperties)) {
    const patterns = Object.entries(copy.patternProperties);
    const [any] = patterns.filter(([pattern]) => ANY_NAME.has(pattern));
    if (any !== undefined) copy.additionalProperties ??= any[1];
    const others = patterns.filter(([pattern]) => !ANY_NAME.has(pattern));
    if (others.length > 0) copy.patternProperties = Object.fromEntries(others);
    else delete copy.patternProperties;
  }
  for (const key of ["additionalProperties", "unevaluatedProperties", "unevaluatedItems"]) {
    if (isNever(copy[key])) copy[key] = false;
    else if (isAnything(copy[key])) copy[key] = true;
  }
  if (Array.isArray(copy.required)) {
    const names = Object.keys(isRecord(copy.properties) ? copy.properties : {});
    const required = new Set<unknown>(copy.required);
    copy.required = [...new Set([...names.filter((name) => required.has(name)), ...required])];
    if (required.size === 0) delete copy.required;
  }
  return copy;
}

function isAnything(node: unknown): boolean {
  return isRecord(node) && Object.keys(node).length === 0;
}

function isNever(node: unknown): boolean {
  return isRecord(node) && Object.keys(node).length === 1 && isAnything(node.not);
}
