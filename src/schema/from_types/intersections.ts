import { type Conversion, type Place, type Slot, written } from "./conversion.ts";
import type { Node } from "../libraries/subschemas.ts";
import { isFunction } from "./functions.ts";
import { isPlatformClass } from "./origins.ts";
import { isSymbolKey } from "./members.ts";
import type { Reading } from "./reading.ts";
import { ts } from "./typescript.ts";

const BRANDS = /^__.*(?:brand|flavou?r|nominal|opaque|tag$|type$)/i;

/**
 * The schema of an intersection that is one type with a brand, such as
 * `string & { readonly __brand: "UserId" }`; `null` for one of objects.
 */
export function intersectionSchema(
  type: ts.Type,
  place: Place,
  slot: Slot,
  conversion: Conversion,
): Node | undefined | null {
  if (!type.isIntersection()) return null;
  const { reading } = conversion;
  if (isContradiction(type, reading)) {
    return conversion.of(reading.checker.getNeverType(), place, slot);
  }
  const primitive = type.types.find((part) => !isObject(part));
  if (primitive !== undefined) return conversion.of(primitive, place, slot);
  const parts = type.types.filter((part) => !isBrand(part));
  if (parts.length === 1) return conversion.of(parts[0], place, slot);
  if (parts.every((part) => isPlain(part, conversion))) return null;
  return conversion.refuse(
    place,
    `${written(type, conversion)} has no form in JSON; write one of its parts`,
  );
}

/** Whether a type is an intersection that nothing fits, since its parts have different literals. */
export function isContradiction(type: ts.Type, { checker }: Reading): boolean {
  return type.isIntersection() && checker.isTypeAssignableTo(type, checker.getNeverType());
}

/** The part that an intersection of unions comes to, where it has no member that another part has not. */
export function narrowestOf(parts: readonly ts.Type[]): ts.Type | undefined {
  const membersOf = (type: ts.Type) => type.isUnion() ? type.types : [type];
  const sets = parts.map((part) => new Set(membersOf(part)));
  return parts.find((_, i) => sets.every((set) => sets[i].isSubsetOf(set)));
}

function isObject({ flags }: ts.Type): boolean {
  return (flags & (ts.TypeFlags.Object | ts.TypeFlags.NonPrimitive)) !== 0;
}

/** Whether a type only tells others apart, and is there at compile time only. */
function isBrand(type: ts.Type): boolean {
  const names = type.getProperties();
  return names.length === 1 && (isSymbolKey(names[0]) || BRANDS.test(names[0].name));
}

function isPlain(type: ts.Type, { reading }: Conversion): boolean {
  return !reading.checker.isArrayLikeType(type) && !isFunction(type, reading) &&
    !isPlatformClass(type.getSymbol(), reading);
}
