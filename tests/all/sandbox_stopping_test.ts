import assert from "node:assert/strict";
import { AbortedError } from "../../src/server/errors.ts";
import { Project } from "../support/project.ts";
import { fixture, SandboxedCalls, sandboxPids, toolOf } from "../support/sandboxed_calls.ts";
import { alive, deno, path, until } from "../support/server_process.ts";

const ROUGH = fixture("rough.ts");
const TIMES = 100;
/** How much the memory of the server may grow while nothing is kept, in bytes. */
const FLAT_BYTES = 40e6;

/** Memory in use by this process, once it is tidied up. */
function used(): number {
  (globalThis as unknown as { gc?: () => void }).gc?.();
  return Deno.memoryUsage().rss;
}

Deno.test("a loop that is stopped a hundred times leaves no process and no memory", async () => {
  await using calls = new SandboxedCalls();
  const loop = toolOf(ROUGH, "tellingLoop");
  const stopOne = async () => {
    const pid = await calls.call(toolOf(ROUGH, "pid")) as number;
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const ctx = calls.context({ notify: () => resolve() });
    const answer = calls.sandboxes.run(loop, {}, ctx).catch((error) => error);
    await begun;
    const reason = new AbortedError("timed_out", "It is over.");
    ctx.abort(reason);
    assert.equal(await answer, reason);
    return pid;
  };
  let last = 0;
  for (let i = 0; i < 10; i++) last = await stopOne();
  const before = used();
  for (let i = 0; i < TIMES; i++) last = await stopOne();
  assert.ok(await until(async () => !await alive(last), 1500));
  assert.ok(used() - before < FLAT_BYTES, `${used() - before} bytes more`);
  assert.ok((await sandboxPids()).length <= 1);
  assert.equal(await calls.call(toolOf(ROUGH, "add"), { a: 1, b: 2 }), 3);
});

Deno.test("memory that runs out a hundred times leaves no process and no memory", async () => {
  await using calls = new SandboxedCalls();
  const settings = { memoryMb: 32 };
  const allocate = toolOf(ROUGH, "allocate", settings);
  const told = 'Tool "allocate" ran out of memory (memoryMb: 32)';
  for (let i = 0; i < 5; i++) assert.equal(await calls.told(allocate), told);
  const before = used();
  for (let i = 0; i < TIMES; i++) assert.equal(await calls.told(allocate), told);
  assert.ok(used() - before < FLAT_BYTES, `${used() - before} bytes more`);
  assert.deepEqual(await sandboxPids(), []);
  assert.equal(await calls.call(toolOf(ROUGH, "add", settings), { a: 1, b: 2 }), 3);
});

for (
  const [script, told] of [
    ["exit 7", "its sandbox ended with exit code 7"],
    ["exec sleep 60", "its sandbox did not start within 30 seconds"],
  ]
) {
  Deno.test(`a Deno that does not start as it should (${script}) is told about`, async () => {
    await using project = await Project.make({
      // All else that is asked of it is done.
      "deno": `#!/bin/sh\ncase "$*" in "run "*) ${script};; esac\nexec ${Deno.execPath()} "$@"\n`,
    });
    await Deno.chmod(project.path("deno"), 0o755);
    const program = path("tests/fixtures/sandboxed/calls/least_program.ts");
    const { stdout } = await deno(["run", "--no-prompt", "--allow-run=deno", program], {
      env: { PATH: `${project.folder}:${Deno.env.get("PATH")}` },
    });
    assert.equal(stdout, `Tool "add" was stopped, since ${told}; call it again\n`);
  });
}

Deno.test("a server that ends while a host of imports does not answer leaves no process", async () => {
  // Nobody takes what comes.
  using host = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const address = `127.0.0.1:${(host.addr as Deno.NetAddr).port}`;
  await using project = await Project.make({
    "deno.json": {},
    "pid.ts": `import "http://${address}/x.ts";\nexport const pid = () => Deno.pid;\n`,
  });
  const program = path("tests/fixtures/sandboxed/calls/waiting_program.ts");
  const { code, stdout, stderr } = await deno([
    "run",
    "-A",
    program,
    project.url("pid.ts"),
    address,
  ]);
  assert.equal(code, 0, stderr);
  const pids = JSON.parse(stdout) as number[];
  assert.equal(pids.length, 3);
  for (const pid of pids) assert.ok(await until(async () => !await alive(pid), 1500), String(pid));
});

Deno.test("fifty sandboxes that start at once all answer", async () => {
  await using calls = new SandboxedCalls();
  const pids = await Promise.all(Array.from(
    { length: 50 },
    (_, i) => calls.told(toolOf(fixture("plain.ts"), "pid", { memoryMb: 100 + i })),
  ));
  assert.deepEqual(pids.filter((pid) => typeof pid !== "number"), []);
  assert.equal(new Set(pids).size, 50);
});
