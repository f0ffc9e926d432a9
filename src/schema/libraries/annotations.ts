import type { Node } from "./subschemas.ts";

/** Keywords that tell about a value without limiting it. */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  "$comment",
]);

/** Takes what a node tells about its values apart from what limits them. */
export function annotationsOf(node: Node): { readonly told: Node; readonly limits: Node } {
  const told: Node = {};
  const limits: Node = {};
  for (const key of Reflect.ownKeys(node)) {
    const to = typeof key === "string" && ANNOTATIONS.has(key) ? told : limits;
    to[key] = node[key];
  }
  return { told, limits };
}

/** Whether a node limits its values, rather than only to describe them. */
export function saysSomething(node: Node): boolean {
  return Object.keys(node).some((key) => !ANNOTATIONS.has(key) && !/^(~|x-|id$|\$id$)/.test(key));
}
