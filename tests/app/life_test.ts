import { McpServer } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import assert from "node:assert/strict";
import "../support/quiet.ts";

const make = () => new McpServer({ name: "life", version: "1.0.0" }).tool("t", {}, () => "x");

Deno.test("start hooks run once before the first client, stop hooks in reverse after the last", async () => {
  const seen: string[] = [];
  const mcp = make();
  for (const n of [1, 2]) {
    mcp.onStart(() => seen.push(`start ${n}`)).onStop(() => seen.push(`stop ${n}`));
  }
  const one = await testClient(mcp);
  const two = await testClient(mcp, { era: "legacy" });
  await one.close();
  assert.deepEqual(seen, ["start 1", "start 2"]);
  await two.close();
  await two.close();
  assert.deepEqual(seen, ["start 1", "start 2", "stop 2", "stop 1"]);
  await (await testClient(mcp)).close();
  assert.equal(seen.length, 8);
});

Deno.test("a start hook that fails refuses the client, closes what was opened, and may work later", async () => {
  const seen: string[] = [];
  let broken = true;
  const mcp = make();
  mcp.onStart(() => seen.push("open")).onStop(() => seen.push("close"));
  mcp.onStart(() => {
    if (broken) throw new Error("no database");
  });
  await assert.rejects(testClient(mcp), /no database/);
  assert.deepEqual(seen, ["open", "close"]);
  broken = false;
  await using client = await testClient(mcp);
  assert.equal((await client.callTool("t")).isError, false);
});

Deno.test("stop hooks that fail or hang do not keep the others from running", async () => {
  const seen: string[] = [];
  const mcp = make();
  mcp.onStop(() => seen.push("last"));
  mcp.onStop(() => new Promise(() => {}));
  mcp.onStop(() => {
    throw new Error("no");
  });
  const start = performance.now();
  await (await testClient(mcp)).close();
  assert.deepEqual(seen, ["last"]);
  assert.ok(performance.now() - start < 2000);
});

Deno.test("run refuses what it cannot do", async () => {
  await assert.rejects(
    make().run({ transport: "sse" as "stdio" }),
    /no longer part of the protocol; use "http"/,
  );
  for (const drainMs of [-1, NaN, 1e12]) {
    await assert.rejects(make().run({ drainMs }), /drainMs must be milliseconds/);
  }
});
