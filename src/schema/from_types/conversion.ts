import type { Node } from "../libraries/subschemas.ts";
import type { Reading, Side } from "./reading.ts";
import type { Recursion } from "./recursion.ts";
import type { Sources } from "./source_order.ts";
import type { ts } from "./typescript.ts";

/** What a value is part of, which says what becomes of `undefined`: objects leave it out, lists do not. */
export type Slot = "member" | "item";

/** Where a type stands. */
export interface Place {
  /** Where problems are shown. */
  readonly at: ts.Node;
  /** What messages call it, such as `parameter "opts"`. */
  readonly what: string;
  /** The way from there, such as `items[].when`; empty at the start. */
  readonly path: string;
  /** How many schemas are around it. */
  readonly depth: number;
  /** Where the type is written, which tells the order of the members of unions. */
  readonly sources: Sources;
}

/** One conversion of types to JSON Schema. */
export interface Conversion {
  readonly side: Side;
  readonly reading: Reading;
  readonly recursion: Recursion;
  /** The schema of a type; `undefined` when it cannot be shown, and a problem was noted. */
  readonly of: (type: ts.Type, place: Place, slot: Slot) => Node | undefined;
  /** Notes why a type cannot be shown; once for a place, however often it is met. */
  readonly refuse: (place: Place, reason: string) => undefined;
  /** Has something checked when all parts are there that references lead to. */
  readonly later: (check: () => void) => void;
}

/** How many parts a type may have, repeated ones each time. */
export const MOST_PARTS = 5000;
/** How deep a type may be; the schema around it adds a few levels, and takes no more than 64. */
export const DEEPEST = 60;

/** The place of a part that has no name of its own: `[]`, `[0]` or `.*`. */
export function within(place: Place, step: string): Place {
  return { ...place, path: `${place.path}${step}`, depth: place.depth + 1 };
}

/** The place of a branch of a union. */
export function branchOf(place: Place): Place {
  return { ...place, depth: place.depth + 1 };
}

/** How long a type may be in a message. */
const LONGEST = 80;

/** A type as messages write it. */
export function written(type: ts.Type, { reading: { checker } }: Conversion): string {
  const symbol = type.getSymbol();
  const name = symbol === undefined ? "" : checker.getFullyQualifiedName(symbol);
  if (name.startsWith("Temporal.")) return name;
  const text = checker.typeToString(type).replaceAll("<ArrayBufferLike>", "");
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
