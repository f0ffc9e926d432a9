import assert from "node:assert/strict";
import { eventsOf, HttpPeer, INITIALIZE, type PeerKind, textOf } from "../support/http_peer.ts";
import { requestBytes } from "../support/http_raw.ts";
import {
  atOnce,
  isIdle,
  type RoughState,
  socketsOf,
  startRough,
  stateOf,
} from "../support/http_rough.ts";
import { until } from "../support/server_process.ts";

const IDLE_MS = 1000;
const LIMIT_MS = 10_000;
/** The longest that a stream on which nothing is said may be quiet, comments aside. */
const QUIET_MS = 60_000;

/** How many of each kind make a crowd; of fifty clients, most hold a session or are modern. */
const CROWD: Readonly<Record<PeerKind, number>> = {
  session: 20,
  json: 5,
  stateless: 5,
  modern: 20,
};
/** How many clients of each kind vanish in mid-call. */
const VANISHING = 40;
const KINDS = Object.keys(CROWD) as PeerKind[];

Deno.test("C033 http: sessions, streams and clients that come and go leave nothing behind", async (t) => {
  await using server = await startRough({ http: { sessions: { idleMs: IDLE_MS } } });
  const { url, child: { pid } } = server;
  using modern = await HttpPeer.open(url, "modern");
  const stateless = textOf((await modern.call("serve_stateless")).at(-1));
  const urls = { session: url, json: url, modern: url, stateless };
  modern.close();

  const rest = async (): Promise<RoughState> => {
    assert.ok(
      await until(async () => isIdle(await stateOf(server)), LIMIT_MS),
      `no rest: ${JSON.stringify(await stateOf(server))}`,
    );
    return await stateOf(server);
  };

  await crowd(urls, 40);
  await streams(url, 40);
  const start = await rest();
  const sockets = await socketsOf(pid);
  const left: string[] = [];

  await t.step("2,000 sessions are opened and left", async () => {
    await atOnce(20, 20, async () => {
      // It shakes hands by hand, a hundred times.
      using peer = await HttpPeer.open(url, "stateless");
      for (let turn = 0; turn < 100; turn++) {
        const { status, headers } = await peer.answer("initialize", INITIALIZE);
        assert.equal(status, 200);
        left.push(headers.get("mcp-session-id")!);
      }
    });
    assert.equal(new Set(left).size, 2000);
  });

  await t.step("500 streams are opened and dropped", async () => {
    left.push(
      ...await streams(url, 500, async () => {
        // Each has a timer of its own, which is how those that stay would be seen.
        assert.ok((await stateOf(server)).intervals >= 500);
        assert.ok(await socketsOf(pid) >= sockets + 500);
      }),
    );
  });

  await t.step("20,000 calls of 50 clients at once: each answer reaches who asked", async () => {
    left.push(...await crowd(urls, 400));
  });

  await t.step("clients vanish in mid-call", async () => {
    left.push(...await vanish(urls, server));
  });

  await t.step("a session is idle from the end of its last call on", async () => {
    await Promise.all(Array.from({ length: 20 }, async (_, number) => {
      using peer = await HttpPeer.open(url, "session");
      left.push(peer.session!);
      await peer.call("stubborn", { ms: 500 + 75 * number });
      const ended = performance.now();
      await until(() => performance.now() > ended + 0.3 * IDLE_MS, LIMIT_MS);
      assert.equal((await peer.answer("ping", { id: 2 })).status, 200);
    }));
  });

  await t.step("nothing is left", async () => {
    const end = await rest();
    assert.ok(await until(async () => await socketsOf(pid) <= sockets, LIMIT_MS), "sockets stay");
    const ratio = end.heap / start.heap;
    console.log(`heap: ${mib(start.heap)} MiB → ${mib(end.heap)} MiB`);
    assert.ok(ratio <= 1.3, `the heap grew by ${ratio.toFixed(2)}`);
    await atOnce(10, 10, async (part) => {
      using peer = await HttpPeer.open(url, "session");
      for (let at = part; at < left.length; at += 10) {
        await peer.raw.write(requestBytes("POST", "/mcp", {
          ...peer.headers(),
          "mcp-session-id": left[at],
        }, '{"jsonrpc":"2.0","id":7,"method":"ping"}'));
        const answer = await peer.raw.answer();
        assert.equal(answer?.status, 404, `session ${at} of ${left.length}`);
        const { id, error } = JSON.parse(answer.text);
        assert.deepEqual([id, error.code], [7, -32600]);
      }
    });
  });

  assert.equal((await server.stop()).code, 0);
  assert.doesNotMatch(server.stderr, /"level":"(warning|error)"/);
});

/**
 * Fifty clients call at once, each over two connections; their ids are the same, what they send is not.
 *
 * @returns the sessions that they leave behind
 */
async function crowd(urls: Record<PeerKind, string>, calls: number): Promise<string[]> {
  const sessions: string[] = [];
  await Promise.all(
    KINDS.flatMap((kind) =>
      Array.from({ length: CROWD[kind] }, async (_, number) => {
        using peer = await HttpPeer.open(urls[kind], kind);
        using other = await peer.again();
        using stream = peer.session === undefined ? undefined : await peer.again(QUIET_MS);
        await stream?.listen();
        const overheard = stream && textUntilClosed(stream);
        if (peer.session !== undefined) sessions.push(peer.session);
        await Promise.all([peer, other].map(async (line, side) => {
          for (let id = side; id < calls; id += 2) {
            await callOnce(line, `${kind} ${number}: ${id}`, id);
          }
        }));
        stream?.close();
        assert.deepEqual(eventsOf(await overheard ?? ""), [], "nobody asked for that");
      })
    ),
  );
  return sessions;
}

/** Makes one call, now and then one that takes a while, and looks whether all that comes is its own. */
async function callOnce(peer: HttpPeer, text: string, id: number): Promise<void> {
  const slow = id % 5 === 0;
  const messages = slow
    ? await peer.call("later", { text, ms: id % 17 }, { id, meta: { progressToken: id } })
    : await peer.call("echo", { text }, { id });
  const answer = messages.pop();
  assert.equal(answer?.id, id);
  assert.equal(textOf(answer), text);
  const told = slow && peer.kind !== "json" ? [[id, text]] : [];
  assert.deepEqual(messages.map(({ params }) => [params.progressToken, params.message]), told);
}

/**
 * Opens streams, half of them for legacy sessions and half for modern subscriptions, and drops them.
 *
 * @returns the sessions that are left behind
 */
async function streams(
  url: string,
  count: number,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  const open: HttpPeer[] = [];
  const sessions: string[] = [];
  await atOnce(count / 10, 10, async () => {
    const peer = await HttpPeer.open(url, "session");
    sessions.push(peer.session!);
    const more = Array.from({ length: 4 }, () => peer.again());
    const listeners = Array.from({ length: 5 }, () => HttpPeer.open(url, "modern"));
    const peers = [peer, ...await Promise.all([...more, ...listeners])];
    for (const one of peers) await one.listen();
    open.push(...peers);
  });
  await meanwhile();
  for (const peer of open) peer.close();
  return sessions;
}

/**
 * Clients of all kinds go while their call runs: where they cannot come back the call is aborted, and
 * where they can its answer waits for them.
 *
 * @returns the sessions that they leave behind
 */
async function vanish(urls: Record<PeerKind, string>, server: { url: string }): Promise<string[]> {
  const before = await stateOf(server);
  const gone = await Promise.all(
    [...KINDS, "reporting" as const].flatMap((kind) =>
      Array.from({ length: VANISHING }, (_, number) => beginCall(urls, kind, `${kind} ${number}`))
    ),
  );
  assert.ok(await until(async () => (await stateOf(server)).running === gone.length, LIMIT_MS));
  for (const { peer } of gone) peer.close();
  const left = performance.now();
  const legacy = 2 * VANISHING;
  await until(async () => (await stateOf(server)).running === legacy, LIMIT_MS);
  // Longer than a session may be idle: one with a call running is not.
  await until(() => performance.now() > left + 2 * IDLE_MS, LIMIT_MS);
  const { aborted } = await stateOf(server);
  const expected = { modern: VANISHING, reporting: VANISHING, stateless: VANISHING };
  assert.deepEqual(aborted, expected);
  using modern = await HttpPeer.open(server.url, "modern");
  await modern.call("open_gate");
  assert.ok(
    await until(async () => (await stateOf(server)).done === before.done + legacy, LIMIT_MS),
  );
  for (const { peer, text, event } of gone) {
    if (event === undefined) continue;
    using back = await peer.again();
    await back.raw.write(requestBytes("GET", new URL(peer.url).pathname, {
      ...back.headers(),
      "accept": "text/event-stream",
      "last-event-id": event,
    }));
    const answer = await back.raw.answer();
    assert.equal(answer?.status, 200, answer?.text);
    assert.deepEqual(eventsOf(answer.text).map(textOf), [text]);
  }
  return gone.flatMap(({ peer }) => peer.session ?? []);
}

/** Begins a call that waits at the gate, and tells where its client can go on from, if it can. */
async function beginCall(
  urls: Record<PeerKind, string>,
  kind: PeerKind | "reporting",
  text: string,
): Promise<{ peer: HttpPeer; text: string; event?: string }> {
  const progress = kind === "reporting";
  const era = progress ? "modern" : kind;
  const peer = await HttpPeer.open(urls[era], era);
  await peer.raw.write(peer.bytes("tools/call", {
    id: 1,
    params: { name: "gated", arguments: { kind, text, progress } },
    ...(progress ? { meta: { progressToken: 1 } } : {}),
  }));
  if (kind !== "session") return { peer, text };
  await peer.raw.head();
  const [, event] = /^id: (.+)$/m.exec(await peer.raw.part() ?? "") ?? [];
  return { peer, text, event };
}

/** All that comes until the connection is closed, from either side. */
async function textUntilClosed({ raw }: HttpPeer): Promise<string> {
  let text = "";
  for (let part; (part = await raw.part()) !== undefined;) text += part;
  return text;
}

function mib(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}
