import assert from "node:assert/strict";
import { sha256 } from "../../src/app/signatures/cache_place.ts";
import { loadProject } from "../../src/project/load_project.ts";
import { ADD, aged, component, CONFIG, counted, lines } from "../project/sample.ts";
import { Project } from "../support/project.ts";
import { CLI, deno, path } from "../support/server_process.ts";

const FILES = {
  "deno.json": CONFIG,
  "tools/add.ts": ADD,
  "tools/schema.ts": component(
    "function run(all: { a: string }): string {\n  return all.a;\n}",
    'import { z } from "zod";',
    "export const input = z.object({ a: z.string() });",
  ),
};

/** What a process keeps, as it is written. */
async function whole(kept: object): Promise<string> {
  const sum = await sha256(new TextEncoder().encode(JSON.stringify(kept)));
  return JSON.stringify({ sum, ...kept });
}

/** How many components were read. */
const read = async (project: Project) => (await counted(project)).read;

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
  const text = await Deno.readTextFile(project.path(".x-mcp/project.json"));
  const { sum: _, ...kept } = JSON.parse(text);
  assert.equal(await whole(kept), text, "otherwise nothing below would be told apart");
  const others = [
    "{",
    "null",
    text.replace(/"description":"[^"]*"/, '"description":""'),
    await whole({ ...kept, reader: "another" }),
    await whole({ ...kept, source: "another" }),
  ];
  for (const other of others) {
    assert.notEqual(other, text);
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

Deno.test("what a project comes to is kept in a folder of its own, and not where a link or a file is", async () => {
  await using elsewhere = await Project.make({ ".gitignore": "dist\n" });
  await using project = await Project.make({ "deno.json": CONFIG, "tools/add.ts": ADD });
  await aged();
  await Deno.symlink(elsewhere.folder, project.path(".x-mcp"));
  assert.equal(await read(project), 1);
  assert.equal(await read(project), 1);
  const names = [...Deno.readDirSync(elsewhere.folder)].map(({ name }) => name);
  assert.deepEqual(names, [".gitignore"]);
  assert.equal(await Deno.readTextFile(elsewhere.path(".gitignore")), "dist\n");
  await Deno.remove(project.path(".x-mcp"));
  await project.write({ ".x-mcp": "mine" });
  assert.equal(await read(project), 1);
  assert.equal(await Deno.readTextFile(project.path(".x-mcp")), "mine");
});
