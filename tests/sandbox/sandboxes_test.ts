import assert from "node:assert/strict";
import { SandboxError, UserError } from "../../src/server/errors.ts";
import { Project } from "../support/project.ts";
import { fixture, SandboxedCalls, toolOf } from "../support/sandboxed_calls.ts";
import { deno, path } from "../support/server_process.ts";

const PLAIN = fixture("plain.ts");

Deno.test("a sandboxed tool gets its arguments, and its value comes back", async () => {
  await using calls = new SandboxedCalls();
  assert.equal(await calls.call(toolOf(PLAIN, "add"), { a: 1, b: 2 }), 3);
  const value = { a: [1, null, "x"], date: new Date(5), map: new Map([["k", 1n]]), no: undefined };
  assert.deepEqual(await calls.call(toolOf(PLAIN, "same"), { value }), value);
});

Deno.test("a sandboxed tool has the context of its call, and what it says arrives", async () => {
  await using calls = new SandboxedCalls();
  let closed = 0;
  const answer = await calls.call(toolOf(PLAIN, "speak"), {}, {
    era: "legacy",
    protocolVersion: "2025-11-25",
    requestId: "r1",
    sessionId: "s1",
    client: { name: "c", version: "1", capabilities: { roots: {} } },
    meta: { progressToken: 0, mine: [1] },
    httpRequest: new Request("http://h/mcp?x=1", { method: "POST", headers: { "x-mine": "y" } }),
    inputResponses: { name: "Ada" },
    requestState: { step: 2 },
    closeStream: () => closed++,
    readResource: (uri) => Promise.resolve([{ uri, text: `of ${uri}` }]),
  });
  assert.deepEqual(answer, {
    text: "of x://r",
    era: "legacy",
    protocolVersion: "2025-11-25",
    requestId: "r1",
    sessionId: "s1",
    client: { name: "c", version: "1", capabilities: { roots: {} } },
    meta: { progressToken: 0, mine: [1] },
    inputResponses: { name: "Ada" },
    requestState: { step: 2 },
    url: "http://h/mcp?x=1",
    header: "y",
  });
  assert.equal(closed, 1);
  assert.deepEqual(calls.notifications, [
    { method: "notifications/message", params: { level: "info", data: { a: 1 }, logger: "part" } },
    {
      method: "notifications/progress",
      params: { progressToken: 0, progress: 1, total: 2, message: "half" },
    },
  ]);
});

Deno.test("what a sandboxed tool throws, and what reading tells clients, arrives as it is", async () => {
  await using calls = new SandboxedCalls();
  await assert.rejects(calls.call(toolOf(PLAIN, "fail")), {
    name: "RangeError",
    message: "it is too far",
  });
  const reading = (thrown: Error) =>
    calls.call(toolOf(PLAIN, "speak"), {}, { readResource: () => Promise.reject(thrown) });
  await assert.rejects(reading(new UserError("there is none")), {
    name: "UserError",
    message: "there is none",
  });
  // All else may speak of what a sandbox must not know.
  await assert.rejects(reading(new RangeError("a path of the server")), {
    name: "Error",
    message: /^Cannot read \S+$/,
  });
});

Deno.test("arguments that cannot be sent are named", async () => {
  await using calls = new SandboxedCalls();
  const told = await calls.told(toolOf(PLAIN, "same"), { value: { fn: () => 1 } });
  assert.match(String(told), /value\.fn/);
});

Deno.test("of two tools each reads what it declares, and never what the other does", async () => {
  await using project = await Project.make({
    "a.txt": "A",
    "b.txt": "B",
    "read.ts": "export const text = ({ path }) => Deno.readTextFileSync(path);",
  });
  await using calls = new SandboxedCalls();
  const reader = (file: string) =>
    toolOf(project.url("read.ts"), "text", {
      permissions: { read: { allow: [project.path(file)] } },
    });
  const [a, b] = [reader("a.txt"), reader("b.txt")];
  for (const [tool, file, answer] of [[a, "a.txt", "A"], [b, "b.txt", "B"]] as const) {
    assert.equal(await calls.told(tool, { path: project.path(file) }), answer);
  }
  for (const [tool, file] of [[a, "b.txt"], [b, "a.txt"]] as const) {
    const target = JSON.stringify(project.path(file));
    assert.equal(
      await calls.told(tool, { path: project.path(file) }),
      `Tool "text" may not access read ${target}; to allow it, declare permissions: { read: [${target}] }`,
    );
  }
});

Deno.test("a sandbox has only the variables that it may read, and those that Deno needs", async () => {
  Deno.env.set("MCP_TEST_SECRET", "s");
  Deno.env.set("MCP_TEST_NAMED", "n");
  await using calls = new SandboxedCalls();
  const named = toolOf(PLAIN, "variable", { permissions: { env: { allow: ["MCP_TEST_NAMED"] } } });
  assert.equal(await calls.call(named, { name: "MCP_TEST_NAMED" }), "n");
  assert.match(String(await calls.told(named, { name: "MCP_TEST_SECRET" })), /may not access env/);
  // What a program that it starts would see, or a hole in Deno.
  const raw = toolOf(PLAIN, "rawEnvironment", { permissions: { run: { allow: ["env"] } } });
  const seen = String(await calls.call(raw));
  assert.match(seen, /^PATH=/m);
  assert.doesNotMatch(seen, /MCP_TEST/);
  const all = toolOf(PLAIN, "environment", { permissions: { env: { allow: true } } });
  const everything = await calls.call(all) as Record<string, string>;
  assert.equal(everything.MCP_TEST_SECRET, "s");
  assert.equal(everything.NODE_OPTIONS, "");
});

Deno.test("a module that is refused or broken does not keep others of its sandbox from running", async () => {
  await using project = await Project.make({
    "deno.json": {},
    "good.ts": "export const good = () => 1;",
    "broken.ts": "export const broken = () => {",
    "outside.ts":
      'import x from "/etc/hostname" with { type: "text" };\nexport const outside = () => x;',
    "throws.ts": 'throw new Error("at once");\nexport const throws = () => 1;',
  });
  await using calls = new SandboxedCalls();
  const tools = ["good", "broken", "outside", "throws"].map((name) =>
    toolOf(project.url(`${name}.ts`), name)
  );
  const told = await Promise.all(tools.map((tool) => calls.told(tool)));
  assert.equal(told[0], 1);
  assert.match(String(told[1]), /^Cannot load .*broken\.ts: SyntaxError/);
  assert.match(
    String(told[2]),
    /^Tool "outside" cannot run: outside\.ts imports "\/etc\/hostname", a file outside/,
  );
  assert.match(String(told[3]), /at once/);
  await project.write({ "outside.ts": "export const outside = () => 2;" });
  assert.equal(await calls.told(tools[2]), 2);
  assert.equal(await calls.told(tools[0]), 1);
});

Deno.test("what cannot be granted is told at each call, and nothing is started", async () => {
  await using calls = new SandboxedCalls();
  const tool = toolOf(PLAIN, "add", { permissions: { net: { allow: ["a b"] } } });
  for (let i = 0; i < 2; i++) {
    await assert.rejects(
      calls.call(tool, { a: 1, b: 2 }),
      (error) =>
        error instanceof SandboxError && /^Tool "add" declares net "a b"/.test(error.message),
    );
  }
});

Deno.test("what sandboxed code prints reaches stderr, and never stdout", async () => {
  const { code, stdout, stderr } = await deno(
    ["run", "-A", path("tests/fixtures/sandboxed/calls/printing_program.ts")],
  );
  assert.equal(code, 0, stderr);
  assert.equal(stdout, "");
  for (const way of ["console", "Deno.stdout", "writeSync", "process", "child"]) {
    assert.match(stderr, new RegExp(`by ${way}`));
  }
});

Deno.test("a server needs no more than the right to run Deno to start a sandbox", async () => {
  const program = path("tests/fixtures/sandboxed/calls/least_program.ts");
  const { stdout, stderr } = await deno([
    "run",
    "--no-prompt",
    `--allow-run=${Deno.execPath()}`,
    program,
  ]);
  assert.equal(stdout, "3\n", stderr);
  const refused = await deno(["run", "--no-prompt", program]);
  assert.equal(
    refused.stdout,
    'Tool "add" runs in a process of its own; start the server with --allow-run=deno as well\n',
    refused.stderr,
  );
});
