import assert from "node:assert/strict";
import { Project } from "../support/project.ts";
import { SandboxedCalls, toolOf } from "../support/sandboxed_calls.ts";
import { deno } from "../support/server_process.ts";

Deno.test("a sandbox runs the versions that the lock file of its project names, and never writes it", async () => {
  await using project = await Project.make({
    "deno.json": {},
    "version.ts": 'import "npm:zod@4.2.0";',
  });
  await deno(["cache", "version.ts"], { cwd: project.folder });
  const written = await Deno.readTextFile(project.path("deno.lock"));
  const lock = written.replace('"npm:zod@4.2.0"', '"npm:zod@4"');
  assert.notEqual(lock, written);
  await project.write({
    "deno.lock": lock,
    "version.ts": 'import { core } from "npm:zod@4";\n' +
      // Which the lock file does not name.
      'import mime from "npm:mime@4";\n' +
      "export const version = () => [core.version.minor, mime.getType('a.txt')];",
  });
  await using calls = new SandboxedCalls();
  assert.deepEqual(await calls.call(toolOf(project.url("version.ts"), "version")), [
    2,
    "text/plain",
  ]);
  assert.equal(await Deno.readTextFile(project.path("deno.lock")), lock);
});

Deno.test("a project without a lock file does not get one by a sandbox", async () => {
  await using project = await Project.make({
    "deno.json": { imports: { mime: "npm:mime@4" } },
    "type.ts": 'import mime from "mime";\nexport const type = () => mime.getType("a.txt");',
  });
  await using calls = new SandboxedCalls();
  assert.equal(await calls.call(toolOf(project.url("type.ts"), "type")), "text/plain");
  const names = (await Array.fromAsync(Deno.readDir(project.folder))).map(({ name }) => name);
  assert.deepEqual(names.sort(), ["deno.json", "type.ts"]);
});

Deno.test("a project of package.json alone has its packages in a sandbox", async () => {
  await using project = await Project.make({
    "package.json": { dependencies: { mime: "^4.0.0" } },
    "type.ts": 'import mime from "mime";\nexport const type = () => mime.getType("a.txt");',
  });
  const { code, stderr } = await deno(["install"], { cwd: project.folder });
  assert.equal(code, 0, stderr);
  await using calls = new SandboxedCalls();
  assert.equal(await calls.call(toolOf(project.url("type.ts"), "type")), "text/plain");
});
