import assert from "node:assert/strict";
import { type Context, McpServer, type McpServerOptions } from "@x/mcp";
import { z } from "zod";
import { ERAS, RawClient } from "../support/raw_client.ts";
import "../support/quiet.ts";

const make = (options: Partial<McpServerOptions> = {}) =>
  new McpServer({ name: "limits", version: "1.0.0", ...options });

/** Does not return before its signal aborts, and says why it did. */
function waiting() {
  const reasons: unknown[] = [];
  const wait = (_: unknown, { signal }: Pick<Context, "signal">) =>
    new Promise<never>(() =>
      signal.addEventListener("abort", () => reasons.push(signal.reason.code))
    );
  return { reasons, wait };
}

for (const era of ERAS) {
  Deno.test(`${era}: the time limit of every kind answers, and aborts the signal`, async () => {
    const { reasons, wait } = waiting();
    const mcp = make()
      .tool("t", { timeout: 20 }, wait)
      .resource("data://fixed", { timeout: 20 }, wait)
      .resource("data://{id}", {
        timeout: 20,
        complete: { id: (_, { ctx }) => wait(undefined, ctx) },
      }, wait)
      .prompt("p", {
        timeout: 20,
        args: z.object({ a: z.string().optional() }),
        complete: { a: (_, { ctx }) => wait(undefined, ctx) },
      }, wait);
    await using client = await RawClient.open(mcp, era);
    const { result } = await client.ask(era, "tools/call", { name: "t", arguments: {} });
    assert.equal(result.isError, true);
    assert.equal(result.content[0].text, 'Tool "t" timed out after 20 ms.');
    const complete = (ref: unknown, name: string) => ({ ref, argument: { name, value: "" } });
    for (
      const [method, params, what] of [
        ["resources/read", { uri: "data://fixed" }, 'Resource "data://fixed"'],
        ["resources/read", { uri: "data://5" }, 'Resource "data://5"'],
        ["prompts/get", { name: "p" }, 'Prompt "p"'],
        [
          "completion/complete",
          complete({ type: "ref/resource", uri: "data://{id}" }, "id"),
          'Resource "data://{id}"',
        ],
        ["completion/complete", complete({ type: "ref/prompt", name: "p" }, "a"), 'Prompt "p"'],
      ] as const
    ) {
      const { error } = await client.ask(era, method, params);
      assert.deepEqual([error?.code, error?.message], [-32603, `${what} timed out after 20 ms.`]);
    }
    assert.deepEqual(reasons, Array(6).fill("timed_out"));
  });

  Deno.test(`${era}: the server's time limit counts where a component has none, which may be Infinity`, async () => {
    const { wait } = waiting();
    const slow = () => new Promise((resolve) => setTimeout(() => resolve("done"), 60));
    const mcp = make({ timeout: 30 })
      .tool("server", {}, wait)
      .tool("own", { timeout: 10 }, wait)
      .tool("endless", { timeout: Infinity }, slow)
      .resource("data://x", {}, wait)
      .prompt("p", {}, wait);
    await using client = await RawClient.open(mcp, era);
    const text = async (name: string) =>
      (await client.ask(era, "tools/call", { name, arguments: {} })).result.content[0].text;
    assert.equal(await text("server"), 'Tool "server" timed out after 30 ms.');
    assert.equal(await text("own"), 'Tool "own" timed out after 10 ms.');
    assert.equal(await text("endless"), "done");
    const read = await client.ask(era, "resources/read", { uri: "data://x" });
    assert.equal(read.error?.message, 'Resource "data://x" timed out after 30 ms.');
    const got = await client.ask(era, "prompts/get", { name: "p" });
    assert.equal(got.error?.message, 'Prompt "p" timed out after 30 ms.');
  });
}

Deno.test("a resource that a tool reads has its own time limit, which leaves the tool's call alone", async () => {
  const { reasons, wait } = waiting();
  const mcp = make()
    .resource("data://slow", { timeout: 20 }, wait)
    .resource("data://fast", { timeout: 1000 }, (_, ctx) => {
      ctx.progress(2);
      ctx.log.info("read");
      return "fast";
    })
    .tool("t", {}, async (_, ctx) => {
      ctx.progress(1);
      const error = await ctx.readResource("data://slow").catch((error) => error);
      const [{ text }] = await ctx.readResource("data://fast");
      ctx.progress(3);
      return [error.message, text, ctx.signal.aborted];
    });
  await using client = await RawClient.open(mcp, "modern");
  const { result } = await client.ask(
    "modern",
    "tools/call",
    { name: "t", arguments: {} },
    { progressToken: 0, "io.modelcontextprotocol/logLevel": "debug" },
  );
  assert.deepEqual(JSON.parse(result.content[0].text), [
    'Resource "data://slow" timed out after 20 ms.',
    "fast",
    false,
  ]);
  assert.deepEqual(reasons, ["timed_out"]);
  assert.deepEqual(
    client.notifications("notifications/progress").map(({ params }) => params.progress),
    [1, 2, 3],
  );
  assert.deepEqual(
    client.notifications("notifications/message").map(({ params }) => params.data),
    ["read"],
  );
});

Deno.test("a time limit that is none is refused, for servers and for all kinds", () => {
  const text = /timeout: give milliseconds, more than 0 and less than 2 \*\* 31, or Infinity/;
  for (const timeout of [0, -1, NaN, 2 ** 31, "5" as never]) {
    assert.throws(() => make({ timeout }), text);
    assert.throws(() => make().tool("t", { timeout }, () => 1), text);
    assert.throws(() => make().resource("data://x", { timeout }, 1), text);
    assert.throws(() => make().prompt("p", { timeout }, () => "x"), text);
  }
});
