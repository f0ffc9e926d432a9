import assert from "node:assert/strict";
import { McpServer } from "@x/mcp";
import "../support/quiet.ts";
import { ERAS, RawClient } from "../support/raw_client.ts";

const PAIRS = 15;
const CALLS = 300;

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

for (const era of ERAS) {
  Deno.test(`${era}: a call with 1,000 tools costs at most 1.15 times one with 1 tool`, async () => {
    await using one = await RawClient.open(make(1), era);
    await using thousand = await RawClient.open(make(1000), era);
    const time = async (client: RawClient) => {
      const start = performance.now();
      for (let i = 0; i < CALLS; i++) {
        const { result } = await client.ask(era, "tools/call", {
          name: "tool_0",
          arguments: { a: i },
        });
        assert.ok(result);
      }
      client.messages.length = 0;
      return performance.now() - start;
    };
    for (let i = 0; i < 3; i++) await Promise.all([time(one), time(thousand)]);
    const ratios: number[] = [];
    for (let pair = 0; pair < PAIRS; pair++) {
      // Who goes first alternates, so that a trend of the machine evens out.
      if (pair % 2 === 0) {
        const a = await time(one);
        ratios.push(await time(thousand) / a);
      } else {
        const b = await time(thousand);
        ratios.push(b / await time(one));
      }
    }
    console.log(`${era}: 1,000 tools against 1: ${median(ratios).toFixed(3)} times`);
    assert.ok(median(ratios) <= 1.15, `${median(ratios)} times`);
  });
}
