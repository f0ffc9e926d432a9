import { saysSomething } from "./annotations.ts";
import { FORMS } from "../marked_types.ts";
import type { Node } from "./subschemas.ts";
import { type Wanted, WANTS } from "../wanted.ts";

/** The side of a schema: what goes in, or what comes out. */
export type Side = "input" | "output";

// Libraries copy what is written into their JSON Schema through JSON, so symbols would be lost.

/** Written by a converter where the handler expects a value that JSON does not have. */
export const WANTED = "~wants";

/** Written by a converter where something cannot be shown; its value says what it is. */
export const REFUSED = "~refused";

/** Written by a converter where only `undefined` fits, which JSON says by leaving a property out. */
export const ABSENT = "~absent";

/** What the libraries' words for types stand for. */
const TYPES: Readonly<Record<string, Wanted>> = { bigint: "bigint", date: "Date" };

/** Turns a converter's mark into the form on the wire, unless the author has written one. */
export function markedNode({ [WANTED]: wanted, ...node }: Node): Node {
  if (wanted === undefined) return node;
  const type = TYPES[String(wanted)];
  return { ...(saysSomething(node) ? {} : FORMS[type]), ...node, [WANTS]: type };
}

/** An integer of any size as JSON takes it without loss: a text where a number would be rounded. */
export function wireInteger(value: bigint): number | string {
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

const ADVICE: Readonly<Record<string, string>> = {
  map: "use a record, or a list of pairs",
  set: "use a list",
  transform: "say what comes out of it: pipe it into a schema",
  undefined: "use null, or make the property optional",
};

/** The error for what JSON cannot carry, its place first. */
export function refusal(path: string, vendor: string, kind: string): TypeError {
  const place = path === "" ? "the root" : path;
  const advice = ADVICE[kind.toLowerCase()] ??
    "use what JSON can carry, or write plain JSON Schema";
  return new TypeError(`${place}: ${vendor} cannot show ${kind} as JSON Schema; ${advice}`);
}
