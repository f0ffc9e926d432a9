/** What a server over stdio waits for, for as long as people would. */
import assert from "node:assert/strict";
import { CLI, path, ServerProcess, until } from "../support/server_process.ts";

const EVERYTHING = "tests/fixtures/everything.ts";

Deno.test("C089: reading goes on while the output waits; a reader that pauses 10 s loses nothing", async () => {
  const server = ServerProcess.bare(EVERYTHING);
  const { client } = server;
  await client.initialize();
  server.pause();
  const text = "x".repeat(20_000);
  const answers = Array.from(
    { length: 50 },
    () => client.request("tools/call", { name: "echo", arguments: { text } }),
  );
  // What comes last is served while a megabyte of answers waits for the reader.
  const marked = client.wait(({ id }) => id === "mark", 30_000);
  client.send({ jsonrpc: "2.0", id: "mark", method: "tools/call", params: { name: "mark" } });
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  const resumed = Date.now();
  server.resume();
  for (const answer of await Promise.all(answers)) {
    assert.equal(answer.result.content[0].text, text);
  }
  assert.equal((await marked).result.content[0].text, "marked");
  await server.stop();
  const [, at] = /marked at (\d+)/.exec(await server.stderr())!;
  assert.ok(Number(at) < resumed - 5000, `it was served ${resumed - Number(at)} ms before`);
});

Deno.test("[stdio.end]: the end of input is seen while start hooks run: a slow one is waited for, a hanging one is not", async () => {
  const start = (mode: string) =>
    new ServerProcess({
      args: ["run", "--no-prompt", path("tests/fixtures/hooks.ts"), mode],
    });
  const slow = start("slow");
  const answer = slow.client.request("ping");
  await slow.end();
  assert.deepEqual((await answer).result, {});
  assert.equal((await slow.ended).code, 0);
  await slow.stderr();
  const begin = performance.now();
  const hanging = start("hang");
  await hanging.end();
  assert.equal((await hanging.ended).code, 0);
  assert.ok(performance.now() - begin < 15_000);
  await hanging.stderr();
  const stopped = start("hang");
  await stopped.end();
  await until(() => false, 500);
  const signalled = performance.now();
  stopped.child.kill("SIGTERM");
  assert.equal((await stopped.ended).code, 0);
  assert.ok(performance.now() - signalled < 2000, "a signal ends the wait for a start");
  await stopped.stderr();
});

Deno.test("[stdio.end]: the end of input is seen while modules load, under the command line", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(
      `${folder}/server.ts`,
      "await new Promise((resolve) => setTimeout(resolve, 60_000));",
    );
    const begin = performance.now();
    const server = new ServerProcess({ args: ["run", "-A", CLI, "run", `${folder}/server.ts`] });
    await server.end();
    assert.equal((await server.ended).code, 1);
    assert.ok(performance.now() - begin < 15_000);
    assert.equal(
      await server.stderr(),
      "mcp: gave up loading the server: nobody has been at stdin for 10 seconds\n",
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
