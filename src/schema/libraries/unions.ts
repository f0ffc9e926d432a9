import { isRecord } from "../json_schema.ts";
import { ANNOTATIONS, annotationsOf } from "./annotations.ts";
import { WANTS } from "../wanted.ts";
import type { Node } from "./subschemas.ts";

/** Writes the values that a node lists as `const` for one, as `enum` for several, with their type. */
export function literals(node: Node): Node {
  const listed = Array.isArray(node.enum)
    ? [...new Set(node.enum)]
    : node.const === undefined
    ? undefined
    : [node.const];
  if (listed === undefined) return node;
  const { enum: _, const: __, ...rest } = node;
  if (listed.length === 0) return { ...rest, not: {} };
  const values = listed.filter((value) => value !== null);
  if (values.length === 0) return { ...rest, type: "null" };
  if (values.length < listed.length) {
    const { type: _, ...others } = rest;
    return { ...others, anyOf: [literals({ enum: values }), { type: "null" }] };
  }
  const type = rest.type ?? kindOf(values);
  const typed = { ...rest, ...(type === undefined ? {} : { type }) };
  if (values.length === 1) return { ...typed, const: values[0] };
  return type === "boolean" ? typed : { ...typed, enum: values };
}

/** Simplifies the unions of a node whose branches are simple already. */
export function mergedUnion(node: Node): Node {
  if (Array.isArray(node.oneOf) && node.anyOf === undefined && exclusive(node.oneOf)) {
    // Where no value fits two branches, both keywords say the same, and more hosts know anyOf.
    const { oneOf: anyOf, ...rest } = node;
    node = { ...rest, anyOf };
  }
  if (!Array.isArray(node.anyOf)) return single(node, "oneOf");
  const { anyOf, ...rest } = node;
  const possible = anyOf.flatMap(flat).filter((branch) => !isNever(branch));
  if (possible.length === 0) return { ...rest, not: {} };
  const branches = distinct(joinedLiterals(possible));
  if (branches.some((branch) => Reflect.ownKeys(branch).length === 0)) return rest;
  const nulls = branches.filter(isNull);
  const others = branches.filter((branch) => !isNull(branch));
  if (others.length === 1 && nulls.length === 1) return nullable(rest, others[0], nulls[0]);
  return single({ ...rest, anyOf: [...others, ...nulls] }, "anyOf");
}

/** What a branch says about the value holds for the whole, since null needs no words. */
function nullable(rest: Node, branch: Node, nothing: Node): Node {
  const { told, limits } = annotationsOf(branch);
  return { ...told, ...rest, anyOf: [limits, nothing] };
}

/** A union of one branch is that branch, unless the node around it says something else. */
function single(node: Node, keyword: "anyOf" | "oneOf"): Node {
  const branches = node[keyword];
  if (!Array.isArray(branches) || branches.length !== 1) return node;
  const { [keyword]: _, ...rest } = node;
  const [branch] = branches as Node[];
  const clash = Object.keys(rest).some((key) => !ANNOTATIONS.has(key) && key in branch);
  return clash ? node : { ...branch, ...rest };
}

function flat(branch: Node): Node[] {
  const only = Reflect.ownKeys(branch).length === 1;
  return only && Array.isArray(branch.anyOf) ? branch.anyOf : [branch];
}

/** Puts all plain values of a union into one branch, where the first of them was. */
function joinedLiterals(branches: readonly Node[]): Node[] {
  const plain = branches.filter(isLiteral);
  if (plain.length < 2) return [...branches];
  const values = plain.flatMap((branch) =>
    Array.isArray(branch.enum) ? branch.enum : [branch.const]
  );
  const joined = literals({ enum: values });
  return branches.flatMap((branch) =>
    branch === plain[0] ? [joined] : plain.includes(branch) ? [] : [branch]
  );
}

function distinct(branches: readonly Node[]): Node[] {
  const seen = new Map<string, Node>();
  for (const branch of branches) {
    const key = `${String(branch[WANTS])} ${JSON.stringify(branch)}`;
    if (!seen.has(key)) seen.set(key, branch);
  }
  return [...seen.values()];
}

/** Whether no value can fit two of the branches: they differ in type, or in a property's value. */
function exclusive(branches: readonly Node[]): boolean {
  const names = Object.keys(isRecord(branches[0]?.properties) ? branches[0].properties : {});
  const lists = [
    branches.map((branch) => typesOf(branch)),
    ...names.map((name) => branches.map((branch) => valuesOf(branch, name))),
  ];
  return lists.some((list) => {
    const all = list.flatMap((values) => values ?? []);
    return !list.includes(undefined) && new Set(all).size === all.length;
  });
}

function typesOf({ type }: Node): unknown[] | undefined {
  return typeof type !== "string" ? undefined : [type === "integer" ? "number" : type];
}

/** The values that a required property may have. */
function valuesOf({ properties, required }: Node, name: string): unknown[] | undefined {
  if (!isRecord(properties) || !Array.isArray(required) || !required.includes(name)) return;
  const property = properties[name];
  if (!isRecord(property)) return undefined;
  if (Array.isArray(property.enum)) return property.enum;
  if (property.const !== undefined) return [property.const];
  return property.type === "null" ? [null] : undefined;
}

function isLiteral(branch: Node): boolean {
  return (branch.const !== undefined || branch.enum !== undefined) &&
    Object.keys(branch).every((key) => ["const", "enum", "type"].includes(key));
}

function isNever(branch: Node): boolean {
  return JSON.stringify(branch) === '{"not":{}}';
}

function isNull(branch: Node): boolean {
  return branch.type === "null" && Object.keys(branch).length === 1;
}

function kindOf(values: readonly unknown[]): string | undefined {
  const kinds = new Set(values.map((value) => typeof value));
  const [kind] = kinds;
  return kinds.size === 1 && ["string", "number", "boolean"].includes(kind) ? kind : undefined;
}
