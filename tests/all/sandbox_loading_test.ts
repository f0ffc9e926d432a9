import assert from "node:assert/strict";
import { AbortedError } from "../../src/server/errors.ts";
import { Loading, LONG_MS, SHORT_MS, unloaded } from "../support/loading.ts";
import { sandboxPids } from "../support/sandboxed_calls.ts";
import { processState, until } from "../support/server_process.ts";

/** Whether the sandboxes have nothing to do for a quarter of a second. */
async function isIdle(): Promise<boolean> {
  const ticks = async () => {
    const states = await Promise.all((await sandboxPids()).map(processState));
    return states.reduce((sum, state) => sum + (state?.ticks ?? 0), 0);
  };
  const before = await ticks();
  await new Promise((resolve) => setTimeout(resolve, 250));
  return Math.abs(await ticks() - before) <= 2;
}

for (const name of ["loop", "hung", "loopsLater"] as const) {
  Deno.test(`a hundred calls of others are answered while a module is loaded for ever (${name})`, async () => {
    await using loading = await Loading.begin(LONG_MS);
    let isOver = false;
    const ever = loading.told(name).finally(() => isOver = true);
    const others = await Promise.all(
      Array.from({ length: 100 }, (_, i) => loading.told(i % 2 ? "good" : "other")),
    );
    assert.ok(!isOver, "the others were answered meanwhile");
    assert.deepEqual(others.filter((each) => typeof each !== "number"), []);
    assert.equal(await ever, unloaded(name, LONG_MS));
    assert.ok(await until(isIdle, 2000), "nothing goes on");
  });
}

Deno.test("a module keeps no more than one process busy, however often it is called", async () => {
  await using loading = await Loading.begin(LONG_MS);
  const first = await loading.told("pid");
  const loop = loading.told("loop");
  const second = await loading.told("pid");
  assert.notEqual(second, first);
  const again = loading.told("loop");
  for (let i = 0; i < 10; i++) assert.equal(await loading.told("pid"), second);
  assert.deepEqual(await Promise.all([loop, again]), Array(2).fill(unloaded("loop", LONG_MS)));
});

Deno.test("a module that takes its time is loaded once, and others do not wait for it for long", async () => {
  await using loading = await Loading.begin(LONG_MS);
  const first = await loading.told("pid");
  const slow = loading.told("slow");
  const other = await loading.told("pid");
  assert.notEqual(other, first);
  assert.equal(await slow, first);
  // What took its place is not needed any more.
  assert.equal(await loading.told("pid"), first);
  assert.equal(await loading.told("slow"), first);
  assert.ok(await until(async () => (await sandboxPids()).length === 1, 2000));
});

Deno.test("the limit of a call is kept while its module is loaded, and while it waits for another's", async () => {
  await using loading = await Loading.begin(LONG_MS);
  await loading.told("good");
  const limit = new AbortController();
  setTimeout(() => limit.abort(new AbortedError("timed_out", "It timed out")), 200);
  const begun = performance.now();
  const { signal } = limit;
  const [loop, good] = await Promise.all([
    loading.told("loop", { signal }),
    loading.told("good", { signal }),
  ]);
  assert.deepEqual([loop, good], ["It timed out", "It timed out"]);
  assert.ok(performance.now() - begun < 500);
  // It is killed soon after, and has held up the others for the last time.
  const pid = await loading.told("pid");
  const again = loading.told("loop");
  assert.equal(await loading.told("pid"), pid);
  assert.equal(await again, unloaded("loop", LONG_MS));
});

for (const name of ["exit", "exitsLater"] as const) {
  Deno.test(`a module that ends its process, called again and again, keeps no other from running (${name})`, async () => {
    await using loading = await Loading.begin(SHORT_MS);
    const ends = "was stopped, since its sandbox ended with exit code 3; call it again";
    const first = loading.told(name);
    await loading.told("good");
    assert.equal(await first, `Tool "${name}" ${ends}`);
    const pid = await loading.told("pid");
    const over = new AbortController();
    const calling = (async () => {
      while (!over.signal.aborted) await loading.told(name);
    })();
    for (let i = 0; i < 10; i++) assert.equal(await loading.told("rest"), pid);
    over.abort();
    await Promise.all([calling, loading.calls.sandboxes.stop()]);
  });
}
