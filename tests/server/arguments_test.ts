import assert from "node:assert/strict";
import { McpServer, UserError, type Validation } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import { z } from "zod";
import { RawClient } from "../support/raw_client.ts";
import "../support/quiet.ts";

// deno-lint-ignore no-explicit-any
type Any = any;

const UNKNOWN = "x-mcp/unknownArguments";

/** Calls one tool with one field `v`, and tells what its handler got, or the lines that it was refused with. */
async function sent(part: unknown, validation: Validation, args: Record<string, unknown>) {
  const mcp = new McpServer({ name: "arguments", version: "1.0.0", validation });
  let got: unknown;
  const input = isZod(part)
    ? z.object({ v: part as z.ZodType })
    : { type: "object", properties: { v: part }, required: ["v"] };
  mcp.tool("t", { input: input as Any }, (args) => {
    got = args;
    return "ok";
  });
  await using client = await testClient(mcp);
  const { isError, content, meta } = await client.callTool("t", args) as Any;
  return isError
    ? { refused: (content[0].text as string).split("\n- ").slice(1) }
    : { got: got as Record<string, unknown>, unknown: meta?.[UNKNOWN] };
}

function isZod(part: unknown): boolean {
  return typeof part === "object" && part !== null && "~standard" in part;
}

const REFUSED = Symbol("refused");

/** The rows of a table: what is sent for `v`, and what the handler gets, or that it is refused. */
async function rows(
  parts: readonly unknown[],
  validation: Validation,
  table: readonly (readonly [sent: unknown, got: unknown])[],
) {
  for (const part of parts) {
    for (const [value, expected] of table) {
      const answer = await sent(part, validation, { v: value });
      const name = `${JSON.stringify(value)} for ${isZod(part) ? "zod" : JSON.stringify(part)}`;
      if (expected === REFUSED) {
        assert.ok(answer.refused, `${name}: ${JSON.stringify(answer.got)}`);
        assert.match(answer.refused[0], /^v(\.[\w.]+)?: /, name);
      } else assert.deepEqual(answer, { got: { v: expected }, unknown: undefined }, name);
    }
  }
}

const INT = [{ type: "integer" }, z.int(), z.coerce.number().int(), z.int().nullable()];
const NUMBER = [{ type: "number" }, z.number(), z.coerce.number()];
const BOOLEAN = [{ type: "boolean" }, z.boolean(), z.coerce.boolean()];
const TEXT = [{ type: "string" }, z.string(), z.coerce.string()];

Deno.test("C009: lenient and strict take the same twelve values, lenient converts exact literals only", async () => {
  const number = [5, -1.5, "5", "-1.5", "1e3", "5x", "", "NaN", " 5", "0x10", true, null] as const;
  const taken = [5, -1.5, 5, -1.5, 1000];
  await rows(NUMBER, "lenient", number.map((value, i) => [value, taken[i] ?? REFUSED]));
  await rows(NUMBER, "strict", number.map((value, i) => [value, i < 2 ? value : REFUSED]));
  const boolean = [
    true,
    "true",
    "false",
    "True",
    "FALSE",
    "yes",
    "1",
    "",
    1,
    0,
    "null",
    [],
  ] as const;
  const words = [true, true, false, true, false];
  await rows(BOOLEAN, "lenient", boolean.map((value, i) => [value, words[i] ?? REFUSED]));
  await rows(BOOLEAN, "strict", boolean.map((value, i) => [value, i < 1 ? value : REFUSED]));
});

Deno.test("lenient int takes 5, text of it, and 5.0; fractions and other text are refused (differs from FastMCP: blanks, 1_000 and true are refused, 1e3 is not)", async () => {
  await rows(INT, "lenient", [
    [5, 5],
    ["5", 5],
    ["5.0", 5],
    [5.0, 5],
    ["1e3", 1000],
    ["-0", -0],
    [5.5, REFUSED],
    ["5.5", REFUSED],
    ["", REFUSED],
    ["abc", REFUSED],
    [" 5 ", REFUSED],
    ["1_000", REFUSED],
    ["+5", REFUSED],
    ["05", REFUSED],
    [true, REFUSED],
    ["[5]", REFUSED],
  ]);
});

Deno.test("lenient float takes numbers and text of them (differs from FastMCP: nan, inf and true are refused)", async () => {
  await rows(NUMBER, "lenient", [
    [1.5, 1.5],
    ["1.5", 1.5],
    ["1e3", 1000],
    ["-0.1", -0.1],
    ["nan", REFUSED],
    ["inf", REFUSED],
    ["Infinity", REFUSED],
    ["1e999", REFUSED],
    [true, REFUSED],
  ]);
});

Deno.test("lenient bool takes the words true and false in any case (differs from FastMCP: yes, on, 1, t and numbers are refused)", async () => {
  await rows(BOOLEAN, "lenient", [
    ["tRuE", true],
    ["false", false],
    ["yes", REFUSED],
    ["on", REFUSED],
    ["t", REFUSED],
    [1, REFUSED],
    [0.0, REFUSED],
    ["2", REFUSED],
    ["maybe", REFUSED],
  ]);
});

Deno.test("C012: what admits text keeps the exact text, in every mode, in unions and enums too", async () => {
  const texts = ["90210", "007", '{"a":1}', "12345678901234567890", "null", "true", "", " 5 "];
  const either = [
    ...TEXT,
    z.string().nullable(),
    z.union([z.string(), z.number()]),
    z.union([z.number(), z.string(), z.boolean()]),
    { type: ["number", "string"] },
    { anyOf: [{ type: "object" }, { type: "string" }] },
    {},
  ];
  for (const validation of ["lenient", "strict"] as const) {
    await rows(either, validation, texts.map((text) => [text, text]));
  }
  await rows([z.union([z.literal("auto"), z.number()])], "lenient", [
    ["auto", "auto"],
    [5, 5],
    ["5", REFUSED],
  ]);
});

Deno.test("lenient str: nothing else becomes text", async () => {
  await rows(TEXT, "lenient", [[5, REFUSED], [true, REFUSED], [["a"], REFUSED], [
    { a: 1 },
    REFUSED,
  ]]);
});

Deno.test("lenient containers: items are converted one by one (differs from FastMCP: JSON text of a list or an object is read)", async () => {
  const list = [{ type: "array", items: { type: "integer" } }, z.array(z.int())];
  await rows(list, "lenient", [
    [["1", 2, "3.0"], [1, 2, 3]],
    ["[1, 2]", [1, 2]],
    ['["1", "2"]', [1, 2]],
    [[], []],
    ["[]", []],
    ["[1", REFUSED],
    ["{}", REFUSED],
    [["1", "x"], REFUSED],
    [[["a", 1]], REFUSED],
  ]);
  const map = [
    { type: "object", additionalProperties: { type: "boolean" } },
    z.record(z.string(), z.boolean()),
  ];
  await rows(map, "lenient", [
    [{ a: "true" }, { a: true }],
    ['{"a":"FALSE"}', { a: false }],
    [[["a", true]], REFUSED],
  ]);
  const deep = z.object({ list: z.array(z.object({ on: z.boolean().optional() })) });
  await rows([deep], "lenient", [
    [{ list: [{ on: "true" }, {}] }, { list: [{ on: true }, {}] }],
    ['{"list":"[{\\"on\\":\\"true\\"}]"}', { list: [{ on: true }] }],
    [{ list: [{ on: null }] }, { list: [{}] }],
  ]);
});

Deno.test("a lone value where an array is wanted is refused, and the refusal says so", async () => {
  for (const value of ["a", "5", 5, { a: 1 }]) {
    const { refused } = await sent(z.array(z.string()), "lenient", { v: value });
    assert.match(refused![0], /^v: expected array \(put a single item into an array, too\), got /);
  }
});

Deno.test("lenient models: fields are converted, unknown ones left out and reported (differs from FastMCP: closed models too)", async () => {
  const models = [
    z.object({ n: z.int() }),
    z.strictObject({ n: z.int() }),
    { type: "object", properties: { n: { type: "integer" } }, additionalProperties: false },
  ];
  for (const model of models) {
    const { got, unknown } = await sent(model, "lenient", { v: { n: "1", m: 2 } });
    assert.deepEqual(got, { v: { n: 1 } });
    assert.deepEqual(unknown, [{ name: "v.m" }]);
  }
  const open = await sent(z.looseObject({ n: z.int() }), "lenient", { v: { n: "1", m: 2 } });
  assert.deepEqual(open, { got: { v: { n: 1, m: 2 } }, unknown: undefined });
});

Deno.test("unions: the branch that fits as it is wins, else the first that fits after conversion", async () => {
  await rows([z.union([z.int(), z.boolean()]), { type: ["integer", "boolean"] }], "lenient", [
    [1, 1],
    [true, true],
    ["1", 1],
    ["true", true],
    ["x", REFUSED],
  ]);
  const shapes = z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("circle"), radius: z.number() }),
    z.object({ kind: z.literal("square"), side: z.number(), filled: z.boolean().optional() }),
  ]);
  await rows([shapes], "lenient", [
    [{ kind: "square", side: "2", filled: "True" }, { kind: "square", side: 2, filled: true }],
    ['{"kind":"circle","radius":1}', { kind: "circle", radius: 1 }],
    [{ kind: "square", side: 1, filled: null }, { kind: "square", side: 1 }],
    [{ kind: "circle", side: 2 }, REFUSED],
    [{ kind: "line" }, REFUSED],
  ]);
  const { refused } = await sent(shapes, "lenient", { v: { kind: "circle", radius: "wide" } });
  assert.deepEqual(refused, ['v.radius: expected number, got string "wide"']);
  const line = await sent(shapes, "lenient", { v: { kind: "line" } });
  assert.deepEqual(line.refused, ['v.kind: expected "circle" or "square", got string "line"']);
  // The branch that keeps most of what came wins.
  const either = { anyOf: [object({ a: {} }), object({ b: { type: "integer" } })] };
  const { got, unknown } = await sent(either, "lenient", { v: { b: "1", x: 1 } });
  assert.deepEqual(got, { v: { b: 1 } });
  assert.deepEqual(unknown, [{ name: "v.x" }]);
});

function object(properties: Record<string, unknown>) {
  return { type: "object", properties, additionalProperties: false };
}

Deno.test("recursion: what is inside itself is converted at every level", async () => {
  const Node = z.object({
    size: z.int(),
    get parts() {
      return z.array(Node).optional();
    },
  });
  await rows([Node], "lenient", [
    [{ size: "1", parts: [{ size: "2", parts: '[{"size":"3"}]' }] }, {
      size: 1,
      parts: [{ size: 2, parts: [{ size: 3 }] }],
    }],
  ]);
});

Deno.test("optional int: the texts null and empty are refused, null is absent, in a nullable field it is null", async () => {
  const optional = z.int().optional();
  await rows([optional, { type: "integer" }], "lenient", [["null", REFUSED], ["", REFUSED], [
    5,
    5,
  ]]);
  assert.deepEqual((await sent(optional, "lenient", { v: null })).got, {});
  assert.ok((await sent(optional, "strict", { v: null })).refused);
  await rows([object({ n: { type: "integer" } })], "lenient", [[{ n: null }, {}]]);
  await rows([z.int().nullish(), { type: ["integer", "null"] }], "lenient", [[null, null]]);
  assert.deepEqual((await sent(z.int().default(7), "lenient", { v: null })).got, { v: 7 });
  await rows([z.int()], "lenient", [[null, REFUSED]]);
});

Deno.test("enum: by value, converted to its kind", async () => {
  enum Size {
    Small = "S",
    Large = "L",
  }
  await rows([z.enum(Size), { enum: ["S", "L"] }], "lenient", [["S", "S"], ["Small", REFUSED]]);
  await rows([z.literal([1, 2]), { enum: [1, 2] }], "lenient", [["1", 1], [2, 2], ["3", REFUSED]]);
  await rows([z.literal(true), { const: true }], "lenient", [["true", true], ["false", REFUSED]]);
});

Deno.test("C003: dates are listed as text, and come as a Date in both modes; others are refused (differs from FastMCP: numbers are no dates)", async () => {
  for (const part of [z.date(), z.coerce.date(), z.date().nullable()]) {
    for (const validation of ["lenient", "strict"] as const) {
      const { got } = await sent(part, validation, { v: "2026-01-02T03:04:05Z" });
      assert.ok(got!.v instanceof Date);
      assert.equal((got!.v as Date).toISOString(), "2026-01-02T03:04:05.000Z");
      for (const value of ["soon", "2026-02-30T00:00:00Z", "2026-01-02T03:04:05", 1767322800, ""]) {
        const { refused } = await sent(part, validation, { v: value });
        assert.match(refused?.[0] ?? "", /^v: expected (a date and time|string)/, String(value));
      }
    }
    const day = await sent(part, "lenient", { v: "2026-01-02" });
    assert.equal((day.got!.v as Date).toISOString(), "2026-01-02T00:00:00.000Z");
    assert.ok((await sent(part, "strict", { v: "2026-01-02" })).refused);
  }
  const mcp = new McpServer({ name: "dates", version: "1.0.0" });
  mcp.tool("with_date", { input: z.object({ when: z.coerce.date() }) }, () => "x");
  mcp.tool("other", {}, () => "x");
  await using client = await testClient(mcp);
  const tools = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), ["with_date", "other"]);
  assert.deepEqual((tools[0].inputSchema as Any).properties.when, {
    type: "string",
    format: "date-time",
  });
});

Deno.test("C080: integers beyond the safe range are refused, never rounded; a bigint takes their text", async () => {
  await rows(INT, "lenient", [
    [12345678901234567890, REFUSED],
    ["12345678901234567890", REFUSED],
    ["9007199254740993", REFUSED],
    ["9007199254740991", 9007199254740991],
  ]);
  await rows(INT, "strict", [[12345678901234567890, REFUSED]]);
  await rows(NUMBER, "lenient", [
    ["12345678901234567890", REFUSED],
    ["0.12345678901234567890123", REFUSED],
    ["0.1", 0.1],
    ["1.10", 1.1],
  ]);
  await rows([z.array(z.number())], "lenient", [["[12345678901234567890]", REFUSED], ["[1]", [1]]]);
  for (const validation of ["lenient", "strict"] as const) {
    await rows([z.bigint()], validation, [
      ["12345678901234567890", 12345678901234567890n],
      [5, 5n],
      [12345678901234567890, REFUSED],
      ["five", REFUSED],
    ]);
  }
});

Deno.test("C015 C074: unknown keys are refused in strict mode, with the nearest name, and listed so; lenient runs and says so", async () => {
  for (const [given, options] of [["lenient", {}], ["strict", { validation: "strict" }]] as const) {
    const mcp = new McpServer({ name: "keys", version: "1.0.0", ...options });
    const input = z.object({
      maxSize: z.int().optional(),
      nested: z.object({ depth: z.int().optional() }).optional(),
    });
    mcp.tool("t", { input }, (args) => args);
    await using client = await testClient(mcp);
    const [{ inputSchema }] = await client.listTools() as Any;
    const closed = given === "strict" ? false : undefined;
    assert.equal(inputSchema.additionalProperties, closed);
    assert.equal(inputSchema.properties.nested.additionalProperties, closed);
    const answer = await client.callTool("t", { size: 2, nested: { dept: 1 } }) as Any;
    if (given === "strict") {
      assert.equal(answer.isError, true);
      assert.deepEqual(answer.content[0].text.split("\n- ").slice(1).sort(), [
        'nested.dept: not a known property; did you mean "depth"?',
        'size: not a known property; did you mean "maxSize"?',
      ]);
    } else {
      assert.deepEqual(answer.structured, { nested: {} });
      assert.deepEqual(answer.meta[UNKNOWN], [
        { name: "size", nearest: "maxSize" },
        { name: "nested.dept", nearest: "depth" },
      ]);
    }
  }
});

Deno.test("C015: what plain JSON Schema leaves open is handed on, and the log and the result name it", async () => {
  const input = { type: "object", properties: { maxSize: { type: "integer" } } };
  const open = new McpServer({ name: "open", version: "1.0.0" });
  open.tool("silent", { input }, (args) => args);
  open.tool("open", { input: { ...input, additionalProperties: true } }, (args) => args);
  await using client = await testClient(open);
  const silent = await client.callTool("silent", { size: 2 }) as Any;
  assert.deepEqual(silent.structured, { size: 2 });
  assert.deepEqual(silent.meta[UNKNOWN], [{ name: "size", nearest: "maxSize" }]);
  const said = await client.callTool("open", { size: 2 }) as Any;
  assert.deepEqual([said.structured, said.meta[UNKNOWN]], [{ size: 2 }, undefined]);
});

Deno.test("unknown, missing and wrong arguments come in one text, one line each, with the path", async () => {
  const input = z.object({
    name: z.string().min(3),
    limit: z.int().max(100),
    tags: z.array(z.enum(["a", "b"])),
    size: z.int(),
    when: z.date().optional(),
  });
  const mcp = new McpServer({ name: "all", version: "1.0.0" });
  mcp.tool("t", { input }, () => "x");
  await using client = await testClient(mcp);
  const { isError, content } = await client.callTool("t", {
    name: "ab",
    limit: "500",
    tags: ["a", "c"],
    siz: 1,
    when: "tomorrow",
  }) as Any;
  assert.equal(isError, true);
  assert.equal(
    content[0].text,
    [
      'Invalid arguments for tool "t":',
      "- size: required, but missing",
      '- name: expected at least 3 characters, got string "ab"',
      '- limit: expected at most 100, got string "500"',
      '- tags.1: expected one of "a", "b", got string "c"',
      '- when: expected a date and time with its offset, such as 2026-01-31T12:00:00Z, got string "tomorrow"',
      '- siz: not a known property; did you mean "size"?',
    ].join("\n"),
  );
});

Deno.test("checks of the author's refuse with the author's words, those of a library in ours, secrets are not shown", async () => {
  const own = z.object({ a: z.int(), b: z.int() })
    .refine(({ a, b }) => a < b, { error: "a must be less than b", path: ["a"] });
  assert.deepEqual((await sent(own, "lenient", { v: { a: 2, b: 1 } })).refused, [
    "v.a: a must be less than b, got number 2",
  ]);
  const words = z.object({
    email: z.email(),
    silent: z.string().refine(() => false),
    password: z.string().min(12),
    apiKey: z.string().regex(/^[a-z]+$/),
    note: z.int(),
    long: z.int(),
  });
  const answer = await sent(words, "strict", {
    v: {
      email: "me",
      silent: "x",
      password: "hunter2",
      apiKey: "1234",
      note: "sk-live-0123456789",
      long: "x".repeat(1000),
    },
  });
  assert.deepEqual(answer.refused, [
    'v.email: expected text of the form email, got string "me"',
    "v.password: expected at least 12 characters, got string of 7 characters",
    "v.apiKey: expected text that matches ^[a-z]+$, got string of 4 characters",
    "v.note: expected integer, got string of 18 characters",
    `v.long: expected integer, got string "${"x".repeat(36)}…`,
    `v.silent: expected what the tool's own check accepts, got string "x"`,
  ]);
  const silent = await sent(z.string().refine(() => false), "lenient", { v: "x" });
  assert.deepEqual(silent.refused, [
    'v: expected what the tool\'s own check accepts, got string "x"',
  ]);
  const all = JSON.stringify([answer, silent]);
  assert.doesNotMatch(all, /zod|Zod|ajv|Invalid input|https?:|hunter2|0123456789/);
});

Deno.test("strict is the published schema, then the library's own parse (differs from FastMCP 4: dates and enums stay callable)", async () => {
  await rows([z.string().transform((text) => text.length)], "strict", [["abc", 3], [3, REFUSED]]);
  await rows([z.coerce.number()], "strict", [[1, 1], ["1", REFUSED]]);
  await rows([z.stringbool()], "strict", [["yes", true], [true, REFUSED]]);
  await rows([z.union([z.int(), z.string()])], "strict", [[1.0, 1], ["1", "1"]]);
  await rows([z.preprocess((value) => value, z.int())], "strict", [[5, 5]]);
});

Deno.test("a tool's own validation wins over the server's, both ways; another word is refused", async () => {
  const input = z.object({ n: z.int() });
  for (
    const [server, tool, isError] of [
      ["lenient", "strict", true],
      ["strict", "lenient", false],
      ["strict", undefined, true],
      [undefined, undefined, false],
    ] as const
  ) {
    const mcp = new McpServer({
      name: "own",
      version: "1.0.0",
      ...(server === undefined ? {} : { validation: server }),
    });
    mcp.tool("t", { input, ...(tool === undefined ? {} : { validation: tool }) }, () => "x");
    await using client = await testClient(mcp);
    assert.equal((await client.callTool("t", { n: "1" })).isError, isError);
  }
  assert.throws(
    () => new McpServer({ name: "x", version: "1", validation: "loose" as "lenient" }),
    /Cannot make a server: validation is lenient or strict, not "loose"/,
  );
  assert.throws(
    () =>
      new McpServer({ name: "x", version: "1" })
        .tool("t", { validation: "no" as "strict" }, () => "x"),
    /Cannot register tool "t": validation is lenient or strict/,
  );
});

Deno.test("keys that could harm an object are plain keys", async () => {
  const mcp = new McpServer({ name: "proto", version: "1.0.0" });
  let got: Any;
  mcp.tool("t", { input: z.object({ n: z.int() }) }, (args) => {
    got = args;
    return "x";
  });
  await using client = await RawClient.open(mcp, "legacy");
  const args = JSON.parse('{"n":"1","__proto__":{"polluted":true},"constructor":"x"}');
  const { result } = await client.ask("legacy", "tools/call", { name: "t", arguments: args });
  assert.notEqual(result.isError, true);
  assert.deepEqual(got, { n: 1 });
  assert.equal("polluted" in got, false);
});

Deno.test("C073: a key that is injected is refused in strict mode, and reported in lenient mode, as any unknown one", async () => {
  const inject = { tenantId: () => "acme" };
  const inputs = [
    z.object({ a: z.int().optional() }),
    z.looseObject({ a: z.int().optional() }),
    { type: "object" },
    undefined,
  ];
  for (const input of inputs) {
    for (const validation of ["lenient", "strict"] as const) {
      const mcp = new McpServer({ name: "hidden", version: "1.0.0", validation });
      mcp.tool("t", { input: input as Any, inject }, (args: Any) => args.tenantId);
      await using client = await testClient(mcp);
      const answer = await client.callTool("t", { tenantId: "other" }) as Any;
      if (validation === "strict") {
        assert.equal(answer.isError, true);
        assert.match(answer.content[0].text, /\n- tenantId: not a known property/);
      } else {
        assert.equal(answer.content[0].text, "acme");
        assert.deepEqual(answer.meta[UNKNOWN], [{ name: "tenantId" }]);
      }
    }
  }
});

Deno.test("a call that fails says which arguments it did not know, too", async () => {
  const mcp = new McpServer({ name: "failing", version: "1.0.0" });
  mcp.tool("t", { input: z.object({ maxSize: z.int().optional() }) }, () => {
    throw new UserError("No");
  });
  await using client = await testClient(mcp);
  const { isError, meta } = await client.callTool("t", { size: 1 }) as Any;
  assert.deepEqual([isError, meta[UNKNOWN]], [true, [{ name: "size", nearest: "maxSize" }]]);
});

Deno.test("crowds of keys and long names cost little time, and are named in part", async () => {
  const names = Array.from({ length: 300 }, (_, i) => [`property_${i}`, z.int().optional()]);
  const args = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`propertx_${i}`, 1]));
  for (const validation of ["lenient", "strict"] as const) {
    const mcp = new McpServer({ name: "crowd", version: "1.0.0", validation });
    mcp.tool("t", { input: z.object(Object.fromEntries(names)) }, () => "x");
    await using client = await testClient(mcp);
    const begun = performance.now();
    const answer = await client.callTool("t", { ["x".repeat(2_000_000)]: 1, ...args }) as Any;
    // Without bounds it takes a minute.
    assert.ok(performance.now() - begun < 5000);
    assert.ok(JSON.stringify(answer).length < 20_000);
    assert.equal(answer.isError, validation === "strict");
  }
});

Deno.test("a default is filled in as a copy, and one that does not fit leaves the others", async () => {
  const input = {
    type: "object",
    properties: {
      tags: { type: "array", items: { type: "string" }, default: ["a"] },
      wrong: { type: "integer", default: "x" },
    },
  };
  const mcp = new McpServer({ name: "defaults", version: "1.0.0" });
  mcp.tool<{ tags: string[] }>("t", { input }, (args) => {
    args.tags.push("b");
    return args;
  });
  await using client = await testClient(mcp);
  for (let call = 0; call < 2; call++) {
    assert.deepEqual((await client.callTool("t")).structured, { tags: ["a", "b"] });
  }
});

Deno.test("a field that takes text and a date or a bigint gets the text, in any order", async () => {
  const date = "2026-01-02T03:04:05Z";
  for (const wanted of [z.date(), z.bigint()]) {
    for (const part of [z.union([wanted, z.string()]), z.union([z.string(), wanted])]) {
      await rows([part], "lenient", [["12", "12"], [date, date]]);
    }
  }
});

Deno.test("limits of dates and bigints are told, a bigint is never made of other text", async () => {
  const since = z.date().min(new Date("2025-01-01T00:00:00Z"));
  assert.deepEqual((await sent(since, "lenient", { v: "2020-01-01T00:00:00Z" })).refused, [
    'v: expected at least 2025-01-01T00:00:00.000Z, got string "2020-01-01T00:00:00Z"',
  ]);
  assert.deepEqual((await sent(z.bigint().min(5n), "lenient", { v: "3" })).refused, [
    'v: expected at least 5, got string "3"',
  ]);
  assert.ok((await sent(z.bigint().meta({ type: "string" }), "lenient", { v: "abc" })).refused);
});

Deno.test("values of fields that are called secrets, or look like one, are never shown", async () => {
  const names = ["password_confirmation", "passwordHash", "newPasswords", "x-api-key", "apiKey"];
  names.push(
    "access-key",
    "pwd",
    "DB_PWD",
    "otp",
    "pinCode",
    "recovery_code",
    "creditCard",
    "cvv2",
  );
  names.push("bearer", "dsn", "connectionString", "authHeader", "signature", "Pass Word", "token");
  for (const name of names) {
    const { refused } = await sent(object({ [name]: { type: "number" } }), "lenient", {
      v: { [name]: "hunter2!" },
    });
    assert.match(refused![0], /: expected number, got string of 8 characters$/, name);
  }
  const texts = ["bearer abc", " sk-proj-123", "hf_abcdef", "npm_abcdef", "SG.abc", "whsec_abc"];
  texts.push("postgres://u:hunter2@h/db", "Server=x;Password=hunter2", "eyJhbGciOi.x");
  for (const text of texts) {
    const { refused } = await sent({ type: "number" }, "lenient", { v: text });
    assert.equal(refused![0], `v: expected number, got string of ${text.length} characters`);
  }
  const union = { anyOf: [{ type: "number", writeOnly: true }, { type: "boolean" }] };
  const { refused } = await sent(union, "lenient", { v: "hunter2!" });
  assert.deepEqual(refused, ["v: expected number or boolean, got string of 8 characters"]);
  assert.match(
    (await sent(object({ size: { type: "number" } }), "lenient", { v: { size: "big" } }))
      .refused![0],
    /got string "big"/,
  );
});

Deno.test("what is expected is told in a line that can be read, however long the schema is", async () => {
  const many = z.enum(Array.from({ length: 3000 }, (_, i) => `value ${i}`) as [string]);
  const { refused } = await sent(many, "lenient", { v: "x" });
  assert.ok(refused![0].length < 500);
  assert.match(refused![0], /^v: expected one of "value 0", .*…, got string "x"$/);
});

Deno.test("text of a number with more digits than a number keeps is refused, and says so", async () => {
  const { refused } = await sent(z.number(), "lenient", { v: "9007199254740993" });
  assert.deepEqual(refused, [
    'v: expected number that keeps all its digits, got string "9007199254740993"',
  ]);
  await rows([z.number()], "lenient", [["1e20", 1e20], ["9007199254740992", 2 ** 53]]);
});

Deno.test("thousands of values are converted, whatever unions they are in", async () => {
  const row = z.discriminatedUnion(
    "k",
    Array.from({ length: 50 }, (_, i) => z.object({ k: z.literal(`k${i}`), v: z.int() })) as Any,
  );
  const v = Array.from({ length: 2000 }, (_, i) => ({ k: `k${i % 50}`, v: String(i) }));
  const { got } = await sent(z.array(row as z.ZodType), "lenient", { v });
  assert.equal((got!.v as Any)[1999].v, 1999);
});

Deno.test("C120: an argument of a prompt is converted to what it is declared as, null too", async () => {
  const mcp = new McpServer({ name: "prompts", version: "1.0.0", validation: "strict" });
  const args = z.object({
    count: z.number().optional(),
    on: z.boolean().optional(),
    list: z.array(z.int()).optional(),
    none: z.int().nullable().optional(),
    text: z.string().optional(),
    when: z.date().optional(),
  });
  mcp.prompt("p", { args }, (args) => JSON.stringify(args));
  await using client = await testClient(mcp);
  const rows: [Record<string, string>, unknown][] = [
    [{ count: "5" }, { count: 5 }],
    [{ on: "True" }, { on: true }],
    [{ list: "[1, 2]" }, { list: [1, 2] }],
    [{ none: "null" }, { none: null }],
    [{ none: "5" }, { none: 5 }],
    [{ text: "5" }, { text: "5" }],
    [{ text: "null" }, { text: "null" }],
    [{ when: "2026-01-02" }, { when: "2026-01-02T00:00:00.000Z" }],
  ];
  for (const [sent, got] of rows) {
    const { messages } = await client.getPrompt("p", sent) as Any;
    assert.deepEqual(JSON.parse(messages[0].content.text), got);
  }
  await assert.rejects(
    client.getPrompt("p", { count: "x" }),
    /count: expected number, got string "x"/,
  );
  const [{ arguments: listed }] = await client.listPrompts() as Any;
  const about = Object.fromEntries(listed.map((one: Any) => [one.name, one.description]));
  assert.equal(about.count, 'As JSON that fits {"type":"number"}');
  assert.match(about.none, /As JSON that fits .*null/);
  assert.equal(about.text, undefined);
});

Deno.test("a union is refused by what is wrong with the branch that is meant, never by the kind that came", async () => {
  const tagged = z.discriminatedUnion("k", [
    z.object({ k: z.literal("a"), n: z.int() }),
    z.object({ k: z.literal("b") }),
  ]);
  const table: [unknown, unknown, string][] = [
    [tagged, {}, 'v.k: expected "a" or "b", got nothing'],
    [tagged, { k: "a" }, "v.n: required, but missing"],
    [z.union([z.string().min(5), z.email()]), "x", 'v: expected one of 2 forms, got string "x"'],
    [z.union([z.int().max(5), z.int().min(90)]), 50, "v: expected one of 2 forms, got number 50"],
    [
      z.union([z.array(z.int()), z.array(z.boolean())]),
      ["x"],
      "v: expected one of 2 forms, got an array of 1",
    ],
    [z.union([z.bigint(), z.boolean()]), "x", 'v: expected number or boolean, got string "x"'],
  ];
  for (const [part, value, line] of table) {
    assert.deepEqual((await sent(part, "lenient", { v: value })).refused, [line]);
  }
  await rows([z.union([z.bigint(), z.boolean()])], "lenient", [["true", true], ["12", 12n]]);
});

Deno.test("what the library finds is told in the same round as what the schema says", async () => {
  const part = z.object({
    n: z.int(),
    url: z.url(),
    never: z.string().refine(() => false, "is never right"),
  });
  for (const validation of ["lenient", "strict"] as const) {
    const { refused } = await sent(part, validation, { v: { n: "x", url: "nope", never: "" } });
    assert.deepEqual(refused, [
      'v.n: expected integer, got string "x"',
      'v.url: expected text of the form uri, got string "nope"',
      'v.never: is never right, got string ""',
    ]);
  }
});

Deno.test("a record of certain keys goes on without others in lenient mode, and refuses them in strict mode", async () => {
  const part = z.partialRecord(z.enum(["width", "height"]), z.int());
  const { got, unknown } = await sent(part, "lenient", { v: { width: "1", heigth: 2 } });
  assert.deepEqual(got, { v: { width: 1 } });
  assert.deepEqual(unknown, [{ name: "v.heigth", nearest: "height" }]);
  assert.ok((await sent(part, "strict", { v: { width: 1, heigth: 2 } })).refused);
});
