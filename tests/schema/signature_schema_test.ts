import assert from "node:assert/strict";
import { McpServer } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import { toJson } from "../../src/content/json.ts";
import {
  type ComponentSchema,
  inputSchema,
  outputSchema,
} from "../../src/schema/component_schema.ts";
import { type MarkedType, TYPE_MARK } from "../../src/schema/from_types/signature.ts";
import { FORMS } from "../../src/schema/marked_types.ts";
import { isSignature, signatureSchema } from "../../src/schema/signature_schema.ts";
import { ERAS } from "../support/raw_client.ts";
import "../support/quiet.ts";

type Node = Record<string, unknown>;

const TEXT = { type: "string" };
const NULL = { type: "null" };

function of(type: MarkedType, more: Node = {}): Node {
  return { ...FORMS[type], ...more, [TYPE_MARK]: type };
}

function object(properties: Node, required = Object.keys(properties), more: Node = {}): Node {
  return { type: "object", properties, required, ...more };
}

function input(json: Node, rules: Parameters<typeof inputSchema>[1] = {}): ComponentSchema {
  return inputSchema(signatureSchema(json), rules);
}

/** What arrives in both ways of validation, which must be the same. */
async function arrives(part: Node, v: unknown, more: Node = {}): Promise<unknown> {
  const [strict, lenient] = await Promise.all(
    (["strict", "lenient"] as const).map(async (validation) => {
      const checked = await input(object({ v: part }, ["v"], more), { validation }).check({ v });
      return checked.problems ?? (checked.value as Node).v;
    }),
  );
  assert.deepEqual(strict, lenient);
  return strict;
}

/** What a client gets of a result, or the lines that refuse it. */
async function sent(part: Node, value: unknown): Promise<unknown> {
  const { encode, problems } = outputSchema(signatureSchema(part));
  const data = toJson(encode === undefined ? value : await encode(value));
  const lines = problems(data);
  return lines.length > 0 ? lines : data;
}

const DAY = "2026-01-31T00:00:00Z";
const day = new Date(DAY);
const date = of("Date");
const bytes = Uint8Array.of(1, 2, 3);
const [BYTES, binary] = ["AQID", of("Uint8Array")];

Deno.test("a signature is listed without marks, closed where validation is strict, and marks are for schemas only", () => {
  const named = object({ [TYPE_MARK]: TEXT }, [], { default: { [TYPE_MARK]: "Date" } });
  const json = object({ when: date, named, all: { type: "array", items: of("bigint") } });
  const listed = (more: Node) =>
    object(
      {
        when: FORMS.Date,
        named: { ...named, ...more },
        all: { type: "array", items: FORMS.bigint },
      },
      undefined,
      more,
    );
  assert.deepEqual(input(json).json, listed({}));
  assert.deepEqual(
    input(json, { validation: "strict" }).json,
    listed({ additionalProperties: false }),
  );
  assert.deepEqual(outputSchema(signatureSchema(json)).json, listed({}));
  assert.equal(JSON.stringify(input(json).json).split(TYPE_MARK).length, 3);
});

Deno.test("isSignature tells a wrapped schema, which is frozen, from what authors write", () => {
  const schema = signatureSchema(object({}));
  assert.ok(isSignature(schema));
  assert.ok(Object.isFrozen(schema));
  for (const other of [object({}), undefined, null, [], "x", () => {}]) {
    assert.equal(isSignature(other), false);
  }
});

/** Parts with marks somewhere in them, what is sent, and what arrives. */
const INSIDE: readonly (readonly [name: string, part: Node, sent: unknown, arrives: unknown])[] = [
  ["a member", object({ a: object({ b: date }) }), { a: { b: DAY } }, { a: { b: day } }],
  ["a member that is left out", object({ a: date, b: TEXT }, []), { b: DAY }, { b: DAY }],
  ["items", { type: "array", items: date }, [DAY, DAY], [day, day]],
  [
    "a tuple with a rest",
    { type: "array", prefixItems: [TEXT, date], items: of("bigint") },
    [DAY, DAY, 1, "2"],
    [DAY, day, 1n, 2n],
  ],
  [
    "a record",
    { type: "object", additionalProperties: date },
    JSON.parse(`{"a":"${DAY}","__proto__":"${DAY}"}`),
    Object.fromEntries([["a", day], ["__proto__", day]]),
  ],
  [
    "names that match, are known, and are others",
    object({ a: TEXT }, [], {
      patternProperties: { "^x-": of("bigint") },
      additionalProperties: date,
    }),
    { a: DAY, "x-a": 1, b: DAY },
    { a: DAY, "x-a": 1n, b: day },
  ],
  ["null beside it", { anyOf: [date, NULL] }, null, null],
  ["it beside null", { anyOf: [of("bigint"), NULL] }, "5", 5n],
  [
    "several types in a union",
    {
      type: "array",
      items: { anyOf: [date, of("Temporal.PlainDate"), { const: "now" }, of("URL")] },
    },
    [DAY, "now", "urn:a:b"],
    [day, "now", new URL("urn:a:b")],
  ],
  [
    "a text that a branch takes as it is",
    { anyOf: [binary, { type: "string", enum: ["none"] }] },
    "none",
    "none",
  ],
  [
    "a union by a tag",
    {
      type: "array",
      items: {
        anyOf: [
          object({ kind: { const: "a" }, at: date }),
          object({ kind: { const: "b" }, at: TEXT }),
          object({ kind: { const: "c" }, at: of("Map", { additionalProperties: date }) }),
        ],
      },
    },
    [{ kind: "b", at: DAY }, { kind: "a", at: DAY }, { kind: "c", at: { x: DAY } }],
    [{ kind: "b", at: DAY }, { kind: "a", at: day }, { kind: "c", at: new Map([["x", day]]) }],
  ],
  [
    "a union whose branches both fit, by the one that knows all members",
    { anyOf: [object({ a: date }, []), object({ b: date })] },
    { b: DAY },
    { b: day },
  ],
  [
    "parts that hold together",
    {
      allOf: [
        object({ a: date, c: object({ d: date }) }),
        object({ b: binary, c: object({ e: date }) }),
      ],
    },
    { a: DAY, b: BYTES, c: { d: DAY, e: DAY } },
    { a: day, b: bytes, c: { d: day, e: day } },
  ],
  ["a set of dates", of("Set", { items: date }), [DAY], new Set([day])],
  [
    "a map of sets of bigints",
    of("Map", { additionalProperties: of("Set", { items: of("bigint") }) }),
    { a: [1, "2"], b: [] },
    new Map([["a", new Set([1n, 2n])], ["b", new Set()]]),
  ],
  [
    "a set of lists of maps",
    of("Set", { items: { type: "array", items: of("Map", { additionalProperties: TEXT }) } }),
    [[{ a: "b" }]],
    new Set([[new Map([["a", "b"]])]]),
  ],
  ["a set in a union", { anyOf: [of("Set", { items: date }), NULL] }, [DAY], new Set([day])],
];

for (const [name, part, value, expected] of INSIDE) {
  Deno.test(`what JSON has not is made wherever it is: ${name}`, async () => {
    const before = JSON.stringify(value);
    assert.deepEqual(await arrives(part, value), expected);
    // What was sent may be looked at by others.
    assert.equal(JSON.stringify(value), before);
  });
}

const TREE = {
  $defs: {
    Tree: object(
      {
        at: date,
        under: { type: "array", items: { $ref: "#/$defs/Tree" } },
        by: of("Set", { items: TEXT }),
      },
      ["at"],
    ),
  },
};

Deno.test("what JSON has not is made at every depth of a recursive type, and written back", async () => {
  const sentTree = { at: DAY, under: [{ at: DAY, by: ["x"], under: [{ at: DAY }] }] };
  const tree = { at: day, under: [{ at: day, by: new Set(["x"]), under: [{ at: day }] }] };
  assert.deepEqual(await arrives({ $ref: "#/$defs/Tree" }, sentTree, TREE), tree);
  let deep: Node = { at: DAY };
  for (let i = 0; i < 300; i++) deep = { at: DAY, under: [deep] };
  let made = await arrives({ $ref: "#/$defs/Tree" }, deep, TREE) as {
    at: Date;
    under: [typeof made];
  };
  for (let i = 0; i < 300; i++) made = made.under[0];
  assert.deepEqual(made, { at: day });
});

Deno.test("a value without marks in its schema arrives as it was sent, not as a copy", async () => {
  const json = object({ a: object({ b: { type: "array", items: TEXT } }), when: date }, ["a"]);
  const args = { a: { b: ["x"] } };
  for (const validation of ["strict", "lenient"] as const) {
    const { value } = await input(json, { validation }).check(args) as { value: unknown };
    assert.equal(value, args);
  }
});

Deno.test("members of several branches of a union are made as the first that speaks of each says", async () => {
  const json = object({
    v: {
      anyOf: [
        object({ a: date, n: TEXT }, []),
        object({ n: TEXT, b: of("bigint") }),
        object({ a: TEXT, b: of("bigint"), c: of("URL"), d: { anyOf: [date, NULL] } }, ["b"]),
      ],
    },
  });
  const v = { a: DAY, n: "1", b: "2", c: "https://a.example", d: null };
  assert.deepEqual(await input(json).check({ v }), {
    value: { v: { a: day, n: "1", b: 2n, c: new URL(v.c), d: null } },
  });
});

Deno.test("a signature that is no schema is refused at its place", () => {
  assert.throws(() => input(object({ a: { type: "text" } })), /^TypeError: a: "text" is not/);
  assert.throws(() => outputSchema(signatureSchema({ pattern: "(" })), /pattern/);
});

Deno.test("patterns are listed as hosts read them that go by code points", () => {
  const { json } = input(object({ a: { ...TEXT, pattern: "^[\\w-.]\\-$" } }));
  assert.deepEqual((json.properties as Node).a, { ...TEXT, pattern: "^[\\w\\-.]-$" });
});

Deno.test("defaults are filled in before values are made", async () => {
  const json = object({ n: of("bigint", { default: 5 }), at: of("Date", { default: DAY }) }, []);
  assert.deepEqual(await input(json).check({}), { value: { n: 5n, at: day } });
});

Deno.test("lenient validation converts, and leaves out what is not known, before values are made", async () => {
  const json = object(
    {
      n: { type: "number" },
      days: of("Set", { items: date }),
      map: of("Map", { additionalProperties: of("bigint") }),
      at: { anyOf: [date, NULL] },
      link: { anyOf: [of("URL"), NULL] },
      pairs: of("Set", { items: object({ a: { type: "number" } }) }),
    },
    ["n"],
  );
  const checked = await input(json).check({
    n: "5",
    days: '["2026-01-31","2026-01-31"]',
    map: '{"a":"7"}',
    at: "2026-01-31",
    link: "https://a.example/ä",
    pairs: [{ a: 1 }, { a: 2 }, { a: "1" }],
    mpa: 1,
  });
  assert.deepEqual(checked, {
    value: {
      n: 5,
      days: new Set([day]),
      map: new Map([["a", 7n]]),
      at: day,
      link: new URL("https://a.example/%C3%A4"),
      pairs: new Set([{ a: 1 }, { a: 2 }]),
    },
    unknown: [{ path: ["mpa"], nearest: "map" }],
  });
  const strict = await input(json, { validation: "strict" }).check({
    n: "5",
    at: "2026-01-31",
    x: 1,
  });
  assert.deepEqual(strict.problems, [
    'n: expected number, got string "5"',
    `at: expected a date and time with its offset, such as 2026-01-31T12:00:00Z, got string "2026-01-31"`,
    "x: not a known property",
  ]);
});

Deno.test("every problem has its line, at its place inside sets and maps too", async () => {
  const json = object({
    set: of("Set", { items: date }),
    map: of("Map", { additionalProperties: of("Temporal.Duration") }),
    list: { type: "array", items: binary },
  });
  const { problems } = await input(json).check({
    set: ["now"],
    map: { a: "P1D", b: "soon" },
    list: ["AQID", "*"],
  });
  assert.deepEqual(problems, [
    "set.0: expected a date and time with its offset, such as 2026-01-31T12:00:00Z, got string " +
    '"now"',
    'map.b: expected a duration of ISO 8601, such as P1DT2H30M, got string "soon"',
    'list.1: expected bytes as base64 text with its padding, got string "*"',
  ]);
});

const FORMATS: Readonly<Record<string, readonly [fits: string[], others: string[]]>> = {
  "date-time": [[DAY, "2026-01-31t00:00:00+01:00"], ["2026-01-31", "2026-01-31T00:00:00", "now"]],
  date: [["2024-02-29"], ["2026-02-29", "31.1.2026"]],
  time: [["12:00:00Z", "12:00:00.5+01:00", "23:59:60Z"], ["12:00:00", "24:00:00Z", "noon"]],
  duration: [["P1D", "PT1H30M", "P2W"], ["P", "1D", "PT", "PT1.5S"]],
  email: [["a@b.example", "a.b+c@localhost"], [
    "a",
    "a@",
    "@b",
    "a@b@c",
    "a b@c",
    "a..b@c",
    "a@-b",
  ]],
  hostname: [["a.example", "localhost"], ["a..b", "-a", "a_b", ""]],
  ipv4: [["0.0.0.0", "255.255.255.255"], ["256.0.0.0", "1.2.3", "01.2.3.4", "1.2.3.4."]],
  ipv6: [["::1", "2001:db8::ff00:42:8329", "::ffff:1.2.3.4"], ["1::2::3", "12345::", "1.2.3.4"]],
  uri: [["https://a.example", "urn:a:b", "mailto:a@b"], ["a", "//a", "https://ä", "https://a b"]],
  "uri-reference": [["a", "//a", "?b", "#c", "", "urn:a:b"], ["a b", "%zz", "ä", "1:2"]],
  uuid: [["123e4567-e89b-12d3-a456-426614174000"], [
    "123e4567",
    "123e4567e89b12d3a456426614174000",
  ]],
  regex: [["^a+$", "\\p{L}", "[\\w-.]"], ["(", "*"]],
  "json-pointer": [["", "/a/~0~1"], ["a", "/~2"]],
};

for (const [format, [fits, others]] of Object.entries(FORMATS)) {
  Deno.test(`the format ${format} is checked in the arguments of a function`, async () => {
    const part = { type: "string", format };
    for (const text of fits) assert.equal(await arrives(part, text), text);
    for (const text of others) {
      assert.deepEqual(await arrives(part, text), [
        `v: expected text of the form ${format}, got string ${JSON.stringify(text)}`,
      ]);
    }
  });
}

Deno.test("a format that nobody knows is a hint", async () => {
  assert.equal(await arrives({ type: "string", format: "colour" }, "x"), "x");
});

class Reading {
  readonly data = bytes;
  #secret = 1;
  total(): number {
    return this.#secret;
  }
}

class Own {
  toJSON(): unknown {
    return { data: bytes };
  }
}

const blob = new Blob([bytes]);
const pair = object({ data: binary }, ["data"]);

/** Parts, what a function returns, and what is sent of it. */
const RESULTS: readonly (readonly [name: string, part: Node, value: unknown, data: unknown])[] = [
  [
    "what writes itself",
    { type: "array", items: { anyOf: [date, of("bigint"), of("Temporal.PlainDate")] } },
    [day, 5n, Temporal.PlainDate.from("2026-01-31")],
    ["2026-01-31T00:00:00.000Z", "5", "2026-01-31"],
  ],
  ["bytes in an object", pair, { data: bytes }, { data: BYTES }],
  ["a part of a buffer", pair, { data: Uint8Array.of(0, 1, 2, 3, 4).subarray(1, 4) }, {
    data: BYTES,
  }],
  ["members that are not declared", pair, { data: bytes, more: day }, {
    data: BYTES,
    more: "2026-01-31T00:00:00.000Z",
  }],
  ["methods are no data", pair, { data: bytes, close() {} }, { data: BYTES }],
  ["an instance of a class", pair, new Reading(), { data: BYTES }],
  ["an object with a form of its own", pair, new Own(), { data: BYTES }],
  ["a record", { type: "object", additionalProperties: binary }, { a: bytes }, { a: BYTES }],
  ["blobs", { type: "array", items: of("Blob") }, [blob, blob, new Blob()], [BYTES, BYTES, ""]],
  [
    "blobs in maps in sets",
    object({ a: of("Set", { items: of("Map", { additionalProperties: of("Blob") }) }) }),
    { a: new Set([new Map([["x", blob]])]) },
    { a: [{ x: BYTES }] },
  ],
  [
    "a union of objects",
    {
      type: "array",
      items: { anyOf: [pair, object({ data: of("RegExp") }), object({ data: TEXT }), NULL] },
    },
    [{ data: bytes }, { data: /a\/b/g }, { data: "x" }, null],
    [{ data: BYTES }, { data: "a\\/b" }, { data: "x" }, null],
  ],
  [
    "a union of values",
    { type: "array", items: { anyOf: [binary, of("Blob"), { type: "number" }, of("URL")] } },
    [bytes, blob, 5, new URL("https://a.example/?b[]=c")],
    [BYTES, BYTES, 5, "https://a.example/?b%5B%5D=c"],
  ],
  ["nothing in a list", { type: "array", items: { anyOf: [binary, NULL] } }, [undefined, bytes], [
    null,
    BYTES,
  ]],
  ["a member that is undefined", object({ a: binary }, []), { a: undefined }, {}],
  [
    "a date of another calendar",
    { type: "array", items: of("Temporal.PlainDate") },
    [Temporal.PlainDate.from("2026-01-31[u-ca=hebrew]")],
    ["2026-01-31"],
  ],
];

for (const [name, part, value, data] of RESULTS) {
  Deno.test(`a result is written as it is listed: ${name}`, async () => {
    assert.deepEqual(await sent(part, value), data);
  });
}

Deno.test("a result that does not fit is refused by what is listed", async () => {
  assert.deepEqual(
    await sent({ type: "array", items: of("Set", { items: pair }) }, [
      new Set([{ data: bytes }, { data: bytes }]),
    ]),
    ["0: expected items that all differ, got an array of 2"],
  );
  assert.deepEqual(await sent(object({ at: date }), { at: new Date(NaN) }), [
    "at: expected string, got null",
  ]);
  assert.deepEqual(
    await sent(object({ at: of("Temporal.PlainYearMonth") }), {
      at: Temporal.PlainYearMonth.from("2026-01-01[u-ca=hebrew]"),
    }),
    ['at: expected a month with its year, such as 2026-01, got string "2025-12-21[u-ca=hebrew]"'],
  );
});

Deno.test("a recursive result is written, and one that contains itself is refused", async () => {
  const part = {
    ...object({ data: binary, next: { $ref: "#/$defs/Node" } }, ["data"]),
    $defs: { Node: object({ data: binary, next: { $ref: "#/$defs/Node" } }, ["data"]) },
  };
  assert.deepEqual(await sent(part, { data: bytes, next: { data: bytes } }), {
    data: BYTES,
    next: { data: BYTES },
  });
  const ring: Node = { data: bytes };
  ring.next = { data: bytes, next: ring };
  await assert.rejects(sent(part, ring), /the value contains itself/);
});

Deno.test("a result is sent as it is when its blobs have been read, and no part of it is changed", async () => {
  const value = { data: bytes, blobs: [blob], n: 1 };
  const { encode } = outputSchema(
    signatureSchema(object({ data: binary, blobs: { type: "array", items: of("Blob") } })),
  );
  const promise = encode!(value) as Promise<unknown>;
  assert.ok(promise instanceof Promise);
  value.n = 2;
  value.blobs.push(new Blob(["late"]));
  assert.deepEqual(await promise, { data: BYTES, blobs: [BYTES, btoa("late")], n: 2 });
  assert.equal(value.data, bytes);
  assert.deepEqual(value.blobs[0], blob);
});

Deno.test("a result whose schema has nothing to write is not walked through", () => {
  for (const part of [object({ a: TEXT }), object({ at: date, n: of("bigint") })]) {
    assert.equal(outputSchema(signatureSchema(part)).encode, undefined);
  }
});

for (const era of ERAS) {
  Deno.test(`${era}: a tool of a signature takes and gives what JSON has not`, async () => {
    const mcp = new McpServer({ name: "signatures", version: "1.0.0" });
    const got: unknown[] = [];
    const files = of("Map", { additionalProperties: binary });
    mcp.tool("swap", {
      input: signatureSchema(object({ files, at: date })),
      output: signatureSchema({ anyOf: [of("Set", { items: binary }), NULL] }),
    }, (args: Node) => {
      got.push(args);
      const { size } = args.files as Map<string, Uint8Array>;
      return size === 0 ? undefined : new Set((args.files as Map<string, Uint8Array>).values());
    });
    await using client = await testClient(mcp, { era });
    const [{ inputSchema, outputSchema }] = await client.listTools();
    assert.doesNotMatch(JSON.stringify([inputSchema, outputSchema]), /x-mcp-type|Symbol/);
    const { structured } = await client.callTool("swap", { files: { a: BYTES }, at: DAY });
    assert.deepEqual(structured, { result: [BYTES] });
    assert.deepEqual(got, [{ files: new Map([["a", bytes]]), at: day }]);
    const none = await client.callTool("swap", { files: {}, at: DAY });
    assert.deepEqual(none.structured, { result: null });
    const refused = await client.callTool("swap", { files: { a: 5 }, at: "now" });
    assert.equal(refused.isError, true);
    assert.match(JSON.stringify(refused.content), /files\.a: expected string, got number 5/);
  });
}
