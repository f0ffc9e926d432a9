import assert from "node:assert/strict";
import { isSignatureError } from "../../src/app/signature_error.ts";
import { loadProject } from "../../src/project/load_project.ts";
import { ADD, aged, component, CONFIG, copyOf, counted, lines } from "../project/sample.ts";
import { Project } from "../support/project.ts";
import { CLI, deno, path, ROOT } from "../support/server_process.ts";

const FILES = {
  "deno.json": CONFIG,
  "tools/add.ts": ADD,
  "tools/schema.ts": component(
    "function run(all: { a: string }): string {\n  return all.a;\n}",
    'import { z } from "zod";',
    "export const input = z.object({ a: z.string() });",
  ),
};

/** How many components were read. */
const read = async (project: Project) => (await counted(project)).read;

const SHARING = {
  "deno.json": CONFIG,
  "lib/shared.ts": "export interface Shared {\n  tags: string[];\n}\n",
  "tools/add.ts": ADD,
  "tools/tagged.ts": component(
    "function run(shared: Shared): string {\n  return shared.tags.join();\n}",
    'import type { Shared } from "../lib/shared.ts";',
  ),
};

/** A program that loads a project, and says what it is called and has. */
const LOADER = `
const { loadProject } = await import(${
  JSON.stringify(new URL("src/project/load_project.ts", ROOT))
});
try {
  const server = await loadProject(Deno.args[0]);
  const { components } = await server.describe();
  console.log(server.name, components.map(({ key }) => key).join());
} catch (error) {
  console.log(error.message);
}
`;

Deno.test("a project is read once, and then what has changed, with all that depends on it", async () => {
  await using project = await Project.make(SHARING);
  await aged();
  const first = await counted(project);
  assert.deepEqual([first.read, first.cached, lines(first.checked)], [2, 0, []]);
  assert.equal(await Deno.readTextFile(project.path(".x-mcp/.gitignore")), "*\n");

  // The kept paths are relative, so that a project may move.
  await using moved = await copyOf(project);
  const second = await counted(moved);
  assert.deepEqual([second.read, second.cached], [0, 2]);
  assert.deepEqual(second.checked.manifest, first.checked.manifest);

  // Without the permission to run Deno, what is kept is enough.
  await moved.write({ "load.ts": LOADER });
  const load = () =>
    deno(
      [
        "run",
        "--no-prompt",
        `--config=${path("deno.json")}`,
        `--allow-read=${moved.folder},${path("")}`,
      ]
        .concat(moved.path("load.ts"), moved.folder),
    );
  assert.equal((await load()).stdout, "weather add,tagged\n");

  await moved.write({ "lib/shared.ts": "export interface Shared {\n  tags: number[];\n}\n" });
  const { stdout } = await load();
  assert.match(
    stdout,
    /^Cannot read tools\/tagged\.ts: reading needs --allow-run=\S+, .* run this once: deno run -A \S+cli\.ts check \S+\n$/,
  );
  await aged();
  const third = await counted(moved);
  assert.deepEqual([third.read, third.cached], [1, 1]);
  const [add, tagged] = third.checked.manifest.components;
  assert.deepEqual(add, first.checked.manifest.components[0]);
  assert.match(JSON.stringify(tagged.input), /"tags":{"type":"array","items":{"type":"number"}}/);
  assert.equal((await load()).stdout, "weather add,tagged\n");

  // What was kept without an error does not hide one that came later.
  await moved.write({ "tools/data.json": "", "deno.json": CONFIG });
  await assert.rejects(loadProject(moved.folder), (error) => {
    assert.ok(isSignatureError(error));
    assert.match(error.message, /data\.json:1:1: no component/);
    return true;
  });
  await Deno.remove(moved.path("tools/data.json"));
  await Deno.remove(moved.path("tools/add.ts"));
  const fewer = await counted(moved);
  assert.deepEqual([fewer.read, fewer.cached, lines(fewer.checked)], [0, 1, []]);
});

Deno.test("of a project, what was changed as it was read is not kept", async () => {
  await using project = await Project.make(FILES);
  assert.equal(await read(project), 2);
  await aged();
  assert.equal(await read(project), 2);
  assert.equal(await read(project), 0);
  await project.write({ "tools/add.ts": `${ADD}\n` });
  assert.equal(await read(project), 1);
  await aged();
  assert.equal(await read(project), 1);
  assert.equal(await read(project), 0);
});

Deno.test("of a project, nothing is kept that its configuration, the reader or somebody else has changed", async () => {
  await using project = await Project.make({ "deno.json": CONFIG, "tools/add.ts": ADD });
  await aged();
  assert.equal(await read(project), 1);
  const config = { ...CONFIG, compilerOptions: { strict: true } };
  await project.write({ "deno.json": config });
  await aged();
  assert.equal(await read(project), 1);
  assert.equal(await read(project), 0);
  const kept = await Deno.readTextFile(project.path(".x-mcp/project.json"));
  const others = [
    "{",
    kept.replace(/"reader":"[^"]*"/, '"reader":"another"'),
    kept.replace(/"source":"[^"]*"/, '"source":"another"'),
    kept.replace(/"description":"[^"]*"/, '"description":null'),
  ];
  for (const other of others) {
    assert.notEqual(other, kept);
    await project.write({ ".x-mcp/project.json": other });
    assert.equal(await read(project), 1, other);
  }
});

Deno.test("a project with an error is read as far as it is not kept, and the error is told each time", async () => {
  await using project = await Project.make({
    ...FILES,
    "tools/untyped.ts": component("function run(b): string {\n  return b;\n}"),
  });
  await aged();
  const problems = ["tools/untyped.ts:5:29: b has no type: write one, as in b: string"];
  for (const [read, cached] of [[3, 0], [1, 2]]) {
    const { checked, ...counts } = await counted(project);
    assert.deepEqual({ lines: lines(checked), ...counts }, { lines: problems, read, cached });
  }
  await assert.rejects(loadProject(project.folder), /b has no type/);
});

Deno.test("a project that may not be written to is read each time, and works", async () => {
  await using project = await Project.make(FILES);
  const list = () =>
    deno([
      "run",
      "--no-prompt",
      `--allow-run=${Deno.execPath()}`,
      `--allow-read`,
      "--allow-env",
      `--config=${path("deno.json")}`,
      CLI,
      "inspect",
      "--json",
      project.folder,
    ]);
  for (let time = 0; time < 2; time++) {
    const { code, stdout, stderr } = await list();
    assert.equal(code, 0, stderr);
    const names = JSON.parse(stdout).tools.map(({ name }: { name: string }) => name);
    assert.deepEqual(names, ["add", "schema"]);
  }
  await assert.rejects(Deno.stat(project.path(".x-mcp")), Deno.errors.NotFound);
});
