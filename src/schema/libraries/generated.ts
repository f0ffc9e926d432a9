import { closed } from "./closed.ts";
import { refusal, type Side } from "./marks.ts";
import { normalForm } from "./normal_form.ts";
import { inlined } from "./references.ts";
import type { JsonSchema, Schema } from "../standard_schema.ts";
import type { Node } from "./subschemas.ts";
import { vendorOf } from "./vendors.ts";
import { wireValues } from "./wire_values.ts";
import { assertJsonSchema } from "../well_formed.ts";

/**
 * Whether a schema's JSON Schema is made by us from a library's (zod, ArkType, Valibot, TypeBox, …)
 * rather than written by the author.
 */
export function isGenerated(schema: Schema): boolean {
  return vendorOf(schema) !== undefined;
}

/**
 * Makes the JSON Schema of a library's schema, the same for all libraries as far as they say the
 * same: no `$schema` and no `$id`, repeated parts written out, `$ref` only for recursion and only to
 * `#/$defs/Name`, keywords in one order.
 *
 * Where the library wants a value that JSON does not have, the node is marked with
 * {@linkcode WANTS}.
 *
 * @param side What goes in (defaulted properties are optional), or what comes out
 * @param close Whether objects that do not say if they take more properties are closed
 * @returns the schema, whose root is as the library says; a recursive root is in `$defs` as well
 * @throws {TypeError} for what cannot be shown, naming place, library, and what to do
 */
export function generatedSchema(schema: Schema, side: Side, close: boolean): JsonSchema {
  const vendor = vendorOf(schema);
  if (vendor === undefined) throw new TypeError("the schema is not from a library");
  const { root, parts } = inlined(vendor.convert(schema, side), {
    madeUp: vendor.madeUp,
    read: (node, path) =>
      wireValues(
        vendor.read?.(node, side) ?? node,
        (what, keys) => refusal([path, ...keys].filter(Boolean).join("."), vendor.name, what),
      ),
  });
  const form = {
    vendor: vendor.name,
    // What comes out of a library is told to be closed where it takes out other keys.
    closesAlone: side === "input" && vendor.closesAlone === true,
  };
  const $defs = [...parts].map(([name, part]) => [name, normalForm(part.schema, part.path, form)]);
  const json: Node = {
    ...withProperties(normalForm(root, "", form)),
    ...($defs.length === 0 ? {} : { $defs: Object.fromEntries($defs) }),
  };
  const listed = close ? closed(json) : json;
  assertJsonSchema(listed);
  return listed;
}

/** A root of which nothing is said but that it is an object has no properties. */
function withProperties(root: Node): Node {
  const { type, title, description, ...rest } = root;
  const told = { ...(title === undefined ? {} : { title }), description };
  if (description === undefined) delete told.description;
  return type === "object" && Object.keys(rest).length === 0
    ? { type, ...told, properties: {} }
    : root;
}
