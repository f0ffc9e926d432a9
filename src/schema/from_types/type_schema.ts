import { ordered } from "../libraries/keyword_order.ts";
import type { Node } from "../libraries/subschemas.ts";
import { literals, mergedUnion } from "../libraries/unions.ts";
import { described } from "./doc.ts";
import { isPlatform } from "./origins.ts";
import { note, type Reading, type Side } from "./reading.ts";
import type { Definitions } from "./recursion.ts";
import { TYPE_MARK } from "./signature.ts";
import { ts } from "./typescript.ts";

/** A minimal stand-in. */
export function typeSchema(
  type: ts.Type,
  at: ts.Node,
  what: string,
  side: Side,
  reading: Reading,
  definitions: Definitions,
): Node | undefined {
  const nothing = ts.TypeFlags.Undefined | ts.TypeFlags.Void;
  if (side === "output" && type.flags & nothing) return { type: "null" };
  const schema = converted(type, at, what, side, reading, definitions);
  const isNull = side === "output" && type.isUnion() &&
    type.types.some(({ flags }) => flags & nothing);
  return schema && isNull ? ordered(mergedUnion({ anyOf: [schema, { type: "null" }] })) : schema;
}

function converted(
  type: ts.Type,
  at: ts.Node,
  what: string,
  side: Side,
  reading: Reading,
  definitions: Definitions,
): Node | undefined {
  const { checker } = reading;
  const { TypeFlags } = ts;
  const below = (type: ts.Type) => converted(type, at, what, side, reading, definitions);
  if (type.flags & (TypeFlags.Any | TypeFlags.Unknown)) return {};
  if (type.flags & TypeFlags.Boolean) return { type: "boolean" };
  if (type.isUnion()) {
    const parts = type.types.filter(({ flags }) =>
      !(flags & (TypeFlags.Undefined | TypeFlags.Void))
    );
    const schemas = parts.map(below);
    if (schemas.includes(undefined)) return undefined;
    const truths = schemas.filter((schema) => typeof schema?.const === "boolean");
    const branches = truths.length < 2
      ? schemas
      : [...schemas.filter((schema) => !truths.includes(schema)), { type: "boolean" }];
    return ordered(mergedUnion({ anyOf: branches }));
  }
  if (type.flags & TypeFlags.Null) return { type: "null" };
  if (type.isLiteral()) return ordered(literals({ const: (type as ts.LiteralType).value }));
  if (type.flags & TypeFlags.BooleanLiteral) {
    return { type: "boolean", const: checker.typeToString(type) === "true" };
  }
  if (type.flags & TypeFlags.String) return { type: "string" };
  if (type.flags & TypeFlags.Number) return { type: "number" };
  if (type.flags & TypeFlags.BigInt) {
    return {
      anyOf: [{ type: "integer" }, { type: "string", pattern: "^-?(0|[1-9][0-9]*)$" }],
      [TYPE_MARK]: "bigint",
    };
  }
  if (isPlatform(type.symbol, reading) && type.symbol.name === "Date") {
    return { type: "string", format: "date-time", [TYPE_MARK]: "Date" };
  }
  if (checker.isArrayType(type)) {
    const items = below(checker.getTypeArguments(type as ts.TypeReference)[0]);
    return items && { type: "array", items };
  }
  if (checker.isTupleType(type)) {
    const prefixItems = checker.getTypeArguments(type as ts.TypeReference).map(below);
    return {
      type: "array",
      prefixItems,
      minItems: prefixItems.length,
      maxItems: prefixItems.length,
    };
  }
  if (type.getCallSignatures().length > 0) {
    note(reading, at, `${what}: a function is no data`);
    return undefined;
  }
  const known = definitions.byType.get(type);
  if (known !== undefined) return { $ref: `#/$defs/${known}` };
  const isNamed = type.symbol.name !== "__type" && type.symbol.name !== "__object";
  if (isNamed) definitions.byType.set(type, type.symbol.name);
  const members = checker.getPropertiesOfType(type).map((member) => {
    const schema = below(checker.getTypeOfSymbol(member));
    const optional = (member.flags & ts.SymbolFlags.Optional) !== 0;
    return { name: member.name, optional, schema: schema && described(schema, member, reading) };
  });
  definitions.byType.delete(type);
  if (members.some(({ schema }) => schema === undefined)) return undefined;
  const required = members.filter(({ optional }) => !optional).map(({ name }) => name);
  const object: Node = {
    type: "object",
    properties: Object.fromEntries(members.map(({ name, schema }) => [name, schema])),
    ...(required.length === 0 ? {} : { required }),
  };
  const [index] = checker.getIndexInfosOfType(type);
  if (index !== undefined) object.additionalProperties = below(index.type);
  if (isNamed && JSON.stringify(object).includes(`"#/$defs/${type.symbol.name}"`)) {
    definitions.byType.set(type, type.symbol.name);
    definitions.schemas[type.symbol.name] = object;
    return { $ref: `#/$defs/${type.symbol.name}` };
  }
  return ordered(object);
}
