import assert from "node:assert/strict";
import { McpServer } from "@x/mcp";
import { envelope, RawClient, settled } from "../support/raw_client.ts";

const server = () => {
  const mcp = new McpServer({
    name: "versions",
    version: "1.0.0",
    title: "Versions",
    instructions: "Be brief.",
    websiteUrl: "https://example.com",
    icons: [{ src: "https://example.com/i.png", sizes: ["48x48"] }],
    cacheHints: { "server/discover": { ttlMs: 60_000, cacheScope: "public" } },
  });
  mcp.tool("client", {}, (_, { client, era, protocolVersion, requestId }) => ({
    client,
    era,
    protocolVersion,
    requestId,
  }));
  return mcp;
};

Deno.test("modern [discover.answer]: discover tells versions, capabilities, instructions and a cache hint", async () => {
  await using client = await RawClient.to(server());
  const { result } = await client.ask("modern", "server/discover");
  assert.deepEqual(result.supportedVersions, ["2026-07-28"]);
  assert.deepEqual(result.capabilities, { tools: { listChanged: true }, logging: {} });
  assert.equal(result.instructions, "Be brief.");
  assert.equal(result.ttlMs, 60_000);
  assert.equal(result.cacheScope, "public");
  assert.deepEqual(result._meta["io.modelcontextprotocol/serverInfo"], {
    name: "versions",
    version: "1.0.0",
    title: "Versions",
    websiteUrl: "https://example.com",
    icons: [{ src: "https://example.com/i.png", sizes: ["48x48"] }],
  });
});

Deno.test("modern [version.unsupported]: a version that is not served gets -32022 with those that are", async () => {
  for (const version of ["2030-01-01", "2025-11-25"]) {
    await using client = await RawClient.to(server());
    const { error } = await client.ask("modern", "tools/list", {}, {
      "io.modelcontextprotocol/protocolVersion": version,
    });
    assert.equal(error?.code, -32022);
    assert.ok(error?.data.supported.includes("2026-07-28"));
    assert.equal(error?.data.requested, version);
    // And so does a later request, on a connection that began well.
    await using begun = await RawClient.to(server());
    await begun.ask("modern", "tools/list");
    const later = await begun.ask("modern", "tools/list", {}, {
      "io.modelcontextprotocol/protocolVersion": version,
    });
    assert.equal(later.error?.code, -32022);
  }
});

Deno.test("modern [version.missing-envelope]: a request without envelope gets -32602", async () => {
  await using client = await RawClient.to(server());
  await client.ask("modern", "tools/list");
  assert.equal((await client.request("tools/list")).error?.code, -32602);
  const half = await client.request("tools/list", {
    _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" },
  });
  assert.equal(half.error?.code, -32602);
});

Deno.test("modern [version.late-initialize]: initialize after modern requests gets -32022", async () => {
  await using client = await RawClient.to(server());
  await client.ask("modern", "tools/list");
  const { error } = await client.initialize();
  assert.equal(error?.code, -32022);
});

Deno.test("modern [version.removed-methods]: what the revision removed gets -32601", async () => {
  const mcp = server();
  mcp.resource("data://x", {}, 1);
  await using client = await RawClient.to(mcp);
  for (
    const [method, params] of [
      ["ping", {}],
      ["logging/setLevel", { level: "info" }],
      ["resources/subscribe", { uri: "data://x" }],
      ["resources/unsubscribe", { uri: "data://x" }],
    ] as const
  ) {
    assert.equal((await client.ask("modern", method, params)).error?.code, -32601, method);
  }
});

Deno.test("modern [version.stateless]: each request speaks for its own client", async () => {
  await using client = await RawClient.to(server());
  const seen = await Promise.all(["one", "two"].map(async (name) => {
    const { result } = await client.ask("modern", "tools/call", { name: "client" }, {
      "io.modelcontextprotocol/clientInfo": { name, version: name },
      "io.modelcontextprotocol/clientCapabilities": name === "one" ? { sampling: {} } : {},
    });
    return result.structuredContent;
  }));
  assert.deepEqual(seen.map(({ client }) => client), [
    { name: "one", version: "one", capabilities: { sampling: {} } },
    { name: "two", version: "two", capabilities: {} },
  ]);
  const { result } = await client.request("tools/call", {
    name: "client",
    _meta: {
      ...envelope(),
      "io.modelcontextprotocol/clientInfo": undefined,
    },
  });
  assert.deepEqual(result.structuredContent.client, { capabilities: {} });
  assert.equal(result.structuredContent.era, "modern");
  assert.equal(result.structuredContent.protocolVersion, "2026-07-28");
});

Deno.test("legacy [initialize.negotiation]: served versions are agreed to, others get the latest", async () => {
  for (const version of ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]) {
    await using client = await RawClient.to(server());
    const { result } = await client.initialize({}, version);
    assert.equal(result.protocolVersion, version);
    const call = await client.request("tools/call", { name: "client" });
    assert.equal(call.result.structuredContent.protocolVersion, version);
    assert.equal(call.result.structuredContent.era, "legacy");
  }
  for (const version of ["2019-01-01", "2026-07-28", "x"]) {
    await using client = await RawClient.to(server());
    assert.equal((await client.initialize({}, version)).result.protocolVersion, "2025-11-25");
  }
});

Deno.test("legacy: initialize tells capabilities, instructions and who the server is; handlers see who calls", async () => {
  await using client = await RawClient.to(server());
  const { result } = await client.initialize({ sampling: {} });
  assert.deepEqual(result.capabilities, { tools: { listChanged: true }, logging: {} });
  assert.equal(result.instructions, "Be brief.");
  assert.equal(result.serverInfo.title, "Versions");
  const call = await client.request("tools/call", { name: "client" }, "the id");
  assert.deepEqual(call.result.structuredContent.client, {
    name: "raw",
    version: "1.0.0",
    capabilities: { sampling: {} },
  });
  assert.equal(call.result.structuredContent.requestId, "the id");
});

Deno.test("legacy [initialize.quiet]: nothing is sent unasked before the client is initialized", async () => {
  const mcp = server();
  await using client = await RawClient.to(mcp);
  await client.request("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  });
  mcp.tool("early", {}, () => "x");
  await settled();
  assert.equal(client.messages.length, 1);
  client.notify("notifications/initialized");
  await client.request("ping");
  mcp.tool("late", {}, () => "x");
  await client.wait(({ method }) => method === "notifications/tools/list_changed");
});

Deno.test("legacy [ping.answer]: ping is answered with an empty result, also while a call runs", async () => {
  const mcp = server();
  mcp.tool("forever", {}, () => new Promise(() => {}));
  await using client = await RawClient.open(mcp, "legacy");
  client.send({ jsonrpc: "2.0", id: "x", method: "tools/call", params: { name: "forever" } });
  assert.deepEqual((await client.request("ping")).result, {});
});

Deno.test("a client may probe with discover and then shake hands", async () => {
  await using client = await RawClient.to(server());
  assert.ok((await client.ask("modern", "server/discover")).result);
  assert.equal((await client.initialize()).result.protocolVersion, "2025-11-25");
  assert.ok((await client.request("tools/list")).result.tools);
});

Deno.test("legacy: a malformed initialize gets -32602 in our own words", async () => {
  for (
    const [params, says] of [
      [{}, /protocolVersion must be text/],
      [{ protocolVersion: "2025-11-25" }, /capabilities must be an object/],
      [{ protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: 5 } }, /clientInfo/],
    ] as const
  ) {
    await using client = await RawClient.to(server());
    const { error } = await client.request("initialize", params);
    assert.equal(error?.code, -32602);
    assert.match(error!.message, says);
    assert.ok((await client.initialize()).result);
  }
});
