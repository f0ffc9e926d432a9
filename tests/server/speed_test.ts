import assert from "node:assert/strict";
import { McpServer } from "@x/mcp";
import "../support/quiet.ts";
import { envelope, ERAS, type TestEra } from "../support/raw_client.ts";

const PAIRS = 15;
const SLICES = 30;
const CALLS = 10;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];

function make(tools: number): McpServer {
  const mcp = new McpServer({ name: "speed", version: "1.0.0" });
  for (let i = 0; i < tools; i++) {
    mcp.tool(`tool_${i}`, {
      description: `Tool ${i}.`,
      input: { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
    }, ({ a }) => a);
  }
  return mcp;
}

/** A client with as little of its own as can be: one request at a time, no timers. */
async function connect(tools: number, era: TestEra) {
  const mcp = make(tools);
  // The last one, which a search from the front would find last.
  const name = `tool_${tools - 1}`;
  let take: (line: string) => void = () => {};
  const connection = await mcp.connect((line) => take(line));
  const ask = (id: number, method: string, params: unknown) =>
    new Promise<string>((resolve) => {
      take = resolve;
      connection.receive(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
  if (era === "legacy") {
    const clientInfo = { name: "speed", version: "1.0.0" };
    await ask(0, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  }
  const meta = era === "modern" ? { _meta: envelope() } : {};
  return {
    time: async () => {
      const start = performance.now();
      for (let i = 1; i <= CALLS; i++) {
        await ask(i, "tools/call", { name, arguments: { a: i }, ...meta });
      }
      return performance.now() - start;
    },
    answer: () => ask(1, "tools/call", { name, arguments: { a: 7 }, ...meta }),
    close: () => connection.close(),
  };
}

for (const era of ERAS) {
  Deno.test(`${era}: a call with 1,000 tools costs at most 1.15 times one with 1 tool`, async () => {
    const one = await connect(1, era);
    const thousand = await connect(1000, era);
    for (const client of [one, thousand]) {
      assert.match(await client.answer(), /"text":"7"/);
      for (let i = 0; i < 100; i++) await client.time();
    }
    const ratios: number[] = [];
    for (let pair = 0; pair < PAIRS; pair++) {
      // Short slices in turn, and their median: other work on the machine hits few of them.
      const few: number[] = [];
      const many: number[] = [];
      for (let slice = 0; slice < SLICES; slice++) {
        few.push(await one.time());
        many.push(await thousand.time());
      }
      ratios.push(median(many) / median(few));
    }
    console.log(`${era}: 1,000 tools against 1: ${median(ratios).toFixed(3)} times`);
    assert.ok(median(ratios) <= 1.15, `${median(ratios)} times`);
    await one.close();
    await thousand.close();
  });
}
