import assert from "node:assert/strict";
import { McpServer } from "@x/mcp";
import { envelope, ERAS, RawClient, settled } from "../support/raw_client.ts";

const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

const make = () => {
  const mcp = new McpServer({ name: "subscriptions", version: "1.0.0" });
  mcp.tool("t", { tags: ["beta"] }, () => "x");
  mcp.resource("data://a", {}, 1);
  mcp.resource("data://b", {}, 1);
  mcp.prompt("p", {}, () => "x");
  return mcp;
};

/** Opens a subscription, and returns its acknowledgement. */
function listen(client: RawClient, id: string, notifications: Record<string, unknown>) {
  const ack = client.wait(({ method, params }) =>
    method === "notifications/subscriptions/acknowledged" && params._meta[SUBSCRIPTION] === id
  );
  client.send({
    jsonrpc: "2.0",
    id,
    method: "subscriptions/listen",
    params: { notifications, _meta: envelope() },
  });
  return ack;
}

Deno.test("legacy [lists.changed]: every initialized session hears of each changed list, once a turn", async () => {
  const mcp = make();
  await using one = await RawClient.open(mcp, "legacy");
  await using two = await RawClient.open(mcp, "legacy");
  await Promise.all([one.request("ping"), two.request("ping")]);
  for (let i = 0; i < 10; i++) mcp.tool(`more${i}`, {}, () => "x");
  mcp.disable("data://a");
  mcp.enable("data://a");
  await settled();
  for (const client of [one, two]) {
    assert.deepEqual(client.messages.filter(({ method }) => method).map(({ method }) => method), [
      "notifications/tools/list_changed",
      "notifications/resources/list_changed",
    ]);
    client.messages.length = 0;
  }
  mcp.remove({ kind: "prompt", name: "p" });
  mcp.disable({ tag: "beta" });
  await settled();
  assert.deepEqual(one.messages.map(({ method }) => method), [
    "notifications/prompts/list_changed",
    "notifications/tools/list_changed",
  ]);
});

Deno.test("modern [lists.changed] [listen.streams]: only what was asked for comes, with the subscription's id", async () => {
  const mcp = make();
  await using client = await RawClient.to(mcp);
  await using other = await RawClient.to(mcp);
  await client.ask("modern", "tools/list");
  await other.ask("modern", "tools/list");
  const ack = await listen(client, "tools", { toolsListChanged: true });
  assert.deepEqual(ack.params.notifications, { toolsListChanged: true });
  const both = await listen(client, "rest", {
    promptsListChanged: true,
    resourceSubscriptions: ["data://a"],
  });
  assert.deepEqual(both.params.notifications, {
    promptsListChanged: true,
    resourceSubscriptions: ["data://a"],
  });
  client.messages.length = 0;
  mcp.tool("more", {}, () => "x");
  mcp.remove({ kind: "prompt", name: "p" });
  mcp.remove("data://b");
  mcp.resourceUpdated("data://a");
  mcp.resourceUpdated("data://b");
  await settled();
  assert.deepEqual(
    client.messages.map(({ method, params }) => [
      method,
      params._meta[SUBSCRIPTION],
      params.uri,
    ]).sort(),
    [
      ["notifications/prompts/list_changed", "rest", undefined],
      ["notifications/resources/updated", "rest", "data://a"],
      ["notifications/tools/list_changed", "tools", undefined],
    ],
  );
  assert.deepEqual(other.messages.filter(({ method }) => method !== undefined), []);
  client.notify("notifications/cancelled", { requestId: "tools", _meta: envelope() });
  client.messages.length = 0;
  mcp.tool("even_more", {}, () => "x");
  await settled();
  assert.deepEqual(client.messages, []);
});

Deno.test("modern [stdio.listen-end]: an open subscription gets its result when the server closes", async () => {
  const client = await RawClient.to(make());
  await client.ask("modern", "tools/list");
  await listen(client, "open", { toolsListChanged: true });
  const end = client.wait(({ id }) => id === "open");
  await client.close();
  const { result } = await end;
  assert.equal(result.resultType, "complete");
  assert.equal(result._meta[SUBSCRIPTION], "open");
});

Deno.test("legacy [resources.subscribe]: updates reach those that subscribed, until they unsubscribe", async () => {
  const mcp = make();
  await using one = await RawClient.open(mcp, "legacy");
  await using two = await RawClient.open(mcp, "legacy");
  assert.deepEqual((await one.request("resources/subscribe", { uri: "data://a" })).result, {});
  await two.request("resources/subscribe", { uri: "data://b" });
  mcp.resourceUpdated("data://a");
  await settled();
  const updates = (client: RawClient) =>
    client.notifications("notifications/resources/updated").map(({ params }) => params);
  assert.deepEqual(updates(one), [{ uri: "data://a" }]);
  assert.deepEqual(updates(two), []);
  assert.deepEqual((await one.request("resources/unsubscribe", { uri: "data://a" })).result, {});
  mcp.resourceUpdated("data://a");
  await settled();
  assert.equal(updates(one).length, 1);
});

Deno.test("legacy [resources.subscribe]: equal spellings of a URI are one", async () => {
  const mcp = make();
  mcp.resource("data://café", {}, 1);
  await using client = await RawClient.open(mcp, "legacy");
  await client.request("resources/subscribe", { uri: "data://caf%C3%A9" });
  mcp.resourceUpdated("data://café");
  await settled();
  assert.equal(client.notifications("notifications/resources/updated").length, 1);
});

for (const era of ERAS) {
  Deno.test(`${era}: a closed connection hears nothing and leaves no listener behind`, async () => {
    const mcp = make();
    const client = await RawClient.open(mcp, era);
    await client.ask(era, "tools/list");
    await client.close();
    const before = client.messages.length;
    mcp.tool("more", {}, () => "x");
    mcp.resourceUpdated("data://a");
    await settled();
    client.send({ jsonrpc: "2.0", id: 99, method: "ping" });
    await settled();
    assert.equal(client.messages.length, before);
  });

  Deno.test(`${era}: hidden components are gone from lists and unknown when used, and come back`, async () => {
    const mcp = make();
    await using client = await RawClient.open(mcp, era);
    assert.equal(mcp.disable({ tag: "beta" }), 1);
    assert.deepEqual((await client.ask(era, "tools/list")).result.tools, []);
    assert.equal((await client.ask(era, "tools/call", { name: "t" })).error?.code, -32602);
    assert.equal(mcp.enable("t"), 1);
    assert.equal((await client.ask(era, "tools/call", { name: "t" })).result.content[0].text, "x");
    assert.equal(mcp.disable({ tag: "none" }), 0);
    assert.throws(() => mcp.disable("tt"), /There is no component "tt"; did you mean "t"\?/);
    assert.throws(() => mcp.remove({ kind: "prompt", name: "t" }), /There is no prompt "t"/);
  });
}
