import assert from "node:assert/strict";
import { type AbortCode, AbortedError } from "../../src/server/errors.ts";
import type { SandboxedCode } from "../../src/server/sandboxed.ts";
import { fixture, SandboxedCalls, sandboxPids, toolOf } from "../support/sandboxed_calls.ts";
import { alive, processState, until } from "../support/server_process.ts";

/** Has what behaves as well, so that all is in one sandbox. */
const ROUGH = fixture("rough.ts");
/** How long a sandbox that goes on after an abort may live, in milliseconds; the grace is 500. */
const SOON_MS = 1500;
const PID = toolOf(ROUGH, "pid");
const REST = toolOf(ROUGH, "rest");
const LONG = { milliseconds: 60_000 };

/** Begins a call, and aborts it after a while. */
function abortedCall(
  calls: SandboxedCalls,
  code: SandboxedCode,
  { afterMs = 100, why = "timed_out" }: { afterMs?: number; why?: AbortCode } = {},
): { readonly answer: Promise<unknown>; readonly reason: AbortedError } {
  const ctx = calls.context();
  const reason = new AbortedError(why, "It is over.");
  setTimeout(() => ctx.abort(reason), afterMs);
  return { answer: calls.sandboxes.run(code, {}, ctx).catch((error) => error), reason };
}

for (
  const [why, words] of [
    ["timed_out", "timed out"],
    ["cancelled", "was cancelled"],
    ["disconnected", "lost its client"],
  ] as const
) {
  Deno.test(`a loop that ${words} has its answer at once; others are told, and the next call works`, async () => {
    await using calls = new SandboxedCalls();
    const pid = await calls.call(PID) as number;
    const other = calls.told(REST, LONG);
    const { answer, reason } = abortedCall(calls, toolOf(ROUGH, "loop"), { why });
    assert.equal(await answer, reason);
    const answered = performance.now();
    assert.notEqual(await calls.call(PID), pid);
    assert.equal(
      await other,
      `Tool "rest" was stopped, since tool "loop" of the same sandbox ${words}; call it again`,
    );
    assert.ok(await until(async () => !await alive(pid), SOON_MS));
    assert.ok(performance.now() - answered < SOON_MS);
    assert.deepEqual(calls.log, []);
  });
}

Deno.test("a call that ends when it is aborted leaves its process as it is", async () => {
  await using calls = new SandboxedCalls();
  const pid = await calls.call(PID);
  const other = calls.call(REST, { milliseconds: 800 });
  const { answer, reason } = abortedCall(calls, toolOf(ROUGH, "polite"));
  assert.equal(await answer, reason);
  assert.equal(await other, pid);
  assert.equal(await calls.call(PID), pid);
});

Deno.test("an aborted call that only waits is ended with its process", async () => {
  await using calls = new SandboxedCalls();
  const pid = await calls.call(PID) as number;
  await abortedCall(calls, toolOf(ROUGH, "deaf")).answer;
  assert.ok(await until(async () => !await alive(pid), SOON_MS));
});

Deno.test("a call that waits for a module for ever ends when it is aborted, and others go on", async () => {
  await using calls = new SandboxedCalls();
  const never = toolOf(fixture("never_loaded.ts"), "never");
  const [{ answer, reason }, pid] = await Promise.all([
    abortedCall(calls, never, { afterMs: 700 }),
    calls.call(PID),
  ]);
  const other = calls.call(REST, { milliseconds: 1500 });
  assert.equal(await answer, reason);
  assert.equal(await other, pid);
  assert.equal(await calls.call(PID), pid);
});

Deno.test("a module that loops as it is loaded is killed with the call that wanted it", async () => {
  await using calls = new SandboxedCalls();
  const loops = toolOf(fixture("loops_at_import.ts"), "never");
  const { answer, reason } = abortedCall(calls, loops, { afterMs: 700 });
  assert.equal(await answer, reason);
  assert.equal(await calls.call(toolOf(ROUGH, "add"), { a: 1, b: 2 }), 3);
});

Deno.test("who waits for a sandbox that ends by itself, or is killed, is told how it ended", async () => {
  await using calls = new SandboxedCalls();
  const other = calls.told(REST, LONG);
  assert.equal(
    await calls.told(toolOf(ROUGH, "exit"), { code: 3 }),
    'Tool "exit" was stopped, since its sandbox ended with exit code 3; call it again',
  );
  assert.match(
    String(await other),
    /^Tool "rest" was stopped, since .* exit code 3; call it again$/,
  );
  const pid = await calls.call(PID) as number;
  const killed = calls.told(REST, LONG);
  Deno.kill(pid, "SIGKILL");
  assert.equal(
    await killed,
    'Tool "rest" was stopped, since its sandbox was killed by SIGKILL; call it again',
  );
  assert.notEqual(await calls.call(PID), pid);
});

Deno.test("an answer that was sent before the end of the process is the answer", async () => {
  await using calls = new SandboxedCalls();
  assert.equal(await calls.call(toolOf(ROUGH, "answerAndExit")), "answered");
});

Deno.test("a sandbox that crashes again and again is started later and later, until a call is answered", async () => {
  await using calls = new SandboxedCalls();
  const exit = toolOf(ROUGH, "exit");
  const took: number[] = [];
  for (let i = 0; i < 4; i++) {
    const begun = performance.now();
    await calls.told(exit, { code: 1 });
    took.push(performance.now() - begun);
  }
  assert.ok(took[2] >= 250 && took[3] >= 500, String(took));
  await calls.call(PID);
  const begun = performance.now();
  await calls.told(exit, { code: 1 });
  await calls.call(PID);
  assert.ok(performance.now() - begun < 1000);
});

Deno.test("a call that waits for a sandbox to be started again ends when it is aborted", async () => {
  await using calls = new SandboxedCalls();
  for (let i = 0; i < 4; i++) await calls.told(toolOf(ROUGH, "exit"), { code: 1 });
  const { answer, reason } = abortedCall(calls, PID, { afterMs: 10 });
  const begun = performance.now();
  assert.equal(await answer, reason);
  assert.ok(performance.now() - begun < 500);
});

Deno.test("a sandbox whose code writes into the channel is killed, and its calls are told", async () => {
  await using calls = new SandboxedCalls();
  const pid = await calls.call(PID) as number;
  const other = calls.told(REST, LONG);
  assert.equal(
    await calls.told(toolOf(ROUGH, "forge")),
    'Tool "forge" was stopped, since its sandbox broke the channel; call it again',
  );
  assert.match(String(await other), /broke the channel/);
  assert.equal(calls.log.length, 1);
  assert.equal(calls.log[0].level, "error");
  assert.match(calls.log[0].message, /^A sandbox broke its channel: /);
  assert.ok(await until(async () => !await alive(pid), SOON_MS));
  assert.equal(typeof await calls.call(PID), "number");
});

Deno.test("stopped sandboxes leave no process, tell their calls, and start again when they are called", async () => {
  const calls = new SandboxedCalls();
  await calls.call(PID);
  const idle = await calls.call(toolOf(ROUGH, "pid", { memoryMb: 100 })) as number;
  const loop = calls.told(toolOf(ROUGH, "loop"));
  const before = await sandboxPids();
  assert.equal(before.length, 2);
  const starting = calls.told(toolOf(ROUGH, "pid", { memoryMb: 101 }));
  await calls.sandboxes.stop();
  assert.equal(await loop, 'Tool "loop" was stopped, since the server stopped it; call it again');
  assert.equal(
    await starting,
    'Tool "pid" was stopped, since the server stopped it; call it again',
  );
  assert.deepEqual(await sandboxPids(), []);
  assert.equal(await processState(idle), undefined);
  assert.equal(typeof await calls.call(PID), "number");
  await calls.sandboxes.stop();
});
