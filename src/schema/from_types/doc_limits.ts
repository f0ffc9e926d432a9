import { FORMATS } from "../check/formats.ts";
import { isRecord } from "../json_schema.ts";
import type { Node } from "../libraries/subschemas.ts";
import { didYouMean } from "../nearest.ts";
import { patternOf, portablePattern } from "../pattern.ts";
import { TYPE_MARK } from "./signature.ts";

/** What a tag limits. */
type Kind = "numbers" | "text" | "lists";

interface Limit {
  readonly kind: Kind;
  /** Reads the text after the tag; `undefined` for what is no such value. */
  readonly read: (text: string) => unknown;
  /** What the text has to be, with an example. */
  readonly takes: string;
}

const NUMBER: Omit<Limit, "takes"> = {
  kind: "numbers",
  read: (text) => /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined,
};
const count = (text: string) => /^\d{1,15}$/.test(text) ? Number(text) : undefined;
const flag = (text: string) => text === "" || text === "true" ? true : undefined;

/** Formats of JSON Schema that are hints here, and not checked. */
const HINTS = [
  "idn-email",
  "idn-hostname",
  "iri",
  "iri-reference",
  "json-pointer",
  "regex",
  "relative-json-pointer",
  "uri-reference",
  "uri-template",
];
const KNOWN_FORMATS: ReadonlySet<string> = new Set([...Object.keys(FORMATS), ...HINTS]);

const LIMITS: Readonly<Record<string, Limit>> = {
  minimum: { ...NUMBER, takes: "a number, as in @minimum 0" },
  maximum: { ...NUMBER, takes: "a number, as in @maximum 100" },
  exclusiveMinimum: { ...NUMBER, takes: "a number, as in @exclusiveMinimum 0" },
  exclusiveMaximum: { ...NUMBER, takes: "a number, as in @exclusiveMaximum 1" },
  multipleOf: {
    kind: "numbers",
    read: (text) => (NUMBER.read(text) as number) > 0 ? NUMBER.read(text) : undefined,
    takes: "a number above 0, as in @multipleOf 5",
  },
  integer: { kind: "numbers", read: flag, takes: "nothing after it" },
  minLength: { kind: "text", read: count, takes: "a whole number, as in @minLength 1" },
  maxLength: { kind: "text", read: count, takes: "a whole number, as in @maxLength 100" },
  pattern: {
    kind: "text",
    read: pattern,
    takes: "a regular expression without slashes or quotes, as in @pattern ^[a-z]+$",
  },
  format: {
    kind: "text",
    read: (text) => KNOWN_FORMATS.has(text) ? text : undefined,
    takes: "a format of JSON Schema, as in @format email",
  },
  minItems: { kind: "lists", read: count, takes: "a whole number, as in @minItems 1" },
  maxItems: { kind: "lists", read: count, takes: "a whole number, as in @maxItems 10" },
  uniqueItems: { kind: "lists", read: flag, takes: "nothing after it" },
};

/** Pairs of limits, a lower and an upper one, and whether they may be equal. */
const PAIRS: ReadonlyArray<readonly [low: string, high: string, equal: boolean]> = [
  ["minimum", "maximum", true],
  ["minimum", "exclusiveMaximum", false],
  ["exclusiveMinimum", "maximum", false],
  ["exclusiveMinimum", "exclusiveMaximum", false],
  ["minLength", "maxLength", true],
  ["minItems", "maxItems", true],
];

/**
 * Puts the limit of a tag on the part of a schema that it is for: the branch of a union, or else the
 * items of a list.
 *
 * @param schema Schema of the value
 * @param name Name of the tag
 * @param text What is written after it
 * @param what What messages call the value
 * @returns the schema with it, or what is wrong
 */
export function limited(
  schema: Node,
  name: string,
  text: string,
  what: string,
): { readonly schema: Node } | { readonly problem: string } {
  const { kind, read, takes } = LIMITS[name];
  const value = read(text);
  if (value === undefined) {
    const near = name === "format" ? didYouMean(text, KNOWN_FORMATS) : "";
    const got = text === "" ? "" : `, got ${JSON.stringify(text)}`;
    return { problem: `@${name} takes ${takes}${near === "" ? got : near}` };
  }
  let problem: string | undefined;
  const placed = changed(schema, kind, (part) => {
    const next = { ...part, [name]: value };
    if (name === "integer") {
      const { integer: _, ...rest } = next;
      return { ...rest, type: "integer" };
    }
    const own = part[name];
    problem ??= own === undefined || own === value
      ? clash(next, name, what)
      : `@${name}: the type of ${what} has a ${name} of its own`;
    return next;
  });
  if (placed === undefined) problem = `@${name} is for ${kind}, and ${what} is ${kindOf(schema)}`;
  return problem === undefined ? { schema: placed! } : { problem };
}

/** Quotes around a pattern, or slashes as JavaScript has them, which would be a part of it. */
const ENCLOSED = /^(?:(["']).*\1|\/.+\/[dgimsuvy]*)$/;

function pattern(written: string): string | undefined {
  const text = written.replace(/^`([^`]+)`$/, "$1");
  if (text === "" || ENCLOSED.test(text)) return undefined;
  try {
    patternOf(text);
  } catch {
    return undefined;
  }
  return portablePattern(text);
}

/** Changes the parts of a schema that are of a kind; `undefined` if there is none. */
function changed(node: Node, kind: Kind, change: (part: Node) => Node): Node | undefined {
  const mark = node[TYPE_MARK];
  if (mark !== undefined && mark !== "Set") return undefined;
  if (isOfKind(node, kind)) return change(node);
  if (Array.isArray(node.anyOf)) {
    const branches = node.anyOf.map((branch) => changed(branch, kind, change));
    return branches.every((branch) => branch === undefined)
      ? undefined
      : { ...node, anyOf: branches.map((branch, i) => branch ?? (node.anyOf as Node[])[i]) };
  }
  if (node.type !== "array" || !isRecord(node.items)) return undefined;
  const items = changed(node.items, kind, change);
  return items && { ...node, items };
}

function isOfKind({ type, prefixItems }: Node, kind: Kind): boolean {
  if (kind === "numbers") return type === "number" || type === "integer";
  return kind === "text" ? type === "string" : type === "array" && prefixItems === undefined;
}

function clash(part: Node, name: string, what: string): string | undefined {
  for (const [low, high, equal] of PAIRS) {
    if (low !== name && high !== name) continue;
    const [least, most] = [part[low], part[high]];
    if (typeof least !== "number" || typeof most !== "number") continue;
    if (least < most || (equal && least === most)) continue;
    return `@${low} ${least} and @${high} ${most} leave no value for ${what}`;
  }
  return undefined;
}

/** What messages call the values of a schema. */
export function kindOf(node: Node): string {
  const mark = node[TYPE_MARK];
  if (typeof mark === "string") return `${/^[AEIO]/.test(mark) ? "an" : "a"} ${mark}`;
  if (Array.isArray(node.anyOf)) return [...new Set(node.anyOf.map(kindOf))].join(" or ");
  switch (node.type) {
    case "string":
      return "text";
    case "number":
    case "integer":
      return "a number";
    case "boolean":
      return "true or false";
    case "array":
      return node.prefixItems === undefined ? "a list" : "a tuple";
    case "object":
      return "an object";
    case "null":
      return "null";
    default:
      return node.$ref === undefined ? "of any type" : "a type of its own";
  }
}
