/**
 * What a sandbox costs: a call against a bare echo over Node's IPC and over a pipe, many calls at once,
 * first calls cold and warm, and memory; all in one run, turn by turn.
 *
 * @module
 */
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { McpServer } from "../mod.ts";
import { testClient } from "../src/client/testing.ts";

const ROUNDS = 9;
const CALLS = 1000;
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

function makeServer(): McpServer {
  const mcp = new McpServer({ name: "bench", version: "1.0.0" });
  const input = {
    type: "object",
    properties: { a: { type: "number" }, b: { type: "number" } },
    required: ["a", "b"],
  } as const;
  mcp.tool("sandboxed", { module: MODULE, permissions: "none", input });
  mcp.tool("warm", { module: MODULE, permissions: { env: ["WARM"] }, warm: true, input });
  mcp.tool<{ a: number; b: number }>("inline", { input }, ({ a, b }) => a + b);
  return mcp;
}

type Client = Awaited<ReturnType<typeof testClient>>;

async function calls(client: Client, name: string): Promise<number> {
  const begin = performance.now();
  for (let i = 0; i < CALLS; i++) await client.callTool(name, { a: i, b: 1 });
  return since(begin);
}

async function echoes(echo: Echo): Promise<number> {
  const begin = performance.now();
  for (let i = 0; i < CALLS; i++) {
    await echo.ask({ id: i, name: "sandboxed", args: { a: i, b: 1 } });
  }
  return since(begin);
}

/** Milliseconds from asking for a process to its first answer, and of the first call of a new server. */
async function firsts(): Promise<{ bare: number; cold: number; warm: number }> {
  let begin = performance.now();
  const echo = new Echo();
  await echo.next();
  const bare = since(begin);
  echo.stop();
  const client = await testClient(makeServer(), { era: "modern" });
  begin = performance.now();
  await client.callTool("sandboxed", { a: 1, b: 1 });
  const cold = since(begin);
  begin = performance.now();
  await client.callTool("warm", { a: 1, b: 1 });
  const warm = since(begin);
  await client.close();
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
for (const name of ["inline", "sandboxed"]) await calls(client, name);
await echoes(echo);

const times = { echo: [] as number[], inline: [] as number[], sandboxed: [] as number[] };
for (let round = 0; round < ROUNDS; round++) {
  times.echo.push(await echoes(echo));
  times.inline.push(await calls(client, "inline"));
  times.sandboxed.push(await calls(client, "sandboxed"));
}
const added = times.sandboxed.map((time, i) => time - times.inline[i]);
console.log("A small sandboxed call:");
console.log(
  `  ${ratio(added, times.echo)} times a bare IPC echo, beyond what the same call costs inline`,
);
console.log(`  ${ratio(times.sandboxed, times.inline)} times the whole call inline`);

const atOnce: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: CALLS }, (_, i) => client.callTool("sandboxed", { a: i, b: 1 })),
  );
  atOnce.push(since(begin));
}
console.log(`${CALLS} sandboxed calls at once:`);
console.log(`  ${ratio(atOnce, times.sandboxed)} times as long as one after another`);

if (Deno.build.os === "linux") {
  const sandboxes = (await children()).filter((pid) => !before.has(pid));
  const memory = await Promise.all(sandboxes.map(privateKb));
  const bare = await privateKb(echo.child.pid!);
  console.log("Memory of a sandbox, private to it:");
  console.log(`  ${(median(memory) / bare).toFixed(2)} times that of a bare child`);
} else {
  console.log("Memory of a sandbox: only measured on Linux");
}
echo.stop();
await client.close();

const first = { bare: [] as number[], cold: [] as number[], warm: [] as number[] };
for (let round = 0; round < ROUNDS; round++) {
  const took = await firsts();
  for (const key of ["bare", "cold", "warm"] as const) first[key].push(took[key]);
}
console.log("The first call, against the start of a bare child:");
console.log(`  ${ratio(first.cold, first.bare)} times as long, cold`);
console.log(`  ${ratio(first.warm, first.bare)} times as long, if the sandbox is warm`);
