import assert from "node:assert/strict";
import { Project } from "../support/project.ts";
import { fixture, SandboxedCalls, sandboxPids, toolOf } from "../support/sandboxed_calls.ts";
import { alive, path, until } from "../support/server_process.ts";

const PLAIN = fixture("plain.ts");
const [PID, REST] = [toolOf(PLAIN, "pid"), toolOf(PLAIN, "rest")];

Deno.test("components of equal permissions, memory and project share a process, and others do not", async () => {
  await using project = await Project.make({
    "deno.json": {},
    "pid.ts": "export const pid = () => Deno.pid;",
  });
  await using calls = new SandboxedCalls();
  const one = await calls.call(PID);
  assert.equal(await calls.call(toolOf(PLAIN, "rest", { idleMs: 5 }), { milliseconds: 0 }), one);
  const others = [
    toolOf(PLAIN, "pid", { memoryMb: 100 }),
    toolOf(PLAIN, "pid", { permissions: { env: { allow: ["A", "B"] } } }),
    toolOf(project.url("pid.ts"), "pid"),
  ];
  const pids = await Promise.all(others.map((tool) => calls.call(tool)));
  assert.equal(new Set([one, ...pids]).size, 4);
  const sameSet = toolOf(PLAIN, "pid", { permissions: { env: { allow: ["B", "A"] } } });
  assert.equal(await calls.call(sameSet), pids[1]);
});

Deno.test("calls at once use as many processes as the pool has, and no more", async () => {
  await using calls = new SandboxedCalls();
  const burn = toolOf(PLAIN, "burn", { pool: 2 });
  const pids = await Promise.all(
    Array.from({ length: 6 }, () => calls.call(burn, { milliseconds: 200 })),
  );
  assert.equal(new Set(pids).size, 2);
  const begun = performance.now();
  await Promise.all([1, 2].map(() => calls.call(burn, { milliseconds: 1000 })));
  assert.ok(performance.now() - begun < 1900);
  // Of a pool of one, all wait for the one.
  const pid = toolOf(PLAIN, "pid", { memoryMb: 100 });
  const alone = await Promise.all([1, 2, 3].map(() => calls.call(pid)));
  assert.equal(new Set(alone).size, 1);
});

Deno.test("a process without calls ends after a while, and the next call starts another", async () => {
  await using calls = new SandboxedCalls();
  const pid = toolOf(PLAIN, "pid", { idleMs: 200 });
  const first = await calls.call(pid) as number;
  await calls.call(toolOf(PLAIN, "rest", { idleMs: 0 }), { milliseconds: 400 });
  assert.equal(await calls.call(pid), first);
  assert.ok(await until(async () => !await alive(first), 1500));
  assert.notEqual(await calls.call(pid), first);
});

Deno.test("a warm sandbox is started, and its module loaded, before the first call", async () => {
  await using project = await Project.make({
    "deno.json": {},
    "warm.ts": 'console.error("loaded");\nexport const pid = () => Deno.pid;',
    "cold.ts": "export const pid = () => Deno.pid;",
  });
  await using calls = new SandboxedCalls();
  const warm = toolOf(project.url("warm.ts"), "pid", { idleMs: 0 }, { warm: true });
  const cold = toolOf(project.url("cold.ts"), "pid");
  calls.sandboxes.warm([cold, warm]);
  assert.ok(await until(async () => (await sandboxPids()).length === 1, 3000));
  const [pid] = await sandboxPids();
  // Known from the beginning, although it is not warm.
  assert.equal(await calls.call(cold), pid);
  assert.equal(await calls.call(warm), pid);
});

Deno.test("a module that comes later has a new process, in which the others are as well", async () => {
  await using calls = new SandboxedCalls();
  const first = await calls.call(PID) as number;
  const running = calls.call(REST, { milliseconds: 700 });
  const late = await calls.call(toolOf(fixture("later.ts"), "late"));
  assert.notEqual(late, first);
  assert.equal(await calls.call(PID), late);
  assert.equal(await running, first);
  assert.ok(await until(async () => !await alive(first), 1500));
});

Deno.test("modules that are called at once are in one process", async () => {
  await using calls = new SandboxedCalls();
  const [a, b] = await Promise.all([
    calls.call(PID),
    calls.call(toolOf(fixture("later.ts"), "late")),
  ]);
  assert.equal(a, b);
});

Deno.test("no sandbox outlives a server that is killed while calls run", async () => {
  const server = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", path("tests/fixtures/sandboxed/calls/busy_program.ts")],
    stdout: "piped",
  }).spawn();
  let pids: number[] = [];
  assert.ok(
    await until(async () => (pids = await sandboxPids(server.pid)).length === 2, 10_000),
  );
  // Its code runs by now.
  for await (const chunk of server.stdout) if (new TextDecoder().decode(chunk).includes("!")) break;
  server.kill("SIGKILL");
  await server.status;
  for (const pid of pids) assert.ok(await until(async () => !await alive(pid), 3000), String(pid));
});
