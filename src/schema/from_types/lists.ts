import { type Conversion, type Place, type Slot, within } from "./conversion.ts";
import type { Node } from "../libraries/subschemas.ts";
import { ts } from "./typescript.ts";
import { unionOf } from "./union_node.ts";

/** The schema of a list; `null` for a type of another kind. */
export function listSchema(
  type: ts.Type,
  place: Place,
  _: Slot,
  conversion: Conversion,
): Node | undefined | null {
  const { checker } = conversion.reading;
  if (checker.isTupleType(type)) return tuple(type as ts.TupleTypeReference, place, conversion);
  if (checker.isArrayType(type)) {
    return arrayOf(checker.getTypeArguments(type as ts.TypeReference)[0], place, conversion);
  }
  const item = type.getNumberIndexType();
  // A class may extend lists, and results write it like one.
  const isList = conversion.side === "output"
    ? checker.isArrayLikeType(type)
    : isNamedList(type, checker);
  return item !== undefined && isList ? arrayOf(item, place, conversion) : null;
}

/** Whether a type only names a list: an interface that extends one, without members of its own. */
function isNamedList(type: ts.Type, checker: ts.TypeChecker): boolean {
  const { flags, members } = type.getSymbol() ?? { flags: 0 };
  if (!(flags & ts.SymbolFlags.Interface) || flags & ts.SymbolFlags.Class) return false;
  const own = [...members?.values() ?? []];
  if (own.some(({ flags }) => !(flags & ts.SymbolFlags.TypeParameter))) return false;
  const { target = type } = type as Partial<ts.TypeReference>;
  return (target.getBaseTypes() ?? [])
    .some((base) => checker.isArrayType(base) || isNamedList(base, checker));
}

/** The schema of a list of items of a type. */
export function arrayOf(item: ts.Type, place: Place, conversion: Conversion): Node | undefined {
  // What is inferred of an empty list.
  if (item.flags & ts.TypeFlags.Never) return { type: "array", maxItems: 0 };
  const items = conversion.of(item, within(place, "[]"), "item");
  return items && { type: "array", items };
}

function tuple(type: ts.TupleTypeReference, place: Place, conversion: Conversion) {
  const { elementFlags } = type.target;
  const types = conversion.reading.checker.getTypeArguments(type);
  const restAt = elementFlags.findIndex((flags) => flags & ts.ElementFlags.Variable);
  if (restAt >= 0 && restAt < types.length - 1) {
    return conversion.refuse(
      place,
      "what follows the rest of a tuple cannot be told in JSON Schema; write the rest last",
    );
  }
  const parts = types.map((type, i) => element(type, elementFlags[i], i, place, conversion));
  if (parts.includes(undefined)) return undefined;
  const rest = restAt < 0 ? undefined : parts.pop();
  const least = elementFlags.filter((flags) => flags & ts.ElementFlags.Required).length;
  return {
    type: "array",
    ...(parts.length === 0 ? {} : { prefixItems: parts }),
    ...(rest === undefined ? {} : { items: rest }),
    ...(least === 0 ? {} : { minItems: least }),
    ...(rest === undefined ? { maxItems: parts.length } : {}),
  };
}

function element(
  type: ts.Type,
  flags: ts.ElementFlags,
  index: number,
  place: Place,
  conversion: Conversion,
): Node | undefined {
  const isRest = (flags & ts.ElementFlags.Variable) !== 0;
  const part = conversion.of(type, within(place, isRest ? "[]" : `[${index}]`), "item");
  const maybe = (flags & ts.ElementFlags.Optional) !== 0 && conversion.side === "output";
  // JSON writes null for one that is left out where another follows.
  return part && maybe ? unionOf([part, { type: "null" }]) : part;
}
