import assert from "node:assert/strict";
import { McpServer } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import { checker } from "../../src/schema/check/checker.ts";
import "../support/quiet.ts";

const one = { properties: { a: {} } };
const closed = { unevaluatedProperties: false };

const CASES: ReadonlyArray<
  readonly [what: string, schema: Record<string, unknown>, fits: unknown[], fitsNot: unknown[]]
> = [
  ["properties beside", { ...one, ...closed }, [{ a: 1 }], [{ b: 1 }]],
  ["allOf", { allOf: [one], ...closed }, [{ a: 1 }], [{ a: 1, b: 1 }]],
  ["a reference", { $ref: "#/$defs/one", $defs: { one }, ...closed }, [{ a: 1 }], [{ b: 1 }]],
  [
    "the branches that fit",
    { anyOf: [{ ...one, required: ["a"] }, { properties: { b: {} }, required: ["b"] }], ...closed },
    [{ a: 1 }, { b: 1 }, { a: 1, b: 1 }],
    [{ a: 1, c: 1 }],
  ],
  [
    "a condition, and what follows from it",
    {
      if: { properties: { a: { const: 1 } }, required: ["a"] },
      then: { properties: { b: {} } },
      else: { properties: { c: {} } },
      ...closed,
    },
    [{ a: 1, b: 1 }, { c: 1 }],
    [{ a: 1, c: 1 }, { a: 2 }, { b: 1 }],
  ],
  ["a condition alone", { if: { required: ["a"], ...one }, ...closed }, [{ a: 1 }], [{ b: 1 }]],
  [
    "what a property brings with it",
    { ...one, dependentSchemas: { a: { properties: { b: {} } } }, ...closed },
    [{ a: 1, b: 1 }],
    [{ b: 1 }],
  ],
  ["what is inside", { allOf: [{ unevaluatedProperties: true }], ...closed }, [{ b: 1 }], []],
  ["nothing that is refused", { not: { not: one }, ...closed }, [{}], [{ a: 1 }]],
  [
    "a schema for the rest",
    { ...one, unevaluatedProperties: { type: "number" } },
    [{ a: "x", b: 1 }],
    [{ b: "x" }],
  ],
  ["names of Object.prototype", closed, [{}], [JSON.parse('{"__proto__":1}'), { toString: 1 }]],
  ["items of a tuple", { prefixItems: [{}], unevaluatedItems: false }, [[1]], [[1, 2]]],
  ["all items", { allOf: [{ items: {} }], unevaluatedItems: false }, [[1, 2]], []],
  [
    "items that are contained",
    { prefixItems: [true], contains: { type: "string" }, unevaluatedItems: false },
    [[1, "a"]],
    [[1, 2, "a"]],
  ],
];

for (const [what, schema, fits, fitsNot] of CASES) {
  Deno.test(`unevaluated members are those that nothing speaks of: ${what}`, () => {
    const check = checker(schema);
    for (const value of fits) assert.equal(check.fits(value), true, JSON.stringify(value));
    for (const value of fitsNot) assert.equal(check.fits(value), false, JSON.stringify(value));
  });
}

Deno.test("an unknown property of a schema with unevaluatedProperties is named, or left out where lenient", async () => {
  const mcp = new McpServer({ name: "unevaluated", version: "1.0.0" });
  const input = {
    type: "object",
    allOf: [{ properties: { city: { type: "string" } } }],
    ...closed,
  };
  for (const validation of ["strict", "lenient"] as const) {
    mcp.tool(validation, { input, validation }, (args) => args);
  }
  await using client = await testClient(mcp);
  const args = { city: "Oslo", country: "Norway" };
  const { content } = await client.callTool("strict", args);
  assert.match((content[0] as { text: string }).text, /\n- country: not a known property$/);
  const { structured } = await client.callTool("lenient", args);
  assert.deepEqual(structured, { city: "Oslo" });
});

Deno.test("a reference stands alone in draft-07, and beside others since", () => {
  const schema = {
    properties: { a: { $ref: "#/definitions/list", maxItems: 2 } },
    definitions: { list: { type: "array" } },
  };
  const old = { $schema: "http://json-schema.org/draft-07/schema#", ...schema };
  assert.equal(checker(old).fits({ a: [1, 2, 3] }), true);
  assert.equal(checker(schema).fits({ a: [1, 2, 3] }), false);
});
