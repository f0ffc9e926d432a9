import type { MarkedType } from "./from_types/signature.ts";
import { MARKED_TYPES } from "./marked_types.ts";
import type { WireType } from "./wire_type.ts";

/** Marks a part of a schema that stands for a value which JSON has not. */
export const WANTS: unique symbol = Symbol("wants");

/** What a marked part wants. */
export type Wanted = MarkedType;

/** What a part of a schema wants, if it is marked. */
export function wantedBy(part: object): Wanted | undefined {
  return (part as { [WANTS]?: Wanted })[WANTS];
}

/** How values of the type that a part wants are written. */
export function wireTypeOf(part: object): WireType | undefined {
  const wanted = wantedBy(part);
  return wanted && MARKED_TYPES[wanted];
}
