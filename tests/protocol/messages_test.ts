import assert from "node:assert/strict";
import { McpServer, ProtocolError } from "@x/mcp";
import { envelope, ERAS, RawClient, settled } from "../support/raw_client.ts";

const server = () => {
  const mcp = new McpServer({ name: "messages", version: "1.0.0", instructions: "Be brief." });
  mcp.tool("ok", { description: "Says ok." }, () => "ok");
  return mcp;
};

for (const era of ERAS) {
  Deno.test(`${era} [message.id]: answers carry the id of their request, text or number, errors a code and a text`, async () => {
    await using client = await RawClient.open(server(), era);
    const meta = era === "modern" ? { _meta: envelope() } : {};
    for (const id of ["a", "", 0, 7, 2 ** 40]) {
      const answer = await client.request("tools/call", { name: "ok", ...meta }, id);
      assert.equal(answer.id, id);
      const failure = await client.request("tools/call", { name: "none", ...meta }, id);
      assert.equal(failure.id, id);
      assert.ok(Number.isInteger(failure.error?.code));
      assert.equal(typeof failure.error?.message, "string");
    }
  });

  Deno.test(`${era} C154 [message.parse-error]: a line that is not JSON gets -32700 with id null, and the next is served`, async () => {
    await using client = await RawClient.open(server(), era);
    for (const line of ["{", "hello", "{'a':1}", '{"jsonrpc":"2.0",']) {
      const refusal = client.wait((message) => message.id === null);
      client.send(line);
      assert.equal((await refusal).error?.code, -32700);
    }
    assert.ok((await client.ask(era, "tools/list")).result);
  });

  Deno.test(`${era} [message.invalid-request]: JSON that is no message gets -32600 with id null`, async () => {
    await using client = await RawClient.open(server(), era);
    for (
      const message of [
        1,
        null,
        "text",
        [],
        [{ jsonrpc: "2.0", id: 1, method: "ping" }],
        {},
        { jsonrpc: "1.0", id: 1, method: "ping" },
        { id: 1, method: "ping" },
        { jsonrpc: "2.0", id: null, method: "ping" },
        { jsonrpc: "2.0", id: 1.5, method: "ping" },
        { jsonrpc: "2.0", id: {}, method: "ping" },
        { jsonrpc: "2.0", id: 1, method: 5 },
        { jsonrpc: "2.0", id: 1, method: "ping", params: [1] },
        { jsonrpc: "2.0", id: 1 },
      ]
    ) {
      const refusal = client.wait((answer) => answer.id === null);
      client.send(JSON.stringify(message));
      assert.equal((await refusal).error?.code, -32600, JSON.stringify(message));
    }
    assert.ok((await client.ask(era, "tools/list")).result);
  });

  Deno.test(`${era} C040 [message.notification]: notifications are never answered, known or not`, async () => {
    await using client = await RawClient.open(server(), era);
    await client.ask(era, "tools/list");
    const before = client.messages.length;
    const meta = era === "modern" ? { _meta: envelope() } : {};
    client.notify("notifications/initialized", meta);
    client.notify("notifications/roots/list_changed", meta);
    client.notify("notifications/cancelled", { requestId: 12345, ...meta });
    client.notify("notifications/cancelled", {});
    client.notify("notifications/cancelled");
    client.notify("notifications/invented", { a: 1, ...meta });
    await settled();
    const next = await client.ask(era, "tools/list");
    assert.deepEqual(client.messages.slice(before), [next]);
  });

  Deno.test(`${era} C109 [message.unknown-method]: unknown methods and those of undeclared capabilities get -32601`, async () => {
    await using client = await RawClient.open(server(), era);
    for (
      const [method, params] of [
        ["foo/bar", {}],
        ["logging/setLevel", { level: "info" }],
        ["resources/subscribe", { uri: "data://x" }],
        ["resources/list", {}],
        ["prompts/get", { name: "x" }],
        ["completion/complete", {
          ref: { type: "ref/prompt", name: "x" },
          argument: { name: "a", value: "" },
        }],
      ] as const
    ) {
      const answer = await client.ask(era, method, params);
      assert.equal(answer.error?.code, -32601, method);
    }
  });

  Deno.test(`${era}: parameters of the wrong shape get -32602 in our own words`, async () => {
    const mcp = server();
    mcp.prompt("p", { args: { type: "object", properties: { a: { enum: ["x"] } } } }, () => "p");
    mcp.resource("data://x", {}, 1);
    await using client = await RawClient.open(mcp, era);
    for (
      const [method, params, says] of [
        ["tools/call", {}, /name must be text/],
        ["tools/call", { name: 5 }, /name must be text/],
        ["tools/call", { name: "ok", arguments: [1] }, /arguments must be an object/],
        ["tools/call", { name: "ok", arguments: "x" }, /arguments must be an object/],
        ["tools/list", { cursor: 5 }, /cursor must be text/],
        ["prompts/get", {}, /name must be text/],
        ["prompts/get", { name: "p", arguments: { a: 1 } }, /arguments must be an object of texts/],
        ["resources/read", {}, /uri must be text/],
        ["completion/complete", { ref: { type: "x" } }, /ref must be/],
        ["completion/complete", { ref: { type: "ref/prompt", name: "p" } }, /argument must be/],
      ] as const
    ) {
      const { error } = await client.ask(era, method, params as Record<string, unknown>);
      assert.equal(error?.code, -32602, `${method} ${JSON.stringify(params)}`);
      assert.match(error!.message, says);
    }
  });

  Deno.test(`${era}: every request with a readable id is answered, and none is left waiting`, async () => {
    const mcp = server();
    const connection = await mcp.connect((line) => client.take(line));
    const client = new RawClient((line) => connection.receive(line), () => connection.close());
    if (era === "legacy") await client.initialize();
    const meta = era === "modern" ? envelope() : {};
    const ask = (id: string, more: Record<string, unknown>, params: unknown) => {
      const answer = client.wait((message) => message.id === id);
      client.send({ jsonrpc: "2.0", id, method: "tools/list", params, ...more });
      return answer;
    };
    assert.ok((await ask("extra", { extra: 1, another: {} }, { _meta: meta })).result);
    for (
      const [id, _meta] of [
        ["null", null],
        ["number", 5],
        ["list", []],
        ["token null", { ...meta, progressToken: null }],
        ["token fraction", { ...meta, progressToken: 1.5 }],
        ["token object", { ...meta, progressToken: {} }],
        ["task", { ...meta, "io.modelcontextprotocol/related-task": null }],
      ] as const
    ) {
      const { error } = await ask(id, {}, { _meta });
      assert.equal(error?.code, -32602, id);
      assert.match(error!.message, /_meta/);
    }
    if (era === "legacy") assert.ok((await ask("params null", {}, null)).result);
    for (const id of ["9007199254740993", "1e30"]) {
      const refusal = client.wait((message) => message.id === null);
      client.send(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
      assert.equal((await refusal).error?.code, -32600);
    }
    const start = performance.now();
    await connection.drained(10_000);
    assert.ok(performance.now() - start < 1000, "nothing waits for an answer");
    await connection.close();
  });

  Deno.test(`${era}: a request whose id is in use is refused and does not disturb the other`, async () => {
    const mcp = server();
    const gate = Promise.withResolvers<string>();
    mcp.tool("wait", {}, () => gate.promise);
    await using client = await RawClient.open(mcp, era);
    const meta = era === "modern" ? { _meta: envelope() } : {};
    const first = client.request("tools/call", { name: "wait", ...meta }, "same");
    const refusal = client.wait((message) => message.id === null);
    client.send({
      jsonrpc: "2.0",
      id: "same",
      method: "tools/call",
      params: { name: "ok", ...meta },
    });
    assert.equal((await refusal).error?.code, -32600);
    gate.resolve("done");
    assert.equal((await first).result.content[0].text, "done");
  });
}

Deno.test("modern [message.own-codes]: reserved codes are sent only with their meaning", async () => {
  const mcp = server();
  const codes = [-32002, -32042, -32020, -32050, -32099, -32000, -32001];
  for (const code of codes) {
    mcp.tool(`code${-code}`, {}, () => {
      throw new ProtocolError(code, "mine");
    });
  }
  mcp.tool("own", {}, () => {
    throw new ProtocolError(4001, "mine", { a: 1 });
  });
  mcp.resource("data://x", {}, 1);
  await using client = await RawClient.open(mcp, "modern");
  for (const code of codes) {
    const { error } = await client.ask("modern", "tools/call", { name: `code${-code}` });
    assert.ok(error, `${code}`);
    assert.ok([-32603, -32602].includes(error.code), `${code} became ${error.code}`);
  }
  const own = await client.ask("modern", "tools/call", { name: "own" });
  assert.deepEqual(own.error, { code: 4001, message: "mine", data: { a: 1 } });
  const missing = await client.ask("modern", "resources/read", { uri: "data://none" });
  assert.equal(missing.error?.code, -32602);
});

Deno.test("modern [message.result-type] [message.server-info]: every result says what it is and whose", async () => {
  const mcp = server();
  mcp.prompt("p", { args: { type: "object", properties: { a: { enum: ["x"] } } } }, () => "p");
  mcp.resource("data://x", {}, 1);
  await using client = await RawClient.open(mcp, "modern");
  for (
    const [method, params] of [
      ["server/discover", {}],
      ["tools/list", {}],
      ["tools/call", { name: "ok" }],
      ["resources/list", {}],
      ["resources/templates/list", {}],
      ["resources/read", { uri: "data://x" }],
      ["prompts/list", {}],
      ["prompts/get", { name: "p" }],
      ["completion/complete", {
        ref: { type: "ref/prompt", name: "p" },
        argument: { name: "a", value: "" },
      }],
    ] as const
  ) {
    const { result } = await client.ask("modern", method, params);
    assert.equal(result.resultType, "complete", method);
    assert.deepEqual(
      result._meta["io.modelcontextprotocol/serverInfo"],
      { name: "messages", version: "1.0.0" },
      method,
    );
  }
});

Deno.test("legacy [message.no-legacy-members]: results carry no member of the modern era", async () => {
  const mcp = server();
  mcp.resource("data://x", { cache: { ttlMs: 1000, cacheScope: "public" } }, 1);
  await using client = await RawClient.open(mcp, "legacy");
  for (
    const [method, params] of [
      ["tools/list", {}],
      ["tools/call", { name: "ok" }],
      ["resources/list", {}],
      ["resources/read", { uri: "data://x" }],
    ] as const
  ) {
    const { result } = await client.ask("legacy", method, params);
    for (const member of ["resultType", "ttlMs", "cacheScope", "_meta"]) {
      assert.ok(!(member in result), `${method}: ${member}`);
    }
  }
});
