import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { Type as Old } from "@sinclair/typebox";
import { type } from "arktype";
import assert from "node:assert/strict";
import { McpServer } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import Type from "typebox";
import * as v from "valibot";
import { z } from "zod";
import * as mini from "zod/mini";
import { z as z3 } from "zod3";
import "../support/quiet.ts";

const cycle: Record<string, unknown> = {};
cycle.self = cycle;
const field = (part: unknown) => ({ type: "object", properties: { o: object({ a: part }) } });
const object = (properties: Record<string, unknown>) => ({ type: "object", properties });
const invalid = new Date(NaN);
const bigint = {
  anyOf: [{ type: "integer" }, { type: "string", pattern: "^-?(0|[1-9][0-9]*)$" }],
};

/** Schemas that cannot be written as JSON, and what is said of them. */
const REFUSED: Readonly<Record<string, readonly [schema: () => unknown, says: RegExp]>> = {
  "a bigint as default": [
    () => field({ default: 5n }),
    /o\.a\.default: JSON has no form for a bigint/,
  ],
  "a bigint among values": [
    () => field({ enum: [5n] }),
    /o\.a\.enum\.0: JSON has no form for a bigint/,
  ],
  "a bigint as a value": [() => field({ const: 5n }), /o\.a\.const: JSON has no form for a bigint/],
  "a bigint of one's own": [
    () => ({ ...object({}), "x-y": { z: [5n] } }),
    /input: x-y\.z\.0: JSON has/,
  ],
  "a function": [() => field({ "x-y": () => 1 }), /o\.a\.x-y: JSON has no form for a function/],
  "a symbol": [() => field({ default: Symbol() }), /o\.a\.default: JSON has no form for a symbol/],
  "an object inside itself": [
    () => field({ "x-y": cycle }),
    /o\.a\.x-y\.self: JSON has no form for an object inside itself/,
  ],
  "a schema inside itself": [() => {
    const schema: Record<string, unknown> = { type: "object" };
    schema.properties = { again: schema };
    return schema;
  }, /input: again: JSON has no form for an object inside itself/],
  "something very deep": [() => {
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    return field({ default: deep });
  }, /o\.a\.default\.0.*: JSON has no form for more than 512 levels/],
  "a date": [() => field({ default: new Date(0) }), /o\.a\.default: JSON has no form for a Date/],
  "a map": [
    () => ({ type: "object", properties: new Map() }),
    /properties: JSON has no form for a Map/,
  ],
  "what writes itself": [() => field({ default: new URL("x:y") }), /default: JSON has .* a URL/],
  "no number": [() => field({ default: NaN }), /o\.a\.default: JSON has no form for NaN/],
  "a number without end": [
    () => field({ maximum: Infinity }),
    /o\.a\.maximum: JSON has .* Infinity/,
  ],
  "nothing in a list": [
    () => field({ enum: ["a", undefined] }),
    /o\.a\.enum\.1: JSON .* undefined/,
  ],
  "nothing as a schema": [() => field(undefined), /o\.a: a schema must be an object or a boolean/],
  "a zod schema at the root": [
    () => ({ a: z.string() }),
    /a is a zod schema .*z\.object\(\{ a \}\)/,
  ],
  "a zod schema as a property": [
    () => object({ a: z.string() }),
    /input: a is a zod schema inside a plain object; write the whole schema with the library, or/,
  ],
  "a zod schema far inside": [
    () => field({ type: "array", items: { anyOf: [{ type: "null" }, z.string()] } }),
    /input: o\.a\.items\.anyOf\.1 is a zod schema inside a plain object/,
  ],
  "a zod 3 schema as a property": [() => object({ a: z3.string() }), /a is a zod schema inside/],
  "a Valibot schema as a property": [
    () => object({ a: v.string() }),
    /a is a valibot schema inside/,
  ],
  "an ArkType schema as a property": [
    () => object({ a: type("string") }),
    /a is an arktype schema/,
  ],

  "zod: no number": [
    () => z.object({ a: z.number().default(NaN) }),
    /a: zod cannot show NaN in default/,
  ],
  "zod: no date": [
    () => z.object({ a: z.date().default(invalid) }),
    /a: zod .* an invalid Date in def/,
  ],
  "zod: a map": [() => z.object({ a: z.any().default(new Map()) }), /a: zod .* a Map in default/],
  "zod: an object inside itself": [
    () => z.object({ a: z.string().meta({ c: cycle }) }),
    /a: zod cannot show an object inside itself in c as JSON Schema/,
  ],
  "zod: what zod cannot copy": [
    () => z.object({ o: z.array(z.object({ a: z.any().default(cycle) })) }),
    /o\.items\.a: zod cannot show this schema as JSON Schema: Converting circular structure to JSON$/,
  ],
  "zod: a default that throws": [
    () =>
      z.object({
        o: z.union([
          z.string(),
          z.string().default(() => {
            throw new Error("boom");
          }),
        ]),
      }),
    /o\.anyOf\.1: zod cannot show this schema as JSON Schema: boom$/,
  ],
  "zod: nothing": [
    () => z.object({ a: z.literal(undefined) }),
    /a: zod cannot show undefined .*; use null/,
  ],
  "zod: a symbol": [
    () => z.object({ a: z.literal(Symbol() as never) }),
    /a: zod .* symbol literal/,
  ],
  "zod/mini: no number": [
    () => mini.object({ a: mini._default(mini.number(), NaN) }),
    /a\.default: zod cannot show NaN as JSON Schema/,
  ],
  "zod/mini: an object inside itself": [
    () => mini.object({ o: mini.array(mini.object({ a: mini._default(mini.any(), cycle) })) }),
    /o\.items\.a\.default\.self\.self: zod cannot show an object inside itself/,
  ],
  "zod/mini: a symbol": [
    () => mini.object({ a: mini.literal(Symbol() as never) }),
    /a: zod cannot show symbol literal/,
  ],
  "zod 3: a bigint": [
    () => z3.object({ a: z3.literal(5n) }),
    /a: zod 3 cannot show bigint literal/,
  ],
  "zod 3: a bigint among values": [
    () => z3.object({ a: z3.union([z3.literal(5n), z3.literal("x")]) }),
    /a: zod 3 cannot show bigint literal/,
  ],
  "zod 3: a symbol": [() => z3.object({ a: z3.literal(Symbol()) }), /a: zod 3 .* symbol literal/],
  "zod 3: nothing": [
    () => z3.object({ a: z3.literal(undefined) }),
    /a: zod 3 cannot show undefined/,
  ],
  "zod 3: undefined": [() => z3.object({ a: z3.undefined() }), /a: zod 3 cannot show undefined/],
  "zod 3: void": [() => z3.object({ a: z3.void() }), /a: zod 3 cannot show undefined/],
  "zod 3: an instance": [() => z3.object({ a: z3.instanceof(URL) }), /a: zod 3 cannot show custom/],
  "zod 3: a type of one's own": [
    () => z3.object({ a: z3.custom<string>((value) => typeof value === "string").optional() }),
    /a: zod 3 cannot show custom/,
  ],
  "zod 3: a number without end": [
    () => z3.object({ a: z3.number().default(Infinity) }),
    /a\.default: zod 3 cannot show Infinity/,
  ],
  "Valibot: no date": [
    () => toStandardJsonSchema(v.object({ a: v.optional(v.date(), invalid) })),
    /a\.default: Valibot cannot show an invalid Date/,
  ],
  "TypeBox: a function": [
    () => Type.Object({ a: Type.String({ "x-y": () => 1 }) }),
    /a\.x-y: TypeBox cannot show a function as JSON Schema/,
  ],
  "TypeBox: an object inside itself": [
    () => Old.Object({ a: Old.String({ "x-y": cycle }) }),
    /a\.x-y\.self: TypeBox cannot show an object inside itself/,
  ],
  "TypeBox: no number": [
    () => Old.Object({ a: Old.Any({ default: [NaN] }) }),
    /a\.default\.0: Type.* NaN/,
  ],
};

for (const [what, [schema, says]] of Object.entries(REFUSED)) {
  Deno.test(`C003: what JSON does not have is refused at registration, with tool and place: ${what}`, () => {
    const mcp = new McpServer({ name: "json", version: "1.0.0" });
    assert.throws(
      () => mcp.tool("bad", { input: schema() as never }, () => "x"),
      (error: Error) => {
        assert.ok(error instanceof TypeError);
        assert.ok(error.message.startsWith('Cannot register tool "bad": input: '), error.message);
        assert.match(error.message, says);
        return true;
      },
    );
  });
}

/** Fields whose values JSON has in another form, and what is listed for them. */
const WRITTEN: Readonly<Record<string, readonly [schema: unknown, listed: unknown]>> = {
  "zod: examples": [
    z.object({ a: z.bigint().meta({ examples: [5n, 2n ** 64n] }) }),
    { ...bigint, examples: [5, "18446744073709551616"] },
  ],
  "zod: what is caught": [z.object({ a: z.bigint().catch(5n) }), { ...bigint, default: 5 }],
  "zod: metadata": [
    z.object({ a: z.string().meta({ since: new Date(0), size: 5n }) }),
    { type: "string", since: "1970-01-01T00:00:00.000Z", size: 5 },
  ],
  "zod: metadata for programs": [
    z.object({ a: z.string().meta({ component: () => 1, title: "A" }) }),
    { type: "string", title: "A" },
  ],
  "zod: limits without end": [
    z.object({ a: z.number().min(-Infinity).max(Infinity) }),
    { type: "number" },
  ],
  "zod/mini: limits without end": [
    mini.object({ a: mini.number().check(mini.gte(-Infinity), mini.lte(Infinity)) }),
    { type: "number" },
  ],
  "zod/mini: examples": [
    mini.object({ a: mini.bigint().check(mini.meta({ examples: [5n] })) }),
    { ...bigint, examples: [5] },
  ],
  "zod/mini: metadata for programs": [
    mini.object({ a: mini.string().check(mini.meta({ component: () => 1 })) }),
    { type: "string" },
  ],
  "zod 3: a default": [
    z3.object({ a: z3.any().default({ at: new Date(0) }) }),
    { default: { at: "1970-01-01T00:00:00.000Z" } },
  ],
  "zod 3: any value with a check": [
    z3.object({ a: z3.any().refine((value) => value === 1) }),
    {},
  ],
  "Valibot: examples": [
    toStandardJsonSchema(v.object({ a: v.pipe(v.bigint(), v.examples([5n])) })),
    { ...bigint, examples: [5] },
  ],
  "ArkType: a default": [
    type({ a: type("unknown").default(() => ({ x: 5n })) }),
    { default: { x: 5 } },
  ],
  "TypeBox: examples": [
    Type.Object({ a: Type.BigInt({ examples: [5n] }) }),
    { ...bigint, examples: [5] },
  ],
  "TypeBox: dates": [
    Old.Object({ a: Old.Date({ default: new Date(0), examples: [new Date(1)] }) }),
    {
      type: "string",
      format: "date-time",
      default: "1970-01-01T00:00:00.000Z",
      examples: ["1970-01-01T00:00:00.001Z"],
    },
  ],
};

for (const [what, [schema, expected]] of Object.entries(WRITTEN)) {
  Deno.test(`C003: values are listed as a client would send them: ${what}`, async () => {
    const mcp = new McpServer({ name: "json", version: "1.0.0" });
    mcp.tool("t", { input: schema as never }, () => "x");
    await using client = await testClient(mcp);
    const [{ inputSchema }] = await client.listTools();
    assert.deepEqual((inputSchema.properties as Record<string, unknown>).a, expected);
  });
}
