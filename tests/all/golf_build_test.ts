import assert from "node:assert/strict";
import { TOOLS } from "../examples/golf_rows.ts";
import { copyOfGolf, GOLF } from "../support/golf.ts";
import type { Project } from "../support/project.ts";
import { deno, mcp, ServerProcess } from "../support/server_process.ts";

Deno.test("examples/golf: check finds nothing wrong, and nothing doubtful", async () => {
  const { code, stderr, stdout } = await mcp(["check", "--strict", GOLF]);
  assert.equal(code, 0, stdout + stderr);
});

Deno.test("examples/golf: build writes the same bytes again and at another place, and what it wrote serves", async () => {
  await using one = await copyOfGolf();
  await using other = await copyOfGolf();
  const files = async (project: Project) =>
    await Promise.all(
      ["manifest.json", "main.ts"].map((name) => Deno.readTextFile(project.path(`dist/${name}`))),
    );
  const build = async (project: Project) => {
    const { code, stderr } = await mcp(["build", project.folder]);
    assert.equal(code, 0, stderr);
    return await files(project);
  };
  const first = await build(one);
  assert.deepEqual(await build(one), first);
  assert.deepEqual(await build(other), first);
  assert.ok(!first.join().includes(one.folder));
  const manifest = JSON.parse(first[0]);
  assert.equal(manifest.components.length, TOOLS.length + 5);
  const main = one.path("dist/main.ts");
  const checked = await deno(["check", main], { cwd: one.folder });
  assert.equal(checked.code, 0, checked.stderr);
  // It may read no code of its own.
  const rights = [`--allow-read=${one.path("data")}`, `--allow-run=${Deno.execPath()}`];
  await using server = new ServerProcess({
    args: ["run", "--no-prompt", ...rights, main],
    cwd: other.folder,
  });
  await server.client.initialize();
  const call = async (name: string) =>
    (await server.client.request("tools/call", { name, arguments: {} })).result;
  assert.deepEqual((await call("hello")).structuredContent, { message: "Hello, World!" });
  assert.deepEqual((await call("read_only_patterns")).structuredContent.result, ["notes.txt"]);
});
