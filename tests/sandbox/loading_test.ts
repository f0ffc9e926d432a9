import assert from "node:assert/strict";
import { AbortedError } from "../../src/server/errors.ts";
import type { SandboxedCode } from "../../src/server/sandboxed.ts";
import { Project } from "../support/project.ts";
import { SandboxedCalls, sandboxPids, toolOf } from "../support/sandboxed_calls.ts";
import { processState, until } from "../support/server_process.ts";

/** How long a module may take here, if nobody waits for others meanwhile, in milliseconds. */
const SHORT_MS = 500;
/** How long one may take that is late before, in milliseconds. */
const LONG_MS = 2500;

const REST = "await new Promise((resolve) => setTimeout(resolve, 100));";
const HUNG = "await new Promise(() => {});";
const LOOP = "while (true);";

const FILES = {
  "deno.json": {},
  "good.ts":
    "let calls = 0;\nexport const good = () => ++calls;\nexport const pid = () => Deno.pid;\n" +
    "export const rest = (ms) => new Promise((resolve) => setTimeout(resolve, 400, Deno.pid));\n",
  "other.ts": "export const other = () => Deno.pid;\n",
  "loop.ts": `${LOOP}\nexport const loop = () => 1;\n`,
  "hung.ts": `${HUNG}\nexport const hung = () => 1;\n`,
  "loopsLater.ts": `${REST}\n${LOOP}\nexport const loopsLater = () => 1;\n`,
  "exit.ts": "Deno.exit(3);\nexport const exit = () => 1;\n",
  "exitsLater.ts": `${REST}\nDeno.exit(3);\nexport const exitsLater = () => 1;\n`,
  "slow.ts": "const until = Date.now() + 1500;\nwhile (Date.now() < until);\n" +
    "export const slow = () => Deno.pid;\n",
  "rests.ts": `${REST}\nexport const rests = () => 1;\n`,
};

const NAMES = [
  "good",
  "pid",
  "rest",
  "other",
  "loop",
  "hung",
  "loopsLater",
  "exit",
  "exitsLater",
  "slow",
  "rests",
] as const;

type Name = typeof NAMES[number];

/** A server's sandboxes, and a project with modules of which some never end to be loaded. */
class Loading implements AsyncDisposable {
  readonly calls: SandboxedCalls;
  readonly tools: Readonly<Record<Name, SandboxedCode>>;
  readonly #project: Project;

  private constructor(project: Project, loadMs: number, warm?: Name) {
    this.#project = project;
    this.calls = new SandboxedCalls(loadMs);
    const tools = NAMES.map((name): [Name, SandboxedCode] => {
      const file = name === "pid" || name === "rest" ? "good" : name;
      return [name, toolOf(project.url(`${file}.ts`), name, {}, { warm: name === warm })];
    });
    this.tools = Object.fromEntries(tools) as Record<Name, SandboxedCode>;
    // All are known before the first is called, as those of a server are.
    this.calls.sandboxes.warm(Object.values(this.tools));
  }

  static async begin(loadMs: number, warm?: Name): Promise<Loading> {
    return new Loading(await Project.make(FILES), loadMs, warm);
  }

  told(name: Name, options: { readonly signal?: AbortSignal } = {}): Promise<unknown> {
    return this.calls.told(this.tools[name], {}, options);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.calls[Symbol.asyncDispose]();
    await this.#project[Symbol.asyncDispose]();
    assert.deepEqual(await sandboxPids(), []);
  }
}

const unloaded = (name: Name, ms: number) =>
  `Tool "${name}" cannot run: its module did not finish loading in ${ms / 1000} seconds`;

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
    const begun = performance.now();
    const ever = loading.told(name);
    const others = await Promise.all(
      Array.from({ length: 100 }, (_, i) => loading.told(i % 2 ? "good" : "other")),
    );
    const took = performance.now() - begun;
    assert.deepEqual(others.filter((each) => typeof each !== "number"), []);
    assert.equal(await ever, unloaded(name, LONG_MS));
    const all = performance.now() - begun;
    assert.ok(took < LONG_MS && all < 2 * LONG_MS, `${took}, ${all}`);
    assert.ok(await until(isIdle, 2000), "nothing goes on");
  });
}

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
