import { marksOf, withoutCode } from "./from_zod.ts";
import type { Side } from "./marks.ts";
import type { Node } from "./subschemas.ts";
import { told, type Vendor } from "./vendor.ts";
import { numberLimits, sizeLimits, textLimits, type ZodCheck } from "./zod_checks.ts";
import { located, type ZodParts } from "./zod_parts.ts";

/** The inside of a zod 4 schema; the same in zod and in zod/mini. */
interface Definition {
  readonly type: string;
  readonly catchall?: ZodCore;
  readonly catchValue?: (context: unknown) => unknown;
  readonly defaultValue?: unknown;
  readonly discriminator?: string;
  readonly element?: ZodCore;
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly getter?: () => ZodCore;
  readonly in?: ZodCore;
  readonly inclusive?: boolean;
  readonly innerType?: ZodCore;
  readonly items?: readonly ZodCore[];
  readonly keyType?: ZodCore;
  readonly left?: ZodCore;
  readonly mode?: string;
  readonly options?: readonly ZodCore[];
  readonly out?: ZodCore;
  readonly partial?: boolean;
  readonly rest?: ZodCore | null;
  readonly right?: ZodCore;
  readonly shape?: Readonly<Record<string, ZodCore>>;
  readonly values?: readonly unknown[];
  readonly valueType?: ZodCore;
}

interface ZodCore extends ZodCheck {
  readonly _zod: ZodCheck["_zod"] & {
    readonly def: Definition;
    readonly optin?: string;
    readonly optout?: string;
    readonly pattern?: RegExp;
    readonly values?: ReadonlySet<unknown>;
  };
}

/** zod/mini, and zod 4 before 4.2: they carry no way to show themselves, so that their inside is read. */
export const zodCore: Vendor = {
  name: "zod",
  madeUp: /^__schema\d+$/,
  made: (schema) => "_zod" in schema,
  convert: (schema, side) =>
    located(
      schema as unknown as ZodParts,
      (part) => told("zod", () => new Conversion(side).document(part as ZodCore)),
    ),
};

/** What zod calls schemas that may refer to themselves, or are long. */
const PARTS = new Set(["array", "intersection", "lazy", "object", "record", "tuple", "union"]);

class Conversion {
  readonly #side: Side;
  readonly #names = new Map<ZodCore, string>();
  readonly #parts: Record<string, Node> = {};

  constructor(side: Side) {
    this.#side = side;
  }

  document(schema: ZodCore): Node {
    const root = this.#node(schema);
    return { ...root, $defs: this.#parts };
  }

  /** Shows a schema; longer ones become parts that are referred to. */
  #node(schema: ZodCore): Node {
    const { def } = schema._zod;
    if (!PARTS.has(def.type)) return this.#described(schema);
    const known = this.#names.get(schema);
    if (known !== undefined) return { $ref: pointer(known) };
    const { id } = metadata(schema);
    const name = typeof id === "string" ? id : `__schema${this.#names.size}`;
    this.#names.set(schema, name);
    this.#parts[name] = this.#described(schema);
    return { $ref: pointer(name) };
  }

  #described(schema: ZodCore): Node {
    const { id: _, ...told } = metadata(schema);
    const json: Node = { ...this.#shown(schema), ...told };
    return { ...json, ...marksOf(schema._zod.def, json) };
  }

  #shown(schema: ZodCore): Node {
    const { def } = schema._zod;
    switch (def.type) {
      case "string":
        return { type: "string", ...textLimits(schema) };
      case "number":
        return numberLimits(schema);
      case "boolean":
      case "null":
        return { type: def.type };
      case "success":
        return { type: "boolean" };
      case "never":
        return { not: {} };
      case "enum":
        return { enum: enumValues(def.entries!) };
      case "literal":
        return {
          enum: def.values!.filter((value) =>
            !["undefined", "bigint", "symbol"].includes(typeof value)
          ),
        };
      case "template_literal":
        return { type: "string", pattern: schema._zod.pattern!.source };
      case "array":
        return {
          type: "array",
          items: this.#node(def.element!),
          ...sizeLimits(schema, "Items"),
        };
      case "tuple":
        return this.#tuple(schema);
      case "object":
        return this.#object(def);
      case "record":
        return this.#record(def);
      case "union":
        return this.#union(def);
      case "intersection":
        return { allOf: [this.#node(def.left!), this.#node(def.right!)] };
      case "nullable":
        return { anyOf: [this.#node(def.innerType!), { type: "null" }] };
      case "default":
        return { ...this.#node(def.innerType!), default: def.defaultValue };
      case "prefault":
        return {
          ...this.#node(def.innerType!),
          ...(this.#side === "input" ? { default: def.defaultValue } : {}),
        };
      case "catch":
        return { ...this.#node(def.innerType!), ...caught(def) };
      case "pipe":
        return this.#node(this.#side === "output" || isTransform(def.in!) ? def.out! : def.in!);
      case "lazy":
        return this.#node(def.getter!());
      case "nonoptional":
      case "optional":
      case "promise":
      case "readonly":
        return this.#node(def.innerType!);
      default:
        // Anything, or what is marked.
        return {};
    }
  }

  #object({ shape, catchall }: Definition): Node {
    const names = Object.keys(shape!);
    const extra = catchall === undefined
      ? this.#side === "output" ? { additionalProperties: false } : {}
      : { additionalProperties: this.#node(catchall) };
    return {
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, this.#node(shape![name])])),
      required: names.filter((name) => this.#isRequired(shape![name])),
      ...extra,
    };
  }

  #record({ keyType, valueType, mode, partial }: Definition): Node {
    const value = this.#node(valueType!);
    const { pattern } = textLimits(keyType!);
    if (mode === "loose" && pattern !== undefined) {
      return { type: "object", patternProperties: { [String(pattern)]: value } };
    }
    const listed = [...keyType!._zod.values ?? []].filter((value) => value !== undefined);
    const all = !partial && this.#isRequired(valueType!);
    return {
      type: "object",
      propertyNames: keyNames(this.#node(keyType!)),
      additionalProperties: value,
      ...(all ? { required: listed.map(String) } : {}),
    };
  }

  #tuple(schema: ZodCore): Node {
    const { items, rest } = schema._zod.def;
    const last = items!.findLastIndex((item) => this.#isRequired(item));
    return {
      type: "array",
      prefixItems: items!.map((item) => this.#node(item)),
      items: rest ? this.#node(rest) : { not: {} },
      ...(last < 0 ? {} : { minItems: last + 1 }),
      ...sizeLimits(schema, "Items"),
    };
  }

  #union({ options, inclusive, discriminator }: Definition): Node {
    const only = inclusive === false || discriminator !== undefined;
    return { [only ? "oneOf" : "anyOf"]: options!.map((option) => this.#node(option)) };
  }

  /** Whether a property must be there; what zod would only catch or transform must. */
  #isRequired(schema: ZodCore): boolean {
    const { def, optin, optout } = schema._zod;
    if (this.#side === "output") return optout === undefined;
    if (def.type === "pipe" && isTransform(def.in!)) return this.#isRequired(def.out!);
    if (def.type === "catch") return this.#isRequired(def.innerType!);
    return optin === undefined;
  }
}

function pointer(name: string): string {
  return `#/$defs/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}`;
}

function isTransform(schema: ZodCore): boolean {
  return schema._zod.def.type === "transform";
}

/** What an author has registered about a schema, by `describe`, `meta` or `register`. */
function metadata(schema: ZodCore): Node {
  const { __zod_globalRegistry: registry } = globalThis as {
    __zod_globalRegistry?: { readonly get: (schema: ZodCore) => Node | undefined };
  };
  const { meta } = schema as { meta?: () => Node | undefined };
  const told = registry?.get(schema) ?? (typeof meta === "function" ? meta.call(schema) : {});
  return withoutCode(told ?? {});
}

/** The values of an enum; one of TypeScript's with numbers has its names as values, too. */
function enumValues(entries: Readonly<Record<string, unknown>>): unknown[] {
  const numbers = Object.values(entries).filter((value) => typeof value === "number");
  return Object.entries(entries).filter(([key]) => !numbers.includes(Number(key))).map((
    [, value],
  ) => value);
}

/** Keys of objects are texts, those of a record of numbers as well. */
function keyNames(names: Node): Node {
  if (names.type !== "number" && names.type !== "integer") return names;
  const digits = names.type === "integer" ? "^-?\\d+$" : "^-?\\d+(?:\\.\\d+)?$";
  return { type: "string", pattern: digits };
}

function caught({ catchValue }: Definition): Node {
  try {
    return { default: catchValue!(undefined) };
  } catch {
    // What is caught may depend on what came.
    return {};
  }
}
