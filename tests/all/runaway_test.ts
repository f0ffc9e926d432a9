import assert from "node:assert/strict";
import { HttpClient } from "../support/http_client.ts";
import { HttpProcess } from "../support/http_server.ts";
import { sandboxPids } from "../support/sandboxed_calls.ts";
import { alive, processState, ServerProcess, until } from "../support/server_process.ts";

const FILE = "tests/fixtures/runaway.ts";

interface Answer {
  readonly text: string;
  readonly isError: boolean;
}

/** A server over one of the transports. */
interface Running extends AsyncDisposable {
  readonly child: Deno.ChildProcess;
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<Answer>;
}

// deno-lint-ignore no-explicit-any
const answerOf = ({ result }: any): Answer => ({
  text: result.content[0].text,
  isError: result.isError ?? false,
});

const TRANSPORTS: Readonly<Record<string, () => Promise<Running>>> = {
  "stdio": async () => {
    const server = ServerProcess.cli(FILE);
    await server.client.initialize();
    const call = async (name: string, args: Record<string, unknown> = {}) =>
      answerOf(await server.client.request("tools/call", { name, arguments: args }));
    return { child: server.child, call, [Symbol.asyncDispose]: () => server.stop() };
  },
  "HTTP": async () => {
    const server = await HttpProcess.cli(FILE);
    const client = new HttpClient(server.url, "modern");
    const call = async (name: string, args: Record<string, unknown> = {}) =>
      answerOf(await client.request("tools/call", { name, arguments: args }));
    return {
      child: server.child,
      call,
      [Symbol.asyncDispose]: async () => {
        await server.stop();
      },
    };
  },
};

/** CPU time of a server and its sandboxes, in ticks. */
async function ticks(pid: number): Promise<number> {
  const states = await Promise.all([pid, ...await sandboxPids(pid)].map(processState));
  return states.reduce((sum, state) => sum + (state?.ticks ?? 0), 0);
}

/** Whether a server and its sandboxes have nothing to do for a quarter of a second. */
async function isIdle(pid: number): Promise<boolean> {
  const before = await ticks(pid);
  await new Promise((resolve) => setTimeout(resolve, 250));
  // A tick is 10 ms; a busy core would have 25 of them.
  return Math.abs(await ticks(pid) - before) <= 2;
}

for (const [transport, start] of Object.entries(TRANSPORTS)) {
  Deno.test(`${transport}: a tool that runs away is answered in its time, others go on, and the next call works`, async (t) => {
    await using server = await start();
    const { child: { pid }, call } = server;
    assert.equal((await call("add", { a: 1, b: 2 })).text, "3");
    assert.equal((await call("double", { n: 2 })).text, "4");

    await t.step("while (true) with a timeout of 500 ms", async () => {
      const begin = performance.now();
      const loop = call("loop").then((answer) => ({ ...answer, took: performance.now() - begin }));
      const others = await Promise.all(
        Array.from({ length: 20 }, (_, n) => call(n % 2 ? "double" : "triple", { n })),
      );
      const meanwhile = performance.now() - begin;
      assert.deepEqual(
        others.map(({ text }) => Number(text)),
        others.map((_, n) => n % 2 ? 2 * n : 3 * n),
      );
      const { text, isError, took } = await loop;
      assert.deepEqual([text, isError], ['Tool "loop" timed out after 500 ms.', true]);
      assert.ok(took < 1500, `${took} ms`);
      assert.ok(meanwhile < took, "the others were answered meanwhile");
      assert.equal((await call("add", { a: 2, b: 2 })).text, "4");
      assert.ok(await until(() => isIdle(pid), 5000), "the CPU is idle soon after");
    });

    await t.step("a heap that grows without an end", async () => {
      const { text, isError } = await call("allocate");
      assert.deepEqual([text, isError], ['Tool "allocate" ran out of memory (memoryMb: 64)', true]);
      assert.equal((await call("add", { a: 3, b: 2 })).text, "5");
      assert.ok(await until(() => isIdle(pid), 5000), "the CPU is idle soon after");
    });

    await t.step("a sandbox that somebody kills", async () => {
      const [, ...waiting] = [
        await call("add", { a: 1, b: 1 }),
        call("wait"),
        call("double", { n: 1 }),
      ];
      await waiting[1];
      const pids = await sandboxPids(pid);
      assert.equal(pids.length, 2);
      for (const each of pids) Deno.kill(each, "SIGKILL");
      assert.deepEqual(await waiting[0], {
        text: 'Tool "wait" was stopped, since its sandbox was killed by SIGKILL; call it again',
        isError: true,
      });
      assert.equal((await call("add", { a: 3, b: 3 })).text, "6");
    });

    await t.step("the server is killed while calls run: no sandbox is left after 3 s", async () => {
      void call("loop").catch(() => {});
      void call("wait").catch(() => {});
      void call("double", { n: 1 }).catch(() => {});
      assert.ok(await until(async () => (await sandboxPids(pid)).length >= 2, 5000));
      const pids = await sandboxPids(pid);
      server.child.kill("SIGKILL");
      for (const each of pids) {
        assert.ok(await until(async () => !await alive(each), 3000), "a sandbox has outlived it");
      }
    });
  });
}
