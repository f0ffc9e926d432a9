import { Type as Old } from "@sinclair/typebox";
import { type } from "arktype";
import assert from "node:assert/strict";
import { McpServer } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import Type from "typebox";
import * as v from "valibot";
import { z } from "zod";
import * as mini from "zod/mini";
import "../support/quiet.ts";

const make = () => new McpServer({ name: "schemas", version: "1.0.0" });

/** What a tool with this input lists as its schema. */
// deno-lint-ignore no-explicit-any
async function listed(input: any): Promise<any> {
  const mcp = make();
  mcp.tool("t", { input }, () => "x");
  await using client = await testClient(mcp);
  return (await client.listTools())[0].inputSchema;
}

/** What the handler of a tool with this input gets for these arguments. */
// deno-lint-ignore no-explicit-any
async function received(input: any, args: Record<string, unknown>): Promise<unknown> {
  const mcp = make();
  let got: unknown;
  mcp.tool("t", { input }, (args) => {
    got = args;
    return "x";
  });
  await using client = await testClient(mcp);
  const result = await client.callTool("t", args);
  assert.equal(result.isError, false, JSON.stringify(result.content));
  return got;
}

Deno.test("C004: defaulted fields are not required and list their default, at depth 1 and 2", async () => {
  const schema = await listed(z.object({
    text: z.string(),
    pageSize: z.number().default(25),
    nested: z.object({ text: z.string(), pageSize: z.number().default(10) }),
  }));
  assert.deepEqual(schema.required, ["text", "nested"]);
  assert.equal(schema.properties.pageSize.default, 25);
  assert.deepEqual(schema.properties.nested.required, ["text"]);
  assert.equal(schema.properties.nested.properties.pageSize.default, 10);
});

Deno.test("C005: an omitted field is never refused, and the handler gets what the schema's parse gives", async () => {
  for (
    const schema of [
      z.object({ f: z.array(z.string()).optional().default([]) }),
      z.object({ f: z.number().default(5).optional() }),
      z.object({ f: z.number().nullish().default(7) }),
    ]
  ) {
    assert.equal((await listed(schema)).required?.includes("f") ?? false, false);
    assert.deepEqual(await received(schema, {}), schema.parse({}));
  }
});

Deno.test("plain JSON Schema fills in its defaults", async () => {
  const schema = {
    type: "object",
    properties: {
      days: { type: "integer", default: 3 },
      place: { type: "object", properties: { unit: { default: "C" } }, default: {} },
    },
  };
  assert.deepEqual(await received(schema, {}), { days: 3, place: { unit: "C" } });
  assert.deepEqual(await received(schema, { days: 1 }), { days: 1, place: { unit: "C" } });
});

Deno.test("C007 [tools.schema]: a root union is given the type of its branches, or refused if they are no objects", async () => {
  const union = {
    anyOf: [
      { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
      { type: "object", properties: { b: { type: "string" } }, required: ["b"] },
    ],
  };
  const mcp = make();
  mcp.tool("good", {}, () => "good");
  mcp.tool("union", { input: union }, () => "union");
  await using client = await testClient(mcp);
  const tools = await client.listTools();
  assert.deepEqual(tools.map(({ inputSchema }) => inputSchema.type), ["object", "object"]);
  assert.equal((await client.callTool("union", { a: "x" })).isError, false);
  assert.equal((await client.callTool("union", {})).isError, true);
  const { warnings } = (await mcp.describe()).components[1];
  assert.match(warnings.join(), /anyOf, oneOf or allOf at the root/);
  for (
    const input of [
      { anyOf: [{ type: "string" }, { type: "object" }] },
      { type: "string" },
      {
        type: ["object", "null"],
      },
      { enum: [1] },
      z.string(),
      z.union([z.string(), z.object({})]),
    ]
  ) {
    assert.throws(
      () => make().tool("bad", { input: input as never }, () => "x"),
      /Cannot register tool "bad": input: .*root of the schema must be an object/,
    );
  }
});

Deno.test("C064: a transformed field lists what goes in, and the handler gets what comes out", async () => {
  const schema = z.object({
    length: z.string().transform((text) => text.length),
    piped: z.string().pipe(z.string().min(2)),
    pre: z.preprocess((value) => value ?? "none", z.string()),
  });
  const json = await listed(schema);
  assert.equal(json.properties.length.type, "string");
  assert.equal(json.properties.piped.type, "string");
  assert.deepEqual(await received(schema, { length: "four", piped: "ab", pre: "x" }), {
    length: 4,
    piped: "ab",
    pre: "x",
  });
});

Deno.test("C065: tools without parameters list the same valid object schema, however they say so", async () => {
  for (const input of [undefined, {}, { type: "object" }, z.object({})]) {
    const schema = await listed(input);
    assert.deepEqual(schema, { type: "object", properties: {} }, JSON.stringify(input));
  }
});

Deno.test("C067: description, default, type and values survive every order of wrappers", async () => {
  const cases: [z.ZodType, Record<string, unknown>][] = [
    [z.string().describe("x").optional(), { type: "string", description: "x" }],
    [z.number().optional().describe("y"), { type: "number", description: "y" }],
    [z.number().default(5).describe("z"), { type: "number", default: 5, description: "z" }],
    [z.number().describe("z").default(5), { type: "number", default: 5, description: "z" }],
    [z.literal("a").default("a"), { const: "a", type: "string", default: "a" }],
    [z.enum(["a", "b"]).describe("e").optional(), {
      enum: ["a", "b"],
      type: "string",
      description: "e",
    }],
    [z.boolean().optional().default(true).describe("b"), {
      type: "boolean",
      default: true,
      description: "b",
    }],
    [z.union([z.string(), z.number()]).default(1), {
      anyOf: [{ type: "string" }, { type: "number" }],
      default: 1,
    }],
  ];
  for (const [i, [field, expected]] of cases.entries()) {
    const schema = await listed(z.object({ f: field }));
    assert.deepEqual(schema.properties.f, expected, `case ${i}`);
    assert.ok(!(schema.required ?? []).includes("f"), `case ${i}`);
  }
});

Deno.test("examples, and members of an author's own, arrive in the list, whatever the library", async () => {
  const more = { examples: ["a"], "x-unit": "cm" };
  const ark = type("string").configure({ examples: ["a"] });
  const inputs = {
    zod: z.object({ a: z.string().meta(more) }),
    "zod/mini": mini.object({ a: mini.string().check(mini.meta(more)) }),
    Valibot: v.object({ a: v.pipe(v.string(), v.examples(["a"]), v.metadata({ "x-unit": "cm" })) }),
    TypeBox: Type.Object({ a: Type.String(more) }),
    "TypeBox 0.34": Old.Object({ a: Old.String(more) }),
    "JSON Schema": { type: "object", properties: { a: { type: "string", ...more } } },
  };
  for (const [name, input] of Object.entries(inputs)) {
    assert.deepEqual((await listed(input)).properties.a, { type: "string", ...more }, name);
  }
  assert.deepEqual((await listed(type({ a: ark }))).properties.a, {
    type: "string",
    examples: ["a"],
  });
});

Deno.test("ArkType schemas work like zod's", async () => {
  const schema = type({ name: "string", "age?": "number" });
  assert.deepEqual((await listed(schema)).required, ["name"]);
  assert.deepEqual(await received(schema, { name: "Ada", age: 36 }), { name: "Ada", age: 36 });
});

Deno.test("[tools.schema]: a schema that is broken, or cannot be shown, throws at registration and names tool and place", () => {
  const zod3 = { "~standard": { version: 1, vendor: "zod", validate: () => ({ value: 1 }) } };
  for (
    const [input, says] of [
      [{ type: "objekt" }, /"objekt" is not a JSON Schema type/],
      [{ type: "object", properties: [] }, /properties must be an object/],
      [{ type: "object", properties: { a: 5 } }, /a: a schema must be an object or a boolean/],
      [{ type: "object", properties: { a: { properties: { b: { type: "x" } } } } }, /a\.b: "x"/],
      [{ type: "object", properties: { a: { anyOf: [] } } }, /a: anyOf must be a list/],
      [{ type: "object", required: "a" }, /required must be a list/],
      [{ type: "object", properties: { a: { pattern: "(" } } }, /a: pattern "\(" is not a regular/],
      [{ type: "object", properties: { a: { enum: "x" } } }, /a: enum must be a list/],
      [{ type: "object", properties: { a: { $ref: "https://example.com/s" } } }, /points outside/],
      [{ type: "object", properties: { a: { $ref: "other.json" } } }, /points outside/],
      [{ type: "object", properties: { a: { $ref: "#/$defs/none" } } }, /points to nothing/],
      [{ type: "object", title: "A", properties: { a: { $ref: "#/title" } } }, /points to nothing/],
      [
        {
          type: "object",
          properties: { a: { $ref: "#/x-y/z" } },
          "x-y": { z: { items: { pattern: "(" } } },
        },
        /input: #\/x-y\/z items: pattern "\(" is not a regular expression/,
      ],
      [
        { $schema: "http://json-schema.org/draft-04/schema#", type: "object" },
        /draft-04.*not a supp/,
      ],
      [{ $schema: "urn:mine", type: "object" }, /not a supported dialect/],
      [
        { city: z.string() },
        /city is a zod schema inside a plain object; wrap it, as in z\.object/,
      ],
      [{ type: "object", $async: true }, /\$async is not supported/],
      [z.object({ seen: z.map(z.string(), z.date()) }), /seen: zod cannot show map as JSON Schema/],
      [zod3, /zod schema cannot be shown as JSON Schema/],
      [5, /the schema is not an object/],
      [null, /the schema is not an object/],
    ] as const
  ) {
    assert.throws(
      () => make().tool("broken", { input: input as never }, () => "x"),
      (error: Error) => {
        assert.match(error.message, /^Cannot register tool "broken": input: /);
        assert.match(error.message, says);
        return true;
      },
    );
  }
  assert.throws(
    () => make().tool("broken", { output: { type: "x" } }, () => "x"),
    /Cannot register tool "broken": output: "x" is not/,
  );
});

Deno.test("a keyword with a wrong value throws at registration and names tool and place", () => {
  for (
    const [part, says] of [
      [{ minimum: "x" }, /tool "bad": input: a: minimum must be a number/],
      [{ multipleOf: 0 }, /a: multipleOf must be a number above 0/],
      [{ maxLength: -1 }, /a: maxLength must be a whole number, 0 or more/],
      [{ uniqueItems: "yes" }, /a: uniqueItems must be true or false/],
      [{ pattern: 5 }, /a: pattern must be text/],
      [{ patternProperties: { "(": {} } }, /a: pattern "\(" is not a regular expression/],
      [{ dependentRequired: { b: "c" } }, /a: dependentRequired must be an object of lists/],
      [{ $ref: "#/properties/a" }, /a: the schema refers to itself without end/],
      [{ anyOf: [{ not: { $ref: "#/properties/a" } }] }, /refers to itself without end/],
    ] as const
  ) {
    const input = { type: "object", properties: { a: part } };
    assert.throws(() => make().tool("bad", { input }, () => "x"), says);
  }
});

Deno.test("tools may share a schema, and the $id in it", async () => {
  const input = { $id: "urn:shared", type: "object", properties: { a: { type: "integer" } } };
  const mcp = make();
  for (const name of ["a", "b"]) mcp.tool(name, { input: { ...input } }, () => "x");
  await using client = await testClient(mcp);
  for (const name of ["a", "b"]) {
    assert.equal((await client.callTool(name, { a: 1 })).isError, false);
    assert.equal((await client.callTool(name, { a: "x" })).isError, true);
  }
});

Deno.test("[tools.schema]: references inside a schema are followed, a recursive root too, in every known dialect", async () => {
  const tree = z.object({
    value: z.number(),
    get children() {
      return z.array(tree).optional();
    },
  });
  assert.deepEqual(
    await received(tree, { value: 1, children: [{ value: 2 }] }),
    { value: 1, children: [{ value: 2 }] },
  );
  const referred = {
    $ref: "#/$defs/root",
    $defs: {
      root: { type: "object", properties: { a: { $ref: "#leaf" } }, required: ["a"] },
      leaf: { $anchor: "leaf", type: "integer" },
    },
  };
  assert.equal((await listed(referred)).type, "object");
  assert.deepEqual(await received(referred, { a: 1 }), { a: 1 });
  for (
    const $schema of [
      "https://json-schema.org/draft/2020-12/schema",
      "https://json-schema.org/draft/2019-09/schema",
      "http://json-schema.org/draft-07/schema#",
    ]
  ) {
    const input = { $schema, type: "object", properties: { a: { type: "integer" } } };
    assert.deepEqual(await received(input, { a: 1 }), { a: 1 });
  }
});

Deno.test("an output that refers to itself is wrapped with its references in place", async () => {
  const mcp = make();
  const nested: z.ZodType = z.lazy(() => z.union([z.number(), z.array(nested)]));
  mcp.tool("nest", { output: nested }, () => [1, [2, [3]]]);
  mcp.tool("list", {
    output: { type: "array", items: { anyOf: [{ type: "number" }, { $ref: "#" }] } },
  }, () => [1, [2]]);
  for (const era of ["modern", "legacy"] as const) {
    await using client = await testClient(mcp, { era });
    // The official client checks structured content against the listed schema.
    await client.listTools();
    assert.deepEqual((await client.callTool("nest")).data, [1, [2, [3]]]);
    assert.deepEqual((await client.callTool("list")).data, [1, [2]]);
  }
});

Deno.test("what is listed cannot be changed through the author's schema object, nor the other way", async () => {
  const input = { type: "object", properties: { a: { type: "string" } } };
  const mcp = make();
  mcp.tool("t", { input }, () => "x");
  (input.properties as Record<string, unknown>).b = { type: "number" };
  await using client = await testClient(mcp);
  assert.deepEqual(Object.keys((await client.listTools())[0].inputSchema.properties as object), [
    "a",
  ]);
});

Deno.test("[tools.schema-bounds]: a schema deeper than 64 levels is refused", () => {
  const nested = (depth: number): Record<string, unknown> =>
    depth === 0 ? { type: "string" } : { type: "object", properties: { a: nested(depth - 1) } };
  make().tool("deep", { input: nested(60) }, () => "x");
  assert.throws(
    () => make().tool("deep", { input: nested(70) }, () => "x"),
    /tool "deep": input: .*deeper than 64 levels/,
  );
});

/** The lines under "Invalid arguments". */
// deno-lint-ignore no-explicit-any
async function problems(input: any, args: Record<string, unknown>): Promise<string[]> {
  const mcp = make();
  mcp.tool("t", { input }, () => "x");
  await using client = await testClient(mcp);
  const { isError, content } = await client.callTool("t", args);
  assert.equal(isError, true);
  return (content[0] as { text: string }).text.split("\n- ").slice(1);
}

const object = (properties: Record<string, unknown>, more = {}) => ({
  type: "object",
  properties,
  ...more,
});

Deno.test("problems of plain JSON Schema say what was expected and what came, once each", async () => {
  const kind = (name: string) => object({ kind: { const: name } }, { required: ["kind"] });
  const cases: [Record<string, unknown>, Record<string, unknown>, string[]][] = [
    [object({ a: { type: ["string", "null"] } }), { a: 5 }, [
      "a: expected string or null, got number 5",
    ]],
    [
      object({ a: { anyOf: [{ type: "string", minLength: 2 }, { type: "null" }] } }),
      { a: "x" },
      ['a: expected at least 2 characters, got string "x"'],
    ],
    [object({ a: { anyOf: [{ const: 1 }, { const: "b" }] } }), { a: 2 }, [
      'a: expected 1 or "b", got number 2',
    ]],
    [object({ s: { oneOf: [kind("a"), kind("b")] } }), { s: { kind: "c" } }, [
      's.kind: expected "a" or "b", got string "c"',
    ]],
    [
      object({ v: { oneOf: [{ type: "number" }, { type: "integer" }] } }),
      { v: 1 },
      ["v: expected what fits one of 2 forms only, got number 1"],
    ],
    [object({ a: false }), { a: 1 }, ["a: not allowed"]],
    [object({ a: { minimum: 3 } }), { a: 1 }, ["a: expected at least 3, got number 1"]],
    [object({ l: { contains: { type: "number" } } }), { l: ["x"] }, [
      "l: expected an array with at least 1 item of the kind it must contain, got an array of 1",
    ]],
  ];
  for (const [input, args, expected] of cases) {
    assert.deepEqual(await problems(input, args), expected);
  }
});

Deno.test("multiples of a decimal fraction are what they are in decimals", async () => {
  const input = object({ p: { type: "number", multipleOf: 0.01 } });
  for (const p of [0.07, 0.14, 0.29, 19.99]) assert.deepEqual(await received(input, { p }), { p });
  assert.deepEqual(await problems(input, { p: 0.075 }), [
    "p: expected a multiple of 0.01, got number 0.075",
  ]);
});

Deno.test("a thousand problems are cut to what a model can read", async () => {
  const input = object({ l: { type: "array", items: { type: "string" } } });
  const lines = await problems(input, { l: Array.from({ length: 1000 }, (_, i) => i) });
  assert.equal(lines.length, 51);
  assert.equal(lines.at(-1), "… and 950 more");
});

Deno.test("a property named like a member of every object is absent when it is absent", async () => {
  const input = object({ constructor: { type: "string" }, toString: { type: "string" } });
  assert.deepEqual(await received(input, {}), {});
  const required = { ...input, required: ["constructor"] };
  assert.deepEqual(await problems(required, {}), ["constructor: required, but missing"]);
});

Deno.test("ArkType's problems name their place, at the root too", async () => {
  const lines = await problems(type({ a: "string", b: { c: "number" } }), { b: { c: "x" } });
  assert.equal(lines.length, 2);
  assert.match(lines.join(), /a: .*b\.c: |b\.c: .*a: /);
});

Deno.test("a check that answers later, by any promise, is waited for", async () => {
  const later = {
    "~standard": {
      version: 1,
      vendor: "later",
      validate: (value: unknown) => ({
        then: (done: (result: unknown) => void) => done({ value: { ...value as object, late: 1 } }),
      }),
      jsonSchema: { input: () => object({ a: {} }), output: () => object({}) },
    },
  };
  assert.deepEqual(await received(later, { a: 1 }), { a: 1, late: 1 });
});

Deno.test("[tools.headers]: x-mcp-header is a token, unique, and on plain properties, or registration fails", () => {
  const register = (properties: Record<string, unknown>, more = {}) =>
    make().tool("t", { input: { type: "object", properties, ...more } }, () => "x");
  register({ a: { type: "string", "x-mcp-header": "Region" } });
  register({ o: { type: "object", properties: { b: { type: "integer", "x-mcp-header": "B" } } } });
  for (
    const [properties, says] of [
      [{ a: { type: "string", "x-mcp-header": "" } }, /a: x-mcp-header must be a header name/],
      [{ a: { type: "string", "x-mcp-header": "two words" } }, /must be a header name/],
      [{ a: { type: "string", "x-mcp-header": 5 } }, /must be a header name/],
      [{ a: { type: "object", "x-mcp-header": "A" } }, /only for text, numbers and booleans/],
      [{ a: { type: "array", items: { type: "string", "x-mcp-header": "A" } } }, /not for parts/],
      [{ a: { anyOf: [{ type: "string", "x-mcp-header": "A" }] } }, /not for parts of lists/],
      [{
        a: { type: "string", "x-mcp-header": "Same" },
        b: { type: "string", "x-mcp-header": "same" },
      }, /b: x-mcp-header "same" is also that of a/],
    ] as const
  ) assert.throws(() => register(properties), says);
  assert.throws(() => register({}, { "x-mcp-header": "Root" }), /the root: x-mcp-header/);
});

Deno.test("a dialect that an author names stays in the list, one that a library names by default does not", async () => {
  const $schema = "https://json-schema.org/draft/2020-12/schema";
  const named = await listed({ $schema, type: "object", properties: {} });
  assert.equal(named.$schema, $schema);
  assert.equal("$schema" in await listed(z.object({})), false);
});
