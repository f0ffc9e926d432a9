/**
 * What a sandbox costs: a call against a bare echo of the same message over Node's IPC, many calls at once,
 * first calls cold and warm, and memory; all in one run, turn by turn.
 *
 * @module
 */
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { McpServer } from "../mod.ts";
import { testClient } from "../src/client/testing.ts";
import { makeSandboxes } from "../src/sandbox/sandboxes.ts";
import { CallContext } from "../src/server/context.ts";
import type { Exchange } from "../src/server/exchange.ts";
import type { SandboxedCode } from "../src/server/sandboxed.ts";

const ROUNDS = 25;
const FIRSTS = 9;
/** Calls of one turn: few, so that what else the machine does meets all alike. */
const CALLS = 200;
const AT_ONCE = 1000;
const WARM_MS = 1000;
const MODULE = new URL("servers/sandboxed.ts", import.meta.url);

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];
const since = (begin: number) => performance.now() - begin;

/** A bare child that sends back what it gets, over Node's IPC. */
class Echo {
  readonly child: ChildProcess;
  #answer: (() => void) | undefined;

  constructor() {
    const file = `${import.meta.dirname}/servers/echo.ts`;
    this.child = spawn(Deno.execPath(), ["run", "--no-prompt", file], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.child.on("message", () => this.#answer?.());
  }

  /** Settles with the next message of the child. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#answer = resolve);
  }

  async ask(message: unknown): Promise<void> {
    const answer = this.next();
    this.child.send(message as never);
    await answer;
  }

  stop(): void {
    this.child.kill("SIGKILL");
  }
}

function makeServer(warm = false): McpServer {
  const mcp = new McpServer({ name: "bench", version: "1.0.0" });
  const input = {
    type: "object",
    properties: { a: { type: "number" }, b: { type: "number" } },
    required: ["a", "b"],
  } as const;
  mcp.tool("sandboxed", { module: MODULE, permissions: "none", warm, input });
  mcp.tool<{ a: number; b: number }>("inline", { input }, ({ a, b }) => a + b);
  return mcp;
}

type Client = Awaited<ReturnType<typeof testClient>>;

async function calls(client: Client, name: string): Promise<number> {
  const begin = performance.now();
  for (let i = 0; i < CALLS; i++) await client.callTool(name, { a: i, b: 1 });
  return since(begin);
}

const EXCHANGE: Exchange = {
  era: "modern",
  protocolVersion: "2026-07-28",
  requestId: 1,
  client: { name: "bench", version: "1.0.0", capabilities: {} },
  meta: {},
  logLevel: undefined,
  inputResponses: {},
  requestState: undefined,
  notify: () => {},
};

const CODE: SandboxedCode = {
  kind: "tool",
  key: "sandboxed",
  module: MODULE.href,
  exported: "default",
  settings: { permissions: {}, memoryMb: 256, pool: 1, idleMs: 60_000 },
  warm: false,
};

type Sandboxes = ReturnType<typeof makeSandboxes>;

/** Calls without a server: a context, arguments, and the answer. */
async function bareCalls(sandboxes: Sandboxes): Promise<number> {
  const begin = performance.now();
  for (let i = 0; i < CALLS; i++) {
    const ctx = new CallContext(EXCHANGE, () => Promise.resolve([]));
    await sandboxes.run(CODE, { a: i, b: 1 }, ctx);
    ctx.end();
  }
  return since(begin);
}

/** Echoes of messages like those of calls. */
async function echoes(echo: Echo): Promise<number> {
  const { era, protocolVersion, requestId, client } = EXCHANGE;
  const data = { era, protocolVersion, requestId, client };
  const begin = performance.now();
  for (let i = 0; i < CALLS; i++) {
    await echo.ask({ type: "call", id: i, code: 0, args: [0, { a: i, b: 1 }], data });
  }
  return since(begin);
}

async function firstCall(warm: boolean): Promise<number> {
  const client = await testClient(makeServer(warm), { era: "modern" });
  // What is warm is started after the first answer.
  await client.callTool("inline", { a: 1, b: 1 });
  if (warm) await new Promise((resolve) => setTimeout(resolve, WARM_MS));
  const begin = performance.now();
  await client.callTool("sandboxed", { a: 1, b: 1 });
  const took = since(begin);
  await client.close();
  return took;
}

/** Milliseconds from asking for a process to its first answer, and of the first call of a new server. */
async function firsts(): Promise<{ bare: number; cold: number; warm: number }> {
  const begin = performance.now();
  const echo = new Echo();
  await echo.next();
  const bare = since(begin);
  echo.stop();
  const cold = await firstCall(false);
  const warm = await firstCall(true);
  return { bare, cold, warm };
}

/** Kilobytes of memory that only this process holds. */
async function privateKb(pid: number): Promise<number> {
  const text = await Deno.readTextFile(`/proc/${pid}/smaps_rollup`);
  return [...text.matchAll(/^Private_\w+:\s+(\d+)/gm)].reduce((sum, [, kb]) => sum + Number(kb), 0);
}

/** The processes that this one has started. */
async function children(): Promise<number[]> {
  const text = await Deno.readTextFile(`/proc/self/task/${Deno.pid}/children`);
  return text.trim().split(" ").filter(Boolean).map(Number);
}

const ratio = (ours: number[], other: number[]) =>
  median(ours.map((value, i) => value / other[i])).toFixed(2);

const echo = new Echo();
await echo.next();
const before = new Set(await children());
const client = await testClient(makeServer(), { era: "modern" });
const sandboxes = makeSandboxes({ report: (entry) => console.error(entry) });

const turns = {
  echo: () => echoes(echo),
  bare: () => bareCalls(sandboxes),
  inline: () => calls(client, "inline"),
  sandboxed: () => calls(client, "sandboxed"),
};
const times = { echo: [], bare: [], inline: [], sandboxed: [] } as Record<
  keyof typeof turns,
  number[]
>;
// The first turns are for the machine to get warm.
for (let round = -ROUNDS; round < ROUNDS; round++) {
  for (const name of Object.keys(turns) as (keyof typeof turns)[]) {
    const took = await turns[name]();
    if (round >= 0) times[name].push(took);
  }
}
await sandboxes.stop();
const added = times.sandboxed.map((time, i) => time - times.inline[i]);
console.log("A small sandboxed call:");
console.log(`  ${ratio(times.bare, times.echo)} times a bare IPC echo, from \`Sandboxes.run\` on`);
console.log(
  `  ${ratio(added, times.echo)} times a bare IPC echo, beyond what the same call costs inline`,
);
console.log(`  ${ratio(times.sandboxed, times.inline)} times the whole call inline`);

const atOnce: number[] = [];
for (let round = 0; round < FIRSTS; round++) {
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, (_, i) => client.callTool("sandboxed", { a: i, b: 1 })),
  );
  atOnce.push(since(begin));
}
const single = median(times.sandboxed) / CALLS;
console.log(`${AT_ONCE} sandboxed calls at once:`);
console.log(
  `  ${(median(atOnce) / AT_ONCE / single).toFixed(2)} times as long as one after another`,
);

if (Deno.build.os === "linux") {
  const started = (await children()).filter((pid) => !before.has(pid));
  const memory = await Promise.all(started.map(privateKb));
  const bare = await privateKb(echo.child.pid!);
  console.log("Memory of a sandbox, private to it:");
  console.log(`  ${(median(memory) / bare).toFixed(2)} times that of a bare child`);
} else {
  console.log("Memory of a sandbox: only measured on Linux");
}
echo.stop();
await client.close();

const first = { bare: [] as number[], cold: [] as number[], warm: [] as number[] };
for (let round = 0; round < FIRSTS; round++) {
  const took = await firsts();
  for (const key of ["bare", "cold", "warm"] as const) first[key].push(took[key]);
}
console.log("The first call, against the start of a bare child:");
console.log(`  ${ratio(first.cold, first.bare)} times as long, cold`);
console.log(`  ${ratio(first.warm, first.bare)} times as long, if the sandbox is warm`);
