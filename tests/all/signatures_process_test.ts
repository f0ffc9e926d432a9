import assert from "node:assert/strict";
import { SignatureReader } from "../../src/app/signatures/reader.ts";
import { PRECOMPILED, Project } from "../support/project.ts";
import { alive, deno, path, until } from "../support/server_process.ts";

const FINE = "export function f(a: string): void { void a; }\n";

/** The processes that a process has started. */
async function children(pid: number): Promise<number[]> {
  const found: number[] = [];
  for await (const { name } of Deno.readDir(`/proc/${pid}/task`)) {
    const text = await Deno.readTextFile(`/proc/${pid}/task/${name}/children`).catch(() => "");
    found.push(...text.split(" ").filter((each) => each !== "").map(Number));
  }
  return found;
}

async function withoutOld(old: readonly number[]): Promise<number[]> {
  const all = await children(Deno.pid);
  return all.filter((pid) => !old.includes(pid));
}

for (
  const [file, message] of [
    [
      "dying_child.ts",
      /^Cannot read signatures: the process that reads them was at nothing yet, and ended with exit code 7; it said: out of cheese$/,
    ],
    [
      "babbling_child.ts",
      /^Cannot read signatures: the process that reads them was at nothing yet, and said "¡hola!"$/,
    ],
    [
      "stuck_child.ts",
      /^Cannot read signatures: the process that reads them was at "endless" of file:\/\/\/a\.ts, and was silent for 1 seconds$/,
    ],
    ["none.ts", /^Cannot read signatures: .* ended with exit code 1; it said: .*none\.ts/],
  ] as const
) {
  Deno.test(`a reading by ${file} ends with what became of it, and leaves no process`, async () => {
    await using project = await Project.make({ "a.ts": FINE });
    const before = await children(Deno.pid);
    const program = new URL(`../fixtures/signatures/${file}`, import.meta.url).href;
    await using reader = new SignatureReader({ program, patienceMs: 1000 });
    await assert.rejects(reader.read([project.request("a.ts", "f", 1)]), { message });
    assert.deepEqual(await withoutOld(before), []);
  });
}

Deno.test("a reader starts one process for many readings, a new one after it was killed, and none is left", async () => {
  await using project = await Project.make({ "a.ts": FINE, "b.ts": FINE });
  const requests = [project.request("a.ts", "f", 1), project.request("b.ts", "f", 1)];
  const before = await children(Deno.pid);
  {
    await using reader = new SignatureReader();
    // Readings that are asked for together follow each other.
    const [both, one] = await Promise.all([reader.read(requests), reader.read([requests[0]])]);
    assert.deepEqual(both[0], one[0]);
    assert.equal(reader.counts.processes, 1);
    const [pid, ...more] = await withoutOld(before);
    assert.deepEqual(more, []);
    Deno.kill(pid, "SIGKILL");
    await assert.rejects(reader.read(requests), /ended with SIGKILL/);
    assert.deepEqual(await reader.read(requests), both);
    assert.equal(reader.counts.processes, 2);
    assert.equal(reader.counts.functionsRead, 4);
  }
  assert.deepEqual(await withoutOld(before), []);
});

Deno.test("a reader that is disposed of while it reads ends at once", async () => {
  await using project = await Project.make({ "a.ts": FINE });
  const before = await children(Deno.pid);
  const reader = new SignatureReader();
  const reading = assert.rejects(reader.read([project.request("a.ts", "f", 1)]), /was stopped/);
  await reader[Symbol.asyncDispose]();
  await reading;
  assert.deepEqual(await withoutOld(before), []);
});

Deno.test("the process that reads ends with the one that asks, and writes nothing on its stdout", async () => {
  await using project = await Project.make({ "a.ts": FINE });
  const program = `
    import { SignatureReader } from ${
    JSON.stringify(import.meta.resolve("../../src/app/signatures/reader.ts"))
  };
    const reader = new SignatureReader();
    const [{ signature }] = await reader.read([${JSON.stringify(project.request("a.ts", "f", 1))}]);
    console.error(JSON.stringify(signature.input));
    for (const { name } of Deno.readDirSync("/proc/self/task")) {
      const children = await Deno.readTextFile(\`/proc/self/task/\${name}/children\`);
      if (children !== "") console.error(children.trim());
    }
    Deno.kill(Deno.pid, "SIGKILL");`;
  await project.write({ "asks.ts": program });
  const { stdout, stderr } = await deno(["run", "-A", project.path("asks.ts")]);
  assert.equal(stdout, "");
  const [input, pid] = stderr.split("\n");
  assert.match(input, /^{"type":"object"/);
  assert.match(pid, /^\d+$/);
  assert.ok(await until(async () => !await alive(Number(pid)), 10_000));
});

Deno.test("a reading needs the permission to run Deno, and no other", async () => {
  await using project = await Project.make({ "deno.json": { imports: { "#x": "./x.ts" } } });
  const reader = import.meta.resolve("../../src/app/signatures/reader.ts");
  await project.write({
    "x.ts": "export interface X { x: number }\n",
    "a.ts": 'import type { X } from "#x";\nexport function f(a: X): void { void a; }\n',
    "asks.ts": `
      import { SignatureReader } from ${JSON.stringify(reader)};
      await using reader = new SignatureReader();
      const answers = await reader.read([${JSON.stringify(project.request("a.ts", "f", 1))}]);
      console.log(JSON.stringify(answers[0].signature.input.properties.a.properties));`,
  });
  const { code, stdout, stderr } = await deno(
    ["run", "--no-prompt", `--allow-run=${Deno.execPath()}`, project.path("asks.ts")],
    { cwd: "/" },
  );
  assert.equal(code, 0, stderr);
  assert.deepEqual(JSON.parse(stdout), { x: { type: "number" } });
  const denied = await deno(["run", "--no-prompt", project.path("asks.ts")], { cwd: path("") });
  assert.equal(denied.code, 1);
  assert.match(denied.stderr, /Requires run access/);
});

Deno.test("neither code that the environment has Deno load first nor colours disturb a reading", async () => {
  await using project = await Project.make({
    ...PRECOMPILED,
    "a.tsx": `${FINE}export const p = <p />;\n`,
    "wrong.tsx": `${FINE}export const n: number = "1";\nexport const p = <p />;\n`,
    "first.cjs": 'console.log("first");\n',
  });
  const reader = import.meta.resolve("../../src/app/signatures/reader.ts");
  const requests = ["a.tsx", "wrong.tsx"].map((file) => project.request(file, "f", 1));
  await project.write({
    "asks.ts": `
      import { SignatureReader } from ${JSON.stringify(reader)};
      await using reader = new SignatureReader();
      const answers = await reader.read(${JSON.stringify(requests)});
      console.log(JSON.stringify(answers.map(({ problems }) => problems?.map(({ line }) => line))));`,
  });
  const { stdout, stderr } = await deno(["run", "-A", project.path("asks.ts")], {
    env: { NODE_OPTIONS: `--require ${project.path("first.cjs")}`, FORCE_COLOR: "1" },
  });
  assert.equal(stdout, "first\n[null,[2]]\n", stderr);
});

Deno.test("text of any script and size goes to the process and back", async () => {
  const names = Array.from(
    { length: 3000 },
    (_, i) => `  /** Ключ № ${i}: 鍵 🔑. */\n  k${i}: string;\n`,
  );
  await using project = await Project.make({
    "a.ts": `export interface Many {\n${names.join("")}}\n` +
      "export function f(a: Many): void { void a; }\n",
  });
  await using reader = new SignatureReader();
  const [{ signature, problems }] = await reader.read([project.request("a.ts", "f", 1)]) as [
    {
      signature: { input: { properties: { a: { properties: Record<string, unknown> } } } };
      problems?: unknown;
    },
  ];
  assert.equal(problems, undefined);
  const { properties } = signature.input.properties.a;
  assert.equal(Object.keys(properties).length, 3000);
  assert.deepEqual(properties.k2999, { type: "string", description: "Ключ № 2999: 鍵 🔑." });
});
