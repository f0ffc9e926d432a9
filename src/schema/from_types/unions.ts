import { branchOf, type Conversion, type Place, type Slot } from "./conversion.ts";
import type { Node } from "../libraries/subschemas.ts";
import { checkForms } from "./json_forms.ts";
import { isFunction } from "./functions.ts";
import { isContradiction, narrowestOf } from "./intersections.ts";
import { inSourceOrder } from "./source_order.ts";
import { ts } from "./typescript.ts";
import { unionOf } from "./union_node.ts";

/** A type without what JSON leaves out. */
export interface Present {
  /** The types that are left. */
  readonly types: readonly ts.Type[];
  /** Whether there may be nothing. */
  readonly absent: boolean;
}

/** Takes apart what a type shows in JSON, and what JSON leaves out: `undefined`, and functions of results. */
export function present(type: ts.Type, conversion: Conversion): Present {
  const all = membersOf(type, conversion);
  const types = all.filter((member) => !isAbsent(member, conversion));
  return { types, absent: types.length < all.length };
}

/** The schema of a union, or of what may be absent. */
export function unionSchema(
  type: ts.Type,
  place: Place,
  slot: Slot,
  conversion: Conversion,
): Node | undefined {
  const narrowest = partOfAll(type);
  if (narrowest !== undefined) return conversion.of(narrowest, place, slot);
  const { types, absent } = present(type, conversion);
  const becomesNull = absent && slot === "item" && conversion.side === "output";
  if (types.length === 0) {
    if (membersOf(type, conversion).some((member) => isFunction(member, conversion.reading))) {
      return conversion.refuse(place, "a function is no data; leave it out");
    }
    return becomesNull
      ? { type: "null" }
      : conversion.refuse(place, "undefined is no data by itself; use null, or leave it out");
  }
  if (types.length === 1 && !becomesNull) return conversion.of(types[0], place, slot);
  const sorted = inSourceOrder(types, place.sources, conversion.reading);
  const below = branchOf(place);
  const branches = sorted.map((type) => ({ type, schema: conversion.of(type, below, slot) }));
  const shown = branches.filter((branch): branch is { type: ts.Type; schema: Node } =>
    branch.schema !== undefined
  );
  if (shown.length < branches.length) return undefined;
  if (conversion.side === "input") {
    conversion.later(() => checkForms(shown, place, conversion));
  }
  const schemas = shown.map(({ schema }) => schema);
  return unionOf(becomesNull ? [...schemas, { type: "null" }] : schemas);
}

/** What a union comes to that is an intersection of unions, one of which all others have in them. */
function partOfAll(type: ts.Type): ts.Type | undefined {
  const { origin } = type as { origin?: ts.Type };
  return origin?.isIntersection() ? narrowestOf(origin.types) : undefined;
}

/** The members of a union; one that a name of its own stands for stays together. */
function membersOf(type: ts.Type, conversion: Conversion): readonly ts.Type[] {
  if (!type.isUnion() || type.flags & ts.TypeFlags.Boolean) return [type];
  const { origin } = type as ts.UnionType & { origin?: ts.Type };
  if (type.aliasSymbol !== undefined || !origin?.isUnion()) {
    return type.types.filter((member) => !isContradiction(member, conversion.reading));
  }
  return origin.types.flatMap((each) => {
    const part = partOfAll(each) ?? each;
    const members = membersOf(part, conversion);
    const isWhole = part.aliasSymbol !== undefined &&
      !members.some((member) => isAbsent(member, conversion));
    return isWhole ? [part] : members;
  });
}

function isAbsent(type: ts.Type, { side, reading }: Conversion): boolean {
  const { TypeFlags } = ts;
  if (type.flags & (TypeFlags.Undefined | TypeFlags.Void)) return true;
  return side === "output" &&
    ((type.flags & TypeFlags.ESSymbolLike) !== 0 || isFunction(type, reading));
}
