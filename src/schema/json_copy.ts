/** How a value is copied. */
export interface CopyRules {
  /** Makes the error for what JSON does not have, and for where it is: its keys, outermost first. */
  readonly refuse: (what: string, keys: readonly string[]) => Error;
  /** Turns a value into what stands for it in JSON; without it, nothing is turned. */
  readonly read?: (value: unknown) => unknown;
  /** What else has no form in JSON, and what it is. */
  readonly words?: (value: unknown) => string | undefined;
}

/** How deep a value may be. */
const DEEPEST = 512;

/**
 * Copies a value that is to be sent as JSON, so that writing it later can neither fail nor lose
 * anything. A property that is `undefined` stays so.
 *
 * @throws {Error} that the rules make for the first thing that JSON does not have
 */
export function jsonCopy(value: unknown, rules: CopyRules): unknown {
  const { refuse, read = (value) => value, words } = rules;
  const open = new Set<unknown>();
  const copy = (given: unknown, keys: readonly string[]): unknown => {
    const value = read(given);
    const what = open.has(value) ? "an object inside itself" : words?.(value) ?? foreign(value);
    if (what !== undefined) throw refuse(what, keys);
    if (typeof value !== "object" || value === null) return value;
    if (keys.length > DEEPEST) throw refuse(`more than ${DEEPEST} levels`, keys);
    open.add(value);
    const made = Array.isArray(value)
      ? Array.from(value, (item, i) => copy(item, [...keys, String(i)]))
      // By entries, since a property may be called __proto__.
      : Object.fromEntries(
        Object.entries(value).map(([key, item]) => [
          key,
          item === undefined ? undefined : copy(item, [...keys, key]),
        ]),
      );
    open.delete(value);
    return made;
  };
  return copy(value, []);
}

/** What a value is, if it is none of JSON's. */
function foreign(value: unknown): string | undefined {
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) ? undefined : String(value);
    case "object":
      return value === null || Array.isArray(value) ? undefined : foreignObject(value);
    case "boolean":
    case "string":
      return undefined;
    case "undefined":
      return "undefined";
    default:
      return `a ${typeof value}`;
  }
}

/** A noun with its article, by its first letter. */
export function withArticle(noun: string): string {
  return `${/^[aeio]/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** Objects that are more than their properties, or write themselves in a way of their own. */
function foreignObject(value: object): string | undefined {
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  const plain = kind === "Object" || kind === "Module";
  if (plain && typeof (value as { toJSON?: unknown }).toJSON !== "function") return undefined;
  if (value instanceof Date && Number.isNaN(value.getTime())) return "an invalid Date";
  return withArticle(plain ? value.constructor.name : kind);
}
