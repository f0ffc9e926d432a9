import { isRecord } from "../json_schema.ts";
import type { Node } from "../libraries/subschemas.ts";

/**
 * Changes the schema of a member that is below another schema, through lists and unions.
 *
 * @param path Names of the members that lead there
 * @returns a copy with the change, or `undefined` if no such member is written out there
 */
export function changedMember(
  schema: Node,
  path: readonly string[],
  change: (member: Node) => Node,
): Node | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return change(schema);
  if (Array.isArray(schema.anyOf)) {
    const { anyOf } = schema as { anyOf: Node[] };
    const branches = anyOf.map((branch) => changedMember(branch, path, change));
    return branches.every((branch) => branch === undefined)
      ? undefined
      : { ...schema, anyOf: branches.map((branch, i) => branch ?? anyOf[i]) };
  }
  if (isRecord(schema.items)) {
    const items = changedMember(schema.items, path, change);
    return items && { ...schema, items };
  }
  const { properties } = schema;
  if (!isRecord(properties) || !Object.hasOwn(properties, name)) return undefined;
  const member = changedMember(properties[name] as Node, rest, change);
  return member && {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([key, old]) => [key, key === name ? member : old]),
    ),
  };
}

/** A schema of objects that may also be without some members. */
export function withoutRequired(schema: Node, names: readonly string[]): Node {
  const { required, ...rest } = schema;
  if (Array.isArray(rest.anyOf)) {
    return { ...schema, anyOf: rest.anyOf.map((branch) => withoutRequired(branch, names)) };
  }
  if (!Array.isArray(required)) return schema;
  const left = required.filter((name) => !names.includes(name));
  return left.length === 0 ? rest : { ...rest, required: left };
}

/** Names of the members that a schema writes out, those of all branches of a union. */
export function memberNames(schema: Node): string[] {
  if (Array.isArray(schema.anyOf)) return [...new Set(schema.anyOf.flatMap(memberNames))];
  if (isRecord(schema.items)) return memberNames(schema.items);
  return Object.keys(isRecord(schema.properties) ? schema.properties : {});
}

/** A schema of objects without some of their members. */
export function withoutMembers(schema: Node, names: readonly string[]): Node {
  if (names.length === 0) return schema;
  if (Array.isArray(schema.anyOf)) {
    return { ...schema, anyOf: schema.anyOf.map((branch) => withoutMembers(branch, names)) };
  }
  const members = Object.entries(isRecord(schema.properties) ? schema.properties : {})
    .filter(([name]) => !names.includes(name));
  return { ...withoutRequired(schema, names), properties: Object.fromEntries(members) };
}
