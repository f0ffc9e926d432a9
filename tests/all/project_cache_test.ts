import assert from "node:assert/strict";
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
