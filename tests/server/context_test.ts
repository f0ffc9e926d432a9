import assert from "node:assert/strict";
import { McpServer } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import "../support/quiet.ts";
import { ERAS } from "../support/raw_client.ts";

for (const era of ERAS) {
  Deno.test(`${era}: every member of the context works when it is taken apart`, async () => {
    const mcp = new McpServer({ name: "context", version: "1.0.0" });
    mcp.resource("x://r", {}, "r");
    mcp.tool("t", {}, async (_, ctx) => {
      const { readResource, ...rest } = ctx;
      const { progress, log, signal, client, meta, sessionId, request } = { ...rest };
      const { info } = log;
      progress(1, 2, "half");
      info({ a: 1 }, "part");
      const [{ text }] = await readResource("x://r");
      return {
        text,
        aborted: signal.aborted,
        client: client.name,
        meta: meta.mine,
        sessionId: sessionId ?? null,
        request: request ?? null,
        inputResponses: ctx.inputResponses,
        requestState: ctx.requestState ?? null,
      };
    });
    const logs: unknown[] = [];
    const progress: unknown[] = [];
    await using client = await testClient(mcp, { era, onLog: (message) => logs.push(message) });
    const { structured } = await client.callTool("t", {}, {
      meta: { mine: 5 },
      onProgress: (value) => progress.push(value),
    });
    assert.deepEqual(structured, {
      text: "r",
      aborted: false,
      client: "@x/mcp",
      meta: 5,
      sessionId: null,
      request: null,
      inputResponses: {},
      requestState: null,
    });
    assert.deepEqual(logs, [{ level: "info", data: { a: 1 }, logger: "part" }]);
    assert.deepEqual(progress, [{ progress: 1, total: 2, message: "half" }]);
  });

  Deno.test(`${era}: a log message carries what can be sent of anything`, async () => {
    const mcp = new McpServer({ name: "context", version: "1.0.0" });
    mcp.tool("t", {}, (_, { log, progress }) => {
      for (const data of [new RangeError("too far"), undefined, Symbol("s"), 5n]) log.info(data);
      progress(1, NaN);
      return "x";
    });
    const logs: unknown[] = [];
    await using client = await testClient(mcp, { era, onLog: ({ data }) => logs.push(data) });
    const { isError } = await client.callTool("t", {}, { onProgress: () => {} });
    assert.equal(isError, false);
    assert.deepEqual(logs, ["RangeError: too far", null, "Symbol(s)", "5"]);
  });

  Deno.test(`${era}: a hundred calls that await at random each keep their own context`, async () => {
    const mcp = new McpServer({ name: "context", version: "1.0.0" });
    mcp.tool<{ n: number }>(
      "t",
      { input: { type: "object" } },
      async ({ n }, { meta, requestId }) => {
        for (let i = 0; i < n % 7; i++) await new Promise((resolve) => setTimeout(resolve, n % 3));
        return { n, mine: meta.n, requestId };
      },
    );
    await using client = await testClient(mcp, { era });
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, n) => client.callTool("t", { n }, { meta: { n } })),
    );
    for (const [n, { structured }] of results.entries()) {
      assert.equal(structured?.n, n);
      assert.equal(structured?.mine, n);
    }
    assert.equal(new Set(results.map(({ structured }) => structured?.requestId)).size, 100);
  });
}

Deno.test("resources that read one another without end fail with their call, and the server goes on", async () => {
  const mcp = new McpServer({ name: "circle", version: "1.0.0" })
    .resource("x://a", {}, (_, ctx) => ctx.readResource("x://b"))
    .resource("x://b", {}, (_, ctx) => ctx.readResource("x://a"))
    .resource("x://0", {}, () => "the end")
    .resource(
      "x://{n}",
      {},
      async ({ n }, ctx) => (await ctx.readResource(`x://${Number(n) - 1}`))[0].text,
    );
  await using client = await testClient(mcp);
  await assert.rejects(client.readResource("x://a"), /failed/);
  assert.equal((await client.readResource("x://10"))[0].text, "the end");
});
