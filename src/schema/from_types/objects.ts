import { ordered } from "../libraries/keyword_order.ts";
import { type Conversion, type Place, within, written } from "./conversion.ts";
import type { Node } from "../libraries/subschemas.ts";
import { described } from "./doc.ts";
import { narrowestOf } from "./intersections.ts";
import {
  isHidden,
  isInherited,
  isSymbolKey,
  isWritten,
  memberPlace,
  membersOf,
} from "./members.ts";
import { isAuthors } from "./origins.ts";
import { templatePattern } from "./template_literals.ts";
import { ts } from "./typescript.ts";
import { present } from "./unions.ts";

const NUMBER_KEY = "^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?$";

/** The schema of a type with members. */
export function objectSchema(
  type: ts.Type,
  place: Place,
  conversion: Conversion,
): Node | undefined {
  const { side } = conversion;
  const members = membersOf(type, place, conversion);
  const indexes = indexesOf(type, conversion);
  if (members.length === 0 && indexes.length === 0 && isAnything(type)) {
    return side === "input" ? { not: { type: "null" } } : {};
  }
  const reason = side === "input" ? classProblem(type, members, conversion) : undefined;
  if (reason !== undefined) return conversion.refuse(place, reason);
  const shown = members.map((member) => memberSchema(member, place, conversion));
  const more = indexes.map((index) => indexSchema(index, place, conversion));
  if (shown.includes(undefined) || more.includes(undefined)) return undefined;
  const properties = shown.filter((member) => member !== undefined && member !== LEFT_OUT);
  const patterns = more.filter((index) => index !== undefined && index !== LEFT_OUT);
  return joined(properties, patterns);
}

/** A member that results do not have. */
const LEFT_OUT = "left out";

interface Member {
  readonly name: string;
  readonly schema: Node;
  readonly required: boolean;
}

interface Index {
  /** What the keys match; none for all keys. */
  readonly pattern?: string;
  /** The schema of the values; false if there can be none. */
  readonly schema: Node | false;
}

function joined(members: readonly Member[], indexes: readonly Index[]): Node {
  // By entries, since a property may be called __proto__.
  const properties = Object.fromEntries(members.map(({ name, schema }) => [name, schema]));
  const needed = new Set(members.filter(({ required }) => required).map(({ name }) => name));
  const required = Object.keys(properties).filter((name) => needed.has(name));
  const others = indexes.find(({ pattern }) => pattern === undefined)?.schema;
  const patterns = indexes.filter((index): index is Required<Index> => index.pattern !== undefined)
    .filter(({ schema }) => JSON.stringify(schema) !== JSON.stringify(others));
  const isRecord = members.length === 0 && others !== undefined && others !== false;
  return ordered({
    type: "object",
    ...(isRecord ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
    ...(patterns.length === 0 ? {} : {
      patternProperties: Object.fromEntries(
        patterns.map(({ pattern, schema }) => [pattern, schema]),
      ),
    }),
    ...(others === undefined ? {} : {
      additionalProperties: others !== false && Object.keys(others).length === 0 ? true : others,
    }),
  }) as Node;
}

/** Why nothing that comes from JSON is an instance of a class. */
function classProblem(
  type: ts.Type,
  members: readonly ts.Symbol[],
  conversion: Conversion,
): string | undefined {
  const methods = members.filter(({ flags, valueDeclaration: node }) =>
    flags & ts.SymbolFlags.Method && node !== undefined &&
    (ts.isClassLike(node.parent) || !isAuthors(node, conversion.reading))
  );
  const name = written(type, conversion);
  if (methods.length > 0) {
    const names = methods.slice(0, 3).map((method) => method.name).join(", ");
    return `${name} has methods (${names}), which no value from JSON has; ` +
      "write an interface of its fields";
  }
  return members.some(isHidden)
    ? `${name} has private members, which no value from JSON has; ` +
      "write an interface of its public fields"
    : undefined;
}

function memberSchema(
  member: ts.Symbol,
  parent: Place,
  conversion: Conversion,
): Member | typeof LEFT_OUT | undefined {
  const { reading, side } = conversion;
  const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0;
  const place = memberPlace(parent, member, conversion);
  if (isSymbolKey(member)) {
    return isOptional || side === "output"
      ? LEFT_OUT
      : conversion.refuse(parent, "JSON has no keys that are symbols; name all members by text");
  }
  if (side === "output" && (isHidden(member) || isInherited(member, reading))) return LEFT_OUT;
  const type = reading.checker.getTypeOfSymbol(member);
  const { types, absent } = present(type, conversion);
  const { name } = member;
  if (types.length === 0) {
    if (side === "output") return LEFT_OUT;
    // Such members tell the parts of a union apart: none of these may be there.
    if (isOptional) return { name, schema: { not: {} }, required: false };
  }
  const schema = conversion.of(type, place, "member");
  if (schema === undefined) return undefined;
  const isUnknown = (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
  const told = isWritten(member, reading)
    ? ordered(described(schema, member, reading)) as Node
    : schema;
  const mayBeMissing = side === "input" ? told.default !== undefined : isUnknown;
  return { name, schema: told, required: !isOptional && !absent && !mayBeMissing };
}

/** The index signatures of a type; where parts of an intersection have the same, the narrowest. */
function indexesOf(type: ts.Type, conversion: Conversion): readonly ts.IndexInfo[] {
  const { checker } = conversion.reading;
  const indexes = checker.getIndexInfosOfType(type);
  if (!type.isIntersection()) return indexes;
  const ofParts = type.types.flatMap((part) => checker.getIndexInfosOfType(part));
  return indexes.map((index) => {
    const alike = ofParts.filter(({ keyType }) => keyType === index.keyType);
    const narrowest = narrowestOf(alike.map(({ type }) => type));
    return alike.find(({ type }) => type === narrowest) ?? index;
  });
}

function indexSchema(
  { keyType, type, declaration }: ts.IndexInfo,
  parent: Place,
  conversion: Conversion,
): Index | typeof LEFT_OUT | undefined {
  const pattern = keyPattern(keyType);
  if (pattern === null) return LEFT_OUT;
  const place = within(
    declaration === undefined ? parent : { ...parent, sources: [declaration, ...parent.sources] },
    ".*",
  );
  const key = pattern === undefined ? {} : { pattern };
  const isNothing = (type.flags & ts.TypeFlags.Never) !== 0 ||
    present(type, conversion).types.length === 0;
  if (isNothing) return { ...key, schema: false };
  const schema = conversion.of(type, place, "member");
  return schema && { ...key, schema };
}

/** What keys match; `undefined` for any text, `null` for symbols. */
function keyPattern(key: ts.Type): string | undefined | null {
  if (key.flags & ts.TypeFlags.ESSymbol) return null;
  if (key.flags & ts.TypeFlags.Number) return NUMBER_KEY;
  return key.flags & ts.TypeFlags.String || key.isIntersection() ? undefined : templatePattern(key);
}

/** Whether a type is written as `{}`, which all values but null and undefined fit. */
function isAnything(type: ts.Type): boolean {
  const symbol = type.getSymbol();
  return symbol === undefined ||
    (symbol.flags & ts.SymbolFlags.TypeLiteral) !== 0 &&
      (symbol.declarations ?? []).every((node) => ts.isTypeLiteralNode(node));
}
