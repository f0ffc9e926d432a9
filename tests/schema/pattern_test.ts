import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type } from "arktype";
import assert from "node:assert/strict";
import { McpServer } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import Type from "typebox";
import * as v from "valibot";
import { z } from "zod";
import * as mini from "zod/mini";
import { z as z3 } from "zod3";
import { inputSchema } from "../../src/schema/component_schema.ts";
import { portablePattern } from "../../src/schema/pattern.ts";
import "../support/quiet.ts";

const field = (schema: unknown) => {
  const { properties } = inputSchema(schema as never).json;
  return (properties as Record<string, Record<string, unknown>>).a;
};

/** Patterns that are legal as a text of UTF-16 only, and what is listed for them. */
const PORTABLE: readonly (readonly [written: string, listed: string])[] = [
  [String.raw`^\d{3}\-\d{4}$`, String.raw`^\d{3}-\d{4}$`],
  [String.raw`^[\w-.]+$`, String.raw`^[\w\-.]+$`],
  [String.raw`^[+-\d\_]$`, String.raw`^[+\-\d_]$`],
  [String.raw`^a{$`, String.raw`^a\{$`],
  [String.raw`^}a{1,2}{,3}]$`, String.raw`^\}a{1,2}\{,3\}\]$`],
  [String.raw`^\_\'\"\@\:\ \#\\-[\'{}[\]]$`, String.raw`^_'"@: #\\-['{}[\]]$`],
];

const CHARACTERS = [..."abw019-.+_'\"@: #[]{},\\"];

Deno.test("a pattern that is legal without code points is listed so that it is with them, and matches the same", () => {
  for (const [written, listed] of PORTABLE) {
    assert.equal(portablePattern(written), listed);
    const [before, after] = [new RegExp(written), new RegExp(listed, "u")];
    let seed = 1;
    for (let i = 0; i < 5000; i++) {
      let text = "";
      for (let rest = seed = seed * 48_271 % 2_147_483_647; rest > 0; rest = rest >> 5) {
        text += CHARACTERS[rest % CHARACTERS.length];
      }
      for (let end = 0; end <= text.length; end++) {
        const part = text.slice(0, end);
        assert.equal(after.test(part), before.test(part), `${written} ${part}`);
      }
    }
  }
});

Deno.test("other patterns are listed as they are", () => {
  for (
    const pattern of ["^a-b$", String.raw`\p{L}`, String.raw`^[\w\-.]+$`, "😀{2}", String.raw`^\a$`]
  ) {
    assert.equal(field({ properties: { a: { pattern } } }).pattern, pattern);
  }
});

Deno.test("a legal regular expression may be given in every library, and is checked", async () => {
  const phone = /^\d{3}\-\d{4}$/;
  const word = /^[\w-.]+$/;
  const schemas: Readonly<Record<string, unknown>> = {
    zod: z.object({ a: z.string().regex(phone), b: z.string().regex(word) }),
    mini: mini.object({
      a: mini.string().check(mini.regex(phone)),
      b: mini.string().check(mini.regex(word)),
    }),
    zod3: z3.object({ a: z3.string().regex(phone), b: z3.string().regex(word) }),
    arktype: type({ a: phone, b: word }),
    valibot: toStandardJsonSchema(
      v.object({ a: v.pipe(v.string(), v.regex(phone)), b: v.pipe(v.string(), v.regex(word)) }),
    ),
    typebox: Type.Object({
      a: Type.String({ pattern: phone.source }),
      b: Type.String({ pattern: word.source }),
    }),
    plain: { properties: { a: { pattern: phone.source }, b: { pattern: word.source } } },
  };
  for (const [library, schema] of Object.entries(schemas)) {
    const { json, check } = inputSchema(schema as never);
    const other = new Ajv2020({ strict: false }).compile(json);
    for (
      const [value, fits] of [
        [{ a: "555-1234", b: "a-b.c" }, true],
        [{ a: "5551234", b: "a-b.c" }, false],
        [{ a: "555-1234", b: "a+b" }, false],
      ] as const
    ) {
      const { problems } = await check(value);
      assert.deepEqual([problems === undefined, other(value)], [fits, fits], library);
    }
  }
});

Deno.test("patterns of property names are read the same way", async () => {
  const input = {
    properties: {},
    patternProperties: { "^x\\-": { type: "number" } },
    additionalProperties: false,
  };
  const { json, check } = inputSchema(input, { validation: "strict" });
  assert.deepEqual(Object.keys(json.patternProperties as object), ["^x-"]);
  assert.equal((await check({ "x-a": 1 })).problems, undefined);
  assert.deepEqual((await check({ "x-a": "b", y: 1 })).problems, [
    'x-a: expected number, got string "b"',
    "y: not a known property",
  ]);
});

Deno.test("a pattern that is legal in one way only, and cannot be written in the other, is checked in that one", async () => {
  const input = { properties: { a: { type: "string", pattern: "^\\a$" } } };
  assert.equal((await inputSchema(input).check({ a: "a" })).problems, undefined);
  assert.equal((await inputSchema(input).check({ a: "b" })).problems?.length, 1);
});

Deno.test("a pattern with sets of its flag v is left to the library", async () => {
  const schema = z.object({ a: z.string().regex(/^[\w--[a-c]]$/v) });
  assert.deepEqual(field(schema), { type: "string" });
  assert.equal((await inputSchema(schema).check({ a: "d" })).problems, undefined);
  assert.equal((await inputSchema(schema).check({ a: "a" })).problems?.length, 1);
});

Deno.test("the official client takes an output whose pattern is legal without code points only", async () => {
  const mcp = new McpServer({ name: "patterns", version: "1.0.0" });
  const a = { type: "string", pattern: "^\\d{3}\\-\\d{4}$" };
  mcp.tool("t", { output: { type: "object", properties: { a } } }, () => ({ a: "555-1234" }));
  await using client = await testClient(mcp);
  await client.listTools();
  assert.deepEqual((await client.callTool("t")).data, { a: "555-1234" });
});
