import assert from "node:assert/strict";
import { type AbortedError, McpServer } from "@x/mcp";
import { envelope, ERAS, RawClient, settled } from "../support/raw_client.ts";

for (const era of ERAS) {
  Deno.test(`${era} [stdio.cancelled]: a cancelled call is aborted, and neither it nor its answer sends anything`, async () => {
    const mcp = new McpServer({ name: "cancel", version: "1.0.0" });
    const started = Promise.withResolvers<void>();
    const reason = Promise.withResolvers<AbortedError>();
    const finished = Promise.withResolvers<void>();
    mcp.tool("slow", {}, async (_, ctx) => {
      started.resolve();
      await new Promise<void>((resolve) => {
        ctx.signal.addEventListener("abort", () => resolve());
      });
      reason.resolve(ctx.signal.reason);
      ctx.progress(1);
      ctx.log.error("still here");
      finished.resolve();
      return "never mind";
    });
    await using client = await RawClient.open(mcp, era);
    const meta = era === "modern"
      ? envelope({ progressToken: 1, "io.modelcontextprotocol/logLevel": "debug" })
      : { progressToken: 1 };
    client.send({
      jsonrpc: "2.0",
      id: "it",
      method: "tools/call",
      params: { name: "slow", _meta: meta },
    });
    await started.promise;
    const before = client.messages.length;
    client.notify("notifications/cancelled", {
      requestId: "it",
      reason: "changed my mind",
      ...(era === "modern" ? { _meta: envelope() } : {}),
    });
    const { code, message } = await reason.promise;
    assert.equal(code, "cancelled");
    assert.match(message, /changed my mind/);
    await finished.promise;
    await settled();
    await client.ask(era, "tools/list");
    assert.equal(client.messages.length, before + 1);
  });

  Deno.test(`${era}: a call is aborted when its connection ends, with a reason of its own`, async () => {
    const mcp = new McpServer({ name: "cancel", version: "1.0.0" });
    const started = Promise.withResolvers<void>();
    const reason = Promise.withResolvers<string>();
    mcp.tool("slow", {}, (_, { signal }) => {
      signal.addEventListener("abort", () => reason.resolve(signal.reason.code));
      started.resolve();
      return new Promise(() => {});
    });
    const client = await RawClient.open(mcp, era);
    client.send({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "slow", ...(era === "modern" ? { _meta: envelope() } : {}) },
    });
    await started.promise;
    await client.close();
    assert.equal(await reason.promise, "disconnected");
  });

  Deno.test(`${era}: a malformed cancellation is ignored: the call goes on, and is waited for`, async () => {
    const mcp = new McpServer({ name: "cancel", version: "1.0.0" });
    const gate = Promise.withResolvers<string>();
    mcp.tool("slow", {}, () => gate.promise);
    const connection = await mcp.connect((line) => client.take(line));
    const client = new RawClient((line) => connection.receive(line), () => connection.close());
    if (era === "legacy") await client.initialize();
    const meta = era === "modern" ? { _meta: envelope() } : {};
    const answer = client.request("tools/call", { name: "slow", ...meta }, "it");
    client.notify("notifications/cancelled", { requestId: "it", reason: 5, ...meta });
    client.notify("notifications/cancelled", { requestId: "it", _meta: 5 });
    const drained = connection.drained(10_000);
    gate.resolve("done");
    await drained;
    assert.equal((await answer).result.content[0].text, "done");
    await connection.close();
  });

  Deno.test(`${era}: the signal of a call that succeeded never aborts`, async () => {
    const mcp = new McpServer({ name: "cancel", version: "1.0.0" });
    let signal: AbortSignal | undefined;
    mcp.tool("quick", {}, (_, ctx) => {
      signal = ctx.signal;
      return "x";
    });
    const client = await RawClient.open(mcp, era);
    await client.ask(era, "tools/call", { name: "quick" });
    await client.close();
    assert.equal(signal?.aborted, false);
  });
}
