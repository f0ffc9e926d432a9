import assert from "node:assert/strict";
import { audio, file, image, McpServer, type Media, result } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import { z } from "zod";
import { NOISE, PNG, utf8, WAV } from "../support/media.ts";
import { ERAS, RawClient, type TestEra } from "../support/raw_client.ts";

/** What a row of the table says is on the wire. */
interface Row {
  readonly name: string;
  readonly output?: z.ZodType | Readonly<Record<string, unknown>>;
  readonly value: () => unknown;
  /** Blocks; text stands for a block of text. */
  readonly content: readonly unknown[];
  readonly structured?: unknown;
  readonly wrapped?: boolean;
}

const png = { type: "image", data: PNG.toBase64(), mimeType: "image/png" };
const wav = { type: "audio", data: WAV.toBase64(), mimeType: "audio/wav" };
const csv = {
  type: "resource",
  resource: { uri: "file:///resource.csv", mimeType: "text/csv", text: "a,b" },
};
const link = { type: "resource_link", uri: "data://x", name: "x" } as const;
const when = new Date("2026-01-02T03:04:05Z");
const Model = z.object({ a: z.number(), b: z.string().optional() });

class Point {
  constructor(readonly x: number, readonly y: number) {}
}

/** fastmcp-golf 1.3: by what is declared, and what is returned. */
const RETURNS: readonly Row[] = [
  { name: "nothing declared: text is one text, raw", value: () => 'é "q"', content: ['é "q"'] },
  { name: "nothing declared: a number is one text", value: () => 1.5, content: ["1.5"] },
  { name: "nothing declared: a boolean is one text", value: () => true, content: ["true"] },
  {
    name: "nothing declared: an object is structured, and its JSON",
    value: () => ({ a: 1, b: ["é", null] }),
    content: ['{"a":1,"b":["é",null]}'],
    structured: { a: 1, b: ["é", null] },
  },
  {
    name: "nothing declared: an instance of a class is an object",
    value: () => new Point(1, 2),
    content: ['{"x":1,"y":2}'],
    structured: { x: 1, y: 2 },
  },
  {
    name: "nothing declared: a Map is an object",
    value: () => new Map([["a", 1n]]),
    content: ['{"a":"1"}'],
    structured: { a: "1" },
  },
  {
    name: "nothing declared: a list is one text with its JSON",
    value: () => [1, "a", null, { b: undefined }],
    content: ['[1,"a",null,{}]'],
  },
  { name: "nothing declared: a Set is a list", value: () => new Set([1, 2]), content: ["[1,2]"] },
  {
    name: "a whole number declared is wrapped",
    output: z.int(),
    value: () => 5,
    content: ["5"],
    structured: { result: 5 },
    wrapped: true,
  },
  {
    name: "text declared is wrapped, its text raw",
    output: z.string(),
    value: () => "é",
    content: ["é"],
    structured: { result: "é" },
    wrapped: true,
  },
  {
    name: "a boolean declared is wrapped",
    output: z.boolean(),
    value: () => false,
    content: ["false"],
    structured: { result: false },
    wrapped: true,
  },
  {
    name: "a date declared is wrapped, and bare ISO text",
    output: { type: "string", format: "date-time" },
    value: () => when,
    content: ["2026-01-02T03:04:05.000Z"],
    structured: { result: "2026-01-02T03:04:05.000Z" },
    wrapped: true,
  },
  {
    name: "C077: a list of T declared is wrapped",
    output: z.array(z.string()),
    value: () => ["a"],
    content: ['["a"]'],
    structured: { result: ["a"] },
    wrapped: true,
  },
  {
    name: "a tuple declared is wrapped",
    output: z.tuple([z.string(), z.number()]),
    value: () => ["a", 1],
    content: ['["a",1]'],
    structured: { result: ["a", 1] },
    wrapped: true,
  },
  {
    name: "a set declared is wrapped, as a list",
    output: { type: "array", uniqueItems: true },
    value: () => new Set(["a"]),
    content: ['["a"]'],
    structured: { result: ["a"] },
    wrapped: true,
  },
  {
    name: "C077: a union declared is wrapped",
    output: z.union([z.string(), z.number()]),
    value: () => 1,
    content: ["1"],
    structured: { result: 1 },
    wrapped: true,
  },
  {
    name: "an optional model declared is wrapped",
    output: Model.nullable(),
    value: () => ({ a: 1 }),
    content: ['{"a":1}'],
    structured: { result: { a: 1 } },
    wrapped: true,
  },
  {
    name: "differs from FastMCP: a bare list declared is wrapped too",
    output: z.array(z.unknown()),
    value: () => [1],
    content: ["[1]"],
    structured: { result: [1] },
    wrapped: true,
  },
  {
    name: "a dictionary declared is an object",
    output: z.record(z.string(), z.number()),
    value: () => ({ a: 1 }),
    content: ['{"a":1}'],
    structured: { a: 1 },
  },
  {
    name: "a model declared is an object",
    output: Model,
    value: () => ({ a: 1 }),
    content: ['{"a":1}'],
    structured: { a: 1 },
  },
  {
    name: "a dictionary declared takes a Map",
    output: { type: "object" },
    value: () => new Map([["a", 1]]),
    content: ['{"a":1}'],
    structured: { a: 1 },
  },
  { name: "an image is a block", value: () => image(PNG), content: [png] },
  { name: "a sound is a block", value: () => audio(WAV), content: [wav] },
  {
    name: "a file is a block",
    value: () => file(utf8("a,b"), { mimeType: "csv" }),
    content: [csv],
  },
  { name: "a content block is itself", value: () => link, content: [link] },
  {
    name: "a list with media is blocks",
    value: () => [image(PNG), audio(WAV)],
    content: [png, wav],
  },
  {
    name: "a result is its parts",
    value: () => result({ content: ["a", image(PNG), link] }),
    content: ["a", png, link],
  },
  { name: "nothing gives empty content", value: () => undefined, content: [] },
  { name: "null gives empty content", value: () => null, content: [] },
  {
    name:
      "differs from FastMCP: nothing where null is declared is wrapped, with the text null beside it",
    output: z.string().nullable(),
    value: () => undefined,
    content: ["null"],
    structured: { result: null },
    wrapped: true,
  },
  {
    name: "null where null is declared is wrapped",
    output: z.string().nullable(),
    value: () => null,
    content: ["null"],
    structured: { result: null },
    wrapped: true,
  },
];

/** fastmcp-golf 1.3: the rules below the table. */
const RULES: readonly Row[] = [
  {
    name: "text rendering: compact JSON, nothing escaped, null in lists",
    value: () => ({ a: ["é", null, true] }),
    content: ['{"a":["é",null,true]}'],
    structured: { a: ["é", null, true] },
  },
  {
    name: "differs from FastMCP: 1.0 is 1, as JavaScript knows no other",
    value: () => 1.0,
    content: ["1"],
  },
  {
    name: "text rendering: a date without declaration is bare ISO text",
    value: () => when,
    content: ["2026-01-02T03:04:05.000Z"],
  },
  {
    name: "C080: a bigint is its digits",
    value: () => 2n ** 60n,
    content: ["1152921504606846976"],
  },
  {
    name: "C080: a bigint inside an object is its digits",
    value: () => ({ id: 2n ** 60n }),
    content: ['{"id":"1152921504606846976"}'],
    structured: { id: "1152921504606846976" },
  },
  { name: "NaN is null", value: () => NaN, content: ["null"] },
  {
    name: "differs from FastMCP: bytes of an image are an image",
    value: () => PNG,
    content: [png],
  },
  {
    name: "differs from FastMCP: bytes of a sound are a sound, of a Blob too",
    value: () => new Blob([WAV]),
    content: [wav],
  },
  {
    name: "differs from FastMCP: bytes that are nothing known are an embedded file",
    value: () => NOISE.buffer,
    content: [{
      type: "resource",
      resource: {
        uri: "file:///resource.bin",
        mimeType: "application/octet-stream",
        blob: NOISE.toBase64(),
      },
    }],
  },
  {
    name: "differs from FastMCP: bytes of text are an embedded file as well",
    value: () => new File(["a,b"], "t.csv"),
    content: [{ ...csv, resource: { ...csv.resource, uri: "file:///t.csv" } }],
  },
  {
    name: "a list with media and data is one block each, in order",
    value: () => ["a", image(PNG), { b: "é" }, 42, null, undefined, [1, 2], link, when, 5n],
    content: [
      "a",
      png,
      '{"b":"é"}',
      "42",
      "null",
      "null",
      "[1,2]",
      link,
      "2026-01-02T03:04:05.000Z",
      "5",
    ],
  },
  {
    name: "one block makes a list blocks",
    value: () => [{ a: 1 }, { type: "text", text: "x" }],
    content: ['{"a":1}', "x"],
  },
  { name: "bytes make a list blocks", value: () => ["a", PNG], content: ["a", png] },
  {
    name: "a Set with media is blocks",
    value: () => new Set(["a", image(PNG)]),
    content: ["a", png],
  },
  { name: "an empty list gives empty content", value: () => [], content: [] },
  {
    name: "C078: what only looks like a block is data",
    value: () => ({ type: "note", content: "hi" }),
    content: ['{"type":"note","content":"hi"}'],
    structured: { type: "note", content: "hi" },
  },
  {
    name: "C078: with output declared, what is a block is data",
    output: z.object({ type: z.string(), text: z.string() }),
    value: () => ({ type: "text", text: "hi" }),
    content: ['{"type":"text","text":"hi"}'],
    structured: { type: "text", text: "hi" },
  },
  {
    name: "C078: fields of its own named type and content",
    output: z.object({ type: z.string(), content: z.string() }),
    value: () => ({ type: "note", content: "hi" }),
    content: ['{"type":"note","content":"hi"}'],
    structured: { type: "note", content: "hi" },
  },
  {
    name: "media in an object stands there as a block",
    value: async () => ({ chart: await image(PNG).toContent() }),
    content: [JSON.stringify({ chart: png })],
    structured: { chart: png },
  },
  {
    name: "a result with data only gives its JSON",
    value: () => result({ structured: { a: 1n } }),
    content: ['{"a":"1"}'],
    structured: { a: "1" },
  },
  {
    name: "a result with data for an output is wrapped like it",
    output: z.int(),
    value: () => result({ content: ["five"], structured: 5 }),
    content: ["five"],
    structured: { result: 5 },
    wrapped: true,
  },
  {
    name: "a result of the wire passes",
    value: () => ({ content: [link], structuredContent: { a: 1 }, isError: false }),
    content: [link],
    structured: { a: 1 },
  },
  { name: "a resource link is returned as any block", value: () => [link], content: [link] },
  {
    name: "a generator is drained to a list",
    value: function* () {
      yield 1;
      yield "a";
    },
    content: ['[1,"a"]'],
  },
];

const blocks = (content: readonly unknown[]) =>
  content.map((item) => typeof item === "string" ? { type: "text", text: item } : item);

async function call(row: Row, era: TestEra) {
  const mcp = new McpServer({ name: "results", version: "1.0.0" });
  mcp.tool(
    "t",
    row.output === undefined ? {} : { output: row.output as never },
    row.value as never,
  );
  await using client = await RawClient.open(mcp, era);
  const { result } = await client.ask(era, "tools/call", { name: "t" });
  const { tools: [listed] } = (await client.ask(era, "tools/list")).result;
  return { result, listed };
}

for (const era of ERAS) {
  for (const row of [...RETURNS, ...RULES]) {
    Deno.test(`${era} results: ${row.name}`, async () => {
      const { result, listed } = await call(row, era);
      assert.notEqual(result.isError, true, result.content[0]?.text);
      assert.deepEqual(result.content, blocks(row.content));
      assert.deepEqual(result.structuredContent, row.structured);
      assert.equal(listed.outputSchema?.["x-fastmcp-wrap-result"], row.wrapped);
      assert.equal(result._meta?.fastmcp?.wrap_result, row.wrapped);
      if (row.output !== undefined) assert.equal(listed.outputSchema.type, "object");
      if (row.wrapped) assert.deepEqual(listed.outputSchema.required, ["result"]);
    });
  }

  Deno.test(`${era} C077: what is listed for lists, text and unions is what the official client checks`, async () => {
    const mcp = new McpServer({ name: "results", version: "1.0.0" });
    const outputs = {
      list: [z.array(z.string()), ["a"]],
      text: [z.string(), "a"],
      union: [z.union([z.string(), z.object({ a: z.int() })]), { a: 1 }],
      nothing: [z.null(), null],
    } as const;
    for (const [name, [output, value]] of Object.entries(outputs)) {
      mcp.tool(name, { output }, () => value as never);
    }
    await using client = await testClient(mcp, { era });
    for (const { name, outputSchema } of await client.listTools()) {
      assert.equal(outputSchema?.type, "object");
      // It refuses structured content that the listed schema does not allow.
      const { data, structured } = await client.callTool(name);
      assert.deepEqual(structured, { result: outputs[name as keyof typeof outputs][1] });
      assert.deepEqual(data, outputs[name as keyof typeof outputs][1]);
    }
  });

  const REFUSED: ReadonlyArray<
    readonly [name: string, row: Omit<Row, "name" | "content">, text: RegExp]
  > = [
    [
      "media nested in an object",
      { value: () => ({ charts: [image(PNG)] }) },
      /charts\.0: image\(\) makes no data; write await image\(…\)\.toContent\(\)/,
    ],
    ["bytes nested in an object", { value: () => ({ a: PNG }) }, /a: bytes are no data/],
    [
      "media where output is declared",
      { output: z.any(), value: () => image(PNG) },
      /with an output schema, data is returned; write result\(/,
    ],
    [
      "data of a result where nothing declares it",
      { value: () => result({ structured: 5 }) },
      /structured must be an object/,
    ],
    [
      "a result in a list",
      { value: () => [result({ content: [] }), link] },
      /result\(\) makes no data; return it by itself/,
    ],
    [
      "a value that does not match",
      { output: Model, value: () => ({ a: "secret" }) },
      /^Tool "t" returned data that does not match its output schema\.$/,
    ],
    ["a scalar where an object is declared", { output: Model, value: () => 5 }, /does not match/],
    ["a list where an object is declared", { output: Model, value: () => [5] }, /does not match/],
    [
      "a scalar where plain JSON Schema declares an object",
      { output: { type: "object" }, value: () => "secret" },
      /does not match/,
    ],
    [
      "nothing where something is declared",
      { output: z.string(), value: () => undefined },
      /does not match/,
    ],
    [
      "an error that is returned, as one that is thrown",
      { value: () => new Error("secret") },
      /^Tool "t" failed\. .* error id/,
    ],
    ["an error that is returned where output is declared", {
      output: z.any(),
      value: () => Promise.resolve(new Error("secret")),
    }, /error id/],
    [
      "a file that is not there, masked",
      { value: () => image("/secret/none.png") },
      /^Tool "t" failed\. .* error id/,
    ],
    ["a TypeError of the author's own, masked", {
      value: () => ({
        toJSON: () => {
          throw new TypeError("secret");
        },
      }),
    }, /error id/],
  ];
  for (const [name, row, text] of REFUSED) {
    Deno.test(`${era} results refused, told and not leaked: ${name}`, async () => {
      const { result } = await call({ name, content: [], ...row }, era);
      assert.equal(result.isError, true);
      assert.match(result.content[0].text, text);
      assert.doesNotMatch(JSON.stringify(result), /secret|\[object/);
      assert.equal(result.structuredContent, undefined);
    });
  }

  Deno.test(`${era}: the parts of a result keep their metadata beside our mark, and their error`, async () => {
    const mcp = new McpServer({ name: "results", version: "1.0.0" });
    const meta = { "a.b/c": 1n, fastmcp: { other: true } };
    mcp.tool("t", { output: z.int() }, () => result({ structured: 5, meta }));
    mcp.tool("failed", { output: z.int() }, () => result({ content: ["no"], isError: true, meta }));
    await using client = await RawClient.open(mcp, era);
    const ok = (await client.ask(era, "tools/call", { name: "t" })).result;
    assert.equal(ok._meta["a.b/c"], "1");
    assert.deepEqual(ok._meta.fastmcp, { other: true, wrap_result: true });
    const failed = (await client.ask(era, "tools/call", { name: "failed" })).result;
    assert.equal(failed.isError, true);
    assert.deepEqual(failed.content, blocks(["no"]));
    assert.deepEqual(failed._meta.fastmcp, { other: true });
  });
}

Deno.test("result refuses parts of the wrong form at once", () => {
  const wrong: ReadonlyArray<readonly [unknown, RegExp]> = [
    [{}, /give content, structured or both/],
    [{ content: "x" }, /content must be a list of text, content blocks and media/],
    [{ content: [{ type: "text" }] }, /content must be a list/],
    [{ content: [5] }, /content must be a list/],
    [{ content: [], isError: 1 }, /isError must be true or false/],
    [{ content: [], meta: new Map() }, /meta must be a plain object/],
  ];
  for (const [parts, message] of wrong) {
    assert.throws(() => result(parts as never), (error) => {
      assert.ok(error instanceof TypeError);
      assert.match(error.message, message);
      return true;
    });
  }
});

Deno.test("media and results of another copy of the package are known by their marks", async () => {
  const copy = image(PNG);
  const foreign = Object.create(null, Object.getOwnPropertyDescriptors(copy)) as Media;
  const mcp = new McpServer({ name: "results", version: "1.0.0" });
  mcp.tool("t", {}, () => [foreign, "x"]);
  await using client = await testClient(mcp);
  assert.deepEqual((await client.callTool("t")).content, [png, { type: "text", text: "x" }]);
});
