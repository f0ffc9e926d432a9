import assert from "node:assert/strict";
import { file, McpServer, result, ToolResult, type ToolResultParts } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import { areAnnotations, isBase64, isContentBlock } from "../../src/content/blocks.ts";
import { isWireResult } from "../../src/content/tool_content.ts";
import { utf8 } from "../support/media.ts";
import { ERAS } from "../support/raw_client.ts";

const text = { type: "text", text: "x" };
const image = { type: "image", data: "AAAA", mimeType: "image/png" };
const link = { type: "resource_link", uri: "x://a", name: "a" };
const resource = { type: "resource", resource: { uri: "x://a", text: "x" } };

Deno.test("isContentBlock admits what has all members of its type in their forms, and no others", () => {
  const blocks: readonly unknown[] = [
    text,
    image,
    { ...image, type: "audio", data: "" },
    { ...image, data: "AA==" },
    link,
    { ...link, title: "A", description: "a", mimeType: "text/plain", size: 3, icons: [] },
    resource,
    { type: "resource", resource: { uri: "x://a", blob: "AAA=", mimeType: "image/png" } },
    { ...text, annotations: {}, _meta: { a: 1 } },
    { ...text, annotations: { audience: ["user", "assistant"], priority: 0 } },
    { ...text, annotations: { audience: [], priority: 1, lastModified: "2026-01-02T03:04:05Z" } },
  ];
  for (const block of blocks) assert.equal(isContentBlock(block), true, JSON.stringify(block));
  const others: readonly unknown[] = [
    null,
    "text",
    [],
    { type: "text" },
    { type: "note", text: "x" },
    { type: "toString", text: "x" },
    { type: "__proto__" },
    { ...text, mine: 1 },
    { ...text, text: 5 },
    { ...text, _meta: [] },
    { ...text, _meta: null },
    { ...text, annotations: [] },
    { ...text, annotations: { priority: -1 } },
    { ...text, annotations: { priority: -0.01 } },
    { ...text, annotations: { priority: 1.01 } },
    { ...text, annotations: { priority: NaN } },
    { ...text, annotations: { priority: "1" } },
    { ...text, annotations: { audience: ["bots"] } },
    { ...text, annotations: { audience: ["user", "bots"] } },
    { ...text, annotations: { audience: "user" } },
    { ...text, annotations: { lastModified: 5 } },
    { ...image, data: "AAA" },
    { ...image, data: "A===" },
    { ...image, data: "AA-_" },
    { ...image, mimeType: undefined },
    { type: "image", data: "AAAA" },
    { type: "resource_link", uri: "x://a" },
    { ...link, title: 5 },
    { ...link, size: "3" },
    { ...link, icons: {} },
    { type: "resource", resource: null },
    { type: "resource", resource: { uri: "x://a" } },
    { type: "resource", resource: { uri: "x://a", blob: "AAA" } },
    { type: "resource", resource: { text: "x" } },
    { type: "resource", resource: { uri: "x://a", text: "x", mimeType: 5 } },
  ];
  for (const other of others) assert.equal(isContentBlock(other), false, JSON.stringify(other));
});

Deno.test("areAnnotations and isBase64 judge the forms alone", () => {
  for (const form of [{}, { mine: 1 }]) assert.equal(areAnnotations(form), true);
  for (const other of [null, undefined, [], "user"]) assert.equal(areAnnotations(other), false);
  for (const base64 of ["", "AAAA", "AAA=", "AA==", "+/+/"]) assert.equal(isBase64(base64), true);
  for (const other of ["A", "AA", "AAA", "A A=", "AA=A", "====", "AAAA\n", 5, undefined]) {
    assert.equal(isBase64(other), false, String(other));
  }
});

Deno.test("isWireResult admits the members of a result, and no others", () => {
  const content = [text];
  const results: readonly unknown[] = [
    { content },
    { content: [] },
    { content, structuredContent: { a: 1 }, isError: false, _meta: {} },
  ];
  for (const one of results) assert.equal(isWireResult(one), true, JSON.stringify(one));
  const others: readonly unknown[] = [
    null,
    content,
    {},
    { content: text },
    { content: [{ type: "text" }] },
    { content, extra: 1 },
    { content, resultType: "complete" },
    { content, structuredContent: [1] },
    { content, isError: "yes" },
    { content, _meta: [] },
  ];
  for (const other of others) assert.equal(isWireResult(other), false, JSON.stringify(other));
});

for (const era of ERAS) {
  Deno.test(`${era}: what is almost a result, or almost a block, is data`, async () => {
    const almost: readonly Record<string, unknown>[] = [
      { content: [text], extra: 1 },
      { ...image, data: "AAA" },
      { ...text, annotations: { audience: ["bots"] } },
      { ...text, annotations: { priority: -1 } },
      { type: "constructor", name: "Point" },
    ];
    const mcp = new McpServer({ name: "blocks", version: "1.0.0" });
    almost.forEach((value, i) => mcp.tool(`t${i}`, {}, () => value));
    await using client = await testClient(mcp, { era });
    for (const [i, value] of almost.entries()) {
      const { structured, content, isError } = await client.callTool(`t${i}`);
      assert.equal(isError, false);
      assert.deepEqual(structured, value);
      assert.deepEqual(content, [{ type: "text", text: JSON.stringify(value) }]);
    }
  });

  Deno.test(`${era}: a class of the author's own that extends ToolResult is a result`, async () => {
    class Forecast extends ToolResult {
      readonly days: number;
      constructor(days: number, more: ToolResultParts = {}) {
        super({ content: [`${days} days`], structured: { days }, ...more });
        this.days = days;
      }
    }
    const mcp = new McpServer({ name: "results", version: "1.0.0" });
    const seen: unknown[] = [];
    mcp.tool("t", {}, () => new Forecast(3, { meta: { "a.b/c": 1 } }));
    mcp.tool("failed", {}, () => new Forecast(0, { isError: true }));
    mcp.use("tools/call", async (_, next) => {
      const sent = await next();
      seen.push(sent);
      return sent;
    });
    await using client = await testClient(mcp, { era });
    const { content, structured, meta } = await client.callTool("t");
    assert.deepEqual(content, [{ type: "text", text: "3 days" }]);
    assert.deepEqual(structured, { days: 3 });
    assert.equal(meta?.["a.b/c"], 1);
    assert.equal((await client.callTool("failed")).isError, true);
    assert.ok(!(seen[0] instanceof ToolResult), "links see what is sent");
    const forecast = new Forecast(3);
    assert.ok(forecast instanceof Forecast);
    assert.deepEqual([forecast.days, forecast.parts.structured], [3, { days: 3 }]);
    assert.ok(result({ content: [] }) instanceof ToolResult);
  });
}

Deno.test("the text of a file is the text of its bytes, its byte order mark among them", async () => {
  const mcp = new McpServer({ name: "files", version: "1.0.0" });
  const csv = utf8("\uFEFFa,b");
  mcp.tool("t", {}, () => file(csv, { mimeType: "text/csv" }));
  mcp.resource("x://r", {}, () => ({ contents: [file(csv, { mimeType: "text/csv" })] }));
  await using client = await testClient(mcp);
  const [block] = (await client.callTool("t")).content;
  assert.ok(block.type === "resource");
  assert.equal(block.resource.text, "\uFEFFa,b");
  assert.equal((await client.readResource("x://r"))[0].text, "\uFEFFa,b");
});

Deno.test("parts of a result are checked however it is made", () => {
  class Mine extends ToolResult {}
  for (
    const make of [
      result,
      (parts: never) => new ToolResult(parts),
      (parts: never) => new Mine(parts),
    ]
  ) {
    for (
      const parts of [{}, { content: "x" }, { content: [5] }, { structured: {}, isError: "yes" }]
    ) {
      assert.throws(() => make(parts as never), /^TypeError: Cannot make a tool result: /);
    }
  }
});
