import assert from "node:assert/strict";
import { runProgram } from "../../mod.ts";
import { Project } from "../support/project.ts";
import { alive, deno, path, ServerProcess, until } from "../support/server_process.ts";

const LONG = "sleep 60";

Deno.test("runProgram gives what a program wrote and came to", async () => {
  assert.deepEqual(await runProgram("sh", ["-c", "echo out; echo err >&2; exit 3"]), {
    code: 3,
    signal: null,
    success: false,
    stdout: "out\n",
    stderr: "err\n",
  });
  const killed = await runProgram("sh", ["-c", "kill -9 $$"]);
  assert.deepEqual([killed.success, killed.signal], [false, "SIGKILL"]);
  const { stdout } = await runProgram("sh", ["-c", 'echo "$GREETING $(pwd)"'], {
    cwd: "/",
    env: { GREETING: "hello" },
  });
  assert.equal(stdout, "hello /\n");
});

Deno.test("runProgram gives a program nothing to read, or its input", async () => {
  assert.equal((await runProgram("cat")).stdout, "");
  assert.equal((await runProgram("cat", [], { input: "grüße" })).stdout, "grüße");
  const bytes = new Uint8Array([0xe2, 0x82, 0xac]);
  assert.equal((await runProgram("cat", [], { input: bytes })).stdout, "€");
  assert.equal((await runProgram("cat", [], { input: "" })).stdout, "");
  // It does not read it, and more than a pipe holds.
  assert.equal((await runProgram("true", [], { input: "x".repeat(1e6) })).code, 0);
  const both = await runProgram("cat", [], { input: "x".repeat(3e6) });
  assert.equal(both.stdout.length, 3e6);
});

Deno.test("runProgram kills a program when the time is over or the signal aborts", async () => {
  const pids: number[] = [];
  await using project = await Project.make({});
  const file = project.path("pid");
  const args = ["-c", `echo $$ > ${file}; exec ${LONG}`];
  const written = async () => {
    await until(async () => Number(await Deno.readTextFile(file).catch(() => "")) > 0, 5_000);
    pids.push(Number(await Deno.readTextFile(file)));
    await Deno.remove(file);
  };
  await assert.rejects(runProgram("sh", args, { timeout: 300 }), {
    name: "Error",
    message: "sh timed out after 300 ms",
  });
  await written();
  const controller = new AbortController();
  const reason = new Error("nobody wants it");
  const running = runProgram("sh", args, { signal: controller.signal, input: "x".repeat(1e6) });
  await written();
  controller.abort(reason);
  await assert.rejects(running, (error) => error === reason);
  for (const pid of pids) assert.ok(await until(async () => !await alive(pid), 2_000), String(pid));
  await assert.rejects(
    runProgram("sh", args, { signal: controller.signal }),
    (error) => error === reason,
  );
  // What it started holds its output open.
  const kept = `${LONG} & echo $! > ${file}; wait`;
  await assert.rejects(runProgram("sh", ["-c", kept], { timeout: 300 }), /timed out/);
  await written();
  Deno.kill(pids[2], "SIGKILL");
});

Deno.test("runProgram kills a program that writes too much", async () => {
  await assert.rejects(runProgram("yes", [], { timeout: 10_000 }), {
    message: "yes wrote more than 4194304 bytes; set maxBytes, or let it write a file",
  });
  await assert.rejects(runProgram("sh", ["-c", "yes >&2"], { maxBytes: 10 }), /more than 10 bytes/);
  const { stdout } = await runProgram("printf", ["0123456789"], { maxBytes: 10 });
  assert.equal(stdout, "0123456789");
});

Deno.test("runProgram says in one line what cannot be run", async () => {
  await using project = await Project.make({ "text": "no program" });
  const text = project.path("text");
  await assert.rejects(runProgram("no_such_program"), {
    message: "Cannot run no_such_program: there is no such program",
  });
  await assert.rejects(runProgram("cat", [], { cwd: "/no/such/folder" }), {
    message: "Cannot run cat: No such cwd '/no/such/folder'",
  });
  await assert.rejects(runProgram(text), {
    message: `Cannot run ${text}: Permission denied (os error 13)`,
  });
  const main = `
    import { runProgram } from ${JSON.stringify(new URL("../../mod.ts", import.meta.url))};
    console.log(JSON.stringify(await runProgram("cat", [], { input: "x" })));
    await runProgram("sh").catch((error) => console.log(error.name + ": " + error.message));
  `;
  const { stdout, stderr } = await deno([
    "run",
    "--no-prompt",
    "--no-check",
    "--allow-run=cat",
    `--config=${path("deno.json")}`,
    `data:text/typescript,${encodeURIComponent(main)}`,
  ]);
  assert.deepEqual(stdout.trim().split("\n"), [
    '{"code":0,"signal":null,"success":true,"stdout":"x","stderr":""}',
    'NotCapable: Requires run access to "sh", run again with the --allow-run flag',
  ], stderr);
});

Deno.test("a tool that runs cat through runProgram ends at once, and stdout stays clean (C091)", async () => {
  await using project = await Project.make({
    "server.ts": `
      import { McpServer, runProgram } from ${
      JSON.stringify(new URL("../../mod.ts", import.meta.url))
    };
      const mcp = new McpServer({ name: "programs", version: "1.0.0" });
      mcp.tool("cat", {}, async () => (await runProgram("cat")).stdout + "nothing");
      mcp.tool("noise", {}, async () => (await runProgram("sh", ["-c", "echo a; echo b >&2"])).stdout);
      await mcp.run();
    `,
  });
  await using server = new ServerProcess({
    args: [
      "run",
      "--no-prompt",
      "--no-check",
      `--config=${path("deno.json")}`,
      "--allow-run=cat,sh",
      project.path("server.ts"),
    ],
  });
  await server.client.initialize();
  const call = async (name: string) => {
    const { result } = await server.client.request("tools/call", { name, arguments: {} });
    return result.content[0].text;
  };
  const before = performance.now();
  assert.equal(await call("cat"), "nothing");
  assert.equal(await call("noise"), "a\n");
  assert.ok(performance.now() - before < 5_000);
  await server.stop();
  assert.doesNotMatch(await server.stderr(), /^b$/m);
});
