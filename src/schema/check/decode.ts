import type { Checker } from "./check.ts";
import { walkSchema } from "../json_schema.ts";
import { changed, partsAt, partsOf, shapes } from "./shapes.ts";
import { wantedBy } from "../wanted.ts";

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
    const all = shapes(parts, value, self, true);
    const wanted = all.map(wantedBy).find((wanted) => wanted !== undefined);
    if (wanted === "date" && typeof value === "string") return new Date(value);
    if (wanted === "bigint" && (typeof value === "string" || typeof value === "number")) {
      return BigInt(value);
    }
    return Array.isArray(value)
      ? changed(value, (item, i) => walk(all.flatMap((shape) => partsAt(shape, Number(i))), item))
      : changed(value, (item, key) => walk(all.flatMap((shape) => partsOf(shape, key)), item));
  };
  return (value) => walk([self.root], value);
}
