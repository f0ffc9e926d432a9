import assert from "node:assert/strict";
import { file, image, McpServer, ProtocolError } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import { z } from "zod";
import { PNG, utf8 } from "../support/media.ts";
import { RawClient } from "../support/raw_client.ts";

/**
 * What examples/from_fastmcp/README.md says that we do in another way than FastMCP, and no test of the
 * parts says already.
 */
const DIFFERENCES: Readonly<Record<string, (mcp: McpServer) => Promise<void>>> = {
  "differs from FastMCP: what is unknown is left out and reported": async (mcp) => {
    mcp.tool("t", { input: z.object({ a: z.int() }) }, (args) => args);
    const { structured, meta } = await call(mcp, { a: 1, reason: "x" });
    assert.deepEqual(structured, { a: 1 });
    assert.deepEqual(meta?.["x-mcp/unknownArguments"], [{ name: "reason" }]);
  },

  "differs from FastMCP: a hidden parameter that is sent anyway is one that is unknown": async (
    mcp,
  ) => {
    mcp.tool("t", { inject: { user: () => "ada" } }, ({ user }) => user);
    const { content, meta } = await call(mcp, { user: "root" });
    assert.deepEqual(content, [{ type: "text", text: "ada" }]);
    assert.deepEqual(meta?.["x-mcp/unknownArguments"], [{ name: "user" }]);
  },

  "differs from FastMCP: a lenient tool lists additionalProperties: false only where its author wrote it":
    async (mcp) => {
      const input = z.object({ a: z.int() });
      mcp.tool("lenient", { input }, () => "");
      mcp.tool("strict", { input, validation: "strict" }, () => "");
      mcp.tool("written", { input: z.strictObject({ a: z.int() }) }, () => "");
      await using client = await testClient(mcp);
      const listed = (await client.listTools()).map(({ inputSchema }) =>
        inputSchema.additionalProperties
      );
      assert.deepEqual(listed, [undefined, false, false]);
    },

  "differs from FastMCP: null for what is optional is absent, and no schema lists it": async (
    mcp,
  ) => {
    mcp.tool("t", { input: z.object({ a: z.int().optional() }) }, (args) => args);
    assert.deepEqual((await call(mcp, { a: null })).structured, {});
    await using client = await testClient(mcp);
    const [{ inputSchema }] = await client.listTools();
    assert.doesNotMatch(JSON.stringify(inputSchema), /null|anyOf/);
  },

  "differs from FastMCP: an integer that would be rounded is refused; z.bigint() takes it as text":
    async (mcp) => {
      mcp.tool("t", { input: z.object({ a: z.int() }) }, ({ a }) => a);
      mcp.tool("big", { input: z.object({ a: z.bigint() }) }, ({ a }) => a + 1n);
      assert.match(await refusal(mcp, { a: "9007199254740993" }), /^a: expected integer/);
      const { content } = await call(mcp, { a: "9007199254740993" }, "big");
      assert.deepEqual(content, [{ type: "text", text: "9007199254740994" }]);
    },

  "differs from FastMCP: a UUID has its dashes, a duration is ISO text": async (mcp) => {
    const part = { id: z.uuid(), takes: z.iso.duration() };
    mcp.tool("t", { input: z.object(part).partial() }, (args) => args);
    const id = "6f1f6d30-6c5e-4c1e-9b57-0c2b5a1c7f11";
    assert.deepEqual((await call(mcp, { id, takes: "PT1H" })).structured, { id, takes: "PT1H" });
    assert.match(await refusal(mcp, { id: id.replaceAll("-", "") }), /^id: /);
    assert.match(await refusal(mcp, { takes: 3600 }), /^takes: /);
  },

  "differs from FastMCP: strict is a server or a tool, not a field": async () => {
    const mcp = new McpServer({ name: "strict", version: "1.0.0", validation: "strict" });
    const input = z.object({ a: z.int() });
    mcp.tool("t", { input }, ({ a }) => a);
    mcp.tool("lenient", { input, validation: "lenient" }, ({ a }) => a);
    assert.match(await refusal(mcp, { a: "1" }), /^a: expected integer/);
    assert.equal((await call(mcp, { a: "1" }, "lenient")).isError, false);
  },

  "differs from FastMCP: problems are told in words, all at once": async (mcp) => {
    mcp.tool("t", { input: z.object({ a: z.int(), b: z.email() }) }, () => "");
    assert.equal(
      await refusal(mcp, { a: "x", b: "y" }),
      'a: expected integer, got string "x"\n- b: expected text of the form email, got string "y"',
    );
  },

  "differs from FastMCP: a declared result that is no object is wrapped, whatever its schema":
    async (mcp) => {
      mcp.tool("t", { output: { type: "integer" } }, () => 5);
      assert.deepEqual((await call(mcp)).structured, { result: 5 });
    },

  "differs from FastMCP: a result that does not fit is an error before it leaves": async (mcp) => {
    mcp.tool("t", { output: z.object({ a: z.int() }) }, () => ({ a: "x" as unknown as number }));
    await using client = await RawClient.open(mcp, "legacy");
    const sent = (await client.ask("legacy", "tools/call", { name: "t" })).result;
    assert.equal(sent.isError, true);
    assert.equal(sent.structuredContent, undefined);
  },

  "differs from FastMCP: media inside an object are an error that says where": async (mcp) => {
    mcp.tool("t", {}, () => ({ image: image(PNG) }));
    const { isError, content } = await call(mcp);
    assert.equal(isError, true);
    assert.match(JSON.stringify(content), /image: image\(\) makes no data.*\.toContent\(\)/);
  },

  "differs from FastMCP: the first bytes tell the type, jpg is image/jpeg": async (mcp) => {
    const jpeg = Uint8Array.fromHex("ffd8ffe000104a46494600010100000100010000ffd9");
    mcp.tool("t", {}, () => [image(PNG), image(jpeg), image(jpeg, { mimeType: "jpg" })]);
    const { content } = await call(mcp);
    const types = content.map((block) => "mimeType" in block && block.mimeType);
    assert.deepEqual(types, ["image/png", "image/jpeg", "image/jpeg"]);
  },

  "differs from FastMCP: a file without a name has the extension of its type": async (mcp) => {
    mcp.tool("t", {}, () => file(utf8("x"), { mimeType: "plain" }));
    const { content: [block] } = await call(mcp);
    assert.deepEqual(block, {
      type: "resource",
      resource: { uri: "file:///resource.txt", mimeType: "text/plain", text: "x" },
    });
  },

  "differs from FastMCP: what contains itself is an error, what JSON does not have is left out":
    async (mcp) => {
      const circle: Record<string, unknown> = {};
      circle.self = circle;
      mcp.tool("t", {}, () => circle);
      mcp.tool("function", {}, () => ({ a: 1, f: () => {} }));
      const { isError, content } = await call(mcp);
      assert.equal(isError, true);
      assert.match(JSON.stringify(content), /self: the value contains itself/);
      assert.deepEqual((await call(mcp, {}, "function")).structured, { a: 1 });
    },

  "differs from FastMCP: no title is invented, tags stay on the server": async (mcp) => {
    mcp.tool("t", { tags: ["beta"] }, () => "");
    await using client = await testClient(mcp);
    const [{ title, _meta }] = await client.listTools();
    assert.deepEqual([title, _meta], [undefined, undefined]);
  },

  "differs from FastMCP: a parameter that occurs twice is refused at registration": async (mcp) => {
    await Promise.resolve();
    assert.throws(
      () => mcp.resource("x://{a}/{a}", {}, () => ""),
      /Cannot register resource "x:\/\/\{a\}\/\{a\}": .*"a" occurs twice/,
    );
  },

  "differs from FastMCP: an operator that is not matched is refused by its name, {+a} is {a*}":
    async (mcp) => {
      for (const [part, operator] of [["#a", "#"], ["/a", "/"], [";a", ";"], ["&a", "&"]]) {
        assert.throws(
          () => mcp.resource(`x://{b}/{${part}}`, {}, () => ""),
          new RegExp(`the operator ${operator} in`),
        );
      }
      assert.throws(() => mcp.resource("x://{b}/{a:3}", {}, () => ""), /the prefix :3 in/);
      mcp.resource("x://{+a}", {}, ({ a }) => a);
      assert.equal(await read(mcp, "x://1/2"), "1/2");
    },

  "differs from FastMCP: what was sent is matched, before anything is folded": async (mcp) => {
    mcp.resource("x://h/{a*}", {}, ({ a }) => a);
    assert.equal(await read(mcp, "x://h/a/b"), "a/b");
    mcp.resource("y://h/{a*}", { allowAnyPath: true }, ({ a }) => a);
    await assert.rejects(read(mcp, "x://h/a/%2e%2e/b"), /Resource not found/);
    assert.equal(await read(mcp, "y://h/a/%2e%2e/b"), "a/../b");
  },

  "differs from FastMCP: text beside parameters is the same written raw or encoded": async (
    mcp,
  ) => {
    mcp.resource("x://Zürich/{a}", {}, ({ a }) => a);
    assert.equal(await read(mcp, "x://Z%C3%BCrich/1"), "1");
    assert.equal(await read(mcp, "x://Zürich/1"), "1");
  },

  "differs from FastMCP: a fragment is no part of a value": async (mcp) => {
    mcp.resource("x://{a}", {}, ({ a }) => a);
    assert.equal(await read(mcp, "x://v#part"), "v");
  },

  "differs from FastMCP: parameters are taken as arguments of tools are, -32602 says what does not fit":
    async (mcp) => {
      mcp.resource("x://{n}/{on}", {
        params: z.object({ n: z.int(), on: z.boolean() }),
      }, (params) => params);
      assert.equal(await read(mcp, "x://5/true"), '{"n":5,"on":true}');
      await using client = await RawClient.open(mcp, "legacy");
      const { error } = await client.ask("legacy", "resources/read", { uri: "x://five/yes" });
      assert.equal(error?.code, -32602);
      assert.match(
        error!.message,
        /n: expected integer, got string "five"\n- on: expected boolean, got string "yes"/,
      );
    },

  "differs from FastMCP: a prompt's argument that may be text is the text that was sent": async (
    mcp,
  ) => {
    mcp.prompt("p", {
      args: z.object({ a: z.union([z.int(), z.string()]), b: z.array(z.int()) }),
    }, ({ a, b }) => JSON.stringify([a, b]));
    await using client = await testClient(mcp);
    const { messages } = await client.getPrompt("p", { a: "5", b: "[1,2]" });
    assert.deepEqual(messages[0].content, { type: "text", text: '["5",[1,2]]' });
  },

  "differs from FastMCP: a prompt reports what is unknown, too": async (mcp) => {
    mcp.prompt("p", { args: z.object({ a: z.string() }) }, ({ a }) => a);
    await using client = await RawClient.open(mcp, "legacy");
    const params = { name: "p", arguments: { a: "x", A: "y" } };
    const { _meta } = (await client.ask("legacy", "prompts/get", params)).result;
    assert.equal(_meta["x-mcp/unknownArguments"][0].name, "A");
  },

  "differs from FastMCP: a message with the role system is refused, with advice": async (mcp) => {
    mcp.prompt("p", {}, () => [{ role: "system" as "user", content: "x" }]);
    await using client = await testClient(mcp);
    await assert.rejects(client.getPrompt("p"), /role system; put instructions into/);
  },

  "differs from FastMCP: enums complete themselves, all else has a completer of its own": async (
    mcp,
  ) => {
    mcp.prompt("p", {
      args: z.object({ tone: z.enum(["concise", "playful"]), topic: z.string() }),
      complete: { topic: () => ["weather"] },
    }, () => "");
    await using client = await RawClient.open(mcp, "legacy");
    const complete = async (name: string, value: string) =>
      (await client.ask("legacy", "completion/complete", {
        ref: { type: "ref/prompt", name: "p" },
        argument: { name, value },
      })).result.completion.values;
    assert.deepEqual(await complete("tone", "p"), ["playful"]);
    assert.deepEqual(await complete("topic", "w"), ["weather"]);
  },

  "differs from FastMCP: a name that is taken is an error": async (mcp) => {
    mcp.tool("t", {}, () => "first");
    assert.throws(() => mcp.tool("t", {}, () => "second"), /already/);
    assert.deepEqual((await call(mcp)).content, [{ type: "text", text: "first" }]);
  },

  "differs from FastMCP: unexpected errors are masked from the start, those of prompts as well":
    async (mcp) => {
      const fails = () => {
        throw new Error("password hunter2");
      };
      mcp.tool("t", {}, fails);
      mcp.prompt("p", {}, fails);
      const { isError, content } = await call(mcp);
      assert.equal(isError, true);
      assert.match(JSON.stringify(content), /error id/);
      assert.doesNotMatch(JSON.stringify(content), /hunter2/);
      await using client = await testClient(mcp);
      await assert.rejects(
        client.getPrompt("p"),
        ({ message }: Error) => /error id/.test(message) && !/hunter2/.test(message),
      );
    },

  "differs from FastMCP: a timeout is told, and aborts the signal": async (mcp) => {
    let reason: unknown;
    mcp.tool("t", { timeout: 20 }, (_, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve(reason = signal.reason.code));
      }));
    assert.match(JSON.stringify((await call(mcp)).content), /timed out after 20 ms/);
    assert.equal(reason, "timed_out");
  },

  "differs from FastMCP: an unknown tool is a JSON-RPC error, as the protocol says": async (
    mcp,
  ) => {
    mcp.tool("t", {}, () => "");
    await using client = await RawClient.open(mcp, "legacy");
    const { error } = await client.ask("legacy", "tools/call", { name: "nobody" });
    assert.equal(error?.code, -32602);
  },

  "differs from FastMCP: a ProtocolError keeps its code": async (mcp) => {
    mcp.tool("t", {}, () => {
      throw new ProtocolError(4001, "Not today");
    });
    await using client = await RawClient.open(mcp, "legacy");
    const { error } = await client.ask("legacy", "tools/call", { name: "t" });
    assert.deepEqual([error?.code, error?.message], [4001, "Not today"]);
  },
};

for (const [name, test] of Object.entries(DIFFERENCES)) {
  Deno.test(name, async () => {
    await test(new McpServer({ name: "differences", version: "1.0.0" }));
  });
}

async function call(mcp: McpServer, args: Record<string, unknown> = {}, name = "t") {
  await using client = await testClient(mcp);
  return await client.callTool(name, args);
}

/** The problems that a call is refused with. */
async function refusal(mcp: McpServer, args: Record<string, unknown>): Promise<string> {
  const { isError, content } = await call(mcp, args);
  assert.equal(isError, true);
  const [block] = content;
  assert.ok(block.type === "text");
  return block.text.replace(/^.*\n- /, "");
}

async function read(mcp: McpServer, uri: string): Promise<string | undefined> {
  await using client = await testClient(mcp);
  const [content] = await client.readResource(uri);
  return content.text;
}
