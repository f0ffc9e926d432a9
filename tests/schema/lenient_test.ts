import assert from "node:assert/strict";
import type { Schema } from "@x/mcp";
import { z } from "zod";
import { inputSchema } from "../../src/schema/component_schema.ts";

const object = (properties: Record<string, unknown>, more = {}) => ({
  type: "object",
  properties,
  ...more,
});
const INTEGERS = { type: "array", items: { type: "integer" } };

/** What a lenient tool takes arguments for. */
async function taken(schema: Schema, args: unknown) {
  return await inputSchema(schema).check(args);
}

Deno.test("C080: for an integer, neither a number nor the text of one beyond the safe range is taken", async () => {
  const schema = object({ n: { type: "integer" } });
  for (const text of ["9007199254740994", "-9007199254740992", "1e16", "9007199254740992.0"]) {
    for (const n of [text, Number(text)]) {
      const { problems } = await taken(schema, { n });
      assert.match(problems?.join() ?? "", /^n: expected integer/, String(n));
    }
  }
  const most = await taken(schema, { n: "9007199254740991" });
  assert.deepEqual(most, { value: { n: Number.MAX_SAFE_INTEGER } });
});

Deno.test("lenient: a list of a hundred thousand texts becomes numbers", async () => {
  const list = Array.from({ length: 100_000 }, (_, i) => i);
  const { problems, ...rest } = await taken(object({ list: INTEGERS }), { list: list.map(String) });
  assert.deepEqual(problems, undefined);
  assert.deepEqual(rest, { value: { list } });
});

Deno.test("lenient: what is beyond two million conversions is refused, and the refusal says so first", async () => {
  const list = new Array(2_000_010).fill("1");
  const { problems = [] } = await taken(object({ list: INTEGERS }), { list });
  assert.equal(problems[0], "there is too much to convert; send every value as the schema says");
  assert.equal(problems.at(-1), 'list.2000009: expected integer, got string "1"');
});

Deno.test("lenient: JSON text of a list or an object may begin with blanks", async () => {
  const schema = object({ list: INTEGERS, map: { type: "object" } });
  const { problems, ...rest } = await taken(schema, { list: " [1, 2]", map: '\n\t {"a": 1}' });
  assert.equal(problems, undefined);
  assert.deepEqual(rest, { value: { list: [1, 2], map: { a: 1 } } });
});

Deno.test("lenient: null is absent where any of the schemas of an optional property does not admit it", async () => {
  const nullable = { type: ["integer", "null"] };
  const integer = { type: "integer" };
  const table: readonly (readonly [schema: Schema, value: unknown])[] = [
    [object({ ab: nullable }, { patternProperties: { "^a": integer } }), {}],
    [object({ ab: integer }, { patternProperties: { "^a": nullable } }), {}],
    [object({ ab: nullable }, { patternProperties: { "^a": nullable } }), { ab: null }],
    [object({ ab: nullable }, { patternProperties: { "^b": integer } }), { ab: null }],
  ];
  for (const [schema, value] of table) {
    assert.deepEqual(await taken(schema, { ab: null }), { value }, JSON.stringify(schema));
  }
});

Deno.test("unknown keys: words on the names of properties say that there may be others, an author's empty properties say nothing", async () => {
  const known = { size: { type: "integer" } };
  const kept = { value: { b: 1 } };
  const table: readonly (readonly [name: string, schema: Schema, taken: unknown])[] = [
    ["none", object(known), { ...kept, unknown: [{ path: ["b"] }] }],
    ["propertyNames", object(known, { propertyNames: { maxLength: 3 } }), kept],
    ["additionalProperties", object(known, { additionalProperties: {} }), kept],
    ["unevaluatedProperties", object(known, { unevaluatedProperties: true }), kept],
    ["empty properties", object({}), kept],
    ["no properties", { type: "object" }, kept],
    ["a library's empty object", z.object({}), { value: {}, unknown: [{ path: ["b"] }] }],
    ["a library's loose object", z.looseObject({}), kept],
  ];
  for (const [name, schema, expected] of table) {
    assert.deepEqual(await taken(schema, { b: 1 }), expected, name);
  }
});
