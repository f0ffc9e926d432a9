import assert from "node:assert/strict";
import { image, McpServer } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import { z } from "zod";
import { PNG } from "../support/media.ts";
import { ERAS } from "../support/raw_client.ts";

const make = () => new McpServer({ name: "generators", version: "1.0.0" });
const png = { type: "image", data: PNG.toBase64(), mimeType: "image/png" };
const text = (value: string) => ({ type: "text", text: value });

for (const era of ERAS) {
  Deno.test(`${era} C082: generators are drained in order, in tools, with output, and in resources`, async () => {
    const mcp = make();
    mcp.tool("async", {}, async function* () {
      yield "a";
      await Promise.resolve();
      yield "b";
      return "not an item";
    });
    mcp.tool("sync", {}, function* () {
      yield 1;
      yield Promise.resolve(2);
    });
    mcp.tool("later", {}, () => Promise.resolve(new Map([["a", 1], ["b", 2]]).keys()));
    mcp.tool("media", {}, async function* () {
      yield "here it is";
      yield await Promise.resolve(image(PNG));
    });
    mcp.tool("none", {}, async function* () {});
    mcp.tool("output", { output: z.array(z.int()) }, async function* () {
      yield 1;
      yield await Promise.resolve(2);
    });
    mcp.tool("wrong", { output: z.array(z.int()) }, function* () {
      yield "a" as never;
    });
    mcp.resource("data://rows", {}, async function* () {
      yield { a: 1 };
      yield await Promise.resolve({ a: 2 });
    });
    await using client = await testClient(mcp, { era });
    const content = async (name: string) => (await client.callTool(name)).content;
    assert.deepEqual(await content("async"), [text('["a","b"]')]);
    assert.deepEqual(await content("sync"), [text("[1,2]")]);
    assert.deepEqual(await content("later"), [text('["a","b"]')]);
    assert.deepEqual(await content("media"), [text("here it is"), png]);
    assert.deepEqual(await content("none"), []);
    assert.deepEqual((await client.callTool("output")).data, [1, 2]);
    assert.equal((await client.callTool("wrong")).isError, true);
    const [contents] = await client.readResource("data://rows");
    assert.equal(contents.text, '[{"a":1},{"a":2}]');
    assert.equal(contents.mimeType, "application/json");
  });

  Deno.test(`${era} C082: a cancellation mid-way runs the generator's finally, in tools and resources`, async () => {
    for (const kind of ["tool", "resource"]) {
      const mcp = make();
      const begun = Promise.withResolvers<void>();
      const cleaned = Promise.withResolvers<string>();
      const parts = async function* (_: unknown, { signal }: { signal: AbortSignal }) {
        try {
          yield "a";
          begun.resolve();
          // What a real handler waits for ends by the signal, or soon.
          await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
          yield "b";
          cleaned.reject(new Error("it went on"));
        } finally {
          cleaned.resolve("cleaned");
        }
      };
      mcp.tool("slow", {}, parts);
      mcp.resource("data://slow", {}, parts);
      await using client = await testClient(mcp, { era });
      const controller = new AbortController();
      const options = { signal: controller.signal };
      const answer = kind === "tool"
        ? client.callTool("slow", {}, options)
        : client.readResource("data://slow", options);
      const refused = assert.rejects(answer);
      await begun.promise;
      controller.abort("enough");
      await refused;
      assert.equal(await cleaned.promise, "cleaned");
    }
  });

  Deno.test(`${era} C082: a time limit covers draining, and does not wait for a generator that is stuck`, async () => {
    const mcp = make();
    const cleaned = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    mcp.tool("stuck", { timeout: 30 }, async function* () {
      yield "a";
      await new Promise(() => {});
    });
    mcp.tool("endless", { timeout: 30 }, function* () {
      try {
        for (;;) yield 1;
      } finally {
        cleaned.resolve();
      }
    });
    mcp.tool("stuck_item", { timeout: 30 }, function* () {
      try {
        yield new Promise(() => {});
      } finally {
        released.resolve();
      }
    });
    await using client = await testClient(mcp, { era });
    for (const name of ["stuck", "endless", "stuck_item"]) {
      const { content, isError } = await client.callTool(name);
      assert.equal(isError, true);
      assert.deepEqual(content, [text(`Tool "${name}" timed out after 30 ms.`)]);
    }
    await Promise.all([cleaned.promise, released.promise]);
  });

  Deno.test(`${era} C082: what a generator throws is masked, and its finally runs when an item fails`, async () => {
    const mcp = make();
    let cleaned = false;
    mcp.tool("throws", {}, async function* () {
      yield "a";
      throw new Error("secret");
    });
    mcp.tool("item", {}, function* () {
      try {
        yield Promise.reject(new Error("secret"));
      } finally {
        cleaned = true;
      }
    });
    mcp.tool("cleanup", {}, function* () {
      try {
        yield Promise.reject(new Error("secret"));
      } finally {
        // deno-lint-ignore no-unsafe-finally
        throw new Error("secret too");
      }
    });
    await using client = await testClient(mcp, { era });
    for (const name of ["throws", "item", "cleanup"]) {
      const { content, isError } = await client.callTool(name);
      assert.equal(isError, true);
      assert.match(JSON.stringify(content), /error id/);
      assert.doesNotMatch(JSON.stringify(content), /secret/);
    }
    assert.ok(cleaned);
  });
}

Deno.test("C082: a time limit covers the reading of media", async () => {
  const release = Promise.withResolvers<void>();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async () => {
    await release.promise;
    return new Response(PNG.slice());
  });
  const mcp = make();
  mcp.tool("slow", { timeout: 50 }, () => image(`http://127.0.0.1:${server.addr.port}/`));
  await using client = await testClient(mcp);
  const { content } = await client.callTool("slow");
  assert.deepEqual(content, [text('Tool "slow" timed out after 50 ms.')]);
  release.resolve();
  await server.shutdown();
});
