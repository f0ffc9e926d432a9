import { saysSomething } from "./annotations.ts";
import { jsonCopy } from "../json_copy.ts";
import { ABSENT, REFUSED, WANTED } from "./marks.ts";
import { needsFlags } from "./patterns.ts";
import type { Node } from "./subschemas.ts";
import { showsItself, standardJson, type Vendor } from "./vendor.ts";
import { wireValues } from "./wire_values.ts";
import { checksOf, type ZodCheck } from "./zod_checks.ts";
import { located, type ZodParts } from "./zod_parts.ts";

/** What is read of the inside of a zod 4 schema. */
interface Definition {
  readonly type: string;
  readonly defaultValue?: unknown;
  readonly shape?: object;
  readonly values?: readonly unknown[];
}

interface ZodType extends ZodCheck {
  readonly _zod: ZodCheck["_zod"] & { readonly def: Definition };
}

/** zod 4.2 or later. */
export const zod: Vendor = {
  name: "zod",
  madeUp: /^__schema\d+$/,
  made: (schema) => "_zod" in schema && showsItself(schema, "zod"),
  convert: (schema, side) =>
    located(
      schema as unknown as ZodParts,
      (part) =>
        showsItself(part, "zod")
          ? standardJson(part, side, "zod", { unrepresentable: "any", override })
          : {},
    ),
};

/** Marks what zod leaves empty. zod calls it for every schema, wrappers after what they wrap. */
function override({ zodSchema, jsonSchema }: { zodSchema: ZodType; jsonSchema: Node }): void {
  Object.assign(jsonSchema, marksOf(zodSchema._zod.def, jsonSchema));
  withValues(zodSchema._zod.def, jsonSchema);
  // zod would make one object of these, and forget whether it takes other keys; it knows the list.
  if (Array.isArray(jsonSchema.allOf)) jsonSchema.allOf = [...jsonSchema.allOf];
  // `readonly()` is about the type in the program; a host would leave such an argument out.
  if (zodSchema._zod.def.type === "readonly") delete jsonSchema.readOnly;
  withoutFlagged(zodSchema, jsonSchema);
}

/** The marks for a zod schema that JSON Schema has no words for, unless its author has. */
export function marksOf(def: Definition, json: Node): Node {
  switch (def.type) {
    case "date":
    case "bigint":
      return { [WANTED]: def.type };
    case "undefined":
    case "void":
      return { [ABSENT]: true };
    case "file":
      return { [REFUSED]: "file" };
    case "custom":
    case "function":
    case "map":
    case "nan":
    case "set":
    case "symbol":
    case "transform":
      return saysSomething(json) ? {} : { [REFUSED]: def.type };
    case "literal":
      return literalMarks(def.values ?? []);
    case "object":
      return Object.getOwnPropertySymbols(def.shape ?? {}).length > 0
        ? { [REFUSED]: "symbol key" }
        : {};
    default:
      return {};
  }
}

function literalMarks(values: readonly unknown[]): Node {
  const kinds = new Set(values.map((value) => typeof value));
  for (const kind of ["bigint", "symbol"] as const) {
    if (kinds.has(kind)) return { [REFUSED]: `${kind} literal` };
  }
  return kinds.size === 1 && kinds.has("undefined") ? { [ABSENT]: true } : {};
}

/** Writes values as they are sent, before zod copies them through JSON and loses what JSON has not. */
function withValues(def: Definition, json: Node): void {
  if (def.type === "default" || def.type === "prefault") {
    const value = def.defaultValue;
    if (("default" in json || typeof value === "bigint") && !isJson(value)) json.default = value;
  }
  let values: Node;
  try {
    values = wireValues(withoutCode(json), (what, [key]) => new TypeError(`${what} in ${key}`));
  } catch (error) {
    values = { [REFUSED]: (error as Error).message };
  }
  for (const key of Object.keys(json)) if (!(key in values)) delete json[key];
  Object.assign(json, values);
}

/** What an author tells about a schema without what is for programs only, as zod has it. */
export function withoutCode(json: Node): Node {
  const told = Object.entries(json).filter(([key, value]) =>
    key === "default" || typeof value !== "function" && typeof value !== "symbol"
  );
  return Object.fromEntries(told);
}

function isJson(value: unknown): boolean {
  try {
    jsonCopy(value, { refuse: (what) => new TypeError(what) });
    return true;
  } catch {
    return false;
  }
}

/** Takes out patterns that mean something else without their flags, which JSON Schema does not have. */
function withoutFlagged(schema: ZodType, json: Node): void {
  const flagged = new Set(
    checksOf(schema).filter(({ pattern }) => needsFlags(pattern?.flags))
      .map(({ pattern }) => pattern!.source),
  );
  if (flagged.size === 0) return;
  if (flagged.has(String(json.pattern))) delete json.pattern;
  if (!Array.isArray(json.allOf)) return;
  json.allOf = json.allOf.filter(({ pattern }: Node) => !flagged.has(String(pattern)));
}
