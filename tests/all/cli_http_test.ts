import assert from "node:assert/strict";
import { HttpClient } from "../support/http_client.ts";
import { HttpProcess } from "../support/http_server.ts";
import { ERAS } from "../support/raw_client.ts";
import { rawRequest } from "../support/raw_http.ts";
import { mcp, path, until } from "../support/server_process.ts";

const SERVED = "tests/fixtures/served.ts";
const PING = {
  headers: { "content-type": "application/json" },
  body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
};

for (const era of ERAS) {
  Deno.test(`${era}: run --transport http serves, list and call take its URL, SIGTERM ends it with 0`, async () => {
    await using server = await HttpProcess.cli("examples/weather.ts", "--transport", "http");
    assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    const client = await HttpClient.open(server.url, era);
    assert.match(await client.call("get_alerts", { state: "TX" }), /no alerts/);
    const listed = await mcp(["list", server.url, "--json"]);
    assert.equal(listed.code, 0, listed.stderr);
    assert.equal(JSON.parse(listed.stdout).tools.length, 3);
    const called = await mcp(["call", server.url, "get_forecast", "city=Oslo", "days=1"]);
    assert.match(called.stdout, /Oslo/);
    assert.equal((await server.stop()).code, 0);
    assert.equal(server.stdout, "");
  });
}

Deno.test("C160: run says at start how clients are served, and inspect does without a start", async () => {
  await using sessions = await HttpProcess.cli(SERVED);
  assert.match(sessions.stderr, /2026-07-28 stateless, 2025-11-25 and older with sessions/);
  await using stateless = await HttpProcess.cli(SERVED, "--stateless");
  assert.match(stateless.stderr, /stateless: 2026-07-28, and 2025-11-25 and older without/);
  assert.equal((await HttpClient.open(stateless.url, "legacy")).session, undefined);
  const inspected = await mcp(["inspect", path(SERVED), "--json"]);
  assert.deepEqual(JSON.parse(inspected.stdout).server.http.mode, {
    legacy: "sessions",
    modern: "stateless",
  });
  const table = await mcp(["inspect", path(SERVED)]);
  assert.match(table.stdout, /Over HTTP, at …\/mcp: 2026-07-28 stateless, 2025-11-25 and older/);
});

Deno.test("run: --path, --host, --allow-host and --allow-origin say where and for whom", async () => {
  const flags = ["--path", "/x/y", "--host", "0.0.0.0", "--allow-host", "a.test", "--allow-host"];
  await using server = await HttpProcess.cli(
    SERVED,
    ...flags,
    "b.test",
    "--allow-origin",
    "https://page.test",
  );
  assert.match(server.url, /^http:\/\/localhost:\d+\/x\/y$/);
  assert.doesNotMatch(server.stderr, /only requests for loopback/);
  const status = async (headers: Record<string, string>) =>
    (await rawRequest(server.url, { ...PING, headers: { ...PING.headers, ...headers } })).status;
  assert.equal(await status({ host: "a.test" }), 400);
  assert.equal(await status({ host: "b.test", origin: "https://page.test" }), 400);
  assert.equal(await status({ host: "c.test" }), 403);
  assert.equal(await status({ origin: "https://other.test" }), 403);
});

Deno.test("run: on every interface without allowed hosts, it starts and says who will be answered", async () => {
  await using server = await HttpProcess.cli(SERVED, "--host", "0.0.0.0");
  const warned = () => /only requests for loopback names .* allowedHosts \(--allow-host\)/;
  assert.ok(await until(() => warned().test(server.stderr), 5000), server.stderr);
  assert.equal((await rawRequest(server.url, PING)).status, 400);
  const foreign = { ...PING, headers: { ...PING.headers, host: "example.com" } };
  assert.equal((await rawRequest(server.url, foreign)).status, 403);
});

Deno.test("run: a port that is taken is named in one line, with the flag that chooses another", async () => {
  await using server = await HttpProcess.cli(SERVED);
  const { port } = new URL(server.url);
  const { code, stderr } = await mcp(["run", path(SERVED), "--port", port]);
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`^mcp: Cannot serve on 127.0.0.1:${port}: another .*--port`));
  assert.equal(stderr.trim().split("\n").length, 1);
});

Deno.test("run: wrong flags for HTTP are wrong usage, in one line", async () => {
  const wrong: [string[], RegExp][] = [
    [["--port", "http"], /--port takes a number from 0 to 65535, not "http"/],
    [["--port", "70000"], /--port takes a number/],
    [["--path", "mcp"], /path must begin with \//],
    [["--allow-host", "http://a.test"], /allowedHosts takes names/],
    [["--allow-origin", "a.test"], /allowedOrigins takes origins/],
    [["--transport", "stdio", "--port", "1"], /--port is for HTTP, not for --transport stdio/],
    [["--transport", "sse"], /--transport is one of stdio, http, streamable-http, not "sse"/],
  ];
  for (const [flags, message] of wrong) {
    const { code, stderr } = await mcp(["run", path(SERVED), ...flags]);
    assert.equal(code, 2, stderr);
    assert.match(stderr, message);
    assert.equal(stderr.trim().split("\n").length, 1, stderr);
  }
});

Deno.test("list: a URL where nobody answers, or no server of ours, is one clear line", async () => {
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${taken.addr.port}/mcp`;
  taken.close();
  const { code, stderr } = await mcp(["list", url]);
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`^mcp: Cannot reach ${url}: `));
  assert.equal(stderr.trim().split("\n").length, 1, stderr);
});

Deno.test("a server over HTTP needs the permission for its address, and no other", async () => {
  const port = await freePort();
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(
      file,
      `import mcp from ${JSON.stringify(new URL("../fixtures/served.ts", import.meta.url).href)};
       await mcp.run({ transport: "http", port: ${port} });`,
    );
    const config = ["--config", path("deno.json")];
    await using server = await HttpProcess.start(
      ["run", "--no-prompt", `--allow-net=127.0.0.1:${port}`, ...config, file],
    );
    for (const era of ERAS) {
      const client = await HttpClient.open(server.url, era);
      assert.equal(await client.call("echo", { a: 1 }), '{"a":1}');
    }
    assert.equal((await server.stop()).code, 0);
    assert.doesNotMatch(server.stderr, /legacy behavior|request\.signal/, "Deno does not complain");
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("deno serve serves the default export, with Host and Origin checked", async () => {
  await using server = await HttpProcess.start(["serve", "--port", "0", path(SERVED)]);
  assert.match(server.stderr, /older with sessions/);
  for (const era of ERAS) {
    const client = await HttpClient.open(server.url, era);
    assert.equal(await client.call("echo", { a: 1 }), '{"a":1}');
  }
  const foreign = { ...PING, headers: { ...PING.headers, host: "example.com" } };
  assert.equal((await rawRequest(server.url, foreign)).status, 403);
});

Deno.test("deno serve ends by a signal, and ends its streams, whatever a tool leaves behind", async () => {
  await using server = await HttpProcess.start(["serve", "--port", "0", path(SERVED)]);
  const client = await HttpClient.open(server.url, "legacy");
  await client.call("linger");
  const opened = await client.listen();
  await opened.next();
  const { code, signal } = await server.stop();
  assert.deepEqual([code, signal], [0, null]);
  assert.deepEqual(await opened.rest(), []);
});

Deno.test("deno serve --parallel serves without sessions, and says so", async () => {
  await using server = await HttpProcess.start(
    ["serve", "--parallel", "--port", "0", path(SERVED)],
    { env: { DENO_JOBS: "2" } },
  );
  const said = () => /Serving without sessions after all: the workers of deno serve --parallel/;
  assert.ok(await until(() => said().test(server.stderr), 10_000), server.stderr);
  for (let i = 0; i < 20; i++) {
    const client = await HttpClient.open(server.url, "legacy");
    assert.equal(client.session, undefined);
    assert.equal(await client.call("echo", { i }), `{"i":${i}}`);
  }
});

async function freePort(): Promise<number> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  await Promise.resolve();
  return listener.addr.port;
}
