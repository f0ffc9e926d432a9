import assert from "node:assert/strict";
import { type Context, McpServer, type Provider } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import { z } from "zod";
import "../support/quiet.ts";
import { ERAS, RawClient } from "../support/raw_client.ts";

const make = (name = "current") => new McpServer({ name, version: "1.0.0" });

// Made, started and called before the module is there.
const early = make();
early.tool("id", { description: "Tells its id." }, () => currentContext().requestId);
const earlyClient = await RawClient.open(early, "modern");
await earlyClient.ask("modern", "tools/list");

const { currentContext } = await import("@x/mcp/context");

const OUTSIDE = {
  name: "Error",
  message: /^Cannot tell the current context: no call runs here/,
};

/** Whether the current context is the given one, after some waiting. */
async function isCurrent(ctx: Context): Promise<boolean> {
  const now = currentContext() === ctx;
  await new Promise((resolve) => setTimeout(resolve, 1));
  return now && currentContext() === ctx;
}

Deno.test("currentContext works for a server that was there before its module", async () => {
  const { id, result } = await earlyClient.ask("modern", "tools/call", { name: "id" });
  assert.equal(result.content[0].text, String(id));
  await earlyClient.close();
});

for (const era of ERAS) {
  Deno.test(`${era}: currentContext is that of the call, in everything that serves it`, async () => {
    const found: Record<string, boolean> = {};
    const note = async (where: string, ctx: Context) => {
      found[where] = await isCurrent(ctx);
      return "x";
    };
    const provider: Provider = (ctx) => ({
      provided: note("provider", ctx),
      [Symbol.asyncDispose]: () => note("disposal", ctx),
    });
    const mcp = make();
    mcp.tool("t", { inject: { provider } }, async (_, ctx) => {
      await note("tool", ctx);
      return await ctx.readResource("x://r");
    });
    mcp.resource("x://r", {}, (_, ctx) => note("resource", ctx));
    mcp.prompt("p", {
      args: z.object({ a: z.string() }),
      complete: { a: (_, { ctx }) => note("completer", ctx) },
    }, (_, ctx) => note("prompt", ctx));
    mcp.use(async ({ method, ctx }, next) => {
      const result = await next();
      await note(method, ctx);
      return result;
    });
    await using client = await testClient(mcp, { era });
    await client.callTool("t");
    await client.getPrompt("p", { a: "x" });
    await client.complete({ prompt: "p" }, "a", "x");
    const expected = [
      "completer",
      "completion/complete",
      "disposal",
      "prompt",
      "prompts/get",
      "provider",
      "resource",
      "tool",
      "tools/call",
    ];
    assert.deepEqual(found, Object.fromEntries(expected.map((where) => [where, true])));
  });

  Deno.test(`${era}: a hundred calls of two servers at once each see their own context`, async () => {
    const servers = ["one", "two"].map((name) => {
      const mcp = make(name);
      mcp.tool<{ n: number }>("t", { input: { type: "object" } }, async ({ n }, ctx) => {
        for (let i = 0; i < n % 5; i++) {
          await new Promise((resolve) => setTimeout(resolve, n % 3));
          if (!await isCurrent(ctx)) return "another's";
        }
        return `${currentContext().meta.from} ${n}`;
      });
      return mcp;
    });
    const clients = await Promise.all(servers.map((mcp) => testClient(mcp, { era })));
    const calls = Array.from({ length: 100 }, async (_, n) => {
      const { content } = await clients[n % 2].callTool("t", { n }, { meta: { from: n % 2 } });
      assert.deepEqual(content, [{ type: "text", text: `${n % 2} ${n}` }]);
    });
    await Promise.all(calls);
    for (const client of clients) await client.close();
  });

  Deno.test(`${era}: a call within a call sees its own context, and the outer one is back after it`, async () => {
    const inner = make("inner");
    inner.tool("t", { description: "Tells its mark." }, () => String(currentContext().meta.mark));
    await using innerClient = await testClient(inner, { era });
    const outer = make("outer");
    outer.tool("t", {}, async (_, ctx) => {
      const { content } = await innerClient.callTool("t", {}, { meta: { mark: "inner" } });
      return [content, await isCurrent(ctx)];
    });
    await using client = await testClient(outer, { era });
    const { content } = await client.callTool("t", {}, { meta: { mark: "outer" } });
    assert.deepEqual(content, [
      { type: "text", text: '[[{"type":"text","text":"inner"}],true]' },
    ]);
  });

  Deno.test(`${era}: a cancelled handler and its disposals still have their context, whose signal says why`, async () => {
    const begun = Promise.withResolvers<void>();
    const code = Promise.withResolvers<string>();
    const disposed = Promise.withResolvers<boolean>();
    const provider: Provider = (ctx) => ({
      [Symbol.dispose]: () => disposed.resolve(currentContext() === ctx),
    });
    const mcp = make();
    mcp.tool("t", { inject: { provider } }, async (_, { signal }) => {
      begun.resolve();
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      code.resolve(currentContext().signal.reason.code);
    });
    await using client = await testClient(mcp, { era });
    const controller = new AbortController();
    const call = client.callTool("t", {}, { signal: controller.signal }).catch(() => {});
    await begun.promise;
    controller.abort();
    assert.equal(await code.promise, "cancelled");
    assert.equal(await disposed.promise, true);
    await call;
  });
}

Deno.test("currentContext throws outside of calls, and in what is left over after one", async () => {
  assert.throws(currentContext, OUTSIDE);
  const gate = Promise.withResolvers<void>();
  const left: Promise<Context>[] = [];
  const mcp = make();
  mcp.tool("done", {}, () => {
    left.push(gate.promise.then(currentContext));
    return "x";
  });
  mcp.tool("late", { timeout: 5 }, () => {
    left.push(gate.promise.then(currentContext));
    return new Promise(() => {});
  });
  await using client = await testClient(mcp);
  await client.callTool("done");
  assert.equal((await client.callTool("late")).isError, true);
  gate.resolve();
  await assert.rejects(left[0], {
    name: "Error",
    message: /^Cannot tell the current context: the call has ended/,
  });
  await assert.rejects(left[1], { name: "AbortedError", code: "timed_out" });
  assert.throws(currentContext, OUTSIDE);
});

Deno.test("handlers that log through currentContext alone are heard, in the legacy era too", async () => {
  const mcp = make();
  mcp.tool("t", {}, () => {
    currentContext().log.info("heard");
    return "x";
  });
  const logs: unknown[] = [];
  await using client = await testClient(mcp, {
    era: "legacy",
    onLog: ({ data }) => logs.push(data),
  });
  await client.callTool("t");
  assert.deepEqual(logs, ["heard"]);
});
