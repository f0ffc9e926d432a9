import type { Checker } from "./check.ts";
import { isRecord, walkSchema } from "../json_schema.ts";
import { changed, conjoined, partsBelow } from "./shapes.ts";

/**
 * Makes the function that fills in the defaults of properties that a fitting value leaves out, in a
 * copy. What would no longer fit is left as it was; branches of unions give no defaults.
 *
 * @returns the function, or `undefined` if the schema has no default
 */
export function filler(self: Checker): ((value: unknown) => unknown) | undefined {
  let any = false;
  walkSchema(self.root, (part) => any ||= part.default !== undefined);
  if (!any) return undefined;
  // A default that would be filled with itself is not.
  const walk = (
    parts: readonly unknown[],
    value: unknown,
    open: readonly unknown[] = [],
  ): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const all = conjoined(parts, self);
    const filled = changed(
      value,
      (item, key) => walk(partsBelow(all, value, key), item, open),
    );
    if (Array.isArray(value)) return filled;
    const missing: [string, unknown][] = [];
    for (const { properties } of all) {
      for (const [name, part] of Object.entries(isRecord(properties) ? properties : {})) {
        if (!isRecord(part) || part.default === undefined || open.includes(part)) continue;
        if (Object.hasOwn(value, name)) continue;
        const below = partsBelow(all, value, name);
        // A copy, since handlers may change what they get.
        const made = walk(below, structuredClone(part.default), [...open, part]);
        if (self.fits(made, part)) missing.push([name, made]);
      }
    }
    return missing.length === 0
      ? filled
      : Object.fromEntries([...Object.entries(filled as object), ...missing]);
  };
  return (value) => {
    const filled = walk([self.root], value);
    return filled === value || self.fits(filled) ? filled : value;
  };
}
