import { McpServer, MemoryEventStore } from "@x/mcp";
import assert from "node:assert/strict";
import { EventReader, HttpClient } from "../support/http_client.ts";
import { envelope, ERAS } from "../support/raw_client.ts";
import { type RawRequest, rawRequest } from "../support/raw_http.ts";
import "../support/quiet.ts";

function make(http: ConstructorParameters<typeof McpServer>[0]["http"] = {}): McpServer {
  const mcp = new McpServer({ name: "http", version: "1.0.0", http });
  mcp.tool("echo", {}, (args) => JSON.stringify(args));
  mcp.tool("fail", {}, () => {
    throw new Error("postgres://user:hunter2@db/prod");
  });
  mcp.tool("who", {}, async (_, ctx) => {
    const before = ctx.request?.headers.get("authorization");
    for (let i = 0; i < 5; i++) {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
      assert.equal(ctx.request?.headers.get("authorization"), before);
    }
    return String(before);
  });
  mcp.resource("data://fail", {}, () => {
    throw new Error("/home/alice/.ssh/id_rsa");
  });
  mcp.prompt("fail", {}, () => {
    throw new Error("hunter2");
  });
  return mcp;
}

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "x", version: "1" },
  },
};
const TYPE = {
  "content-type": "application/json",
  "accept": "application/json, text/event-stream",
};

const post = (body: unknown, headers: Record<string, string> = {}): RawRequest => ({
  headers: { ...TYPE, ...headers },
  body: JSON.stringify(body),
});

Deno.test("C028: a page from an allowed origin gets through, from preflight to DELETE, and another does not", async () => {
  const page = "https://app.example.com";
  const mcp = make({ allowedOrigins: [page] });
  await using server = await mcp.serve({ port: 0 });
  const preflight = (origin: string, headers: string) =>
    rawRequest(server.url, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": headers,
      },
    });
  const asked = await preflight(page, "content-type,mcp-session-id,Mcp-Param-Region,x-evil");
  assert.equal(asked.status, 204);
  assert.equal(asked.body, "");
  assert.equal(asked.headers["access-control-allow-origin"], page);
  assert.equal(asked.headers["access-control-allow-methods"], "GET, POST, DELETE");
  assert.deepEqual(asked.headers["access-control-allow-headers"].split(", "), [
    "content-type",
    "accept",
    "authorization",
    "last-event-id",
    "mcp-session-id",
    "mcp-protocol-version",
    "mcp-method",
    "mcp-name",
    "mcp-param-region",
  ]);
  assert.match(asked.headers["vary"], /origin/);
  const begun = await rawRequest(server.url, post(INITIALIZE, { origin: page }));
  const session = { "mcp-session-id": begun.headers["mcp-session-id"], origin: page };
  const answers = [
    begun,
    await rawRequest(server.url, post(PING, session)),
    await rawRequest(server.url, post(PING, { origin: page })),
    await rawRequest(server.url, { method: "DELETE", headers: session }),
  ];
  assert.deepEqual(answers.map(({ status }) => status), [200, 200, 400, 200]);
  for (const { headers } of answers) {
    assert.equal(headers["access-control-allow-origin"], page);
    assert.match(headers["access-control-expose-headers"], /mcp-session-id, www-authenticate/);
    assert.match(headers["vary"], /origin/);
  }
  for (const origin of ["https://evil.example.com", "http://app.example.com", "null"]) {
    const refused = await preflight(origin, "content-type");
    assert.equal(refused.status, 403);
    assert.equal(refused.headers["access-control-allow-origin"], undefined);
    const called = await rawRequest(server.url, post(INITIALIZE, { origin }));
    assert.equal(called.status, 403);
    assert.equal(called.headers["access-control-allow-origin"], undefined);
  }
  const lost = await rawRequest(server.url, {
    ...post(PING, { origin: page }),
    path: "/elsewhere",
  });
  assert.equal(lost.status, 404);
  assert.equal(lost.headers["access-control-allow-origin"], page);
  const near = await rawRequest(server.url, post(PING, { origin: "http://localhost:5173" }));
  assert.equal(near.status, 400);
  assert.equal(near.headers["access-control-allow-origin"], undefined);
  const local = await preflight("http://localhost:5173", "content-type");
  assert.equal(local.status, 403);
  assert.match(local.body, /localhost:5173.*allowedOrigins/);
});

Deno.test("C031: with and without a slash after the path, every method gets the same answer", async () => {
  const page = "https://app.example.com";
  await using server = await make({ allowedOrigins: [page] }).serve({ port: 0 });
  const { session } = await HttpClient.open(server.url, "legacy");
  const headers = { "mcp-session-id": session! };
  const requests: RawRequest[] = [
    post(PING, headers),
    { method: "GET", headers: { ...headers, accept: "text/html" } },
    {
      method: "OPTIONS",
      headers: { origin: page, "access-control-request-method": "POST" },
    },
    { method: "PUT" },
    { method: "DELETE", headers: { "mcp-session-id": "nobody" } },
  ];
  for (const request of requests) {
    const plain = await rawRequest(server.url, request);
    const slashed = await rawRequest(server.url, { ...request, path: "/mcp/" });
    assert.equal(slashed.status, plain.status, request.method);
    assert.ok(plain.status < 300 || plain.status >= 400, request.method);
  }
});

Deno.test("C032: 300 kB pass, a byte over the limit gets 413 as JSON, with and without a length", async () => {
  await using server = await make().serve({ port: 0, maxBodyBytes: 400_000 });
  const call = (size: number) =>
    JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "echo", arguments: { text: "x".repeat(size) } },
    });
  const client = await HttpClient.open(server.url, "legacy");
  const headers = client.headers();
  const passed = await rawRequest(server.url, { headers, body: call(300_000) });
  assert.equal(passed.status, 200);
  const exact = call(400_000 - call(0).length);
  assert.equal((await rawRequest(server.url, { headers, body: exact })).status, 200);
  const over = await rawRequest(server.url, { headers, body: exact + " " });
  assert.equal(over.status, 413);
  assert.match(over.messages[0].error!.message, /at most 400000 bytes/);
  // Chunks without end: refused as soon as the limit is passed.
  let sent = 0;
  const chunks = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 64_000;
      controller.enqueue(new Uint8Array(64_000).fill(32));
    },
  });
  const chunked = await fetch(server.url, { method: "POST", headers, body: chunks })
    .then(async (response) => [response.status, await response.text()] as const, () => undefined);
  if (chunked !== undefined) assert.equal(chunked[0], 413);
  assert.ok(sent < 20_000_000, `${sent} bytes were taken`);
});

Deno.test("serve: a body that comes too slowly gets 408, and nothing waits for it", async () => {
  await using server = await make().serve({ port: 0, bodyTimeoutMs: 100 });
  const { port } = new URL(server.url);
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
  const head = "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
  await connection.write(new TextEncoder().encode(`${head}content-length: 100\r\n\r\n{`));
  const buffer = new Uint8Array(4096);
  const answer = new TextDecoder().decode(buffer.subarray(0, (await connection.read(buffer))!));
  assert.match(answer, /^HTTP\/1\.1 408 /);
  assert.match(answer, /"The body took longer than 100 ms"/);
});

Deno.test("C093: a foreign Origin gets 403; one of this machine and none pass, by bare fetch too", async () => {
  const mcp = make();
  const ask = (headers: Record<string, string>, url = "http://localhost:8000/mcp") =>
    mcp.fetch(
      new Request(url, {
        method: "POST",
        headers: { ...TYPE, ...headers },
        body: JSON.stringify(INITIALIZE),
      }),
    ).then(async (response) => {
      const id = response.headers.get("mcp-session-id");
      await response.body?.cancel();
      if (id !== null) {
        await mcp.fetch(new Request(url, { method: "DELETE", headers: { "mcp-session-id": id } }));
      }
      return response.status;
    });
  assert.equal(await ask({ origin: "http://evil.test" }), 403);
  assert.equal(await ask({ origin: "http://localhost:6274" }), 200);
  assert.equal(await ask({ origin: "https://[::1]:1" }), 200);
  assert.equal(await ask({}), 200);
  assert.equal(await ask({}, "http://evil.test/mcp"), 403, "the URL's host counts");
  assert.equal(await ask({ host: "evil.test" }), 403, "and the header");
  assert.equal(await ask({ host: "localhost" }, "http://evil.test/mcp"), 403, "both of them");
  assert.equal(await ask({ host: "127.0.0.1:9" }), 200);
  for (
    const host of ["localhost:evil", "localhost.evil.test", "127.0.0.1.evil", "a@localhost", ""]
  ) {
    assert.equal(await ask({ host }), 403, host);
  }
});

Deno.test("serve: hosts and origins that are allowed pass, as they are named and not further", async () => {
  await using server = await make({
    allowedHosts: [
      "mcp.example.com",
      "alt.example.com:8443",
      "*.preview.test",
      "[2001:0db8:0::1]",
      "bücher.test",
      "std.test:443",
    ],
    allowedOrigins: ["https://*.example.com", "https://a.test:8443", "https://std.test:443"],
  }).serve({ port: 0 });
  const status = async (headers: Record<string, string>) =>
    (await rawRequest(server.url, post(PING, headers))).status;
  const allowed = [
    "mcp.example.com",
    "MCP.example.com.",
    "mcp.example.com:443",
    "alt.example.com:8443",
    "x.preview.test",
    "[2001:db8::1]:80",
    "xn--bcher-kva.test",
    "std.test",
    "localhost",
  ];
  // Whoever passes is told that a session is missing.
  for (const host of allowed) assert.equal(await status({ host }), 400, host);
  for (const host of ["example.com", "alt.example.com", "preview.test", "xpreview.test"]) {
    assert.equal(await status({ host }), 403, host);
  }
  for (
    const origin of [
      "https://app.example.com",
      "https://a.test:8443",
      "https://std.test",
      "http://[::1]:3000",
    ]
  ) {
    assert.equal(await status({ origin }), 400, origin);
  }
  for (
    const origin of [
      "http://app.example.com",
      "https://app.example.com:444",
      "https://example.com",
      "https://a.test",
      "https://app.example.com.evil.test",
    ]
  ) assert.equal(await status({ origin }), 403, origin);
  await using open = await make().serve({ port: 0, allowedHosts: ["*"], allowedOrigins: ["*"] });
  const any = post(PING, { host: "any.thing", origin: "https://any.where" });
  assert.equal((await rawRequest(open.url, any)).status, 400);
});

Deno.test("McpServer refuses HTTP options that cannot work, naming them", () => {
  const wrong: [Parameters<typeof make>[0], RegExp][] = [
    [{ path: "mcp" }, /http: path must begin with \//],
    [{ path: "/mcp?x=1" }, /http: path must begin with \//],
    [{ allowedHosts: ["https://example.com"] }, /allowedHosts takes names .* "https:\/\/example/],
    [{ allowedHosts: ["a.*.com"] }, /allowedHosts takes names/],
    [{ allowedOrigins: ["example.com"] }, /allowedOrigins takes origins such as https/],
    [{ allowedOrigins: ["https://example.com/"] }, /without a path/],
    [{ maxBodyBytes: 0 }, /maxBodyBytes must be a whole number/],
    [{ keepAliveMs: NaN }, /keepAliveMs must be/],
    [{ sessions: { idleMs: -1 } }, /idleMs must be/],
    [{ sessions: { max: 1.5 } }, /max must be/],
    [{ sessions: "off" as unknown as boolean }, /sessions is true, false or its bounds, not "off"/],
    [{ sessions: { eventStore: {} as MemoryEventStore } }, /eventStore must have a method append/],
    [{ maxBodyBytes: "5" as unknown as number }, /maxBodyBytes must be .* not "5"/],
    [{ allowedHosts: "a.test" as unknown as string[] }, /allowedHosts must be a list of texts/],
    [{ allowedOrigins: [5 as unknown as string] }, /allowedOrigins must be a list of texts/],
    [{ allowedHosts: ["*."] }, /allowedHosts takes names/],
    [{ allowedHosts: ["a.test,b.test"] }, /allowedHosts takes names/],
    [{ allowedHosts: ["a.test:99999"] }, /allowedHosts takes names/],
    [{ allowedHosts: [""] }, /allowedHosts takes names/],
    [{ allowedOrigins: ["https://*."] }, /allowedOrigins takes origins/],
    [{ allowedOrigins: ["https://"] }, /allowedOrigins takes origins/],
  ];
  for (const [http, message] of wrong) assert.throws(() => make(http), message);
});

Deno.test("serve refuses an address that cannot be listened on, saying why", async () => {
  const mcp = make();
  await assert.rejects(mcp.serve({ port: 70_000 }), /port must be a whole number from 0 to 65535/);
  await assert.rejects(mcp.serve({ host: "" }), /host must be a name/);
  await assert.rejects(mcp.serve({ host: "127.0.0.1:9000" }), /without a port/);
  await assert.rejects(mcp.serve({ port: "80" as unknown as number }), /port must be .* not "80"/);
  await using server = await mcp.serve({ port: 0 });
  const port = Number(new URL(server.url).port);
  await assert.rejects(
    mcp.serve({ port }),
    new RegExp(`another program listens on port ${port}; choose another port \\(--port\\)`),
  );
});

Deno.test("serve: an option that is undefined says nothing, and one address may be in brackets", async () => {
  const mcp = make({ path: "/ü/special", sessions: false });
  const options = { port: 0, path: undefined, sessions: undefined } as { port: number };
  await using server = await mcp.serve(options);
  assert.match(server.url, /\/%C3%BC\/special$/);
  assert.equal((await rawRequest(server.url, post(PING))).status, 200);
  await using six = await mcp.serve({ host: "[::1]", port: 0 });
  assert.match(six.url, /^http:\/\/\[::1\]:\d+\//);
  await assert.rejects(six.shutdown(NaN), /graceMs must be milliseconds/);
  await six.shutdown(2 ** 40);
});

for (const era of ERAS) {
  Deno.test(`${era}: shutdown lets calls end, in the time that it is given`, async () => {
    const mcp = make();
    const begun = Promise.withResolvers<void>();
    mcp.tool("while", {}, async () => {
      begun.resolve();
      await new Promise((resolve) => setTimeout(resolve, 300));
      return "done";
    });
    const server = await mcp.serve({ port: 0 });
    const client = await HttpClient.open(server.url, era);
    const call = client.call("while");
    await begun.promise;
    await server.shutdown();
    assert.equal(await call, "done");
    await server.finished;
  });
}

Deno.test("MemoryEventStore keeps so many events and characters, oldest first, and the last in any case", () => {
  const store = new MemoryEventStore();
  const ids = Array.from({ length: 300 }, (_, i) => store.append("a", "1", `${i}`));
  assert.equal(store.replay("a", ids[43]), undefined);
  assert.equal(store.replay("a", ids[44])?.events.length, 255);
  assert.deepEqual(ids.map(Number).toSorted((a, b) => a - b).map(String), ids);
  const large = store.append("a", "1", "x".repeat(2_000_000));
  assert.equal(store.replay("a", ids[299]), undefined);
  assert.deepEqual(store.replay("a", large), { stream: "1", events: [] });
  const first = store.append("quiet", "1", "x".repeat(900_000));
  for (let i = 0; i < 80; i++) store.append(`${i}`, "1", "x".repeat(900_000));
  assert.equal(store.replay("quiet", first), undefined, "the quiet give way");
  for (const id of ["", "-1", "1.5", "x", "9".repeat(30)]) {
    assert.equal(store.replay("79", id), undefined);
  }
  store.drop("79");
  store.drop("nobody");
});

Deno.test("serve runs start and stop hooks around all its clients, and can serve twice", async () => {
  const seen: string[] = [];
  const mcp = make().onStart(() => void seen.push("start")).onStop(() => void seen.push("stop"));
  const one = await mcp.serve({ port: 0 });
  const two = await mcp.serve({ port: 0, path: "/other" });
  assert.match(two.url, /\/other$/);
  assert.equal((await rawRequest(two.url, post(PING))).status, 400);
  assert.equal((await rawRequest(one.url, { ...post(PING), path: "/other" })).status, 404);
  await one.shutdown();
  assert.deepEqual(seen, ["start"]);
  await two.shutdown();
  await two.finished;
  assert.deepEqual(seen, ["start", "stop"]);
});

Deno.test("fetch: a server that cannot start says so, and tries again", async () => {
  let fails = true;
  const mcp = make().onStart(() => {
    if (fails) throw new Error("hunter2");
  });
  const ask = () => mcp.fetch(new Request("http://localhost/mcp"));
  const refused = await ask();
  assert.equal(refused.status, 500);
  assert.equal((await refused.json()).error.message, "The server cannot start");
  fails = false;
  assert.equal((await ask()).status, 400);
});

for (const path of ["/a/b/mcp", "/mcp/"]) {
  Deno.test(`C095: a whole session at ${path} of another app`, async () => {
    const mcp = make();
    await using app = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
      const { pathname } = new URL(request.url);
      return pathname === path ? mcp.fetch(request) : new Response("elsewhere");
    });
    const url = `http://127.0.0.1:${app.addr.port}${path}`;
    const client = await HttpClient.open(url, "legacy");
    const opened = await client.listen();
    assert.equal(await client.call("echo", { a: 1 }), '{"a":1}');
    mcp.disable("fail");
    assert.match((await opened.message())!.method!, /list_changed/);
    assert.equal(await client.end(), 200);
    assert.deepEqual((await opened.rest()).filter(({ message }) => message === undefined), []);
    const modern = await HttpClient.open(url, "modern");
    assert.equal(await modern.call("echo", { b: 2 }), '{"b":2}');
  });
}

Deno.test("fetch: a path of / answers whatever a host has cut away", async () => {
  const mcp = make({ path: "/" });
  for (const path of ["/", "/x", "/x/y/"]) {
    const answer = await mcp.fetch(new Request(`http://localhost${path}`, { method: "PUT" }));
    assert.equal(answer.status, 405, path);
  }
});

for (const era of ERAS) {
  Deno.test(`${era}: C020 over HTTP: no part of an unexpected error reaches the client`, async () => {
    await using server = await make().serve({ port: 0 });
    const client = await HttpClient.open(server.url, era);
    for (
      const [method, params] of [
        ["tools/call", { name: "fail" }],
        ["resources/read", { uri: "data://fail" }],
        ["prompts/get", { name: "fail" }],
      ] as const
    ) {
      const text = JSON.stringify(await client.request(method, params));
      assert.match(text, /error id \w+/);
      assert.doesNotMatch(text, /hunter2|postgres|alice/);
    }
  });

  Deno.test(`${era}: C102: each request shows its own authorization, whoever calls at the same time`, async () => {
    await using server = await make().serve({ port: 0 });
    const shared = await HttpClient.open(server.url, era);
    const calls = Array.from({ length: 100 }, async (_, i) => {
      const authorization = `Bearer user-${i % 2}-token-${i}`;
      const response = await shared.post("tools/call", { name: "who" }, {
        headers: { authorization },
      });
      assert.ok((await response.text()).includes(authorization), authorization);
    });
    await Promise.all(calls);
  });
}

Deno.test("C109 over HTTP: methods that are not there get -32601, in the modern era with 404", async () => {
  const mcp = new McpServer({ name: "tools-only", version: "1.0.0" });
  mcp.tool("t", {}, () => "x");
  await using server = await mcp.serve({ port: 0 });
  for (const era of ERAS) {
    const client = await HttpClient.open(server.url, era);
    for (const method of ["foo/bar", "logging/setLevel", "resources/subscribe", "prompts/list"]) {
      const response = await client.post(method, { level: "info", uri: "data://x" });
      assert.equal(response.status, era === "modern" ? 404 : 200);
      assert.match(await response.text(), /"code":-32601/);
    }
    assert.equal((await client.request("tools/list")).result.tools.length, 1);
  }
});

Deno.test("sessions: events are kept in a store of the author's own, and forgotten with the session", async () => {
  const log: string[] = [];
  const memory = new MemoryEventStore();
  const eventStore = {
    append: async (session: string, stream: string, data: string) => {
      // A slow store must not mix up the order.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
      const id = memory.append(session, stream, data);
      log.push(`${stream} ${id}`);
      return id;
    },
    replay: (session: string, after: string) => Promise.resolve(memory.replay(session, after)),
    drop: (session: string) => {
      log.push("drop");
      return Promise.resolve(memory.drop(session));
    },
  };
  await using server = await make({ sessions: { eventStore } }).serve({ port: 0 });
  const client = await HttpClient.open(server.url, "legacy");
  const events = await new EventReader(await client.post("ping")).rest();
  assert.deepEqual(events.map(({ message }) => message?.id), [undefined, 2]);
  const again = await (await client.listen(events[0].id)).rest();
  assert.deepEqual(again, [events[1]]);
  await client.end();
  assert.equal(log.at(-1), "drop");
  assert.ok(log.length >= 5);
});

Deno.test("sessions: a store that fails in whatever way loses the way back, and nothing else", async () => {
  const memory = new MemoryEventStore();
  const good = {
    append: memory.append.bind(memory),
    replay: memory.replay.bind(memory),
    drop: memory.drop.bind(memory),
  };
  const rejects = () => Promise.reject(new Error("store down"));
  const throws = () => {
    throw new Error("store down");
  };
  const stores = [
    { append: rejects, replay: rejects, drop: rejects },
    { append: throws, replay: throws, drop: throws },
    { ...good, append: () => "a\nb" },
    { ...good, append: () => undefined as unknown as string },
    { ...good, drop: throws },
  ];
  for (const eventStore of stores) {
    const mcp = make({ sessions: { eventStore } });
    const aborted = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    mcp.tool("held", {}, (_, { closeStream, signal }) => {
      closeStream();
      signal.addEventListener("abort", () => aborted.resolve());
      begun.resolve();
      return aborted.promise;
    });
    await using server = await mcp.serve({ port: 0 });
    const client = await HttpClient.open(server.url, "legacy");
    assert.equal(await client.call("echo", { a: 1 }), '{"a":1}');
    const held = await client.post("tools/call", { name: "held" });
    await begun.promise;
    assert.equal(await client.end(), 200);
    await aborted.promise;
    assert.doesNotMatch(await held.text(), /^b$/m);
  }
});

Deno.test("sessions: a way back that fails while it is taken ends, and holds up nobody", async () => {
  const memory = new MemoryEventStore();
  let looked = 0;
  const eventStore = {
    append: memory.append.bind(memory),
    drop: memory.drop.bind(memory),
    replay: (session: string, after: string) => {
      if (++looked > 1) throw new Error("store down");
      return memory.replay(session, after);
    },
  };
  await using server = await make({ sessions: { eventStore } }).serve({ port: 0 });
  const client = await HttpClient.open(server.url, "legacy");
  const opened = await client.listen();
  const primed = await opened.next();
  await opened.cancel();
  const again = await client.listen(primed!.id);
  assert.equal(await client.end(), 200);
  assert.deepEqual(await again.rest(), []);
});

Deno.test("C160: how clients are served is part of the description", async () => {
  const { http } = await make().describe();
  assert.deepEqual(http, {
    path: "/mcp",
    mode: { legacy: "sessions", modern: "stateless" },
    allowedHosts: [],
    allowedOrigins: [],
  });
  const stateless = await make({ sessions: false, allowedHosts: ["a.test"] }).describe();
  assert.equal(stateless.http.mode.legacy, "stateless");
  assert.deepEqual(stateless.http.allowedHosts, ["a.test"]);
});

Deno.test("modern: what the envelope says of a client holds for its request only", async () => {
  await using server = await make().serve({ port: 0 });
  const client = await HttpClient.open(server.url, "modern");
  const meta = envelope({ "io.modelcontextprotocol/clientInfo": { name: "other", version: "2" } });
  const both = await Promise.all([
    client.post("tools/list", {}, { meta }),
    client.post("tools/list"),
  ]);
  for (const response of both) assert.equal((await response.json()).result.tools.length, 3);
});
