import { withArticle } from "../json_copy.ts";
import { isFunction } from "./functions.ts";
import { isPlatformClass } from "./origins.ts";
import type { Reading } from "./reading.ts";
import { ts } from "./typescript.ts";

/** A part of a value that has no form in JSON. */
export interface Foreign {
  /** The way to it, such as `limits[].until`; empty for the value itself. */
  readonly path: string;
  /** What it is, such as `a function`. */
  readonly what: string;
  /** Where it is declared. */
  readonly declaration: ts.Node | undefined;
}

/** How deep a value is looked into. */
const DEEPEST = 60;

/** The first part of the values of a type that has no form in JSON; of `any` nothing is known. */
export function foreignPart(type: ts.Type, reading: Reading): Foreign | undefined {
  const seen = new Set<ts.Type>();
  const visit = ({ type, path, declaration }: Part, depth: number): Foreign | undefined => {
    if (seen.has(type) || depth > DEEPEST) return undefined;
    seen.add(type);
    const what = foreign(type, reading);
    if (what !== undefined) return { path, what, declaration };
    for (const part of partsOf(type, path, reading)) {
      const found = visit({ declaration, ...part }, depth + 1);
      if (found !== undefined) return found;
    }
  };
  return visit({ type, path: "" }, 0);
}

interface Part {
  readonly type: ts.Type;
  readonly path: string;
  readonly declaration?: ts.Node | undefined;
}

function partsOf(type: ts.Type, path: string, { checker }: Reading): Part[] {
  if (type.isUnion()) return type.types.map((type) => ({ type, path }));
  if ((type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0) return [];
  const isTuple = checker.isTupleType(type);
  if (isTuple || checker.isArrayType(type)) {
    return checker.getTypeArguments(type as ts.TypeReference)
      .map((type, i) => ({ type, path: `${path}[${isTuple ? i : ""}]` }));
  }
  const below = (name: string) => path === "" ? name : `${path}.${name}`;
  const members = checker.getPropertiesOfType(type).map((member) => ({
    // A member that is undefined is left out.
    type: checker.getNonNullableType(checker.getTypeOfSymbol(member)),
    path: below(member.name),
    ...(member.valueDeclaration && { declaration: member.valueDeclaration }),
  }));
  const others = checker.getIndexInfosOfType(type).map(({ type }) => ({ type, path: below("*") }));
  return [...members, ...others];
}

/** What the values of a type are, if JSON has none of them. */
function foreign(type: ts.Type, reading: Reading): string | undefined {
  const { BigIntLike, ESSymbolLike, Undefined, Void } = ts.TypeFlags;
  if (type.flags & BigIntLike) return "a bigint";
  if (type.flags & ESSymbolLike) return "a symbol";
  if (type.flags & (Undefined | Void)) return "undefined";
  if (isFunction(type, reading)) {
    return type.getConstructSignatures().length > 0 ? "a class" : "a function";
  }
  const symbol = type.getSymbol();
  if (symbol === undefined || reading.checker.isArrayType(type)) return undefined;
  const isInstance = (symbol.flags & ts.SymbolFlags.Class) !== 0 ||
    isPlatformClass(symbol, reading);
  return isInstance && !reading.checker.isTupleType(type) ? withArticle(symbol.name) : undefined;
}
