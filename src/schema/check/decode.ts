import type { Checker } from "./check.ts";
import { holding } from "./holding.ts";
import { type Change, inside } from "./inside.ts";
import { changed, partsBelow, shapes } from "./shapes.ts";
import type { JsonSchema } from "../standard_schema.ts";
import { wireTypeOf } from "../wanted.ts";

type Decode = Change<void>;
type DecodeOf = (part: unknown) => Decode | undefined;

/**
 * Makes the function that turns a fitting value of JSON into what the marks of its schema want: a `Date`
 * of a date and time, a `Set` of a list.
 *
 * @returns the function, or `undefined` if the schema has no marks
 */
export function decoder(self: Checker): ((value: unknown) => unknown) | undefined {
  const holds = holding(self, () => true);
  const made = new Map<JsonSchema, Decode>();
  const decodeOf = (part: unknown): Decode | undefined => {
    if (!holds(part)) return undefined;
    if (!made.has(part)) {
      // A part may be inside itself, by reference.
      made.set(part, (value) => made.get(part)!(value));
      made.set(part, make(part, decodeOf, self));
    }
    return made.get(part);
  };
  const decode = decodeOf(self.root);
  return decode && ((value) => self.remembering(() => decode(value)));
}

function make(
  part: JsonSchema,
  decodeOf: DecodeOf,
  self: Checker,
): Decode {
  const steps = [
    inside(part, decodeOf),
    ...self.beside(part).map(decodeOf),
    union(part.anyOf, decodeOf, self),
    union(part.oneOf, decodeOf, self),
  ].filter((step) => step !== undefined);
  const type = wireTypeOf(part);
  return (value) => {
    const made = steps.map((step) => step(value))
      .reduce((one, other) => both(value, one, other), value);
    return type === undefined ? made : type.decode(made);
  };
}

/** What two parts that speak of one value make of it together. */
function both(value: unknown, one: unknown, other: unknown): unknown {
  if (one === value) return other;
  if (other === value || typeof value !== "object") return one;
  const at = (of: unknown, key: string) => (of as Record<string, unknown>)[key];
  return changed(one, (item, key) => both(at(value, key), item, at(other, key)));
}

function union(
  branches: unknown,
  decodeOf: DecodeOf,
  self: Checker,
): Decode | undefined {
  if (!Array.isArray(branches)) return undefined;
  const decodes = branches.map(decodeOf);
  if (decodes.every((decode) => decode === undefined)) return undefined;
  return (value) => {
    const made = (i: number) => decodes[i]?.(value) ?? value;
    const fitting = branches.keys().filter((i) => self.fits(value, branches[i]));
    if (typeof value !== "object" || value === null) {
      const all = [...fitting].map(made);
      // What a branch takes as it is stays so.
      return all.includes(value) ? value : all[0] ?? value;
    }
    const all: Branch[] = [];
    for (const i of fitting) {
      const speaks = speaksOf(branches[i], value, self);
      if (Object.keys(value).every(speaks)) return made(i);
      all.push({ speaks, made: made(i) as Branch["made"] });
    }
    // What the first does not speak of is made as another says.
    return all.length === 0 ? value : changed(
      all[0].made,
      (_, key) => (all.find(({ speaks }) => speaks(key)) ?? all[0]).made[key],
    );
  };
}

/** A branch of a union that an object fits, which may have more members than the branch speaks of. */
interface Branch {
  readonly speaks: (key: string) => boolean;
  readonly made: Readonly<Record<string, unknown>>;
}

function speaksOf(branch: unknown, value: object, self: Checker): Branch["speaks"] {
  if (Array.isArray(value)) return () => true;
  const all = shapes([branch], value, self);
  return (key) => partsBelow(all, value, key).length > 0;
}
