import assert from "node:assert/strict";
import { Project } from "../support/project.ts";
import { CLI, deno, mcp, ROOT, ServerProcess } from "../support/server_process.ts";

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
