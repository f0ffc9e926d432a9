import assert from "node:assert/strict";
import { Project } from "../support/project.ts";
import { fixture, SandboxedCalls, toolOf } from "../support/sandboxed_calls.ts";
import { alive, deno, path, until } from "../support/server_process.ts";

/** How much more may be held by a hundred that are gone, in bytes; the system takes back less. */
const FLAT_BYTES = { held: 5e6, rss: 80e6 };

for (
  const [name, what] of [
    ["loop", "a loop that is stopped"],
    ["allocate", "memory that runs out"],
  ]
) {
  Deno.test(`${what} a hundred times leaves no process and no memory`, async () => {
    const program = path("tests/fixtures/sandboxed/calls/hundred_program.ts");
    const args = ["run", "-A", "--v8-flags=--expose-gc", program, name];
    const { code, stdout, stderr } = await deno(args);
    assert.equal(code, 0, stderr);
    const { wrong, more, isGone, sum } = JSON.parse(stdout);
    assert.deepEqual(wrong, []);
    assert.ok(isGone, "no process is left");
    assert.ok(more.held < FLAT_BYTES.held && more.rss < FLAT_BYTES.rss, JSON.stringify(more));
    assert.equal(sum, 3);
  });
}

for (
  const [script, told] of [
    ["exit 7", "its sandbox ended with exit code 7"],
    ["exec sleep 60", "its sandbox did not start within 30 seconds"],
  ]
) {
  Deno.test(`a Deno that does not start as it should (${script}) is told about`, async () => {
    await using project = await Project.make({
      // All else that is asked of it is done.
      "deno":
        `#!/bin/sh\ncase "$*" in *--unstable-worker-options*) ${script};; esac\nexec ${Deno.execPath()} "$@"\n`,
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
