import assert from "node:assert/strict";
import { McpServer, UserError } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import { RawClient } from "../support/raw_client.ts";

const make = () => {
  const mcp = new McpServer({ name: "chain", version: "1.0.0" });
  mcp.tool<{ n: number }>("double", { input: { type: "object" } }, ({ n }) => n * 2);
  mcp.tool("fail", {}, () => {
    throw new RangeError("too far");
  });
  mcp.resource("x://r", {}, "r");
  mcp.prompt("p", {}, () => "p");
  return mcp;
};

Deno.test("use: the first added link is outermost, and goes around every request", async () => {
  const mcp = make();
  const seen: string[] = [];
  for (const name of ["outer", "inner"]) {
    mcp.use(async (call, next) => {
      seen.push(`${name} ${call.method}`);
      const result = await next();
      seen.push(`/${name}`);
      return result;
    });
  }
  await using client = await RawClient.open(mcp, "legacy");
  for (
    const [method, params] of [
      ["tools/list", {}],
      ["tools/call", { name: "double", arguments: { n: 2 } }],
      ["resources/list", {}],
      ["resources/templates/list", {}],
      ["resources/read", { uri: "x://r" }],
      ["resources/subscribe", { uri: "x://r" }],
      ["resources/unsubscribe", { uri: "x://r" }],
      ["prompts/list", {}],
      ["prompts/get", { name: "p" }],
      ["logging/setLevel", { level: "info" }],
      ["ping", {}],
    ] as const
  ) {
    seen.length = 0;
    assert.ok((await client.request(method, params)).result, method);
    assert.deepEqual(seen, [`outer ${method}`, `inner ${method}`, "/inner", "/outer"]);
  }
});

Deno.test("use: a link may change arguments and results, answer by itself, and refuse", async () => {
  const mcp = make();
  mcp.use("tools/call", async (call, next) => {
    if (call.params.name === "answered") return { content: [{ type: "text", text: "cached" }] };
    if (call.params.arguments?.n === 13) throw new UserError("Not 13.");
    const result = await next({ ...call.params, arguments: { n: 5 } });
    return { ...result, _meta: { via: "chain" } };
  });
  mcp.use("tools/list", async (_, next) => {
    const { tools } = await next();
    return { tools: tools.filter(({ name }) => name !== "fail") };
  });
  await using client = await testClient(mcp);
  const changed = await client.callTool("double", { n: 1 });
  assert.deepEqual(changed.content, [{ type: "text", text: "10" }]);
  assert.equal(changed.meta?.via, "chain");
  assert.deepEqual((await client.callTool("answered")).content, [{ type: "text", text: "cached" }]);
  const refused = await client.callTool("double", { n: 13 });
  assert.deepEqual([refused.isError, refused.content], [true, [{ type: "text", text: "Not 13." }]]);
  assert.deepEqual((await client.listTools()).map(({ name }) => name), ["double"]);
});

Deno.test("use: what a handler throws comes by as it was thrown, and leaves masked", async () => {
  const mcp = make();
  const seen: unknown[] = [];
  mcp.use(async (_, next) => {
    try {
      return await next();
    } catch (error) {
      seen.push(error);
      throw error;
    }
  });
  await using client = await testClient(mcp);
  const { isError, content } = await client.callTool("fail");
  assert.ok(seen[0] instanceof RangeError);
  assert.equal(isError, true);
  assert.doesNotMatch(JSON.stringify(content), /too far/);
});

Deno.test("use: a link that gives no result is told to the author, and the client gets an error", async () => {
  for (const nothing of [undefined, null, {}, { content: "x" }, { content: [{ type: "text" }] }]) {
    const mcp = make();
    mcp.use(() => nothing as never);
    await using client = await RawClient.to(mcp);
    const called = await client.ask("modern", "tools/call", { name: "double" });
    assert.equal(called.result.isError, true);
    assert.match(called.result.content[0].text, /gave no result that can be sent/);
    const listed = await client.ask("modern", "tools/list");
    assert.equal(listed.error?.code, -32603);
    assert.match(listed.error!.message, /Request tools\/list gave no result/);
  }
});

Deno.test("use: a link asks for input where handlers may, and nowhere else", async () => {
  const mcp = make();
  const question = { method: "elicitation/create", params: { mode: "form", message: "Who?" } };
  const asking = {
    resultType: "input_required",
    inputRequests: { who: question },
    requestState: "s",
  };
  mcp.use(() => asking as never);
  await using client = await RawClient.to(mcp);
  const meta = { "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } } };
  const ask = (method: string, params = {}) => client.ask("modern", method, params, meta);
  for (
    const [method, params] of [
      ["tools/call", { name: "double", arguments: { n: 1 } }],
      ["prompts/get", { name: "p" }],
      ["resources/read", { uri: "x://r" }],
    ] as const
  ) {
    const { result, error } = await ask(method, params);
    assert.equal(result?.resultType, "input_required", `${method}: ${error?.message}`);
    assert.ok(result.inputRequests.who, method);
  }
  for (
    const method of ["tools/list", "prompts/list", "resources/list", "resources/templates/list"]
  ) {
    const { result, error } = await ask(method);
    assert.equal(result, undefined, method);
    assert.equal(error?.code, -32603);
    assert.match(error.message, new RegExp(`Request ${method} gave no result that can be sent`));
  }
});
