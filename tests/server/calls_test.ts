import assert from "node:assert/strict";
import { McpServer, ProtocolError, result, UserError } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import { z } from "zod";
import { ERAS, RawClient } from "../support/raw_client.ts";
import { deno, path } from "../support/server_process.ts";

const make = (options = {}) => new McpServer({ name: "calls", version: "1.0.0", ...options });

for (const era of ERAS) {
  Deno.test(`${era} C013: absent and null arguments mean none; only then are they checked`, async () => {
    const mcp = make();
    mcp.tool("optional", { input: z.object({ a: z.string().optional() }) }, (args) => args);
    mcp.tool("required", { input: z.object({ a: z.string() }) }, () => "x");
    mcp.tool("plain", {}, (args) => args);
    await using client = await RawClient.open(mcp, era);
    for (const args of [{}, { arguments: null }, { arguments: undefined }]) {
      for (const name of ["optional", "plain"]) {
        const { result } = await client.ask(era, "tools/call", { name, ...args });
        assert.deepEqual(result.structuredContent, {}, name);
      }
      const { result } = await client.ask(era, "tools/call", { name: "required", ...args });
      assert.equal(result.isError, true);
      assert.match(result.content[0].text, /- a: /);
    }
  });

  Deno.test(`${era} C020: what an unexpected error says stays with the server, for tools, resources and prompts`, async () => {
    const mcp = make();
    const fail = () => {
      throw Object.assign(new Error("postgres://u:secret@h/db"), {
        data: "secret",
        code: "secret",
      });
    };
    mcp.tool("t", {}, fail);
    mcp.resource("x://r", {}, fail);
    mcp.resource("x://t/{a}", {}, fail);
    mcp.prompt("p", {}, fail);
    mcp.prompt("q", { args: z.object({ a: z.string() }), complete: { a: fail } }, () => "x");
    await using client = await RawClient.open(mcp, era);
    for (
      const [method, params] of [
        ["tools/call", { name: "t" }],
        ["resources/read", { uri: "x://r" }],
        ["resources/read", { uri: "x://t/1" }],
        ["prompts/get", { name: "p" }],
        ["completion/complete", {
          ref: { type: "ref/prompt", name: "q" },
          argument: { name: "a", value: "" },
        }],
      ] as const
    ) {
      const answer = await client.ask(era, method, params);
      const text = JSON.stringify(answer);
      assert.doesNotMatch(text, /secret|postgres|calls_test/, method);
      assert.match(text, /error id [0-9a-f]{8}/, method);
      if (method === "tools/call") assert.equal(answer.result.isError, true);
      else assert.equal(answer.error?.code, -32603);
    }
  });

  for (const errors of ["masked", "verbose"]) {
    Deno.test(`${era} C085: the text of a UserError arrives unchanged, ${errors}`, async () => {
      const mcp = make({ errors });
      const fail = () => {
        throw new UserError("Give the state as two letters, such as CA.");
      };
      mcp.tool("t", {}, fail);
      mcp.resource("x://r", {}, fail);
      mcp.prompt("p", {}, fail);
      await using client = await RawClient.open(mcp, era);
      class StateError extends UserError {
        override readonly name = "StateError";
      }
      mcp.tool("own", {}, () => {
        throw new StateError("No such state.");
      });
      const own = await client.ask(era, "tools/call", { name: "own" });
      assert.deepEqual(own.result.content, [{ type: "text", text: "No such state." }]);
      const tool = await client.ask(era, "tools/call", { name: "t" });
      assert.deepEqual(tool.result.content, [
        { type: "text", text: "Give the state as two letters, such as CA." },
      ]);
      assert.equal(tool.result.isError, true);
      const resource = await client.ask(era, "resources/read", { uri: "x://r" });
      const prompt = await client.ask(era, "prompts/get", { name: "p" });
      for (const { error } of [resource, prompt]) {
        assert.deepEqual(error, {
          code: -32603,
          message: "Give the state as two letters, such as CA.",
        });
      }
    });
  }

  Deno.test(`${era} C086: any thrown value ends in one result with isError`, async () => {
    const mcp = make();
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const hostile = new Proxy(new Error("x"), {
      get: () => {
        throw new Error("no");
      },
    });
    const thrown = [
      "text",
      { code: 5 },
      null,
      undefined,
      Object.freeze(new Error("frozen")),
      cyclic,
      Object.assign(new Error("e"), { cause: cyclic }),
      hostile,
      5n,
      Symbol("s"),
      Object.create(null),
      new DOMException("gone", "AbortError"),
    ];
    thrown.forEach((value, i) =>
      mcp.tool(`throw_${i}`, {}, () => {
        throw value;
      })
    );
    mcp.tool("reject", {}, () => Promise.reject(undefined));
    await using client = await RawClient.open(mcp, era);
    for (const { name } of (await mcp.describe()).components) {
      const { result } = await client.ask(era, "tools/call", { name });
      assert.equal(result.isError, true, name);
      assert.equal(result.content.length, 1);
    }
  });

  Deno.test(`${era} C018: a value without JSON form ends in isError with a hint, a bigint in its digits, and the server answers on`, async () => {
    const mcp = make();
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    mcp.tool("cyclic", {}, () => cyclic);
    mcp.tool("function", {}, () => () => 1);
    mcp.tool("bigint", {}, () => ({ big: 2n ** 60n }));
    mcp.tool("nothing", {}, () => undefined);
    mcp.tool("block", {}, () => ({ type: "text", text: "x", _meta: { big: 1n } }));
    mcp.tool(
      "whole",
      {},
      () => ({ content: [], structuredContent: { big: 1n }, _meta: { m: 2n } }),
    );
    mcp.tool("parts", {}, () => result({ structured: { big: 1n }, meta: { m: 2n } }));
    await using client = await RawClient.open(mcp, era);
    const call = async (name: string) => await client.ask(era, "tools/call", { name });
    for (const name of ["cyclic", "function"]) {
      const { result } = await call(name);
      assert.equal(result.isError, true);
      assert.match(result.content[0].text, /returned a value that cannot be sent/);
    }
    assert.match((await call("cyclic")).result.content[0].text, /contains itself/);
    assert.deepEqual((await call("bigint")).result.structuredContent, {
      big: "1152921504606846976",
    });
    assert.deepEqual((await call("nothing")).result.content, []);
    assert.equal((await call("block")).result.content[0]._meta.big, "1");
    for (const name of ["whole", "parts"]) {
      const { result } = await call(name);
      assert.deepEqual(result.structuredContent, { big: "1" });
      assert.equal(result._meta.m, "2");
    }
    assert.equal((await client.ask(era, "tools/list")).result.tools.length, 7);
    // What the modern era has for a ping.
    const pong = await client.ask(era, era === "legacy" ? "ping" : "server/discover");
    assert.ok(pong.result, JSON.stringify(pong.error));
  });
}

Deno.test("errors: verbose shows the message of an unexpected error", async () => {
  const mcp = make({ errors: "verbose" });
  mcp.tool("t", {}, () => {
    throw new Error("no such table");
  });
  await using client = await testClient(mcp);
  const { content } = await client.callTool("t");
  assert.deepEqual(content, [{ type: "text", text: 'Tool "t" failed: no such table' }]);
});

Deno.test("C020: the log has the whole error under the id that the client got, and stdout has none of it", async () => {
  const call = (name: string, id: number) =>
    JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name } }) + "\n";
  const { stdout, stderr } = await deno(
    ["run", "--no-prompt", path("tests/fixtures/everything.ts")],
    {
      input: call("secret", 1) + call("advice", 2) + call("code", 3) +
        '{"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"data://secret"}}\n' +
        '{"jsonrpc":"2.0","id":5,"method":"prompts/get","params":{"name":"secret"}}\n',
    },
  );
  assert.doesNotMatch(stdout, /hunter2|postgres|alice/);
  const ids = [...stdout.matchAll(/error id ([0-9a-f]{8})/g)].map(([, id]) => id);
  const entries = stderr.trim().split("\n").map((line) => JSON.parse(line));
  // What is meant for the model is no error of the server.
  assert.deepEqual(entries.map(({ errorId }) => errorId).sort(), ids.sort());
  assert.equal(ids.length, 3);
  const entry = entries.find(({ message }) => message === 'Tool "secret" failed');
  assert.equal(entry.level, "error");
  assert.match(entry.error, /postgres:\/\/user:hunter2@db\/prod[^]*everything\.ts/);
});

Deno.test("C015: the log says which arguments a component does not know, and where a result does not fit", async () => {
  const ask = (id: number, method: string, params: unknown) =>
    JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n";
  const { stdout, stderr } = await deno(
    ["run", "--no-prompt", path("tests/fixtures/logged.ts")],
    {
      input: ask(1, "tools/call", { name: "list", arguments: { size: 2, x: { y: 1 } } }) +
        ask(2, "prompts/get", { name: "review", arguments: { tones: "calm" } }) +
        ask(3, "tools/call", { name: "wrong" }),
    },
  );
  const entries: { level: string; message: string }[] = stderr.trim().split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(entries.map(({ level, message }) => [level, message]).sort(), [
    [
      "error",
      [
        'Tool "wrong": the result does not match the output schema:',
        "- total: required, but missing",
        '- rows.0.size: expected number, got string "big"',
        "- password: expected number, got string of 7 characters",
      ].join("\n"),
    ],
    ["warning", 'Prompt "review" was sent unknown arguments: "tones" (did you mean "tone"?)'],
    [
      "warning",
      'Tool "list" was sent unknown arguments: "size" (did you mean "maxSize"?), "x"',
    ],
  ]);
  // The client hears that it does not fit, and nothing of what it holds.
  assert.match(stdout, /returned data that does not match its output schema/);
  assert.doesNotMatch(stdout + stderr, /hunter2/);
  assert.doesNotMatch(stdout, /big|total/);
});

Deno.test("a ProtocolError keeps its code, message and data, thrown by any kind of component", async () => {
  const mcp = make();
  const fail = () => {
    throw new ProtocolError(-31000, "Not today", { retry: true });
  };
  mcp.tool("t", {}, fail).resource("x://r", {}, fail).prompt("p", {}, fail);
  await using client = await RawClient.to(mcp);
  for (
    const [method, params] of [
      ["tools/call", { name: "t" }],
      ["resources/read", { uri: "x://r" }],
      ["prompts/get", { name: "p" }],
    ] as const
  ) {
    const { error } = await client.ask("modern", method, params);
    assert.deepEqual(error, { code: -31000, message: "Not today", data: { retry: true } });
  }
});

Deno.test("tool results: text, blocks, whole results and explicit parts", async () => {
  const image = { type: "image", data: "AA==", mimeType: "image/png" } as const;
  const mcp = make();
  const cases: Record<string, [unknown, unknown, unknown?]> = {
    text: ["é", [{ type: "text", text: "é" }]],
    number: [1.5, [{ type: "text", text: "1.5" }]],
    boolean: [true, [{ type: "text", text: "true" }]],
    null: [null, []],
    list: [[1, "a", null], [{ type: "text", text: '[1,"a",null]' }]],
    empty: [[], []],
    block: [image, [image]],
    blocks: [[image, { type: "text", text: "x" }], [image, { type: "text", text: "x" }]],
    result: [{ content: [image], isError: true }, [image]],
    almost: [{ type: "note", content: "hi" }, [
      { type: "text", text: '{"type":"note","content":"hi"}' },
    ], { type: "note", content: "hi" }],
    extra: [{ type: "text", text: "x", mine: 1 }, [
      { type: "text", text: '{"type":"text","text":"x","mine":1}' },
    ], { type: "text", text: "x", mine: 1 }],
    date: [new Date(0), [{ type: "text", text: "1970-01-01T00:00:00.000Z" }]],
    parts: [result({ content: [image], structured: { a: 1 }, meta: { m: 1 } }), [image], {
      a: 1,
    }],
    structured: [result({ structured: { a: 1 } }), [{ type: "text", text: '{"a":1}' }], {
      a: 1,
    }],
    failed: [result({ content: [{ type: "text", text: "no" }], isError: true }), [
      { type: "text", text: "no" },
    ]],
  };
  for (const [name, [value]] of Object.entries(cases)) mcp.tool(name, {}, () => value);
  await using client = await testClient(mcp);
  for (const [name, [, content, structured]] of Object.entries(cases)) {
    const result = await client.callTool(name);
    assert.deepEqual(result.content, content, name);
    assert.deepEqual(result.structured, structured, name);
    assert.equal(result.isError, name === "failed" || name === "result", name);
  }
  assert.equal((await client.callTool("parts")).meta?.m, 1);
  assert.throws(() => result({}), /give content, structured or both/);
});

for (const era of ERAS) {
  Deno.test(`${era}: a result is checked and sent as its JSON reads, and the author's object stays as it is`, async () => {
    class Point {
      x = 1;
    }
    const mine = Object.freeze({ a: 1, gone: undefined });
    const schema = {
      type: "object",
      properties: { a: { type: "number" }, b: { type: "number", default: 2 } },
      additionalProperties: false,
    };
    const mcp = make();
    mcp.tool("instance", {}, () => new Point());
    mcp.tool("instance_out", { output: { type: "object", required: ["x"] } }, () => new Point());
    mcp.tool("defaults", { output: schema }, () => mine);
    mcp.tool("date", { output: { type: "string" } }, () => new Date(0));
    mcp.tool("big", { output: { type: "number" } }, () => 5n);
    mcp.tool("nan", { output: { type: "number" } }, () => NaN);
    mcp.tool("any", { output: z.any() }, () => [1]);
    mcp.tool("empty", { output: {} }, () => "x");
    mcp.tool("all", { output: { allOf: [{ type: "string" }] } }, () => "x");
    mcp.tool("nothing", { output: z.string().optional() }, () => undefined);
    mcp.tool("draft", {
      output: { $schema: "http://json-schema.org/draft-07/schema#", items: [{ type: "number" }] },
    }, () => [1]);
    mcp.tool("data", { output: { enum: [{ $ref: "#/foo" }] } }, () => ({ $ref: "#/foo" }));
    await using client = await testClient(mcp, { era });
    await client.listTools();
    const data = async (name: string) => (await client.callTool(name)).data;
    assert.deepEqual(await data("instance"), { x: 1 });
    assert.deepEqual(await data("instance_out"), { x: 1 });
    assert.deepEqual(await data("defaults"), { a: 1, b: 2 });
    assert.deepEqual(mine, { a: 1, gone: undefined });
    assert.equal(await data("date"), "1970-01-01T00:00:00.000Z");
    assert.deepEqual(await data("any"), [1]);
    assert.equal(await data("empty"), "x");
    assert.equal(await data("all"), "x");
    assert.deepEqual(await data("draft"), [1]);
    assert.deepEqual(await data("data"), { $ref: "#/foo" });
    for (const name of ["big", "nan", "nothing"]) {
      assert.equal((await client.callTool(name)).isError, true, name);
    }
  });

  Deno.test(`${era}: a content block of the wrong form is told to the author, not sent`, async () => {
    const mcp = make();
    const wrong = [
      { content: [{ type: "text", text: 5 }] },
      { content: [{ type: "text", text: "x", annotations: 5 }] },
      { content: [{ type: "image", data: "!!!", mimeType: "image/png" }] },
      { content: [{ type: "text", text: "x", annotations: { priority: 7 } }] },
      { content: [{ type: "resource_link", uri: "a:b", name: "n", size: "3" }] },
      { content: [{ type: "resource", resource: { uri: "a:b", text: "x", mimeType: 5 } }] },
    ];
    wrong.forEach((value, i) => {
      mcp.tool(`parts_${i}`, {}, () => result(value as never));
      mcp.tool(`plain_${i}`, {}, () => value);
    });
    await using client = await testClient(mcp, { era });
    for (const i of wrong.keys()) {
      assert.equal((await client.callTool(`parts_${i}`)).isError, true);
      // Without its form it is data like any other.
      assert.deepEqual((await client.callTool(`plain_${i}`)).data, wrong[i]);
    }
  });
}

Deno.test("C078: with an output schema what looks like a block is data, and result sets the parts", async () => {
  const mcp = make();
  const output = z.object({ type: z.string(), text: z.string() });
  mcp.tool("data", { output }, () => ({ type: "text", text: "hi" }));
  mcp.tool("parts", { output }, () =>
    result({
      content: [{ type: "text", text: "for the model" }],
      structured: { type: "a", text: "b" },
    }));
  mcp.tool("missing", { output }, () => result({ content: [{ type: "text", text: "x" }] }));
  mcp.tool(
    "failed",
    { output },
    () => result({ content: [{ type: "text", text: "no" }], isError: true }),
  );
  await using client = await testClient(mcp);
  const data = await client.callTool("data");
  assert.deepEqual(data.structured, { type: "text", text: "hi" });
  assert.deepEqual(data.content, [{ type: "text", text: '{"type":"text","text":"hi"}' }]);
  const parts = await client.callTool("parts");
  assert.deepEqual(parts.content, [{ type: "text", text: "for the model" }]);
  assert.deepEqual(parts.structured, { type: "a", text: "b" });
  assert.equal((await client.callTool("missing")).isError, true);
  assert.deepEqual((await client.callTool("failed")).content, [{ type: "text", text: "no" }]);
});
