import { saysSomething } from "./annotations.ts";
import { ABSENT, REFUSED, WANTED, wireInteger } from "./marks.ts";
import { needsFlags } from "./patterns.ts";
import type { Node } from "./subschemas.ts";
import { showsItself, standardJson, type Vendor } from "./vendor.ts";
import { checksOf, type ZodCheck } from "./zod_checks.ts";

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
    standardJson(schema, side, "zod", { unrepresentable: "any", override }),
};

/** Marks what zod leaves empty. zod calls it for every schema, wrappers after what they wrap. */
function override({ zodSchema, jsonSchema }: { zodSchema: ZodType; jsonSchema: Node }): void {
  Object.assign(jsonSchema, marksOf(zodSchema._zod.def, jsonSchema));
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
      return def.values?.some((value) => typeof value === "bigint")
        ? { [REFUSED]: "bigint literal" }
        : {};
    case "object":
      return Object.getOwnPropertySymbols(def.shape ?? {}).length > 0
        ? { [REFUSED]: "symbol key" }
        : {};
    case "default":
    case "prefault":
      return typeof def.defaultValue === "bigint" ? { default: wireInteger(def.defaultValue) } : {};
    default:
      return {};
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
