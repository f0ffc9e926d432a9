import assert from "node:assert/strict";
import { image, McpServer, result } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import { z } from "zod";
import { isContentBlock } from "../../src/content/blocks.ts";
import { PNG } from "../support/media.ts";
import { ERAS } from "../support/raw_client.ts";

const make = () => new McpServer({ name: "sendable", version: "1.0.0" });
const png = { type: "image", data: PNG.toBase64(), mimeType: "image/png" } as const;
const text = (value: string) => ({ type: "text", text: value }) as const;
const link = { type: "resource_link", uri: "x://a", name: "a" } as const;
const embedded = { type: "resource", resource: { uri: "x://a", text: "b" } } as const;

class Members {
  a = 1;
}

/** What looks like a block, and is none that clients take. */
const NO_BLOCKS: Readonly<Record<string, unknown>> = {
  "icons that are none": { ...link, icons: [1] },
  "an icon without a source": { ...link, icons: [{ theme: "dark" }] },
  "an icon of another theme": { ...link, icons: [{ src: "https://a/b", theme: "grey" }] },
  "a hole in the icons": { ...link, icons: [, { src: "https://a/b" }] },
  "a size that is no number": { ...link, size: NaN },
  "metadata that are a date": { ...text("x"), _meta: new Date(0) },
  "metadata that are an instance": { ...text("x"), _meta: new Members() },
  "metadata that are null": { ...text("x"), _meta: null },
  "metadata of the contents that are a number": {
    ...embedded,
    resource: { ...embedded.resource, _meta: 5 },
  },
  "contents that are text and bytes": {
    ...embedded,
    resource: { ...embedded.resource, blob: "AAAA" },
  },
  "annotations that are a map": { ...text("x"), annotations: new Map() },
  "a hole in the audience": { ...text("x"), annotations: { audience: [, "user"] } },
  "a member of another type of block": { ...text("x"), uri: "x://a" },
  "a member of every object": { ...text("x"), toString: 1 },
  ...Object.fromEntries(
    [
      "yesterday",
      "2026-01-02",
      "2026-01-02T03:04:05",
      "2026-01-02T03:04Z",
      "2026-02-29T03:04:05Z",
      "2026-13-01T03:04:05Z",
      "2026-01-02T24:00:00Z",
      "2026-01-02T03:04:05+25:00",
      "2026-01-02 03:04:05Z",
      new Date(0),
    ].map((lastModified) => [
      `changed at ${lastModified}`,
      { ...text("x"), annotations: { lastModified } },
    ]),
  ),
};

const BLOCKS: Readonly<Record<string, unknown>> = {
  "all members of a link": {
    ...link,
    title: "A",
    description: "a",
    mimeType: "text/plain",
    size: 5,
    icons: [{ src: "https://a/b", mimeType: "image/png", sizes: ["any"], theme: "dark" }],
    _meta: { a: 1 },
  },
  ...Object.fromEntries(
    [
      "2026-01-02T03:04:05Z",
      "2026-01-02T03:04:05.678901Z",
      "2024-02-29T23:59:59+05:30",
      "0000-02-29T00:00:00-23:59",
    ].map((lastModified) => [
      `changed at ${lastModified}`,
      { ...text("x"), annotations: { lastModified, priority: 1, audience: ["user"] } },
    ]),
  ),
};

/** What gives no text, no data and no block, and is sent as what JSON makes of it. */
const RESULTS: Readonly<
  Record<string, readonly [value: () => unknown, content: readonly unknown[], data?: unknown]>
> = {
  "toJSON that gives nothing": [() => ({ toJSON() {} }), []],
  "toJSON that gives a function": [() => ({ toJSON: () => () => 1 }), []],
  "a hole beside media": [() => [, image(PNG)], [text("null"), png]],
  "a hole in a list": [() => [, 1], [text("[null,1]")]],
  "a hole in the content of the wire": [
    () => ({ content: [, text("a")] }),
    [text('{"content":[null,{"type":"text","text":"a"}]}')],
    { content: [null, text("a")] },
  ],
  "a symbol for a key": [() => ({ [Symbol("s")]: 1, a: 1 }), [text('{"a":1}')], { a: 1 }],
  "an accessor": [() => rising(), [text('{"a":1}')], { a: 1 }],
  "an accessor that becomes a bigint": [() => rising((n) => n > 1 ? 5n : n), [text('{"a":1}')], {
    a: 1,
  }],
  "metadata of another kind beside our own": [
    () => result({ content: ["x"], structured: { a: 1 }, meta: { fastmcp: [1] } }),
    [text("x")],
    { a: 1 },
  ],
  "a failure with data": [
    () => result({ content: ["mine"], structured: { a: 1 }, isError: true }),
    [text("mine")],
    { a: 1 },
  ],
  "annotations with a bigint": [() => image(PNG, { annotations: { more: 1n } as never }), [{
    ...png,
    annotations: {},
  }]],
};

function rising(of: (n: number) => unknown = (n) => n) {
  let n = 0;
  return {
    get a() {
      return of(++n);
    },
  };
}

for (const era of ERAS) {
  Deno.test(`${era}: what looks like a block and is none that clients take is data`, async (t) => {
    const mcp = make();
    const rows = Object.entries({ ...NO_BLOCKS, ...BLOCKS });
    rows.forEach(([, value], i) => mcp.tool(`t${i}`, {}, () => value));
    await using client = await testClient(mcp, { era });
    for (const [i, [name, value]] of rows.entries()) {
      await t.step(name, async () => {
        const { content } = await client.callTool(`t${i}`);
        const json = JSON.stringify(value);
        assert.equal(isContentBlock(value), name in BLOCKS);
        assert.deepEqual(content, name in BLOCKS ? [value] : [text(json)]);
      });
    }
  });

  Deno.test(`${era}: what JSON makes nothing of, and what is read twice, is sent in a form that clients take`, async (t) => {
    const mcp = make();
    const rows = Object.entries(RESULTS);
    rows.forEach(([, [value]], i) => mcp.tool(`t${i}`, {}, value));
    await using client = await testClient(mcp, { era });
    for (const [i, [name, [, content, data]]] of rows.entries()) {
      await t.step(name, async () => {
        const result = await client.callTool(`t${i}`);
        assert.deepEqual(result.content, content);
        assert.deepEqual(result.structured, data);
      });
    }
  });

  Deno.test(`${era}: a value that is checked is the one that is sent`, async () => {
    const mcp = make();
    const output = { type: "object", properties: { a: { type: "integer", maximum: 1 } } };
    mcp.tool("t", { output }, () => rising());
    await using client = await testClient(mcp, { era });
    assert.deepEqual((await client.callTool("t")).structured, { a: 1 });
  });

  Deno.test(`${era}: a result that failed keeps its data, in the form of the output and unchecked`, async () => {
    const mcp = make();
    const content = ["mine"];
    const failed = (structured: unknown) => () => result({ content, structured, isError: true });
    mcp.tool("wrapped", { output: z.int() }, failed("x"));
    mcp.tool("object", { output: z.object({ a: z.int() }) }, failed({ b: 1n }));
    mcp.tool("other", { output: z.object({ a: z.int() }) }, failed(5));
    await using client = await testClient(mcp, { era });
    for (const [name, data] of [["wrapped", { result: "x" }], ["object", { b: "1" }]] as const) {
      const { content, structured, isError } = await client.callTool(name);
      assert.deepEqual([content, structured, isError], [[text("mine")], data, true]);
    }
    const { content: [told] } = await client.callTool("other");
    assert.match((told as { text: string }).text, /structured must be an object/);
  });

  Deno.test(`${era}: metadata under our own key that are no object give way to our mark`, async () => {
    for (const fastmcp of ["text", [1], 5, null]) {
      const mcp = make();
      mcp.tool("t", { output: z.int() }, () => result({ structured: 5, meta: { fastmcp } }));
      await using client = await testClient(mcp, { era });
      const { meta, data } = await client.callTool("t");
      assert.deepEqual([meta?.fastmcp, data], [{ wrap_result: true }, 5]);
    }
  });

  Deno.test(`${era}: prompts and resources with parts of the wrong kind are told what is wrong`, async () => {
    const prompts: ReadonlyArray<readonly [unknown, RegExp]> = [
      [[, "a"], /a prompt returns text/],
      [{ messages: [, "a"] }, /a prompt returns text/],
      [{ messages: ["x"], description: 5 }, /the description of a prompt must be text/],
      [{ messages: ["x"], _meta: new Date() }, /_meta must be a plain object/],
      [{ messages: ["x"], _meta: new Members() }, /_meta must be a plain object/],
    ];
    const resources: ReadonlyArray<readonly [unknown, RegExp]> = [
      [{ contents: [{ text: "a" }], _meta: new Date() }, /_meta must be a plain object/],
      [{ contents: [{ text: "a" }], _meta: [] }, /_meta must be a plain object/],
      [{ contents: [{ text: "a", _meta: 5 }] }, /_meta must be a plain object/],
      [{ contents: [{ text: "a", _meta: new Members() }] }, /_meta must be a plain object/],
      [{ contents: [{ text: "a", blob: 5 }] }, /a content has text, or a blob/],
    ];
    const mcp = make();
    prompts.forEach(([value], i) => mcp.prompt(`p${i}`, {}, () => value as never));
    resources.forEach(([value], i) => mcp.resource(`x://${i}`, {}, () => value));
    mcp.prompt("holes", {}, () => ({ role: "user", content: [, image(PNG)] }));
    mcp.prompt("rising", {}, () => ({ messages: ["x"], _meta: rising((n) => n > 1 ? 5n : n) }));
    mcp.resource("x://holes", {}, () => ({ contents: [, { text: "x" }] }));
    await using client = await testClient(mcp, { era });
    for (const [i, [, message]] of prompts.entries()) {
      await assert.rejects(client.getPrompt(`p${i}`), message);
    }
    for (const [i, [, message]] of resources.entries()) {
      await assert.rejects(client.readResource(`x://${i}`), message);
    }
    assert.deepEqual(
      (await client.getPrompt("holes")).messages.map(({ content }) => content),
      [text("null"), png],
    );
    assert.equal((await client.getPrompt("rising"))._meta?.a, 1);
    const [{ text: json }] = await client.readResource("x://holes");
    assert.equal(json, '{"contents":[null,{"text":"x"}]}');
  });

  Deno.test(`${era}: an iterator whose steps are none fails at once`, async () => {
    const mcp = make();
    const steps: readonly unknown[] = [5, null, undefined, "x"];
    for (const [i, step] of steps.entries()) {
      mcp.tool(`t${i}`, {}, () => ({ next: () => step, [Symbol.iterator]: () => {} }));
    }
    mcp.tool("stream", {}, () => ({
      async *[Symbol.asyncIterator]() {
        yield 1;
      },
    }));
    await using client = await testClient(mcp, { era });
    for (const i of steps.keys()) {
      const { content: [told], isError } = await client.callTool(`t${i}`);
      assert.ok(isError);
      assert.match((told as { text: string }).text, /error id/);
    }
    const { content: [told] } = await client.callTool("stream");
    assert.match((told as { text: string }).text, /a generator or stream is no data/);
  });
}

Deno.test("result and registrations refuse parts that no client takes", () => {
  const mcp = make();
  const attempts: ReadonlyArray<readonly [() => unknown, RegExp]> = [
    [() => result({ content: [, "a"] as never }), /content must be a list of text/],
    [() => mcp.tool("a", { icons: [1] as never }, () => 1), /icons must be a list of icons/],
    [() => mcp.tool("a", { meta: new Date() as never }, () => 1), /meta must be a plain object/],
    [
      () => mcp.resource("x://a", { annotations: { lastModified: "yesterday" } }, () => 1),
      /annotations: audience is a list of/,
    ],
    [() => mcp.resource("x://a", { mimeType: 5 as never }, () => 1), /mimeType must be text/],
  ];
  for (const [attempt, message] of attempts) assert.throws(attempt, message);
});
