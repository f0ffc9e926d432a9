import { annotationsOf } from "./annotations.ts";
import { isRecord } from "../json_schema.ts";
import { ABSENT, REFUSED, type Side, WANTED } from "./marks.ts";
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

function read(node: Node, side: Side): Node {
  // Arguments are checked by JSON Schema, so what TypeBox would do by functions is not done.
  if (TRANSFORM in node || "~codec" in node) return { [REFUSED]: "a transform" };
  if ("~refine" in node) return { [REFUSED]: "a refinement" };
  const { type } = node;
  if (type === "object" && side === "input") return withOptionalDefaults(node);
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

/** What has a default may be left out, since it is filled in; TypeBox says so by `Optional` only. */
function withOptionalDefaults(node: Node): Node {
  const { properties, required } = node;
  if (!isRecord(properties) || !Array.isArray(required)) return node;
  const isDefaulted = (name: string) => isRecord(properties[name]) && "default" in properties[name];
  return { ...node, required: required.filter((name) => !isDefaulted(name)) };
}
