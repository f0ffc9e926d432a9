import assert from "node:assert/strict";
import { Loading, SHORT_MS, unloaded } from "../support/loading.ts";
import { sandboxPids } from "../support/sandboxed_calls.ts";
import { until } from "../support/server_process.ts";

Deno.test("calls that wait for a module go on when its process is killed, and it has another from then on", async () => {
  await using loading = await Loading.begin(SHORT_MS);
  const first = await loading.told("pid");
  const [loop, ...others] = await Promise.all([
    loading.told("loop"),
    ...Array.from({ length: 20 }, () => loading.told("good")),
  ]);
  assert.equal(loop, unloaded("loop", SHORT_MS));
  assert.deepEqual(others.toSorted((a, b) => Number(a) - Number(b)), others.map((_, i) => i + 1));
  const second = await loading.told("pid");
  assert.notEqual(second, first);
  const again = loading.told("loop");
  for (let i = 0; i < 20; i++) assert.equal(await loading.told("pid"), second);
  assert.equal(await again, unloaded("loop", SHORT_MS));
  assert.equal(await loading.told("pid"), second);
});

Deno.test("a call that had begun when a module looped is told to be called again", async () => {
  await using loading = await Loading.begin(SHORT_MS);
  await loading.told("good");
  const [rest, loop] = await Promise.all([loading.told("rest"), loading.told("loop")]);
  assert.equal(
    rest,
    'Tool "rest" was stopped, since another module of its sandbox did not finish loading in 0.5 seconds; call it again',
  );
  assert.equal(loop, unloaded("loop", SHORT_MS));
  assert.equal(typeof await loading.told("rest"), "number");
});

Deno.test("a module that waits for ever keeps no process busy, and calls that have begun go on", async () => {
  await using loading = await Loading.begin(SHORT_MS);
  const first = await loading.told("pid");
  const hung = loading.told("hung");
  const rest = new Promise((resolve) => setTimeout(resolve, SHORT_MS - 100))
    .then(() => loading.told("rest"));
  assert.equal(await loading.told("pid"), first);
  assert.equal(await hung, unloaded("hung", SHORT_MS));
  assert.deepEqual([await rest, await loading.told("pid")], [first, first]);
  assert.equal(await loading.told("hung"), unloaded("hung", SHORT_MS));
  assert.equal(await loading.told("pid"), first);
});

Deno.test("all modules that never end are found, and no other is taken for one", async () => {
  await using loading = await Loading.begin(SHORT_MS);
  const names = ["good", "rests", "loop", "hung", "loopsLater", "other", "exit"] as const;
  const told = await Promise.all(names.map((name) => loading.told(name)));
  assert.equal(told[0], 1);
  assert.equal(told[1], 1);
  for (const i of [2, 3, 4]) assert.equal(told[i], unloaded(names[i], SHORT_MS));
  assert.equal(typeof told[5], "number");
  assert.match(String(told[6]), /exit code 3/);
  // They are of one process again.
  assert.deepEqual(await Promise.all([loading.told("other")]), [await loading.told("pid")]);
});

Deno.test("a module that is loaded ahead, and never ends, holds up nobody", async () => {
  await using loading = await Loading.begin(SHORT_MS, "loop");
  assert.ok(await until(async () => (await sandboxPids()).length === 1, 3000));
  assert.equal(await loading.told("good"), 1);
  const loop = { ...loading.tools.loop, kind: "prompt" as const };
  assert.equal(
    await loading.calls.told(loop),
    'Prompt "loop" cannot run: its module did not finish loading in 0.5 seconds',
  );
  assert.equal(await loading.told("good"), 2);
});
