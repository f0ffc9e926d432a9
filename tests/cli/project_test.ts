import assert from "node:assert/strict";
import { Project } from "../support/project.ts";
import { alive, CLI, mcp, ROOT, ServerProcess, until } from "../support/server_process.ts";

const DENO_JSON = {
  name: "shop",
  version: "1.2.0",
  exports: {},
  imports: { "@x/mcp": new URL("mod.ts", ROOT).href },
};

const ADD = `/**
 * Adds two numbers.
 * @module
 */
export const permissions = { read: ["data"] };
export default function add(a: number, b: number): number {
  return a + b;
}
`;

const CONFIG = `/** Settings. @module */
export const uri = "data://config";
export default { debug: false };
`;

const SOUND = { "deno.json": DENO_JSON, "tools/add.ts": ADD, "resources/config.ts": CONFIG };
const WRONG = { "tools/wrong.ts": "export default function wrong(a): number { return a; }\n" };
/** Doubtful, and served all the same. */
const DOUBTFUL = {
  "tools/today.ts": `/** Tells the day. @module */
export const annotations = { readOnlyHint: true };
export default function today(): string { return "today"; }
`,
};

Deno.test("cli: a folder is checked, listed, called, served and compared; errors and warnings are lines", async (t) => {
  await using project = await Project.make({ ...SOUND, ...DOUBTFUL, ...WRONG });
  const cwd = project.folder;

  await t.step("check prints what is wrong and what is doubtful, sorted by place", async () => {
    const { code, stdout, stderr } = await mcp(["check"], { cwd });
    assert.deepEqual([code, stdout], [1, "2 errors, 1 warning in 4 components\n"]);
    assert.match(
      stderr,
      new RegExp(
        "^tools/today.ts:3:\\d+: warning: takes no arguments .*\n" +
          "tools/wrong.ts:1:1: this file does not say what the tool is for.*\n" +
          "tools/wrong.ts:1:31: a has no type.*\n$",
      ),
    );
  });

  await Deno.remove(project.path("tools/wrong.ts"));
  await t.step(
    "warnings fail with --strict; --json has them with their places",
    async () => {
      const { code, stdout, stderr } = await mcp(["check", "--strict", "--json"], { cwd });
      assert.deepEqual([code, stderr], [1, ""]);
      const { folder, components, problems } = JSON.parse(stdout);
      assert.equal(folder, `${cwd}/`);
      assert.deepEqual(components[0], {
        kind: "resource",
        key: "data://config",
        file: "resources/config.ts",
      });
      assert.equal(components.length, 3);
      const [{ message, ...place }] = problems;
      assert.deepEqual(place, {
        file: "tools/today.ts",
        line: 3,
        column: 25,
        severity: "warning",
      });
      assert.match(message, /a resource would do/);
    },
  );

  await t.step("list and call start it", async () => {
    const listed = await mcp(["list", cwd]);
    assert.match(listed.stdout, /^ {2}add\(a: number, b: number\) +Adds two numbers\.$/m);
    assert.match(listed.stdout, /^ {2}data:\/\/config +Settings\.$/m);
    const called = await mcp(["call", "add", "a=1", "b=2"], { cwd });
    assert.equal(called.stdout, "3\n", called.stderr);
  });

  await t.step("run serves it, within --limit", async () => {
    await using server = new ServerProcess({
      args: ["run", "-A", CLI, "run", "--limit", "none", cwd],
    });
    assert.equal((await server.client.initialize()).result.serverInfo.name, "shop");
    const { result } = await server.client.request("tools/call", {
      name: "add",
      arguments: { a: 1, b: 2 },
    });
    assert.match(
      result.content[0].text,
      /declares read "[^"]*\/data", which --limit does not grant/,
    );
  });

  await t.step(
    "inspect --diff: a copy elsewhere is the same; what wants more rights ends with 1",
    async () => {
      await using old = await Project.make({ ...SOUND, ...DOUBTFUL });
      await Deno.mkdir(old.path(".x-mcp"));
      for await (const { name } of Deno.readDir(project.path(".x-mcp"))) {
        await Deno.copyFile(project.path(`.x-mcp/${name}`), old.path(`.x-mcp/${name}`));
      }
      const before = await mcp(["inspect", "--json", old.folder]);
      const { fingerprint } = JSON.parse(before.stdout);
      assert.equal((await mcp(["inspect", "--fingerprint", cwd])).stdout, `${fingerprint}\n`);
      await project.write({ "old.json": before.stdout });
      const diff = (...flags: string[]) =>
        mcp(["inspect", "--diff", "old.json", ...flags], { cwd });
      const same = await diff();
      assert.deepEqual([same.code, same.stdout.split("\n").length], [0, 2], same.stdout);
      await project.write({ "tools/add.ts": ADD.replace('"data"', '"data", "/etc"') });
      const json = await diff("--json");
      assert.equal(json.code, 1);
      assert.deepEqual(JSON.parse(json.stdout).rights, [
        { kind: "tool", key: "add", wants: ["read=/etc"] },
      ]);
      const more = await diff();
      assert.equal(more.code, 1);
      assert.match(more.stdout, /^Wants more rights:\n {2}tool "add"\n {4}read=\/etc\n/);
    },
  );

  await t.step("inspect --diff of something else says so", async () => {
    const { code, stdout, stderr } = await mcp(["inspect", "--diff", "deno.json"], { cwd });
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /^mcp: deno\.json is not what inspect --json prints, but has no server; /);
  });
});

Deno.test("cli check: a signal ends it at once, and what it has started", async () => {
  await using project = await Project.make(SOUND);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", CLI, "check"],
    cwd: project.folder,
    stdout: "null",
    stderr: "null",
  }).spawn();
  const started = async () => {
    const list = `/proc/${child.pid}/task/${child.pid}/children`;
    return (await Deno.readTextFile(list)).trim().split(" ").filter((pid) => pid !== "");
  };
  assert.ok(await until(async () => (await started()).length > 0, 10_000));
  const children = await started();
  child.kill("SIGINT");
  assert.equal((await child.status).code, 130);
  for (const pid of children) assert.ok(await until(async () => !await alive(Number(pid)), 500));
});
