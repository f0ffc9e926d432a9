import assert from "node:assert/strict";
import { McpServer, type Schema } from "@x/mcp";
import { z } from "zod";
import "../support/quiet.ts";
import { envelope, ERAS, type TestEra } from "../support/raw_client.ts";

const PAIRS = 15;
const SLICES = 30;
const CALLS = 10;
const WARM_SLICES = 100;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Makes calls, and says how long they took in milliseconds. */
type Slice = () => Promise<number>;

/** A client with as little of its own as can be: one request at a time, no timers. */
async function connect(mcp: McpServer, era: TestEra) {
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
    slice: (name: string, args: unknown): Slice => async () => {
      const start = performance.now();
      for (let i = 1; i <= CALLS; i++) {
        await ask(i, "tools/call", { name, arguments: args, ...meta });
      }
      return performance.now() - start;
    },
    answer: (name: string, args: unknown) =>
      ask(1, "tools/call", { name, arguments: args, ...meta }),
    close: () => connection.close(),
  };
}

/** How many times as long the one takes as the other. */
async function ratio(one: Slice, other: Slice): Promise<number> {
  for (const slice of [one, other]) for (let i = 0; i < WARM_SLICES; i++) await slice();
  const ratios: number[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    // Short slices in turn, and their median: other work on the machine hits few of them.
    const ones: number[] = [];
    const others: number[] = [];
    for (let slice = 0; slice < SLICES; slice++) {
      ones.push(await one());
      others.push(await other());
    }
    ratios.push(median(ones) / median(others));
  }
  return median(ratios);
}

// Before the test of 1,000 tools: calls that make more garbage are slower in a heap that holds more.
const THREE_FIELDS: Readonly<Record<string, Schema>> = {
  "plain JSON Schema": {
    type: "object",
    properties: { n: { type: "number" }, b: { type: "boolean" }, s: { type: "string" } },
    required: ["n", "b", "s"],
  },
  zod: z.object({ n: z.number(), b: z.boolean(), s: z.string() }),
};
const FITTING = { n: 5, b: true, s: "text" };
const AS_TEXT = { n: "5", b: "true", s: "text" };

for (const [library, input] of Object.entries(THREE_FIELDS)) {
  for (const [what, args] of [["that fit", FITTING], ["as text", AS_TEXT]] as const) {
    Deno.test(`${library}: a lenient call with arguments ${what} costs at most 1.25 times a strict one`, async () => {
      const mcp = new McpServer({ name: "speed", version: "1.0.0" });
      for (const validation of ["strict", "lenient"] as const) {
        mcp.tool(validation, { input, validation }, (args) => args);
      }
      const client = await connect(mcp, "modern");
      const text = JSON.stringify(JSON.stringify(FITTING));
      assert.ok((await client.answer("lenient", args)).includes(text), "it is converted");
      assert.match(await client.answer("strict", AS_TEXT), /"isError":true/);
      const times = await ratio(client.slice("lenient", args), client.slice("strict", FITTING));
      console.log(`${library}, ${what}: lenient against strict: ${times.toFixed(3)} times`);
      assert.ok(times <= 1.25, `${times} times`);
      await client.close();
    });
  }
}

function withTools(count: number): McpServer {
  const mcp = new McpServer({ name: "speed", version: "1.0.0" });
  for (let i = 0; i < count; i++) {
    mcp.tool(`tool_${i}`, {
      description: `Tool ${i}.`,
      input: { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
    }, ({ a }) => a);
  }
  return mcp;
}

for (const era of ERAS) {
  Deno.test(`${era}: a call with 1,000 tools costs at most 1.15 times one with 1 tool`, async () => {
    const one = await connect(withTools(1), era);
    const thousand = await connect(withTools(1000), era);
    // The last one, which a search from the front would find last.
    const [first, last] = ["tool_0", "tool_999"];
    assert.match(await one.answer(first, { a: 7 }), /"text":"7"/);
    assert.match(await thousand.answer(last, { a: 7 }), /"text":"7"/);
    const times = await ratio(thousand.slice(last, { a: 7 }), one.slice(first, { a: 7 }));
    console.log(`${era}: 1,000 tools against 1: ${times.toFixed(3)} times`);
    assert.ok(times <= 1.15, `${times} times`);
    await one.close();
    await thousand.close();
  });
}
