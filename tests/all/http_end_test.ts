import assert from "node:assert/strict";
import { eventsOf, HttpPeer, messagesOf, type PeerKind, textOf } from "../support/http_peer.ts";
import { type Answer, NoAnswer, RawHttp } from "../support/http_raw.ts";
import { startRough, stateOf } from "../support/http_rough.ts";
import type { HttpProcess } from "../support/http_server.ts";
import { until } from "../support/server_process.ts";

/** How long a server lets calls run that has been asked to end, unless it is told otherwise. */
const GRACE_MS = 5000;
const LIMIT_MS = 10_000;
const KINDS = ["session", "json", "modern"] as const;
const ECHO = { id: "echo", params: { name: "echo", arguments: { text: "e" } } };

/** Clients that call without a pause until their connection is gone. */
class Load {
  /** How many calls were answered. */
  answered = 0;
  readonly #ends: Promise<unknown>[];

  private constructor(peers: readonly HttpPeer[]) {
    this.#ends = peers.map(async (peer, number) => {
      using _ = peer;
      for (let id = 0;; id++) {
        const text = `${number}: ${id}`;
        const messages = id % 2 === 0
          ? await peer.call("echo", { text }, { id })
          : await peer.call("later", { text, ms: id % 10 }, { id });
        assert.equal(textOf(messages.at(-1)), text);
        this.answered++;
      }
    });
    for (const end of this.#ends) end.catch(() => {/* read by `ends` */});
  }

  static async start(url: string, kinds: readonly PeerKind[] = KINDS, each = 5): Promise<Load> {
    const all = Array.from({ length: each }, () => kinds).flat();
    const load = new Load(await Promise.all(all.map((kind) => HttpPeer.open(url, kind))));
    assert.ok(await until(() => load.answered > 300, LIMIT_MS));
    return load;
  }

  /** How the clients ended, which is by an error each. */
  async ends(): Promise<unknown[]> {
    return (await Promise.allSettled(this.#ends)).map((end) =>
      end.status === "rejected" ? end.reason : undefined
    );
  }
}

Deno.test("C097 http: a server that is killed leaves no client hanging, and the next one takes over", async () => {
  let server = await startRough();
  const { url } = server;
  const load = await Load.start(url);
  const streams = await Promise.all((["session", "modern"] as const).map(async (kind) => {
    const peer = await HttpPeer.open(url, kind);
    await peer.listen();
    return peer;
  }));
  const waiting = await Promise.all(KINDS.map(async (kind) => {
    const peer = await HttpPeer.open(url, kind);
    const call = peer.call("gated", { kind, text: kind });
    call.catch(() => {/* read below */});
    return { peer, call };
  }));
  assert.ok(await until(async () => (await stateOf(server)).running === KINDS.length, LIMIT_MS));

  const killed = performance.now();
  server.child.kill("SIGKILL");
  for (const error of await load.ends()) assert.ok(error instanceof NoAnswer, String(error));
  for (const { call } of waiting) await assert.rejects(call, NoAnswer);
  for (const { raw } of streams) {
    assert.equal(await raw.part(), undefined);
    assert.ok(!raw.whole, "nobody was there to end it");
  }
  const took = performance.now() - killed;
  assert.ok(took < 2000, `the last client knew after ${took} ms`);
  assert.equal((await server.ended).signal, "SIGKILL");

  server = await startRough({ run: { port: Number(new URL(url).port) } });
  await using _ = server;
  assert.equal(server.url, url);
  const [{ peer: old }] = waiting;
  using back = await old.again();
  const asked = performance.now();
  const lost = await back.answer("ping", { id: 3 });
  assert.equal(lost.status, 404);
  assert.ok(performance.now() - asked < 1000);
  const { id, error } = JSON.parse(lost.text);
  assert.deepEqual([id, error.code, typeof error.message], [3, -32600, "string"]);
  for (const kind of KINDS) {
    using peer = await HttpPeer.open(url, kind);
    assert.equal(textOf((await peer.call("echo", { text: "again" })).at(-1)), "again");
  }
});

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  Deno.test(`C097 http: ${signal} lets calls end, ends streams, turns newcomers away, and ends with 0`, async () => {
    await using server = await startRough();
    const { url } = server;
    const load = await Load.start(url);
    using stream = await HttpPeer.open(url, "session");
    await stream.listen();
    using subscription = await HttpPeer.open(url, "modern");
    await subscription.listen("subscription");
    using idle = await HttpPeer.open(url, "modern");
    await idle.call("echo", { text: "" });
    using silent = await RawHttp.open(url);
    const peers = await openAll(url, KINDS);
    const calls = peers.map((peer) => peer.call("stubborn", { ms: 1000 }));
    let answered = 0;
    for (const call of calls) call.then(() => answered++, () => answered++);
    const late = await openAll(url, KINDS);
    const sendRest = await Promise.all(late.map((peer) => peer.half("tools/call", ECHO)));
    assert.ok(await until(async () => (await stateOf(server)).running === calls.length, LIMIT_MS));

    const told = performance.now();
    server.child.kill(signal);
    assert.ok(await until(() => refuses(url), 900), "newcomers are let in");
    assert.equal(answered, 0, "they were refused only after the calls had ended");
    for (const send of sendRest) await send();
    for (const { raw } of late) {
      // Deno gives up bodies that have not come whole when it shuts down.
      const answer = (await raw.answer())!;
      if (answer.status !== 200) assertRefused(answer, ECHO.id);
      else assert.equal(textOf(messagesOf(answer).at(-1)), "e");
    }
    for (const call of calls) assert.equal(textOf((await call).at(-1)), "after 1000");
    for (const error of await load.ends()) {
      assert.ok(error instanceof NoAnswer, String(error));
      assert.match(error.message, /before the answer/);
    }

    assert.deepEqual(eventsOf(await restOf(stream.raw)), []);
    const [last] = eventsOf(await restOf(subscription.raw));
    assert.equal(last?.id, "subscription");
    assert.equal(last.result?.resultType, "complete");
    assert.equal(await idle.raw.head(), undefined);
    assert.equal(await silent.head(), undefined);
    await assertEnd(server, told, GRACE_MS);
    for (const peer of [...peers, ...late]) peer.close();
  });
}

for (const sessions of [true, false]) {
  Deno.test(`C097 http: what outlasts the grace time is cut, ${sessions ? "with" : "without"} sessions`, async () => {
    const drainMs = 300;
    await using server = await startRough({ run: { drainMs, sessions } });
    const { url } = server;
    const kinds: readonly PeerKind[] = sessions ? KINDS : ["stateless", "modern"];
    const stubborn = { name: "stubborn", arguments: { ms: 60_000 } };
    // A modern call that takes long is answered by a stream before it is done.
    using long = await HttpPeer.open(url, "modern");
    await long.raw.write(long.bytes("tools/call", { id: "long", params: stubborn }));
    const head = (await long.raw.head())!;
    const peers = await openAll(url, kinds.flatMap((kind) => [kind, kind, kind]));
    const calls = peers.map((peer, id) => {
      const gated = { kind: "", text: "", progress: id % 3 === 1 };
      const params = id % 3 === 0 ? stubborn : { name: "gated", arguments: gated };
      return peer.answer("tools/call", { id, params, meta: { progressToken: id } });
    });
    for (const call of calls) call.catch(() => {/* read below */});
    const half = await openAll(url, kinds);
    const sendRest = await Promise.all(half.map((peer) => peer.half("tools/call", ECHO)));
    using headless = await RawHttp.open(url);
    await headless.write(new TextEncoder().encode("POST /mcp HTTP/1.1\r\nhost: local"));
    const running = calls.length + 1;
    assert.ok(await until(async () => (await stateOf(server)).running === running, LIMIT_MS));

    const told = performance.now();
    server.child.kill("SIGTERM");
    for (const [id, call] of calls.entries()) assertCut(await call, id);
    assertCut({ ...head, text: await restOf(long.raw), whole: true }, "long");
    assert.ok(performance.now() - told >= drainMs, "they were cut too early");
    // Too late to be served, but no reason to fail.
    for (const send of sendRest) await send();
    for (const { raw } of half) {
      const answer = await raw.answer();
      if (answer !== undefined) assertRefused(answer, ECHO.id);
    }
    assert.equal(await headless.head(), undefined);
    await assertEnd(server, told, drainMs + 2000);
    for (const peer of [...peers, ...half]) peer.close();
  });
}

Deno.test("C097 http: nobody who says half a request holds up the end", async () => {
  await using server = await startRough({ run: { drainMs: 300 } });
  using modern = await HttpPeer.open(server.url, "modern");
  await modern.half("tools/call", ECHO);
  using headless = await RawHttp.open(server.url);
  await headless.write(new TextEncoder().encode("POST /mcp HTTP/1.1\r\nhost: local"));
  await stateOf(server);
  const told = performance.now();
  server.child.kill("SIGTERM");
  await assertEnd(server, told, 2300);
});

Deno.test("C097 http: a second signal ends the server at once", async () => {
  await using server = await startRough();
  const { url } = server;
  using peer = await HttpPeer.open(url, "modern");
  const call = peer.call("stubborn", { ms: 60_000 });
  call.catch(() => {/* read below */});
  assert.ok(await until(async () => (await stateOf(server)).running === 1, LIMIT_MS));
  server.child.kill("SIGTERM");
  assert.ok(await until(() => refuses(url), 900));
  const told = performance.now();
  server.child.kill("SIGTERM");
  const { code, signal } = await server.ended;
  assert.deepEqual([code, signal], [0, null]);
  const took = performance.now() - told;
  assert.ok(took < 1000, `it took ${took} ms`);
  await assert.rejects(call, NoAnswer);
});

function openAll(url: string, kinds: readonly PeerKind[]): Promise<HttpPeer[]> {
  return Promise.all(kinds.map((kind) => HttpPeer.open(url, kind)));
}

/** Whether nobody listens any more. */
async function refuses(url: string): Promise<boolean> {
  try {
    (await RawHttp.open(url)).close();
    return false;
  } catch (error) {
    // One that was about to be let in is reset.
    return !(error instanceof Deno.errors.ConnectionReset);
  }
}

/** The rest of a stream, which must end the way HTTP says. */
async function restOf(raw: RawHttp): Promise<string> {
  let text = "";
  for (let part; (part = await raw.part()) !== undefined;) text += part;
  assert.ok(raw.whole, "the stream was cut");
  return text;
}

/** A call that was cut is told so, or its stream ends the way HTTP says. */
function assertCut(answer: Answer, id: unknown): void {
  assert.ok(answer.whole, `call ${id}: cut in the middle of the answer`);
  if (answer.headers.get("content-type") !== "text/event-stream") return assertRefused(answer, id);
  assert.doesNotMatch(answer.text, /^event: message\ndata: $/m, "an event with nothing in it");
  const answers = eventsOf(answer.text).filter(({ method }) => method === undefined);
  for (const one of answers) assert.deepEqual([one.id, typeof one.error?.code], [id, "number"]);
}

/** An answer that says, as JSON-RPC does, that there will be none. */
function assertRefused({ status, headers, text }: Answer, asked: unknown): void {
  assert.notEqual(status, 500);
  assert.equal(headers.get("content-type"), "application/json", `${status} ${text}`);
  const { id, error } = JSON.parse(text);
  assert.ok(id === asked || id === null, text);
  assert.deepEqual([typeof error.code, typeof error.message], ["number", "string"]);
}

/** The server ends by itself in time, with code 0, after its stop hooks, and without complaint. */
async function assertEnd(server: HttpProcess, told: number, limitMs: number): Promise<void> {
  const { code, signal } = await server.ended;
  const took = performance.now() - told;
  assert.deepEqual([code, signal], [0, null]);
  assert.ok(took < limitMs, `it took ${took} ms`);
  assert.equal(server.stderr.match(/^stopped$/gm)?.length, 1);
  assert.doesNotMatch(server.stderr, /"level":"(warning|error)"/);
}
