import assert from "node:assert/strict";
import { buildProject } from "../../src/project/build_project.ts";
import { ADD, component, CONFIG } from "../project/sample.ts";
import { Project } from "../support/project.ts";
import { deno } from "../support/server_process.ts";

/** A tool whose file has a name of so many letters. */
const named = (letters: number) => ({ [`tools/${"x".repeat(letters)}.ts`]: ADD });
const SERVER = 'import { McpServer } from "@x/mcp";\n' +
  'export default new McpServer({ name: "own", version: "1.0.0" });\n';

Deno.test("what build writes passes deno fmt, deno lint and deno check as they are", async () => {
  await using plain = await Project.make({
    "deno.json": CONFIG,
    // Where lines are broken depends on their length.
    ...named(20),
    ...named(30),
    ...named(40),
    ...named(62),
    ...named(100),
    "resources/config.ts": component("{ debug: true }", 'export const uri = "data://config";'),
    "prompts/ü b.ts": component(
      "function run(text: string): string {\n  return text;\n}",
      'export const name = "odd";',
    ),
  });
  await using served = await Project.make({
    "deno.json": CONFIG,
    "tools/add.ts": ADD,
    "server.ts": SERVER,
  });
  for (const project of [plain, served]) {
    await buildProject(project.folder);
    const dist = project.path("dist");
    for (
      const args of [
        ["fmt", "--check", "--no-config", dist],
        ["lint", "--no-config", dist],
        ["check", `${dist}/main.ts`],
      ]
    ) {
      const { code, stderr } = await deno(args, { cwd: project.folder });
      assert.equal(code, 0, `${args[0]}: ${stderr}`);
    }
  }
});
