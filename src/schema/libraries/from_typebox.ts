import { annotationsOf } from "./annotations.ts";
import { ABSENT, REFUSED, WANTED } from "./marks.ts";
import { needsFlags } from "./patterns.ts";
import type { Node } from "./subschemas.ts";
import type { Vendor } from "./vendor.ts";

const KIND = Symbol.for("TypeBox.Kind");
const TRANSFORM = Symbol.for("TypeBox.Transform");
const JSON_TYPES = ["array", "boolean", "integer", "null", "number", "object", "string"];

/** TypeBox, from 0.34 and from 1 on; its schemas are JSON Schema with words of its own. */
export const typebox: Vendor = {
  name: "TypeBox",
  madeUp: /^T\d+$/,
  made: (schema) => KIND in schema || "~kind" in schema,
  convert: (schema) => schema as Node,
  read,
};

function read(node: Node): Node {
  // Arguments are checked by JSON Schema, so what TypeBox would do by functions is not done.
  if (TRANSFORM in node || "~codec" in node) return { [REFUSED]: "a transform" };
  if ("~refine" in node) return { [REFUSED]: "a refinement" };
  const { type } = node;
  if (typeof type !== "string" || JSON_TYPES.includes(type)) return node;
  const { told, limits } = annotationsOf(node);
  const limited = Object.keys(limits).some((key) => !/^(type$|[$~])/.test(key));
  switch (type) {
    case "Date":
    case "bigint":
      return limited
        ? { [REFUSED]: `${type} with limits` }
        : { ...told, [WANTED]: type.toLowerCase() };
    case "undefined":
    case "void":
      return { ...told, [ABSENT]: true };
    case "RegExp": {
      const { source: pattern, flags } = node;
      return needsFlags(String(flags ?? ""))
        ? { [REFUSED]: "RegExp with flags" }
        : { ...told, type: "string", pattern };
    }
    default:
      return { [REFUSED]: type };
  }
}
