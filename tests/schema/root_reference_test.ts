import { Ajv, type Options } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import assert from "node:assert/strict";
import { inputSchema } from "../../src/schema/component_schema.ts";
import type { JsonSchema } from "../../src/schema/standard_schema.ts";

const OLD = "http://json-schema.org/draft-07/schema#";
const text = { type: "string" };
const a = { type: "object", properties: { a: text }, required: ["a"] };

/** Schemas whose root is a reference, and what stands at the root of what is listed. */
const ROOTS: Readonly<Record<string, readonly [schema: JsonSchema, root: JsonSchema]>> = {
  "alone": [{ $ref: "#/$defs/a" }, a],
  "to an anchor": [{ $ref: "#anchor" }, { type: "object", properties: { b: text } }],
  "with words beside it": [
    { $ref: "#/$defs/a", title: "A", description: "of it" },
    { ...a, title: "A", description: "of it" },
  ],
  "with other limits beside it": [{ $ref: "#/$defs/a", minProperties: 2 }, {
    ...a,
    minProperties: 2,
  }],
  "with more properties beside it": [
    { $ref: "#/$defs/a", properties: { b: text }, required: ["b"] },
    { type: "object", properties: { a: text, b: text }, required: ["a", "b"] },
  ],
  "with the same property beside it": [
    { $ref: "#/$defs/a", properties: { a: { minLength: 2 } } },
    { type: "object", $ref: "#/$defs/a", properties: { a: { minLength: 2 } } },
  ],
  "with the same limit beside it": [
    { $ref: "#/$defs/more", minProperties: 1 },
    { type: "object", properties: {}, $ref: "#/$defs/more", minProperties: 1 },
  ],
  "with a limit that looks at its neighbours": [
    { $ref: "#/$defs/a", additionalProperties: text },
    { type: "object", properties: {}, $ref: "#/$defs/a", additionalProperties: text },
  ],
  "to what has such a limit": [
    { $ref: "#/$defs/closed", patternProperties: { "^a": text } },
    { type: "object", properties: {}, $ref: "#/$defs/closed", patternProperties: { "^a": text } },
  ],
  "to a reference with limits": [
    { $ref: "#/$defs/more" },
    { ...a, minProperties: 2 },
  ],
  "in draft-07, where limits beside it do not count": [
    { $schema: OLD, $ref: "#/$defs/a", title: "A", required: ["b"], properties: { a: false } },
    { $schema: OLD, ...a, title: "A" },
  ],
};

const $defs = {
  a,
  anchored: { type: "object", $anchor: "anchor", properties: { b: text } },
  closed: { type: "object", properties: { b: text }, additionalProperties: false },
  more: { $ref: "#/$defs/a", minProperties: 2 },
};

for (const [what, [schema, expected]] of Object.entries(ROOTS)) {
  Deno.test(`a root that is a reference ${what} becomes an object that admits the same`, async () => {
    const given = { ...schema, $defs };
    const { json, check } = inputSchema(given, { validation: "strict" });
    const { $defs: _, ...root } = json;
    assert.deepEqual(root, expected);
    const Validator = schema.$schema === undefined ? Ajv2020 : Ajv;
    const options = { strict: false, logger: false, ignoreKeywordsWithRef: Validator === Ajv };
    const validators = [given, json].map((schema) =>
      new Validator(options as Options).compile(schema)
    );
    for (
      const value of [{}, { a: "x" }, { a: "xy" }, { b: "x" }, { a: "x", b: "x" }, { a: 1 }, {
        a: "x",
        c: 1,
      }]
    ) {
      const fits = (await check(value)).problems === undefined;
      const verdicts = validators.map((validate) => validate(value));
      assert.deepEqual(verdicts, [fits, fits], JSON.stringify(value));
    }
  });
}
