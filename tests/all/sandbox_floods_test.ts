import assert from "node:assert/strict";
import process from "node:process";
import { AbortedError } from "../../src/server/errors.ts";
import { fixture, SandboxedCalls, toolOf } from "../support/sandboxed_calls.ts";
import { alive, until } from "../support/server_process.ts";

const ROUGH = fixture("rough.ts");
const PID = toolOf(ROUGH, "pid");
const LONG = { milliseconds: 60_000 };
/** How long a sandbox that goes on after an abort may live, in milliseconds; the grace is 500. */
const SOON_MS = 1500;

Deno.test("what needs more memory than its sandbox has is told so, and the next call works", async () => {
  await using calls = new SandboxedCalls();
  const settings = { memoryMb: 64 };
  const allocate = toolOf(ROUGH, "allocate", settings);
  assert.equal(await calls.told(allocate), 'Tool "allocate" ran out of memory (memoryMb: 64)');
  assert.equal(typeof await calls.call(toolOf(ROUGH, "pid", settings)), "number");
  const [first, second] = await Promise.all([
    calls.told(toolOf(ROUGH, "rest", settings), LONG),
    calls.told(allocate),
  ]);
  assert.equal(
    first,
    'Tool "rest" was stopped, since its sandbox ran out of memory; call it again',
  );
  assert.equal(
    second,
    'Tool "allocate" was stopped, since its sandbox ran out of memory; call it again',
  );
});

for (const name of ["flood", "floodOfReads"]) {
  Deno.test(`${name}: a handler that never stops speaking fills no memory, and takes no core`, async () => {
    await using calls = new SandboxedCalls();
    let heard = 0;
    const pid = await calls.call(PID) as number;
    const ctx = calls.context({
      notify: () => heard++,
      readResource: (uri) => Promise.resolve([{ uri, text: String(heard++) }]),
    });
    const before = Deno.memoryUsage().rss;
    const answer = calls.sandboxes.run(toolOf(ROUGH, name), {}, ctx).catch((error) => error);
    // Others are served meanwhile.
    const elsewhere = toolOf(ROUGH, "add", { memoryMb: 100 });
    const [cpu, begun] = [process.cpuUsage(), performance.now()];
    while (performance.now() - begun < 1500) {
      assert.equal(await calls.call(elsewhere, { a: 1, b: 2 }), 3);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const { user, system } = process.cpuUsage(cpu);
    ctx.abort(new AbortedError("timed_out", "It is over."));
    await answer;
    assert.ok(heard > 1000 && heard < 30_000, `${heard} heard`);
    assert.ok(Deno.memoryUsage().rss - before < 150e6);
    assert.ok((user + system) / 1.5e6 < 0.5, `${(user + system) / 1.5e6} of a core`);
    assert.ok(await until(async () => !await alive(pid), SOON_MS));
  });
}
