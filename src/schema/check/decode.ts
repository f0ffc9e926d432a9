import type { Checker } from "./check.ts";
import { isRecord, walkSchema } from "../json_schema.ts";
import { changed, partsBelow, shapes } from "./shapes.ts";
import { type Wanted, wantedBy } from "../wanted.ts";

/**
 * Makes the function that turns a fitting value of JSON into what the library behind the schema wants:
 * a `Date` of a date and time, a `bigint` of an integer.
 *
 * @returns the function, or `undefined` if the schema wants nothing of the kind
 */
export function decoder(self: Checker): ((value: unknown) => unknown) | undefined {
  let wants = false;
  walkSchema(self.root, (part) => wants ||= wantedBy(part) !== undefined);
  if (!wants) return undefined;
  const walk = (parts: readonly unknown[], value: unknown): unknown => {
    if (typeof value === "string" || typeof value === "number") {
      const wanted = parts.map((part) => wantedOf(part, value, self)).find((wanted) => wanted);
      if (wanted === "date" && typeof value === "string") return new Date(value);
      // An author may have listed a bigint as any text.
      return wanted === "bigint" && /^-?\d+$/.test(String(value)) ? BigInt(value) : value;
    }
    const all = shapes(parts, value, self, true);
    return changed(value, (item, key) => walk(partsBelow(all, value, key), item));
  };
  return (value) => walk([self.root], value);
}

/** What a part wants to be made of a value; where a union also takes it as it is, nothing. */
function wantedOf(part: unknown, value: unknown, self: Checker): Wanted | undefined {
  if (!isRecord(part)) return undefined;
  const own = wantedBy(part);
  if (own !== undefined) return own;
  for (const other of self.beside(part)) {
    const wanted = wantedOf(other, value, self);
    if (wanted !== undefined) return wanted;
  }
  for (const branches of [part.anyOf, part.oneOf]) {
    if (!Array.isArray(branches)) continue;
    const wanted = branches.filter((branch) => self.fits(value, branch))
      .map((branch) => wantedOf(branch, value, self));
    if (wanted.length > 0 && !wanted.includes(undefined)) return wanted[0];
  }
}
