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
import { inputSchema } from "../../src/schema/component_schema.ts";
import { generatedSchema, isGenerated } from "../../src/schema/libraries/generated.ts";
import { WANTS } from "../../src/schema/wanted.ts";
import type { Schema } from "../../src/schema/standard_schema.ts";
import "../support/quiet.ts";

type Shape = Record<string, unknown>;

function shown(schema: unknown, { side = "input", close = false } = {}): Shape {
  return generatedSchema(schema as Schema, side as "input", close);
}

/** What a field lists. */
function field(schema: z.ZodType): unknown {
  return (shown(z.object({ f: schema })).properties as Shape).f;
}

Deno.test("isGenerated tells the schemas of libraries from what authors write", () => {
  for (
    const schema of [
      z.string(),
      mini.string(),
      type("string"),
      v.string(),
      Type.String(),
      Old.Any(),
    ]
  ) assert.equal(isGenerated(schema as unknown as Schema), true);
  for (const schema of [{}, { type: "object" }, { "~standard": 5 }, null, 5, undefined, []]) {
    assert.equal(isGenerated(schema as unknown as Schema), false, JSON.stringify(schema));
  }
});

Deno.test("C003: a tool with dates is listed beside others, and dates are marked for the handler", async () => {
  const when = z.object({ when: z.date(), since: z.coerce.date().optional() });
  const mcp = new McpServer({ name: "dates", version: "1.0.0" });
  mcp.tool("plain", {}, () => "x");
  mcp.tool("dated", { input: when }, () => "x");
  await using client = await testClient(mcp);
  const tools = await client.listTools();
  assert.deepEqual(tools.map(({ name }) => name), ["plain", "dated"]);
  const date = { type: "string", format: "date-time" };
  assert.deepEqual(tools[1].inputSchema.properties, { when: date, since: date });
  for (
    const schema of [
      when,
      mini.object({ when: mini.date() }),
      type({ when: "Date" }),
      type({ when: type("Date").laterThan(new Date(0)) }),
      toStandardJsonSchema(v.object({ when: v.pipe(v.date(), v.minValue(new Date(0))) })),
      Old.Object({ when: Old.Date() }),
    ]
  ) {
    const { when } = shown(schema).properties as { when: { [WANTS]?: string } };
    assert.equal(when[WANTS], "Date");
    assert.deepEqual({ ...when, [WANTS]: undefined }, { ...date, [WANTS]: undefined });
  }
});

Deno.test("an author's own form of a date or of a custom type is listed", () => {
  assert.deepEqual(
    shown(z.object({ day: z.date().meta({ type: "string", format: "date" }) })).properties,
    { day: { type: "string", format: "date", [WANTS]: "Date" } },
  );
  const range = z.custom<string>().meta({ type: "string", pattern: "^\\d+-\\d+$" });
  assert.deepEqual(field(range.optional()), { type: "string", pattern: "^\\d+-\\d+$" });
});

Deno.test("C015 C074: closing is for objects that say nothing of more properties, at every depth", () => {
  const inner = z.object({ a: z.string() });
  const schema = z.object({
    inner,
    list: z.array(inner),
    union: z.union([inner, z.object({ b: z.string() })]),
    record: z.record(z.string(), inner),
    loose: z.looseObject({ a: z.string() }),
    strict: z.strictObject({}),
    rest: z.object({ a: z.string() }).catchall(z.number()),
    empty: z.object({}),
    tuple: z.tuple([inner]),
    text: z.string(),
  });
  const open = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
  const closed = { ...open, additionalProperties: false };
  for (const [close, expected] of [[false, open], [true, closed]] as const) {
    // deno-lint-ignore no-explicit-any
    const json = shown(schema, { close }) as any;
    assert.equal(json.additionalProperties, close ? false : undefined);
    const { inner, list, union, record, loose, strict, rest, empty, tuple, text } = json.properties;
    assert.deepEqual(inner, expected);
    assert.deepEqual(list.items, expected);
    assert.deepEqual(union.anyOf[0], expected);
    assert.deepEqual(record.additionalProperties, expected);
    assert.equal(loose.additionalProperties, true);
    assert.equal(strict.additionalProperties, false);
    assert.deepEqual(rest.additionalProperties, { type: "number" });
    assert.equal(empty.additionalProperties, close ? false : undefined);
    assert.deepEqual(tuple.prefixItems, [expected]);
    assert.equal("additionalProperties" in text, false);
  }
});

Deno.test("C015: closing reaches recursive parts, and leaves alone what is any object", () => {
  const tree = z.object({
    get children() {
      return z.array(tree);
    },
  });
  // deno-lint-ignore no-explicit-any
  const { $defs, additionalProperties } = shown(tree, { close: true }) as any;
  assert.deepEqual([additionalProperties, $defs.Root.additionalProperties], [false, false]);
  const any = type({ any: "object", none: { "[string]": "unknown" } });
  assert.deepEqual(shown(any, { close: true }).properties, {
    any: { type: "object" },
    none: { type: "object", additionalProperties: true },
  });
  assert.deepEqual(shown(type({}), { close: true }), {
    type: "object",
    properties: {},
    additionalProperties: false,
  });
});

Deno.test("C015: the parts of an object that cannot be one are closed together", () => {
  const apart = v.intersect([
    v.object({ a: v.string() }),
    v.objectWithRest({ b: v.string() }, v.string()),
  ]);
  const { allOf, unevaluatedProperties } = shown(toStandardJsonSchema(apart), { close: true });
  assert.equal(unevaluatedProperties, false);
  assert.deepEqual(allOf, [
    { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
    {
      type: "object",
      properties: { b: { type: "string" } },
      required: ["b"],
      additionalProperties: { type: "string" },
    },
  ]);
});

Deno.test("unions are flat, without repeats, null last, plain values in one enum", () => {
  for (
    const [schema, expected] of [
      [z.union([z.null(), z.string()]), { anyOf: [{ type: "string" }, { type: "null" }] }],
      [z.union([z.literal("a"), z.number(), z.literal("b"), z.literal(1)]), {
        anyOf: [{ enum: ["a", "b", 1] }, { type: "number" }],
      }],
      [z.union([z.literal(true), z.literal(false)]), { type: "boolean" }],
      [z.literal(["a", null]), { anyOf: [{ type: "string", const: "a" }, { type: "null" }] }],
      [z.union([z.string(), z.string()]), { type: "string" }],
      [z.union([z.union([z.string(), z.number()]), z.boolean()]), {
        anyOf: [{ type: "string" }, { type: "number" }, { type: "boolean" }],
      }],
      [z.union([z.string().describe("text"), z.number()]), {
        anyOf: [{ type: "string", description: "text" }, { type: "number" }],
      }],
      [z.unknown().nullable().describe("any"), { description: "any" }],
      [z.literal(null), { type: "null" }],
      [z.union([z.never(), z.string()]), { type: "string" }],
      [z.union([z.never(), z.never()]), { not: {} }],
      [z.enum(["one"]), { type: "string", const: "one" }],
      [z.string().describe("inner").nullable().describe("outer"), {
        description: "outer",
        anyOf: [{ type: "string" }, { type: "null" }],
      }],
      [z.xor([z.string(), z.number()]), { anyOf: [{ type: "string" }, { type: "number" }] }],
      [z.xor([z.int(), z.number()]), { oneOf: [{ type: "integer" }, { type: "number" }] }],
    ] as const
  ) assert.deepEqual(field(schema), expected);
});

Deno.test("a union of a date and a text keeps both, since one is marked", () => {
  const { anyOf } = field(z.union([z.date(), z.string()])) as { anyOf: { [WANTS]?: string }[] };
  assert.deepEqual(anyOf.map((branch) => branch[WANTS]), ["Date", undefined]);
});

Deno.test("plain objects of an intersection become one, with what each says of a property", () => {
  const text = { type: "string" };
  for (
    const [schema, expected] of [
      [
        v.intersect([v.object({ a: v.string() }), v.object({ a: v.string(), b: v.string() })]),
        { type: "object", properties: { a: text, b: text }, required: ["a", "b"] },
      ],
      [
        v.intersect([
          v.object({ a: v.pipe(v.string(), v.minLength(2)) }),
          v.object({ a: v.pipe(v.string(), v.maxLength(5)) }),
        ]),
        {
          type: "object",
          properties: { a: { ...text, minLength: 2, maxLength: 5 } },
          required: ["a"],
        },
      ],
      [
        v.intersect([
          v.object({ a: v.string() }),
          v.union([v.object({ b: v.string() }), v.object({ c: v.string() })]),
        ]),
        {
          anyOf: [
            { type: "object", properties: { a: text, b: text }, required: ["a", "b"] },
            { type: "object", properties: { a: text, c: text }, required: ["a", "c"] },
          ],
        },
      ],
      [v.intersect([v.looseObject({ a: v.string() }), v.looseObject({ b: v.string() })]), {
        type: "object",
        properties: { a: text, b: text },
        required: ["a", "b"],
        additionalProperties: true,
      }],
    ] as const
  ) assert.deepEqual(shown(toStandardJsonSchema(schema as v.GenericSchema)), expected);
});

const xy = {
  type: "object",
  properties: { x: { type: "number" }, y: { type: "number" } },
  required: ["x", "y"],
};

/** What an intersection of two objects takes beside what it names, where it says so. */
const EXTRAS = {
  "object object": undefined,
  "object strictObject": undefined,
  "object looseObject": true,
  "strictObject strictObject": false,
  "strictObject looseObject": true,
  "looseObject object": true,
  "looseObject looseObject": true,
} as const;

for (const [library, { intersection, number, ...zod }] of Object.entries({ zod: z, mini })) {
  for (const [both, extras] of Object.entries(EXTRAS)) {
    Deno.test(`an intersection in ${library} of ${both} keeps other keys if any of them does`, async () => {
      const [left, right] = both.split(" ") as ("object" | "strictObject" | "looseObject")[];
      const schema = intersection(zod[left]({ x: number() }), zod[right]({ y: number() }));
      const expected = extras === undefined ? xy : { ...xy, additionalProperties: extras };
      assert.deepEqual(shown(schema), expected);
      assert.deepEqual(shown(schema, { close: true }), {
        ...xy,
        additionalProperties: extras ?? false,
      });
      const { value } = await inputSchema(schema).check({ x: 1, y: 2, z: 3 }) as { value: unknown };
      assert.deepEqual(value, extras === true ? { x: 1, y: 2, z: 3 } : { x: 1, y: 2 });
    });
  }
}

Deno.test("a closed object of an intersection in Valibot is told apart, since it takes no key of another", () => {
  const apart = (left: object, right: object) => ({
    allOf: [
      { type: "object", properties: { x: { type: "number" } }, required: ["x"], ...left },
      { type: "object", properties: { y: { type: "number" } }, required: ["y"], ...right },
    ],
  });
  const [open, closed] = [{ additionalProperties: true }, { additionalProperties: false }];
  const loose = v.looseObject({ y: v.number() });
  assert.deepEqual(
    shown(v.intersect([v.strictObject({ x: v.number() }), loose])),
    apart(closed, open),
  );
  assert.deepEqual(shown(v.intersect([v.object({ x: v.number() }), loose])), { ...xy, ...open });
});

Deno.test("an intersection in zod 3 keeps other keys if any of its objects does", () => {
  const loose = z3.object({ y: z3.number() }).passthrough();
  assert.deepEqual(shown(z3.object({ x: z3.number() }).and(loose)), {
    ...xy,
    additionalProperties: true,
  });
});

Deno.test("a tuple of nothing is an empty array in every library", () => {
  const none = { type: "array", maxItems: 0 };
  const rest = { type: "array", items: { type: "string" } };
  for (
    const [schema, expected] of [
      [z.object({ a: z.tuple([]) }), none],
      [z.object({ a: z.tuple([] as never, z.string()) }), rest],
      [mini.object({ a: mini.tuple([]) }), none],
      [z3.object({ a: z3.tuple([]) }), none],
      [v.object({ a: v.strictTuple([]) }), none],
      [v.object({ a: v.tuple([]) }), { type: "array" }],
      [v.object({ a: v.tupleWithRest([], v.string()) }), rest],
      [type({ a: [] as never }), none],
      [Type.Object({ a: Type.Tuple([]) }), none],
      [Old.Object({ a: Old.Tuple([]) }), none],
    ] as const
  ) assert.deepEqual((inputSchema(schema as Schema).json.properties as Shape).a, expected);
});

Deno.test("C004: what has a default in TypeBox may be left out, and is filled in", async () => {
  for (
    const schema of [
      Type.Object({
        a: Type.Number({ default: 5 }),
        b: Type.Object({ c: Type.String({ default: "x" }), d: Type.String() }),
      }),
      Old.Object({
        a: Old.Number({ default: 5 }),
        b: Old.Object({ c: Old.String({ default: "x" }), d: Old.String() }),
      }),
    ]
  ) {
    const { required, properties } = shown(schema);
    assert.deepEqual(required, ["b"]);
    assert.deepEqual((properties as { b: Shape }).b.required, ["d"]);
    assert.deepEqual(shown(schema, { side: "output" }).required, ["a", "b"]);
    const { check } = inputSchema(schema as never);
    assert.deepEqual(await check({ b: { d: "y" } }), {
      value: { a: 5, b: { c: "x", d: "y" } },
    });
  }
});

Deno.test("what goes in is listed, and what comes out on the other side", () => {
  const schema = z.object({
    limit: z.number().default(10),
    text: z.string().transform((text) => text.length).pipe(z.int()),
  });
  assert.deepEqual(shown(schema).required, ["text"]);
  const { required, properties } = shown(schema, { side: "output" });
  assert.deepEqual(required, ["limit", "text"]);
  assert.deepEqual((properties as Shape).text, { type: "integer" });
});

Deno.test("defaults are listed as a client would send them", () => {
  assert.deepEqual(field(z.date().default(new Date(0))), {
    type: "string",
    format: "date-time",
    default: "1970-01-01T00:00:00.000Z",
    [WANTS]: "Date",
  });
  for (const [value, expected] of [[5n, 5], [2n ** 64n, "18446744073709551616"]] as const) {
    assert.equal((field(z.bigint().default(value)) as Shape).default, expected);
  }
});

Deno.test("a pattern that means something else without its flags is not listed", () => {
  const strings = {
    zod: z.object({ a: z.string().regex(/^a/).regex(/^b$/i) }),
    mini: mini.object({ a: mini.string().check(mini.regex(/^a/), mini.regex(/^b$/i)) }),
    arktype: type({ a: type(/^a/).and(/^b$/i) }),
    valibot: toStandardJsonSchema(
      v.object({ a: v.pipe(v.string(), v.regex(/^a/), v.regex(/^b$/i)) }),
    ),
  };
  for (const [library, schema] of Object.entries(strings)) {
    const { a } = shown(schema).properties as Shape;
    assert.deepEqual(a, { type: "string", pattern: "^a" }, library);
  }
});

Deno.test("properties may have any name", () => {
  const names = ["__proto__", "constructor", "a/b", "$ref", "~wants", "anyOf", ""];
  const shape = Object.fromEntries(names.map((name) => [name, z.string()]));
  for (const schema of [z.object(shape), mini.object(shape as never)]) {
    const { properties, required } = shown(schema, { close: true });
    assert.deepEqual(Object.keys(properties as Shape), names);
    assert.deepEqual(required, names);
  }
});

Deno.test("C003: what cannot be shown is refused at registration, naming tool, place, library and kind", () => {
  const nested = (schema: z.ZodType) => z.object({ list: z.array(z.object({ x: schema })) });
  const text = z.string().transform((text) => text.length);
  const cases: [unknown, RegExp, ("input" | "output")?][] = [
    [nested(z.map(z.string(), z.string())), /list\.items\.x: zod cannot show map .*use a record/],
    [nested(z.set(z.string())), /list\.items\.x: zod cannot show set .*; use a list/],
    [nested(z.symbol()), /zod cannot show symbol as JSON Schema; use what JSON can carry/],
    [nested(z.custom(() => true)), /zod cannot show custom/],
    [nested(z.instanceof(Map)), /zod cannot show custom/],
    [nested(z.nan()), /zod cannot show nan/],
    [nested(z.file()), /zod cannot show file/],
    [
      nested(z.undefined()),
      /zod cannot show undefined .*; use null, or make the property optional/,
    ],
    [nested(z.literal(5n)), /zod cannot show bigint literal/],
    [z.object({ [Symbol("key")]: z.string() } as never), /the root: zod cannot show symbol key/],
    [nested(text), /list\.items\.x: zod cannot show transform .*; say what comes out/, "output"],
    [z.object({ r: z.record(z.string(), z.set(z.any())) }), /r\.additionalProperties: zod/],
    [z.object({ u: z.union([z.string(), z.map(z.any(), z.any())]) }), /u\.anyOf\.1: zod/],
    [z.object({ t: z.tuple([z.set(z.any())]) }), /t\.prefixItems\.0: zod cannot show set/],
    [z.object({ m: z.set(z.any()).optional().describe("x").nullable() }), /m.*: zod cannot show/],
    [mini.object({ m: mini.map(mini.any(), mini.any()) }), /m: zod cannot show map/],
    [mini.object({ f: mini.custom() }), /f: zod cannot show custom/],
    [
      mini.object({ t: mini.pipe(mini.string(), mini.transform((text) => text.length)) }),
      /t: zod cannot show transform/,
      "output",
    ],
    [type({ a: { m: "Map" } }), /a\.m: ArkType cannot show Map .*use a record/],
    [type({ s: "symbol" }), /s: ArkType cannot show symbol/],
    [type({ s: "Set | string" }), /s\.anyOf\.\d: ArkType cannot show Set/],
    [
      type({ t: { "u?": type("string").pipe((s) => s.length) } }),
      /t\.u: ArkType .* transform/,
      "output",
    ],
    [toStandardJsonSchema(v.object({ m: v.map(v.any(), v.any()) })), /m: Valibot cannot show map/],
    [toStandardJsonSchema(v.object({ i: v.instance(Map) })), /i: Valibot cannot show instance/],
    [toStandardJsonSchema(v.object({ b: v.literal(5n) })), /b: Valibot cannot show literal of/],
    [
      toStandardJsonSchema(v.object({ t: v.pipe(v.string(), v.transform((text) => text.length)) })),
      /t: Valibot cannot show transform/,
      "output",
    ],
    [Old.Object({ f: Old.Function([], Old.Void()) }), /f: TypeBox cannot show Function/],
    [
      Old.Object({ d: Old.Date({ minimumTimestamp: 5 }) }),
      /d: TypeBox cannot show Date with limits/,
    ],
    [
      Old.Object({ t: Old.Transform(Old.String()).Decode(Number).Encode(String) }),
      /t: TypeBox cannot show a transform/,
    ],
    [Type.Object({ r: Type.Refine(Type.String(), () => true) }), /r: TypeBox .* a refinement/],
    [Type.Object({ s: Type.Symbol() }), /s: TypeBox cannot show symbol/],
    [
      { "~standard": { version: 1, vendor: "other", validate: () => ({ value: 1 }) } },
      /this other schema cannot be shown as JSON Schema; use a library/,
    ],
  ];
  for (const [schema, says, side = "input"] of cases) {
    const mcp = new McpServer({ name: "refusals", version: "1.0.0" });
    assert.throws(
      () => mcp.tool("broken", { [side]: schema as never }, () => ({})),
      (error: Error) => {
        assert.ok(error instanceof TypeError);
        assert.ok(
          error.message.startsWith(`Cannot register tool "broken": ${side}: `),
          error.message,
        );
        assert.match(error.message, says);
        return true;
      },
    );
  }
});

Deno.test("inspect names a tool whose schemas have a tuple, whose items draft-07 does not check", async () => {
  const mcp = new McpServer({ name: "tuples", version: "1.0.0" });
  const pair = z.object({ pair: z.tuple([z.string(), z.number()]) });
  mcp.tool("none", { input: z.object({ list: z.array(z.string()) }) }, () => "x");
  mcp.tool("in", { input: pair }, () => "x");
  mcp.tool("out", { output: pair }, () => ({ pair: ["x", 1] as [string, number] }));
  const { components } = await mcp.describe();
  const warnings = components.map(({ warnings }) => warnings);
  const says = (side: string) =>
    `has a tuple in its ${side} schema, whose items hosts that read draft-07 do not check`;
  assert.deepEqual(warnings, [[], [says("input")], [says("output")]]);
});

Deno.test("checks that zod names like formats are listed by their pattern alone, as other libraries do", () => {
  const schema = z.object({
    starts: z.string().startsWith("ab"),
    ends: z.string().endsWith("b"),
    has: z.string().includes("b"),
    lower: z.string().lowercase(),
    own: z.string().regex(/^x/),
    made: z.templateLiteral(["a", z.number()]),
    mail: z.email(),
  });
  const { properties } = generatedSchema(schema, "input", false);
  for (const [name, part] of Object.entries(properties as Record<string, { format?: string }>)) {
    assert.equal(part.format, name === "mail" ? "email" : undefined, name);
  }
});
