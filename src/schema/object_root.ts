import { dialectOf, hasRootUnion, isRecord, MAX_DEPTH, referenced } from "./json_schema.ts";
import { canonical } from "./json_types.ts";
import type { JsonSchema } from "./standard_schema.ts";

/** Keywords that mean something else when other keywords come to stand beside them. */
const NEIGHBOURLY = ["additionalProperties", "unevaluatedProperties", "if", "then", "else"];
/** Keywords that limit no value. */
const NO_LIMIT =
  /^(?:\$schema|\$id|\$defs|definitions|\$comment|title|description|default|examples|x-.*)$/;

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

function needsProperties(root: JsonSchema): boolean {
  // 2025-11-25 tools: a tool without parameters still lists an object schema.
  return root.properties === undefined && !hasRootUnion(root);
}

/** What stands at the root in place of a `$ref` to it, as long as that means the same. */
function resolveRoot(schema: JsonSchema): JsonSchema {
  const dialect = dialectOf(schema);
  let root = schema;
  for (let hops = 0; typeof root.$ref === "string" && hops < MAX_DEPTH; hops++) {
    const { $ref, ...siblings } = root;
    // In draft-07, nothing counts beside a reference (draft-handrews-json-schema-01, 8.3).
    const beside = dialect === "draft-07" ? pick(siblings, NO_LIMIT) : siblings;
    const target = referenced(schema, $ref as string);
    const joined = isRecord(target) ? joinedWith(target, beside) : undefined;
    if (joined === undefined) return { $ref, ...beside };
    root = joined;
  }
  return root;
}

function pick(node: JsonSchema, keys: RegExp): JsonSchema {
  return Object.fromEntries(Object.entries(node).filter(([key]) => keys.test(key)));
}

/** One node that says what two say, or `undefined` if that takes two. */
function joinedWith(target: JsonSchema, beside: JsonSchema): JsonSchema | undefined {
  const { $anchor: _, $dynamicAnchor: __, ...hoisted } = target;
  const limits = Object.keys(beside).filter((key) => !NO_LIMIT.test(key));
  if (limits.length === 0) return { ...hoisted, ...beside };
  if (NEIGHBOURLY.some((key) => key in target || key in beside)) return undefined;
  const both: Record<string, unknown> = {};
  for (const key of limits.filter((key) => key in target)) {
    const [one, other] = [target[key], beside[key]];
    if (key === "required") both[key] = [...new Set([one, other].flat())];
    else if (key === "properties" && isRecord(one) && isRecord(other) && areApart(one, other)) {
      both[key] = { ...one, ...other };
    } else if (canonical(one) !== canonical(other)) return undefined;
  }
  return { ...hoisted, ...beside, ...both };
}

function areApart(one: JsonSchema, other: JsonSchema): boolean {
  return Object.keys(one).every((key) => !Object.hasOwn(other, key));
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
