import { HttpPeer } from "./http_peer.ts";
import { HttpProcess } from "./http_server.ts";
import { path } from "./server_process.ts";

/** What the rough server holds, as its tool `state` tells. */
export interface RoughState {
  /** Gated and stubborn calls that run. */
  readonly running: number;
  /** Gated calls that were aborted, by kind. */
  readonly aborted: Readonly<Record<string, number>>;
  /** Gated calls that got through. */
  readonly done: number;
  readonly timeouts: number;
  readonly intervals: number;
  /** Bytes in use after a collection. */
  readonly heap: number;
}

/** A rough server in a process of its own. */
export function startRough(setup: Record<string, unknown> = {}): Promise<HttpProcess> {
  return HttpProcess.start([
    "run",
    "-A",
    "--v8-flags=--expose-gc",
    path("tests/fixtures/http_rough.ts"),
    JSON.stringify(setup),
  ]);
}

/** Asks a rough server what it holds; the question itself is one timeout of it. */
export async function stateOf({ url }: { url: string }): Promise<RoughState> {
  using peer = await HttpPeer.open(url, "modern");
  const [{ result }] = await peer.call("state");
  return result.structuredContent;
}

/** Whether no session, stream or call is there; the question itself is one timeout. */
export function isIdle({ running, timeouts, intervals }: RoughState): boolean {
  return running === 0 && timeouts <= 1 && intervals === 0;
}

/** How many sockets a process has open. */
export async function socketsOf(pid: number): Promise<number> {
  let sockets = 0;
  for await (const { name } of Deno.readDir(`/proc/${pid}/fd`)) {
    // One that was closed meanwhile is none.
    const target = await Deno.readLink(`/proc/${pid}/fd/${name}`).catch(() => "");
    if (target.startsWith("socket:")) sockets++;
  }
  return sockets;
}

/** Runs so many jobs, at most `width` at a time. */
export async function atOnce(
  count: number,
  width: number,
  job: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(width, count) }, async () => {
      while (next < count) await job(next++);
    }),
  );
}
