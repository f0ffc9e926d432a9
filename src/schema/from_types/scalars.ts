import { FORMS } from "../marked_types.ts";
import type { Conversion, Place } from "./conversion.ts";
import type { Node } from "../libraries/subschemas.ts";
import { templatePattern } from "./template_literals.ts";
import { TYPE_MARK } from "./signature.ts";
import { ts } from "./typescript.ts";

/**
 * The schema of a type that is no object and no union.
 *
 * @returns `undefined` for one that cannot be shown, and `null` for a type of another kind
 */
export function scalarSchema(
  type: ts.Type,
  place: Place,
  conversion: Conversion,
): Node | undefined | null {
  const { flags } = type;
  const has = (wanted: ts.TypeFlags) => (flags & wanted) !== 0;
  const { TypeFlags } = ts;
  if (has(TypeFlags.Any | TypeFlags.Unknown)) return {};
  if (has(TypeFlags.Null)) return { type: "null" };
  if (has(TypeFlags.Boolean)) return { type: "boolean" };
  if (has(TypeFlags.BooleanLiteral)) {
    return {
      type: "boolean",
      const: (type as { intrinsicName?: string }).intrinsicName === "true",
    };
  }
  if (has(TypeFlags.StringLiteral | TypeFlags.NumberLiteral)) {
    return literal((type as ts.LiteralType).value as string | number, place, conversion);
  }
  if (has(TypeFlags.BigIntLiteral)) {
    return bigintLiteral((type as ts.BigIntLiteralType).value, conversion);
  }
  if (has(TypeFlags.String)) return { type: "string" };
  // A member of an enumeration whose value is computed is of this kind.
  if (has(TypeFlags.Enum)) return computed(type, place, conversion);
  if (has(TypeFlags.Number)) return { type: "number" };
  if (has(TypeFlags.BigInt)) return { ...FORMS.bigint, [TYPE_MARK]: "bigint" };
  if (has(TypeFlags.TemplateLiteral | TypeFlags.StringMapping)) {
    const pattern = templatePattern(type);
    return pattern === undefined
      ? conversion.refuse(place, open(type, conversion))
      : { type: "string", pattern };
  }
  if (has(TypeFlags.NonPrimitive)) return { type: "object" };
  if (has(TypeFlags.ESSymbolLike)) {
    return conversion.refuse(place, "a symbol is no data; use a string");
  }
  if (has(TypeFlags.Never)) {
    return conversion.refuse(place, "never has no values; leave it out");
  }
  return null;
}

/** Why a type that depends on a type parameter cannot be shown. */
export function open(type: ts.Type, { reading }: Conversion): string {
  const name = reading.checker.typeToString(type);
  return `a schema cannot hold an open type parameter, ${name}; write a concrete type`;
}

function literal(
  value: string | number,
  place: Place,
  conversion: Conversion,
): Node | undefined {
  if (typeof value === "string") return { type: "string", const: value };
  return Number.isFinite(value)
    ? { type: "number", const: value }
    : conversion.refuse(place, `${value} is no number of JSON; write another one`);
}

/** A result writes every bigint as text; what comes in is a number as far as it keeps its digits. */
function bigintLiteral({ negative, base10Value }: ts.PseudoBigInt, { side }: Conversion): Node {
  const text = negative ? `-${base10Value}` : base10Value;
  const number = Number(text);
  return side === "input" && Number.isSafeInteger(number)
    ? { type: "integer", const: number, [TYPE_MARK]: "bigint" }
    : { type: "string", const: text, [TYPE_MARK]: "bigint" };
}

function computed(type: ts.Type, place: Place, conversion: Conversion): Node | undefined {
  if (conversion.side === "output") return { type: "number" };
  const name = conversion.reading.checker.typeToString(type);
  return conversion.refuse(place, `the value of ${name} is computed; write it out`);
}
