import { ABSENT, REFUSED, type Side, WANTED } from "./marks.ts";
import { loadConverter } from "./converters.ts";
import { needsFlags } from "./patterns.ts";
import type { Node } from "./subschemas.ts";
import { showsItself, standardJson, told, type Vendor } from "./vendor.ts";

/** What the converter tells about a schema or an action of a pipe. */
interface Visit {
  readonly jsonSchema: Node;
  /** What the converter has no words for. */
  readonly errors?: readonly string[];
  readonly valibotSchema: { readonly type: string };
  readonly valibotAction: {
    readonly kind: string;
    readonly type: string;
    readonly requirement?: unknown;
  };
}

interface Converter {
  readonly toJsonSchema: (schema: unknown, options: object) => Node;
}

const CONVERTER = "@valibot/to-json-schema";

/** Valibot 1, whose converter is a package of its own. */
export const valibot: Vendor = {
  name: "Valibot",
  madeUp: /^\d+$/,
  closesAlone: true,
  made: (schema) => {
    const props = (schema as { "~standard"?: { vendor?: unknown } })["~standard"];
    return props?.vendor === "valibot";
  },
  convert: (schema, side) => {
    const options = { overrideSchema, overrideAction: actionOn(side) };
    if (showsItself(schema, "valibot")) return standardJson(schema, side, "Valibot", options);
    const converter = loadConverter<Converter>(CONVERTER);
    if (converter === undefined) {
      throw new TypeError(
        `Valibot schemas are shown as JSON Schema by ${CONVERTER}, which is not installed; run ` +
          `deno add npm:${CONVERTER}, or give its toStandardJsonSchema(schema)`,
      );
    }
    const target = "draft-2020-12";
    return told(
      "Valibot",
      () => converter.toJsonSchema(schema, { typeMode: side, target, ...options }),
    );
  },
};

function overrideSchema({ valibotSchema: { type }, jsonSchema, errors }: Visit): Node | undefined {
  switch (type) {
    case "date":
    case "bigint":
      return { ...jsonSchema, [WANTED]: type };
    case "undefined":
    case "void":
      return { ...jsonSchema, [ABSENT]: true };
    case "loose_object":
      return { ...jsonSchema, additionalProperties: true };
    // The converter shows the keys, and warns of them.
    case "record":
      return jsonSchema;
    case "literal":
    case "enum":
    case "picklist":
      return errors &&
        { ...jsonSchema, [REFUSED]: `${type} of values that are not text or numbers` };
    default:
      return errors && { ...jsonSchema, [REFUSED]: type };
  }
}

/** Transformations that give back the type that they were given. */
const SAME_TYPE =
  /^(trim|trim_start|trim_end|to_lower_case|to_upper_case|normalize|to_min_value|to_max_value|filter_items|sort_items|brand|flavor|readonly)$/;

function actionOn(side: Side): (visit: Visit) => Node | undefined {
  return ({ valibotAction: { kind, type, requirement }, jsonSchema, errors }) => {
    if (errors === undefined) return undefined;
    const { source, flags } = Object(requirement) as Partial<RegExp>;
    if (source !== undefined) return withPattern(jsonSchema, source, needsFlags(flags));
    const transforms = side === "output" && kind === "transformation" && !SAME_TYPE.test(type);
    // Checks by a function are not shown; the library makes them when a value comes.
    return transforms ? { ...jsonSchema, [REFUSED]: "transform" } : jsonSchema;
  };
}

/** What a pattern adds that the converter has taken alone, or not at all. */
function withPattern(json: Node, source: string, flagged: boolean): Node {
  const { pattern, allOf, ...rest } = json;
  if (pattern === source) return flagged ? { ...rest, ...(allOf ? { allOf } : {}) } : json;
  return flagged ? json : { ...json, allOf: [...[allOf ?? []].flat(), { pattern: source }] };
}
