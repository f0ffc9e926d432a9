import assert from "node:assert/strict";
import config from "../../deno.json" with { type: "json" };
import { isSignatureError } from "../../src/app/signature_error.ts";
import { buildProject } from "../../src/project/build_project.ts";
import { checkProject } from "../../src/project/check_project.ts";
import { packageSpecifier } from "../../src/project/package_specifier.ts";
import { loadProject, serverOf } from "../../src/project/load_project.ts";
import { Project } from "../support/project.ts";
import { RawClient } from "../support/raw_client.ts";
import { deno, path, ServerProcess } from "../support/server_process.ts";
import { ADD, aged, component, CONFIG, copyOf } from "./sample.ts";

const ODD = "tools/a b/100% ü#?.ts";
const LONG = `resources/${"d".repeat(100)}/${"r".repeat(100)}.ts`;

/** A project that has been read, whose copies need not be read again. */
const READ = await Project.make({
  "deno.json": CONFIG,
  "tools/add.ts": ADD,
  // The name that it exports lets it be called anything.
  [ODD]: "\uFEFF" +
    component(
      "function run(text: string): string {\n  return text;\n}",
      'export const name = "odd";',
    ).replaceAll("\n", "\r\n").trimEnd(),
  [LONG]: component(
    "{ debug: true }",
    'export const uri = "data://config";',
    'export const name = "config";',
  ),
});
addEventListener("unload", () => Deno.removeSync(READ.folder, { recursive: true }));
await aged();
assert.deepEqual((await checkProject(READ.folder)).problems, []);

const SERVER = `import { McpServer } from "@x/mcp";
const mcp = new McpServer({ name: "own", version: "2.0.0" });
`;

/** The one line by which loading a project fails. */
async function refusal(project: Project): Promise<string> {
  let message = "";
  await assert.rejects(loadProject(project.folder), (error) => {
    assert.ok(isSignatureError(error), String(error));
    message = error.message.replaceAll(`${project.folder}/`, "");
    return true;
  });
  assert.ok(!message.includes("\n"), message);
  return message;
}

Deno.test("a project is loaded as a server of its components, whatever their files are called", async () => {
  await using client = await RawClient.to(await loadProject(READ.folder));
  const { result } = await client.initialize();
  assert.deepEqual(result.serverInfo, { name: "weather", version: "1.2.3" });
  const tools = (await client.request("tools/list")).result.tools;
  assert.deepEqual(tools.map(({ name }: { name: string }) => name), ["odd", "add"]);
  const read = await client.request("resources/read", { uri: "data://config" });
  assert.deepEqual(JSON.parse(read.result.contents[0].text), { debug: true });
});

Deno.test("what was read of a project holds elsewhere, without a right to run anything, until it changes", async () => {
  await using moved = await copyOf(READ);
  await moved.write({
    "load.ts": `import { loadProject } from ${
      JSON.stringify(import.meta.resolve("../../src/project/load_project.ts"))
    };
      await loadProject(Deno.args[0]).then(() => console.log("loaded"), ({ message }) => {
        console.log(message);
      });`,
  });
  const grants = ["--no-prompt", `--allow-read=${moved.folder},${path("")}`];
  const load = async () =>
    (await deno(["run", ...grants, moved.path("load.ts"), moved.folder], { cwd: moved.folder }))
      .stdout;
  assert.equal(await load(), "loaded\n");
  await moved.write({ "tools/add.ts": `${ADD}// Changed.\n` });
  assert.match(
    await load(),
    /^Cannot read tools\/add\.ts: reading needs --allow-run=\S+, .* run this once: deno run -A \S+cli\.ts check \S+\n$/,
  );
});

Deno.test("a server.ts makes the server, whose components stand beside those of files", async () => {
  await using project = await copyOf(READ);
  await project.write({
    "server.ts": `${SERVER}mcp.tool("own", {}, () => "x");\nexport default mcp;\n` +
      "if (import.meta.main) await mcp.run();\n",
  });
  const { name, version, components } = await (await loadProject(project.folder)).describe();
  assert.deepEqual([name, version], ["own", "2.0.0"]);
  assert.deepEqual(components.map(({ key }) => key), ["own", "data://config", "odd", "add"]);
});

Deno.test("a server.ts that makes no server is one line, and so is one whose component collides", async () => {
  const cases: readonly [text: string, said: RegExp][] = [
    ['\nthrow new Error("no key");', /^server\.ts:2:7: the server cannot be loaded: no key$/],
    ["export default new (;", /^server\.ts:1:\d+: the server cannot be loaded: /],
    [
      'import "not_there";',
      /^server\.ts:1:8: the server cannot be loaded: .*"not_there" not a dep/,
    ],
    [`${SERVER}export { mcp };`, /^server\.ts:1:1: exports no server: write export default new Mc/],
    [
      "export default {};",
      /^server\.ts:1:1: exports no server: write export default new McpServer/,
    ],
    [
      `${SERVER}mcp.tool("Add", {}, () => "x");\nexport default mcp;`,
      /^Cannot register tool "add": tools\/add\.ts has the name of tool "Add", which server\.ts /,
    ],
  ];
  for (const [text, said] of cases) {
    await using project = await copyOf(READ);
    await project.write({ "server.ts": text });
    assert.match(await refusal(project), said);
  }
});

Deno.test("a server.ts that runs by itself is refused", async () => {
  await using project = await copyOf(READ);
  await project.write({ "server.ts": `${SERVER}export default mcp;\nvoid mcp.run();\n` });
  const loader = `import { loadProject } from ${
    JSON.stringify(import.meta.resolve("../../src/project/load_project.ts"))
  };
    await loadProject(Deno.args[0]).catch(({ message }) => console.error(message));
    Deno.exit(1);`;
  await project.write({ "load.ts": loader });
  const { code, stdout, stderr } = await deno(
    ["run", "-A", project.path("load.ts"), project.folder],
    { cwd: project.folder },
  );
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(
    stderr,
    /server\.ts:1:1: runs its server by itself: write if \(import\.meta\.main\) before run\(\)$/m,
  );
});

Deno.test("of a project with errors, nothing is loaded, and what is right is served to those who look", async () => {
  await using project = await copyOf(READ);
  await project.write({
    "tools/data.json": "",
    "prompts/a.txt": "",
    "server.ts": 'throw new Error("This must not run");',
  });
  await assert.rejects(loadProject(project.folder), /a\.txt:1:1: .*\n.*data\.json:1:1: /);
  await Deno.remove(project.path("server.ts"));
  const checked = await checkProject(project.folder);
  const { components } = await (await serverOf(checked)).describe();
  assert.deepEqual(components.map(({ key }) => key), ["data://config", "odd", "add"]);
  // Nothing can be served without a name.
  await project.write({ "deno.json": { ...CONFIG, name: undefined } });
  const nameless = { ...checked, manifest: { ...checked.manifest, name: undefined } };
  await assert.rejects(serverOf(nameless as unknown as typeof checked), /data\.json:1:1: /);
});

Deno.test("build writes the same bytes again and elsewhere, with nothing of the machine in them", async () => {
  await using one = await copyOf(READ);
  await using other = await copyOf(READ);
  const built = await buildProject(one.folder);
  assert.deepEqual(built.files, [one.path("dist/manifest.json"), one.path("dist/main.ts")]);
  const texts = async (project: Project) =>
    await Promise.all(
      ["manifest.json", "main.ts"].map((name) => Deno.readTextFile(project.path(`dist/${name}`))),
    );
  const first = await texts(one);
  assert.equal(first[0], `${JSON.stringify(built.manifest, null, 2)}\n`);
  await buildProject(one.folder);
  assert.deepEqual(await texts(one), first);
  await buildProject(other.folder);
  assert.deepEqual(await texts(other), first);
  assert.ok(!first.join().includes(one.folder));
  const names = [...Deno.readDirSync(one.path("dist"))].map(({ name }) => name);
  assert.deepEqual(names.sort(), ["main.ts", "manifest.json"]);

  // What is built is enough: from another folder, with no right but to start sandboxes.
  await using server = new ServerProcess({
    args: ["run", "--no-prompt", `--allow-run=${Deno.execPath()}`, one.path("dist/main.ts")],
    cwd: other.folder,
  });
  await server.client.initialize();
  const call = async (name: string, args: unknown) =>
    (await server.client.request("tools/call", { name, arguments: args })).result.content[0].text;
  assert.deepEqual([await call("add", { a: 2 }), await call("odd", { text: "x" })], ["3", "x"]);
});

Deno.test("an entry has the server of a server.ts, or makes one by how the project imports this package", async () => {
  await using project = await Project.make({ "server.ts": "", "tools/_none.ts": "" });
  const entryOf = async (output: string) => {
    await buildProject(project.folder, project.path(output));
    return await Deno.readTextFile(project.path(`${output}/main.ts`));
  };
  const served = await entryOf("out/of/it");
  assert.match(served, /^import server from "\.\.\/\.\.\/\.\.\/server\.ts";$/m);
  assert.match(served, /url: new URL\("\.\.\/\.\.\/\.\.\/", import\.meta\.url\)/);
  assert.doesNotMatch(served, /McpServer/);

  const { version } = config;
  const folder = `${project.folder}/`;
  assert.equal(packageSpecifier(folder), `jsr:@x/mcp@${version}`);
  await project.write({ "package.json": { dependencies: { "@x/mcp": "npm:@jsr/x__mcp" } } });
  assert.equal(packageSpecifier(folder), "@x/mcp");
  await project.write({
    "package.json": {},
    "deno.jsonc": '{ /* none */ "importMap": "./map.json" }',
  });
  assert.equal(packageSpecifier(folder), `jsr:@x/mcp@${version}`);
  await project.write({ "map.json": { imports: { "@x/mcp": "jsr:@x/mcp" } } });
  assert.equal(packageSpecifier(folder), "@x/mcp");

  await project.write({ "member/deno.json": {}, "deno.json": CONFIG });
  assert.equal(packageSpecifier(`${folder}member/`), `jsr:@x/mcp@${version}`);
  await project.write({ "deno.json": { ...CONFIG, workspace: ["./member"] } });
  assert.equal(packageSpecifier(`${folder}member/`), "@x/mcp");
});

Deno.test("build writes to no folder that is not its own, and nothing at all if there is an error", async () => {
  await using elsewhere = await Project.make({ "x.txt": "" });
  await using project = await copyOf(READ);
  await project.write({
    "taken/manifest.json": { name: "of another" },
    "entry/main.ts": "console.log(1);\n",
    "file": "",
    "kept/notes.txt": "mine",
  });
  await Deno.symlink(elsewhere.folder, project.path("link"));
  await Deno.symlink("nowhere", project.path("broken"));
  const cases: Readonly<Record<string, RegExp>> = {
    "": /that is the folder of the project; give one below it, such as dist$/,
    "tools": /components are looked for in tools\/; give another folder, such as dist$/,
    "prompts/out": /components are looked for in prompts\//,
    "dist/../resources": /components are looked for in resources\//,
    "../out": /it is not below the project, whose files the entry imports/,
    "link": /it is a link; give the folder itself$/,
    "link/": /it is a link; give the folder itself$/,
    "link/out": /it is not below the project/,
    "broken/out": /there is a link on the way to it that leads nowhere$/,
    "taken": /its manifest\.json was not made by mcp build; move it away, or give another folder$/,
    "entry": /its main\.ts was not made by mcp build/,
    "file": /it is no folder$/,
  };
  const tree = () => treeOf(project.folder);
  const before = await tree();
  for (const [output, said] of Object.entries(cases)) {
    await assert.rejects(buildProject(project.folder, project.path(output)), (error: Error) => {
      assert.match(error.message, /^Cannot build into [^\n]*$/);
      assert.match(error.message, said);
      return true;
    });
  }
  await project.write({ "tools/data.json": "" });
  await assert.rejects(buildProject(project.folder), /data\.json:1:1: no component/);
  await Deno.remove(project.path("tools/data.json"));
  assert.deepEqual(await tree(), before);
  assert.deepEqual([...Deno.readDirSync(elsewhere.folder)].map(({ name }) => name), ["x.txt"]);

  await buildProject(project.folder, project.path("kept"));
  assert.equal(await Deno.readTextFile(project.path("kept/notes.txt")), "mine");
});

/** The paths below a folder, but for what we keep. */
async function treeOf(folder: string, below = ""): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(`${folder}/${below}`)) {
    if (name === ".x-mcp") continue;
    found.push(below + name);
    if (isDirectory) found.push(...await treeOf(folder, `${below}${name}/`));
  }
  return found.sort();
}
