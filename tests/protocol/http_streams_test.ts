import { inputRequired } from "@modelcontextprotocol/server";
import { McpServer, type McpServerOptions, type SessionOptions } from "@x/mcp";
import assert from "node:assert/strict";
import { EventReader, HttpClient } from "../support/http_client.ts";
import { envelope } from "../support/raw_client.ts";
import { messagesOf, rawRequest } from "../support/raw_http.ts";
import { until } from "../support/server_process.ts";
import "../support/quiet.ts";

/** A server whose tools can be watched and held up. */
class Watched {
  readonly mcp: McpServer;
  /** Tools that were aborted, and why. */
  readonly aborted: string[] = [];
  readonly begun: string[] = [];
  #gate = Promise.withResolvers<void>();

  constructor(http: McpServerOptions["http"] = {}) {
    this.mcp = new McpServer({ name: "watched", version: "1.0.0", logging: true, http });
    this.mcp.tool<{ text?: string }>("held", {}, async ({ text = "" }, ctx) => {
      this.begun.push(text);
      ctx.signal.addEventListener("abort", () => this.aborted.push(ctx.signal.reason.code));
      await this.#gate.promise;
      return `held ${text}`;
    });
    this.mcp.tool("reporting", {}, async (_, ctx) => {
      this.begun.push("reporting");
      ctx.progress(1, 2);
      ctx.log.info("half");
      await this.#gate.promise;
      ctx.progress(2, 2);
      return "reported";
    });
    this.mcp.tool("polled", {}, async (_, ctx) => {
      ctx.closeStream();
      await this.#gate.promise;
      return "polled";
    });
    this.mcp.tool(
      "ask",
      {},
      (_, ctx) =>
        "who" in ctx.inputResponses ? JSON.stringify(ctx.inputResponses.who) : inputRequired({
          inputRequests: {
            who: inputRequired.elicit({
              message: "Who?",
              requestedSchema: { type: "object", properties: { name: { type: "string" } } },
            }),
          },
        }),
    );
    this.mcp.tool("echo", {}, (args) => JSON.stringify(args));
    this.mcp.resource("data://watched", {}, 1);
  }

  /** Lets all that is held up go on. */
  release(): void {
    this.#gate.resolve();
    this.#gate = Promise.withResolvers();
  }
}

Deno.test("modern [stream.own]: a stream carries what its request asked for, and ends with the answer", async () => {
  const watched = new Watched();
  await using server = await watched.mcp.serve({ port: 0 });
  const client = await HttpClient.open(server.url, "modern");
  const other = await HttpClient.open(server.url, "modern");
  const meta = { progressToken: 7, "io.modelcontextprotocol/logLevel": "info" };
  const reader = new EventReader(await client.post("tools/call", { name: "reporting" }, { meta }));
  const plain = other.request("tools/call", { name: "reporting" });
  assert.equal((await reader.message())?.params.progress, 1);
  assert.equal((await reader.message())?.params.data, "half");
  watched.mcp.disable("echo");
  assert.ok(await until(() => watched.begun.length === 2, 5000));
  watched.release();
  const rest = (await reader.rest()).map(({ message }) => message);
  assert.deepEqual(rest.map((message) => message?.method), ["notifications/progress", undefined]);
  assert.equal(rest.at(-1)?.result.content[0].text, "reported");
  assert.equal((await plain).result.content[0].text, "reported");
});

Deno.test("modern [stream.keep-alive]: a call that takes long is answered by a stream with comments", async () => {
  const watched = new Watched();
  await using server = await watched.mcp.serve({ port: 0, keepAliveMs: 50 });
  const client = await HttpClient.open(server.url, "modern");
  const response = await client.post("tools/call", { name: "held", arguments: {} });
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  assert.equal(response.headers.get("x-accel-buffering"), "no");
  const reader = new EventReader(response);
  assert.deepEqual(await reader.next(), { comment: "keep-alive" });
  watched.release();
  const rest = await reader.rest();
  assert.equal(rest.at(-1)?.message?.result.content[0].text, "held ");
});

Deno.test("legacy [stream.keep-alive]: answers that take long and opened streams get comments", async () => {
  const watched = new Watched();
  await using server = await watched.mcp.serve({ port: 0, keepAliveMs: 50 });
  const client = await HttpClient.open(server.url, "legacy");
  const opened = await client.listen();
  const answer = new EventReader(await client.post("tools/call", { name: "held" }));
  for (const reader of [opened, answer]) {
    assert.ok((await reader.next())?.id);
    assert.deepEqual(await reader.next(), { comment: "keep-alive" });
  }
  watched.release();
  await answer.rest();
  await opened.cancel();
});

Deno.test("C155 [stream.one]: several streams, one of them lost without a word: a notification is seen once", async () => {
  const watched = new Watched();
  await using server = await watched.mcp.serve({ port: 0 });
  const client = await HttpClient.open(server.url, "legacy");
  const lost = await Deno.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(server.url).port),
  });
  const head = `GET /mcp HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n`;
  await lost.write(new TextEncoder().encode(`${head}mcp-session-id: ${client.session}\r\n\r\n`));
  await lost.read(new Uint8Array(1000));
  const first = await client.listen();
  const second = await client.listen();
  for (const reader of [first, second]) await reader.next();
  watched.mcp.disable("echo");
  assert.equal((await second.message())?.method, "notifications/tools/list_changed");
  await second.cancel();
  let heard: string | undefined;
  const next = first.message().then((message) => void (heard = message?.method));
  assert.ok(
    await until(() => {
      // Until the server has noticed, messages go to the stream that is gone, and are kept for it.
      watched.mcp.enable("echo");
      watched.mcp.disable("echo");
      return heard !== undefined;
    }, 5000),
  );
  await next;
  assert.equal(heard, "notifications/tools/list_changed");
  await first.cancel();
  lost.close();
});

Deno.test("legacy [stream.one]: of many opened streams one gets what nobody asked for, and the oldest ends", async () => {
  const watched = new Watched();
  await using server = await watched.mcp.serve({ port: 0 });
  const client = await HttpClient.open(server.url, "legacy");
  const opened: EventReader[] = [];
  for (let i = 0; i < 17; i++) opened.push(await client.listen());
  assert.equal((await opened[0].rest()).length, 1, "only so many are held");
  watched.mcp.disable("echo");
  assert.equal((await opened[16].message())?.method, "notifications/tools/list_changed");
  await client.end();
  for (const reader of opened.slice(1)) {
    assert.deepEqual((await reader.rest()).filter(({ message }) => message), []);
  }
});

Deno.test("legacy [stream.resume]: whoever takes a stream up again ends the old one", async () => {
  const watched = new Watched();
  await using server = await watched.mcp.serve({ port: 0 });
  const client = await HttpClient.open(server.url, "legacy");
  const first = new EventReader(await client.post("tools/call", { name: "held" }));
  const primed = await first.next();
  const second = await client.listen(primed!.id);
  assert.deepEqual(await first.rest(), []);
  watched.release();
  assert.equal((await second.message())?.result.content[0].text, "held ");
});

Deno.test("legacy [stream.one]: answers come on the stream of their request, questions too", async () => {
  const watched = new Watched();
  await using server = await watched.mcp.serve({ port: 0 });
  const client = await HttpClient.open(server.url, "legacy");
  const opened = await client.listen();
  const asked = new EventReader(await client.post("tools/call", { name: "ask" }));
  const question = await asked.message();
  assert.equal(question?.method, "elicitation/create");
  assert.equal(await client.call("echo", { a: 1 }), '{"a":1}');
  const result = { action: "accept", content: { name: "Ada" } };
  const answered = await client.send({ jsonrpc: "2.0", id: question?.id, result });
  assert.equal(answered.status, 202);
  await answered.body?.cancel();
  assert.match((await asked.message())?.result.content[0].text, /Ada/);
  assert.equal(await asked.message(), undefined);
  watched.mcp.disable("echo");
  assert.equal((await opened.message())?.method, "notifications/tools/list_changed");
  await opened.cancel();
});

Deno.test("legacy: a malformed error of a client answers its question all the same", async () => {
  const watched = new Watched();
  await using server = await watched.mcp.serve({ port: 0 });
  const client = await HttpClient.open(server.url, "legacy");
  const asked = new EventReader(await client.post("tools/call", { name: "ask" }));
  const question = await asked.message();
  const answered = await client.send({ jsonrpc: "2.0", id: question?.id, error: { oops: true } });
  assert.equal(answered.status, 202);
  await answered.body?.cancel();
  assert.equal((await asked.message())?.result.isError, true);
});

Deno.test("legacy [stream.resume]: who lost the stream of a call gets the rest of it, and of no other", async () => {
  const watched = new Watched();
  await using server = await watched.mcp.serve({ port: 0 });
  const client = await HttpClient.open(server.url, "legacy");
  const first = new EventReader(
    await client.post("tools/call", { name: "reporting" }, { meta: { progressToken: "a" } }),
  );
  const other = new EventReader(
    await client.post("tools/call", { name: "reporting" }, { meta: { progressToken: "b" } }),
  );
  const primed = await first.next();
  assert.deepEqual(Object.keys(primed!), ["id", "retry"]);
  assert.equal((await first.next())?.message?.params.progressToken, "a");
  await first.cancel();
  const again = await client.listen(primed!.id);
  const missed = await again.next();
  assert.equal(missed?.message?.params.progressToken, "a");
  assert.ok(Number(missed?.id) > Number(primed!.id));
  assert.equal((await again.message())?.params.data, "half");
  watched.release();
  const rest = await again.rest();
  assert.equal(rest.at(-1)?.message?.result.content[0].text, "reported");
  assert.ok(rest.every(({ message }) => message?.params?.progressToken !== "b"));
  await other.rest();
  const whole = await (await client.listen(primed!.id)).rest();
  assert.equal(whole.at(-1)?.message?.result.content[0].text, "reported", "also after the end");
  const stranger = await HttpClient.open(server.url, "legacy");
  const refused = await stranger.get(primed!.id);
  assert.equal(refused.status, 400, "another session has no such event");
  await refused.body?.cancel();
});

Deno.test("legacy [stream.resume]: a call may end its stream early, and its client comes back", async () => {
  const watched = new Watched();
  await using server = await watched.mcp.serve({ port: 0 });
  const client = await HttpClient.open(server.url, "legacy");
  const events = await new EventReader(await client.post("tools/call", { name: "polled" })).rest();
  assert.equal(events.length, 1);
  assert.ok(events[0].retry! > 0);
  const again = await client.listen(events[0].id);
  watched.release();
  assert.equal((await again.message())?.result.content[0].text, "polled");
  assert.equal(await again.next(), undefined);
});

Deno.test("legacy [stream.resume]: clients of older revisions get no event without data, but ids", async () => {
  const watched = new Watched();
  await using server = await watched.mcp.serve({ port: 0 });
  const client = await HttpClient.open(server.url, "legacy", "2025-06-18");
  const polled = client.post("tools/call", { name: "polled" }).then((response) =>
    new EventReader(response).rest()
  );
  assert.equal(await client.call("echo"), "{}");
  watched.release();
  const [event, ...more] = await polled;
  assert.equal(event.message?.result.content[0].text, "polled");
  assert.ok(event.id);
  assert.deepEqual(more, []);
});

Deno.test("legacy [stream.resume]: an opened stream that was lost is taken up where it ended", async () => {
  const watched = new Watched();
  await using server = await watched.mcp.serve({ port: 0 });
  const client = await HttpClient.open(server.url, "legacy");
  const opened = await client.listen();
  const primed = await opened.next();
  await opened.cancel();
  watched.mcp.disable("echo");
  const again = await client.listen(primed!.id);
  assert.equal((await again.message())?.method, "notifications/tools/list_changed");
  watched.mcp.disable("data://watched");
  assert.equal((await again.message())?.method, "notifications/resources/list_changed");
  await again.cancel();
});

Deno.test("modern [disconnect.cancels]: a client that goes away aborts its call, and nobody else's", async () => {
  const watched = new Watched();
  await using server = await watched.mcp.serve({ port: 0 });
  const client = await HttpClient.open(server.url, "modern");
  const gone = new AbortController();
  const lost = client.post("tools/call", { name: "held", arguments: { text: "lost" } }, {
    signal: gone.signal,
  });
  const kept = client.post("tools/call", { name: "held", arguments: { text: "kept" } });
  assert.ok(await until(() => watched.begun.length === 2, 5000));
  gone.abort();
  await assert.rejects(lost);
  assert.ok(await until(() => watched.aborted.length > 0, 5000));
  assert.deepEqual(watched.aborted, ["disconnected"]);
  watched.release();
  assert.match(await (await kept).text(), /held kept/);
});

Deno.test("legacy [disconnect.cancels-not]: a call goes on without its client, until it is cancelled", async () => {
  const watched = new Watched();
  await using server = await watched.mcp.serve({ port: 0 });
  const client = await HttpClient.open(server.url, "legacy");
  const response = await client.post("tools/call", { name: "held" }, { id: "one" });
  const reader = new EventReader(response);
  const primed = await reader.next();
  assert.ok(await until(() => watched.begun.length === 1, 5000));
  await reader.cancel();
  const again = await client.listen(primed!.id);
  assert.deepEqual(watched.aborted, []);
  await client.notify("notifications/cancelled", { requestId: "one", reason: "enough" });
  assert.deepEqual(await again.rest(), [], "a cancelled call has no answer");
  assert.deepEqual(watched.aborted, ["cancelled"]);
});

Deno.test("C040 over HTTP: notifications get 202 and no body, and do no harm", async () => {
  const watched = new Watched();
  await using server = await watched.mcp.serve({ port: 0 });
  for (const era of ["legacy", "modern"] as const) {
    const client = await HttpClient.open(server.url, era);
    for (
      const [method, params] of [
        ["notifications/initialized", {}],
        ["notifications/roots/list_changed", {}],
        ["notifications/cancelled", { requestId: 12345 }],
        ["notifications/invented", { x: 1 }],
      ] as const
    ) {
      const answer = await rawRequest(server.url, {
        headers: client.headers(method),
        body: JSON.stringify({ jsonrpc: "2.0", method, params }),
      });
      assert.deepEqual([answer.status, answer.body], [202, ""], `${era} ${method}`);
    }
    assert.equal((await client.request("tools/list")).result.tools.length, 5);
  }
});

Deno.test("C037 over HTTP: progress has the caller's token, or there is none", async () => {
  const watched = new Watched();
  await using server = await watched.mcp.serve({ port: 0 });
  for (const era of ["legacy", "modern"] as const) {
    for (const progressToken of ["abc", 7, undefined]) {
      const client = await HttpClient.open(server.url, era);
      const meta = progressToken === undefined ? {} : { progressToken };
      const response = client.post("tools/call", { name: "reporting" }, { meta });
      // An answer that does not stream is there once the call has ended.
      const timer = setInterval(() => watched.release(), 10);
      const body = await (await response).text();
      clearInterval(timer);
      const tokens = [...body.matchAll(/"progressToken":("\w+"|\d+)/g)].map(([, token]) => token);
      const expected = progressToken === undefined
        ? []
        : Array(2).fill(JSON.stringify(progressToken));
      assert.deepEqual(tokens, expected, `${era} ${progressToken}`);
    }
  }
});

async function bounded(sessions: SessionOptions) {
  const watched = new Watched({ sessions });
  const server = await watched.mcp.serve({ port: 0 });
  const ping = async (client: HttpClient) => {
    const response = await client.post("ping");
    await response.body?.cancel();
    return response.status;
  };
  return { watched, server, ping };
}

Deno.test("C034 [session.lifetime]: DELETE ends a session, its streams and its calls", async () => {
  const { watched, server, ping } = await bounded({});
  await using _ = server;
  const client = await HttpClient.open(server.url, "legacy");
  const opened = await client.listen();
  const call = new EventReader(await client.post("tools/call", { name: "held" }));
  assert.ok(await until(() => watched.begun.length === 1, 5000));
  assert.equal(await client.end(), 200);
  assert.deepEqual((await opened.rest()).filter(({ message }) => message), []);
  const [{ message: last }, ...more] = (await call.rest()).filter(({ message }) => message);
  assert.match(last!.error!.message, /session has ended/);
  assert.deepEqual(more, []);
  assert.deepEqual(watched.aborted, ["disconnected"]);
  assert.equal(await ping(client), 404);
  assert.equal(await client.end(), 404);
  client.session = undefined;
  assert.equal(await ping(client), 400);
});

Deno.test("[session.lifetime]: an idle session ends; one that runs a call or holds a stream is not idle", async () => {
  const { watched, server, ping } = await bounded({ idleMs: 200 });
  await using _ = server;
  const idle = await HttpClient.open(server.url, "legacy");
  const calling = await HttpClient.open(server.url, "legacy");
  const listening = await HttpClient.open(server.url, "legacy");
  const call = new EventReader(await calling.post("tools/call", { name: "held" }));
  const opened = await listening.listen();
  // Looking would keep it alive.
  const start = performance.now();
  assert.ok(await until(() => performance.now() - start > 600, 5000));
  assert.equal(await ping(idle), 404);
  assert.equal(await ping(listening), 200);
  watched.release();
  assert.equal((await call.message())?.result.content[0].text, "held ");
  await opened.cancel();
});

Deno.test("[session.lifetime]: at the cap, the session that was idle longest gives way, never one that calls", async () => {
  const { watched, server, ping } = await bounded({ max: 2 });
  await using _ = server;
  const first = await HttpClient.open(server.url, "legacy");
  const second = await HttpClient.open(server.url, "legacy");
  assert.equal(await ping(first), 200);
  const third = await HttpClient.open(server.url, "legacy");
  assert.deepEqual([await ping(first), await ping(second), await ping(third)], [200, 404, 200]);
  const calls = [];
  for (const client of [first, third]) {
    calls.push(new EventReader(await client.post("tools/call", { name: "held" })));
  }
  assert.ok(await until(() => watched.begun.length === 2, 5000));
  const refused = await rawRequest(server.url, {
    headers: { "content-type": "application/json", accept: "*/*" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "x", version: "1" },
      },
    }),
  });
  assert.equal(refused.status, 429);
  assert.match(refused.body, /Too many sessions/);
  watched.release();
  for (const call of calls) await call.rest();
});

Deno.test("[session.lifetime]: an initialize that is refused leaves no session", async () => {
  const { server } = await bounded({ max: 1 });
  await using _ = server;
  const client = await HttpClient.open(server.url, "legacy");
  const raw = new HttpClient(server.url, "legacy");
  for (const params of [{}, { protocolVersion: 5 }, { protocolVersion: "2025-11-25" }]) {
    const response = await raw.post("initialize", params);
    assert.equal(response.status, 400);
    assert.equal(response.headers.get("mcp-session-id"), null);
    await response.body?.cancel();
  }
  assert.equal(await client.call("echo"), "{}");
});

Deno.test("[session.stateless]: without sessions, each request stands alone", async () => {
  const watched = new Watched({ sessions: false });
  await using server = await watched.mcp.serve({ port: 0 });
  const client = await HttpClient.open(server.url, "legacy");
  assert.equal(client.session, undefined);
  client.session = "stray";
  assert.equal(await client.call("echo", { a: 1 }), '{"a":1}');
  assert.match(await client.call("ask"), /Cannot request input/);
  const { result } = await client.request("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "x", version: "1" },
  });
  assert.deepEqual(result.capabilities, {
    tools: { listChanged: false },
    resources: { listChanged: false },
    logging: {},
  });
  assert.equal(
    (await client.request("resources/subscribe", { uri: "data://watched" })).error?.code,
    -32601,
  );
  for (const response of [await client.get(), await fetch(server.url, { method: "DELETE" })]) {
    assert.equal(response.status, 405);
    assert.equal(response.headers.get("allow"), "POST");
    await response.body?.cancel();
  }
  const gone = new AbortController();
  const lost = await client.post("tools/call", { name: "held" }, { signal: gone.signal });
  assert.ok(await until(() => watched.begun.length === 1, 5000));
  gone.abort();
  await assert.rejects(lost.text());
  assert.ok(await until(() => watched.aborted.length === 1, 5000));
});

Deno.test("legacy: a revision that knows batches gets them answered, on a stream or as a list", async () => {
  const watched = new Watched();
  await using server = await watched.mcp.serve({ port: 0 });
  const client = await HttpClient.open(server.url, "legacy", "2025-03-26");
  const batch = [
    { jsonrpc: "2.0", id: "a", method: "ping" },
    { jsonrpc: "2.0", method: "notifications/invented" },
    { jsonrpc: "2.0", id: "b", method: "tools/call", params: { name: "echo" } },
  ];
  const stream = new EventReader(await client.send(batch));
  const ids = (await stream.rest()).map(({ message }) => message?.id);
  assert.deepEqual(ids.sort(), ["a", "b"]);
  const json = await client.send(batch, { ...client.headers(), accept: "application/json" });
  assert.deepEqual((await json.json()).map(({ id }: { id: string }) => id).sort(), ["a", "b"]);
  const twice = await client.send([batch[0], batch[0]]);
  assert.equal(twice.status, 400);
  await twice.body?.cancel();
});

Deno.test("legacy: from 2025-06-18 on batches are refused, whatever the header says", async () => {
  const watched = new Watched();
  await using server = await watched.mcp.serve({ port: 0 });
  for (const version of ["2025-06-18", "2025-11-25"]) {
    const client = await HttpClient.open(server.url, "legacy", version);
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    for (const said of [version, "2025-03-26"]) {
      const headers = { ...client.headers(), "mcp-protocol-version": said };
      const response = await client.send([ping], headers);
      assert.equal(response.status, 400, version);
      assert.equal((await response.json()).error.code, -32600);
    }
  }
});

Deno.test("legacy: an id that is in use is refused, and the call that uses it goes on", async () => {
  const watched = new Watched();
  await using server = await watched.mcp.serve({ port: 0 });
  const client = await HttpClient.open(server.url, "legacy");
  const call = new EventReader(await client.post("tools/call", { name: "held" }, { id: 5 }));
  const twice = await client.post("ping", {}, { id: 5 });
  assert.equal(twice.status, 400);
  assert.match(await twice.text(), /id 5 is in use/);
  watched.release();
  assert.equal((await call.message())?.result.content[0].text, "held ");
});

Deno.test("modern [listen.http]: changes reach who asked for them, and the server's end is the answer", async () => {
  const watched = new Watched();
  const server = await watched.mcp.serve({ port: 0 });
  const client = await HttpClient.open(server.url, "modern");
  const listen = async (notifications: Record<string, unknown>, id: string) =>
    new EventReader(await client.post("subscriptions/listen", { notifications }, { id }));
  const tools = await listen({ toolsListChanged: true }, "t");
  const resource = await listen({ resourceSubscriptions: ["data://watched"] }, "r");
  const key = "io.modelcontextprotocol/subscriptionId";
  for (const [reader, id] of [[tools, "t"], [resource, "r"]] as const) {
    const ack = await reader.message();
    assert.equal(ack?.method, "notifications/subscriptions/acknowledged");
    assert.equal(ack?.params._meta[key], id);
  }
  watched.mcp.disable("echo");
  watched.mcp.resourceUpdated("data://watched");
  const change = await tools.message();
  assert.equal(change?.method, "notifications/tools/list_changed");
  assert.equal(change?.params._meta[key], "t");
  assert.equal((await resource.message())?.params.uri, "data://watched");
  const down = server.shutdown();
  for (const [reader, id] of [[tools, "t"], [resource, "r"]] as const) {
    const [last, ...more] = (await reader.rest()).map(({ message }) => message);
    assert.equal(last?.id, id);
    assert.equal(last?.result.resultType, "complete");
    assert.deepEqual(more, []);
  }
  await down;
});

Deno.test("C107: legacy requests need no headers, and modern names outside ASCII are compared decoded", async () => {
  const watched = new Watched();
  watched.mcp.prompt("größe", {}, () => "groß");
  await using server = await watched.mcp.serve({ port: 0 });
  const legacy = await HttpClient.open(server.url, "legacy");
  const response = await legacy.post("tools/call", { name: "echo" }, {
    headers: { "mcp-method": "tools/list", "mcp-name": "other" },
  });
  assert.equal(response.status, 200);
  await response.body?.cancel();
  const modern = await HttpClient.open(server.url, "modern");
  const get = (encoded: string) =>
    modern.send(
      {
        jsonrpc: "2.0",
        id: 1,
        method: "prompts/get",
        params: { name: "größe", _meta: envelope() },
      },
      { ...modern.headers("prompts/get"), "mcp-name": encoded },
    );
  const [right, wrong] = [
    await get("=?base64?Z3LDtsOfZQ==?="),
    await get("=?base64?Z3JvZXNzZQ==?="),
  ];
  assert.match(await right.text(), /"text":"groß"/);
  assert.equal(wrong.status, 400);
  assert.equal((await wrong.json()).error.code, -32020);
});

for (const era of ["legacy", "modern"] as const) {
  Deno.test(`${era}: a call that outlives the grace time is answered with an error, in whatever form`, async () => {
    const watched = new Watched();
    const server = await watched.mcp.serve({ port: 0 });
    const client = await HttpClient.open(server.url, era);
    const call = (name: string, more: Parameters<HttpClient["post"]>[2] = {}) =>
      client.post("tools/call", { name }, more).then((response) => response.text());
    const answers = [
      call("held"),
      call("held", { headers: { accept: "application/json" } }),
      call("reporting", { meta: { progressToken: "p" } }),
    ];
    assert.ok(await until(() => watched.begun.length === 3, 5000));
    await server.shutdown(0);
    for (const body of await Promise.all(answers)) {
      const { id, error } = messagesOf(body).at(-1)!;
      assert.ok(id !== undefined && id !== null, body);
      assert.equal(error?.code, -32603, body);
      assert.match(error!.message, /server is shutting down|session has ended/);
    }
  });

  Deno.test(`${era}: a client that does not read is not sent for without bound`, async () => {
    const mcp = new McpServer({ name: "flood", version: "1.0.0", logging: true });
    const done = Promise.withResolvers<void>();
    mcp.tool("flood", {}, async (_, ctx) => {
      const line = "x".repeat(100_000);
      // As much as fills any buffer of the system many times.
      for (let i = 0; i < 2000; i++) {
        ctx.log.info(line);
        if (i % 50 === 0) await new Promise((resolve) => setTimeout(resolve));
      }
      done.resolve();
      return "flooded";
    });
    await using server = await mcp.serve({ port: 0 });
    const client = await HttpClient.open(server.url, era);
    const meta = { "io.modelcontextprotocol/logLevel": "info" };
    const before = Deno.memoryUsage();
    const response = await client.post("tools/call", { name: "flood" }, { meta });
    await done.promise;
    const after = Deno.memoryUsage();
    const grown = after.external + after.heapUsed - before.external - before.heapUsed;
    assert.ok(grown < 60_000_000, `${grown} bytes wait for one client`);
    const events = await new EventReader(response).rest();
    assert.equal(events.at(-1)?.message?.result.content[0].text, "flooded");
    assert.ok(events.length < 2000);
  });
}

Deno.test("modern: a client that takes JSON only gets JSON, however long it takes and whatever is reported", async () => {
  const watched = new Watched();
  await using server = await watched.mcp.serve({ port: 0, keepAliveMs: 50 });
  const client = await HttpClient.open(server.url, "modern");
  const answer = client.post("tools/call", { name: "reporting" }, {
    headers: { accept: "application/json, text/event-stream;q=0" },
    meta: { progressToken: "p" },
  });
  assert.ok(await until(() => watched.begun.length === 1, 5000));
  const start = performance.now();
  // Longer than it would take for a stream.
  assert.ok(await until(() => performance.now() - start > 1200, 5000));
  watched.release();
  const response = await answer;
  assert.match(response.headers.get("content-type")!, /^application\/json/);
  assert.equal((await response.json()).result.content[0].text, "reported");
});

Deno.test("legacy: logs that nobody reads do not push out what a client comes back for", async () => {
  const mcp = new McpServer({ name: "logs", version: "1.0.0", logging: true });
  const gate = Promise.withResolvers<void>();
  mcp.tool("logging", {}, async (_, ctx) => {
    ctx.closeStream();
    await gate.promise;
    for (let i = 0; i < 1000; i++) ctx.log.info(`line ${i}`);
    return "logged";
  });
  await using server = await mcp.serve({ port: 0 });
  const client = await HttpClient.open(server.url, "legacy");
  const [primed] = await new EventReader(await client.post("tools/call", { name: "logging" }))
    .rest();
  gate.resolve();
  let text: string | undefined;
  while (text === undefined) {
    const events = await (await client.listen(primed.id)).rest();
    text = events.at(-1)?.message?.result?.content[0].text;
  }
  assert.equal(text, "logged");
});
