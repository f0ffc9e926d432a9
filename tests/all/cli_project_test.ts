import assert from "node:assert/strict";
import { Project } from "../support/project.ts";
import { alive, CLI, deno, mcp, ROOT, ServerProcess, until } from "../support/server_process.ts";

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

Deno.test("cli: errors of a project are lines sorted by place, for every verb; nothing starts, nothing is built", async () => {
  await using project = await Project.make({ ...SOUND, ...DOUBTFUL, ...WRONG });
  const cwd = project.folder;
  const checked = await mcp(["check"], { cwd });
  assert.deepEqual([checked.code, checked.stdout], [1, "2 errors, 1 warning in 4 components\n"]);
  const places = checked.stderr.trim().split("\n").map((line) => line.split(":", 2).join(":"));
  assert.deepEqual(places, ["tools/today.ts:3", "tools/wrong.ts:1", "tools/wrong.ts:1"]);

  const json = await mcp(["check", "--json"], { cwd });
  assert.deepEqual([json.code, json.stderr], [1, ""]);
  const { folder, components, problems } = JSON.parse(json.stdout);
  assert.equal(folder, `${cwd}/`);
  assert.deepEqual(components[0], {
    kind: "resource",
    key: "data://config",
    file: "resources/config.ts",
  });
  assert.deepEqual(Object.keys(problems[0]), ["file", "line", "column", "severity", "message"]);
  assert.deepEqual(
    problems.map(({ file, severity }: Record<string, string>) => [file, severity]),
    [["tools/today.ts", "warning"], ["tools/wrong.ts", "error"], ["tools/wrong.ts", "error"]],
  );

  const errors = checked.stderr.replace(/^.*: warning: .*\n/m, "");
  assert.deepEqual(await mcp(["build"], { cwd }), { code: 1, stdout: "", stderr: errors });
  await using server = new ServerProcess({ args: ["run", "-A", CLI, "run"], cwd });
  assert.deepEqual([(await server.ended).code, await server.stderr()], [1, errors]);
  assert.deepEqual(server.client.messages, []);
  await assert.rejects(Deno.stat(project.path("dist")), Deno.errors.NotFound);
  const listed = await mcp(["list"], { cwd });
  assert.deepEqual([listed.code, listed.stdout], [1, ""]);
  assert.ok(listed.stderr.startsWith(errors), listed.stderr);

  const inspected = await mcp(["inspect"], { cwd });
  assert.deepEqual([inspected.code, inspected.stderr], [1, errors]);
  assert.match(inspected.stdout, /^tool +add +\d+ +process +read=\.\/data$/m);
  const half = await mcp(["inspect", "--json"], { cwd });
  assert.deepEqual([half.code, "fingerprint" in JSON.parse(half.stdout)], [1, false]);
  const signed = await mcp(["inspect", "--fingerprint"], { cwd });
  assert.deepEqual(signed, { code: 1, stdout: "", stderr: errors });
});

Deno.test("cli: a folder in a folder of a project is what its server.ts says", async () => {
  await using project = await Project.make({
    ...SOUND,
    "plain/server.ts": `
      import { McpServer } from "@x/mcp";
      export default new McpServer({ name: "plain", version: "1.0.0" });`,
  });
  const plain = await mcp(["inspect", "--json", project.path("plain")]);
  assert.equal(JSON.parse(plain.stdout).server.name, "plain");
});

Deno.test("cli inspect: server.ts of a project is said to run in the server's process", async () => {
  await using project = await Project.make({ "deno.json": DENO_JSON, "tools/add.ts": ADD });
  const without = await mcp(["inspect"], { cwd: project.folder });
  assert.match(without.stdout, /may start programs: the server \(deno\)$/m);
  await project.write({
    "server.ts": `
      import { McpServer } from "@x/mcp";
      export default new McpServer({ name: "made", version: "2.0.0" });`,
  });
  const config = ["--config", project.path("deno.json")];
  const inspected = await deno(["run", "-A", ...config, CLI, "inspect", project.folder]);
  assert.match(inspected.stdout, /^made \(made 2\.0\.0\)$/m, inspected.stderr);
  assert.match(inspected.stdout, /the server \(deno\), whose process also runs server\.ts$/m);
});

Deno.test("cli build: what is written, and a command that serves it with no more than it needs", async () => {
  await using project = await Project.make(SOUND);
  const cwd = project.folder;
  const { code, stdout, stderr } = await mcp(["build", "-o", "out"], { cwd });
  assert.deepEqual([code, stderr], [0, ""]);
  const command = /^Run it:\n {2}deno (run .*)$/m.exec(stdout)?.[1];
  assert.equal(command, `run --allow-read=${cwd} --allow-run=deno out/main.ts`, stdout);
  assert.match(stdout, /^Built 2 components:\n {2}out\/manifest\.json\n {2}out\/main\.ts$/m);
  await using server = new ServerProcess({ args: [...command!.split(" "), "--no-prompt"], cwd });
  await server.client.initialize();
  const { result } = await server.client.request("tools/call", {
    name: "add",
    arguments: { a: 1, b: 2 },
  });
  assert.equal(result.content[0].text, "3");
  const json = JSON.parse((await mcp(["build", "--json"], { cwd })).stdout);
  assert.deepEqual(json.files, ["dist/manifest.json", "dist/main.ts"]);
  assert.deepEqual(json.manifest.components.length, 2);
  const no = await mcp(["build", "out"], { cwd });
  assert.match(no.stderr, /^mcp: There is no server in .*\/out: /);
});

Deno.test("cli build: no more may be read than what is declared, and what tells where it leads", async () => {
  const note = (permissions: unknown, body: string) =>
    `/** Does something with notes. @module */
export const permissions = ${JSON.stringify(permissions)};
export default async function note(text: string): Promise<string> { ${body} return text; }
`;
  await using project = await Project.make({
    "deno.json": DENO_JSON,
    "data/kept/notes.txt": "one",
    "tools/add.ts": note(
      { write: ["data/kept/new.txt"] },
      `await Deno.writeTextFile("data/kept/new.txt", text);`,
    ),
    "tools/find.ts": note(
      { read: ["data/kept/notes.txt"] },
      `text = await Deno.readTextFile("data/kept/notes.txt");`,
    ),
  });
  const cwd = project.folder;
  const { stdout } = await mcp(["build"], { cwd });
  const command = /^Run it:\n {2}deno (run .*)$/m.exec(stdout)?.[1];
  const kept = `${cwd}/data/kept`;
  const flags = `--allow-read=${kept} --allow-write=${kept}/new.txt --allow-run=deno`;
  assert.equal(command, `run ${flags} dist/main.ts`, stdout);
  await using server = new ServerProcess({ args: [...command!.split(" "), "--no-prompt"], cwd });
  await server.client.initialize();
  for (const [name, said] of [["add", "x"], ["find", "one"]]) {
    const params = { name, arguments: { text: "x" } };
    const { result } = await server.client.request("tools/call", params);
    assert.equal(result.content[0].text, said);
  }
  assert.equal(await Deno.readTextFile(`${kept}/new.txt`), "x");

  await Deno.symlink(`${cwd}/data/kept`, project.path("alias"));
  await project.write({ "tools/find.ts": note({ read: ["alias/notes.txt"] }, "") });
  const linked = await mcp(["build"], { cwd });
  assert.ok(linked.stdout.includes(`run --allow-read=${cwd} --allow-write=`), linked.stdout);
});

Deno.test("cli check: the file of a server is checked with its types and what hosts refuse of it", async () => {
  await using files = await Project.make({
    "deno.json": { imports: { "@x/mcp": new URL("mod.ts", ROOT).href } },
    "server.ts": `import { McpServer } from "@x/mcp";
console.log("printed while loading");
const n: number = "text";
export default new McpServer({ name: "file", version: "1.0.0" })
  .tool("silent", {}, () => n);
`,
    "broken.ts": "export default = ;",
  });
  const cwd = files.folder;
  const config = ["--config", files.path("deno.json")];
  const found = await deno(["run", "-A", ...config, CLI, "check"], { cwd });
  assert.deepEqual([found.code, found.stdout], [1, "1 error, 1 warning in 1 component\n"]);
  assert.match(
    found.stderr,
    /^printed while loading\nserver\.ts:1:1: warning: tool "silent": has no description.*\nserver\.ts:3:7: Type 'string' is not .*\n$/,
  );
  const broken = await mcp(["check", "broken.ts"], { cwd });
  assert.deepEqual([broken.code, broken.stdout], [1, "1 error\n"]);
  assert.match(broken.stderr, /^broken\.ts:1:16: [^\n]*Expression expected\n$/);
});
