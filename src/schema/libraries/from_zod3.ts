import { ABSENT, REFUSED, type Side, WANTED } from "./marks.ts";
import { loadConverter } from "./converters.ts";
import type { Node } from "./subschemas.ts";
import { told, type Vendor } from "./vendor.ts";

/** The parts of the inside of a zod 3 schema that are read here. */
interface Definition {
  readonly typeName: string;
  readonly effect?: Effect;
  readonly innerType?: { readonly _def: Definition };
  readonly options?: unknown;
  readonly unknownKeys?: string;
  readonly catchall?: { readonly _def: Definition };
  readonly schema?: { readonly _def: Definition };
  readonly value?: unknown;
}

interface Effect {
  readonly type: string;
  readonly refinement?: (value: unknown, context: object) => unknown;
}

interface Converter {
  readonly zodToJsonSchema: (schema: unknown, options: object) => Node;
  readonly ignoreOverride: symbol;
}

const CONVERTER = "zod-to-json-schema";

/** zod 3, whose converter is a package of its own. */
export const zod3: Vendor = {
  name: "zod 3",
  made: (schema) => {
    const definition = (schema as { _def?: Partial<Definition> })._def;
    return typeof definition?.typeName === "string" && definition.typeName.startsWith("Zod");
  },
  convert: (schema, side) => {
    const converter = loadConverter<Converter>(CONVERTER);
    if (converter === undefined) {
      throw new TypeError(
        `zod 3 schemas are shown as JSON Schema by ${CONVERTER}, which is not installed; run ` +
          `deno add npm:${CONVERTER}, or make the schema with zod 4 (zod 3.25 has it as "zod/v4")`,
      );
    }
    const options = {
      applyRegexFlags: true,
      effectStrategy: "input",
      pipeStrategy: side,
      override: (definition: Definition) =>
        side === "output" && definition.effect?.type === "transform"
          ? { [REFUSED]: "transform" }
          : converter.ignoreOverride,
      postProcess: (json: Node | undefined, definition: Definition) =>
        corrected(json, definition, side),
    };
    return told("zod 3", () => converter.zodToJsonSchema(schema, options));
  },
};

const REFUSED_TYPES: Readonly<Record<string, string>> = {
  ZodFunction: "function",
  ZodMap: "map",
  ZodNaN: "nan",
  ZodSet: "set",
  ZodSymbol: "symbol",
};

/** Marks and corrects what the converter lists in a way of its own. */
function corrected(json: Node | undefined, definition: Definition, side: Side): Node | undefined {
  const { typeName } = definition;
  if (typeName in REFUSED_TYPES) return { [REFUSED]: REFUSED_TYPES[typeName] };
  if (typeName === "ZodUndefined" || typeName === "ZodVoid") return { [ABSENT]: true };
  if (json === undefined) return undefined;
  const { description } = json;
  const told = description === undefined ? {} : { description };
  switch (typeName) {
    case "ZodDate":
    case "ZodBigInt":
      return { ...told, [WANTED]: typeName.slice(3).toLowerCase() };
    case "ZodNullable":
      return definition.innerType!._def.typeName === "ZodBigInt"
        ? { ...told, anyOf: [{ [WANTED]: "bigint" }, { type: "null" }] }
        : json;
    case "ZodUnion":
      if (Array.isArray(json.type) && hasBigint(definition.options)) {
        return { ...told, [REFUSED]: "union with bigint" };
      }
      return Array.isArray(json.enum) && json.enum.some((value) => typeof value === "bigint")
        ? { ...told, [REFUSED]: "bigint literal" }
        : json;
    case "ZodLiteral":
      return { ...told, ...literal(definition.value, json) };
    case "ZodEffects":
      return isCustom(definition) ? { ...told, [REFUSED]: "custom" } : json;
    case "ZodObject": {
      if (definition.unknownKeys !== "strip") return json;
      if (definition.catchall!._def.typeName !== "ZodNever") return json;
      // What is stripped may come, and does not go out.
      const { additionalProperties: _, ...silent } = json;
      return side === "input" ? silent : { ...silent, additionalProperties: false };
    }
    default:
      return json;
  }
}

function literal(value: unknown, json: Node): Node {
  if (value === null) return { type: "null" };
  if (value === undefined) return { [ABSENT]: true };
  const kind = typeof value;
  return kind === "bigint" || kind === "symbol" ? { [REFUSED]: `${kind} literal` } : json;
}

/** Whether a schema is of `z.custom()` or `z.instanceof()`, whose failure zod 3 takes for the last. */
function isCustom({ effect, schema }: Definition): boolean {
  if (effect?.type !== "refinement" || schema?._def.typeName !== "ZodAny") return false;
  let custom = false;
  const addIssue = ({ code, fatal }: { code?: string; fatal?: boolean }) => {
    custom ||= code === "custom" && fatal === true;
  };
  try {
    const later = effect.refinement!(Symbol("nothing that JSON has"), { addIssue, path: [] });
    Promise.resolve(later).catch(() => {});
  } catch {
    // A check of the author's that is not for such values.
  }
  return custom;
}

function hasBigint(options: unknown): boolean {
  return Array.isArray(options) && options.some(({ _def }) => _def.typeName === "ZodBigInt");
}
