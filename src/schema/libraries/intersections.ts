import { isRecord } from "../json_schema.ts";
import { ANNOTATIONS, annotationsOf } from "./annotations.ts";
import type { Node } from "./subschemas.ts";

const SCALAR_LIMIT =
  /^(type|format|pattern|minLength|maxLength|minimum|maximum|exclusiveM.*|multipleOf)$/;
const OBJECT = new Set(["type", "properties", "required", "additionalProperties"]);

/**
 * Makes one object of the plain objects of an `allOf`, where their keywords can be told together.
 *
 * @param closesAlone Whether a closed object takes no key that only another one names
 */
export function mergedIntersection(node: Node, closesAlone: boolean): Node {
  if (!Array.isArray(node.allOf)) return node;
  const { allOf, ...around } = node;
  const members = distinct(allOf.flatMap(flat));
  if (members.length === 0) return around;
  const [first, ...more] = members;
  if (isScalarLimit(first) && !Object.keys(first).some((key) => clashes(key, first, around))) {
    return mergedIntersection({ ...around, ...first, allOf: more }, closesAlone);
  }
  const objects = members.filter(isPlainObject);
  const others = members.filter((member) => !isPlainObject(member));
  const own = isPlainObject({ type: "object", ...around }) && saysObject(around) ? [around] : [];
  if (others.length === 0) {
    const merged = mergedObjects([...own, ...objects], closesAlone);
    if (merged !== undefined && (own.length > 0 || isAnnotation(around))) {
      return { ...merged, ...annotationsOf(around).told };
    }
  }
  const [union] = others;
  if (others.length === 1 && isObjectUnion(union) && isAnnotation(around)) {
    const branches = union.anyOf.map((branch) => mergedObjects([...objects, branch], closesAlone));
    if (!branches.includes(undefined)) {
      return { ...annotationsOf(union).told, ...around, anyOf: branches };
    }
  }
  if (more.length === 0 && !Object.keys(first).some((key) => clashes(key, first, around))) {
    return { ...first, ...around };
  }
  return { ...around, allOf: members };
}

/** One object that admits what all of them admit, or `undefined` if no plain object does. */
function mergedObjects(objects: readonly Node[], closesAlone: boolean): Node | undefined {
  const properties = new Map<string, unknown>();
  for (const object of objects) {
    for (const [name, property] of Object.entries(object.properties ?? {})) {
      const merged = properties.has(name)
        ? both(properties.get(name), property, closesAlone)
        : property;
      properties.set(name, merged);
    }
  }
  const extras = objects.map((object) => object.additionalProperties);
  // A schema for the other properties of one object holds for the known ones of another, too.
  if (extras.some(isRecord)) return undefined;
  if (closesAlone && objects.length > 1 && extras.includes(false)) return undefined;
  const required = new Set(objects.flatMap((object) => (object.required as string[]) ?? []));
  const texts = new Set(objects.map(({ description }) => description).filter(Boolean));
  return {
    type: "object",
    ...(texts.size === 0 ? {} : { description: [...texts].join("\n") }),
    properties: Object.fromEntries(properties),
    ...(required.size === 0 ? {} : { required: inOrder(required, properties.keys()) }),
    // A key counts as known that any of the objects knows, and all do to one that takes any.
    ...(extras.every((extra) => extra === false)
      ? { additionalProperties: false }
      : extras.includes(true)
      ? { additionalProperties: true }
      : {}),
  };
}

/** Names in the order of a list, those that are not on it last. */
function inOrder(names: ReadonlySet<string>, list: Iterable<string>): string[] {
  return [...new Set([...[...list].filter((name) => names.has(name)), ...names])];
}

function both(a: unknown, b: unknown, closesAlone: boolean): unknown {
  if (JSON.stringify(a) === JSON.stringify(b)) return a;
  return mergedIntersection({ allOf: [a, b] }, closesAlone);
}

function flat(member: Node): Node[] {
  const only = Object.keys(member).length === 1;
  if (Object.keys(member).length === 0) return [];
  return only && Array.isArray(member.allOf) ? member.allOf : [member];
}

function distinct(members: readonly Node[]): Node[] {
  return [...new Map(members.map((member) => [JSON.stringify(member), member])).values()];
}

function isPlainObject(node: Node): boolean {
  return node.type === "object" && isRecord(node.properties ?? {}) &&
    Object.keys(node).every((key) => OBJECT.has(key) || ANNOTATIONS.has(key));
}

function isObjectUnion(node: Node): node is Node & { anyOf: Node[] } {
  return Array.isArray(node.anyOf) && node.anyOf.every(isPlainObject) &&
    Object.keys(node).every((key) => key === "anyOf" || ANNOTATIONS.has(key));
}

function saysObject(node: Node): boolean {
  return [...OBJECT].some((key) => node[key] !== undefined);
}

function isAnnotation(node: Node): boolean {
  return Object.keys(node).every((key) => ANNOTATIONS.has(key));
}

/** Whether all a member says is a limit that means the same wherever it is written. */
function isScalarLimit(member: Node): boolean {
  return Object.keys(member).every((key) => SCALAR_LIMIT.test(key));
}

function clashes(key: string, a: Node, b: Node): boolean {
  return !ANNOTATIONS.has(key) && b[key] !== undefined && b[key] !== a[key];
}
