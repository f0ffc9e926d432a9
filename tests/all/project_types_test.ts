import assert from "node:assert/strict";
import { checkProject } from "../../src/project/check_project.ts";
import { component, CONFIG, lines } from "../project/sample.ts";
import { Project } from "../support/project.ts";

const TEXT = "function run(text: string): string {\n  return text;\n}";

Deno.test("a file that cannot be parsed, though no component, hides no errors of types elsewhere", async () => {
  await using project = await Project.make({
    "deno.json": CONFIG,
    "server.ts": "const name: string = 1;\n",
    "tools/_shared.ts": "export const = 2;\n",
  });
  const [elsewhere, broken, ...more] = lines(await checkProject(project.folder, { types: true }));
  assert.match(elsewhere, /^server\.ts:1:7: Type 'number' is not assignable/);
  assert.match(broken, /^tools\/_shared\.ts:1:14: .*[Ee]xpected/);
  assert.deepEqual(more, []);
});

Deno.test("what keeps Deno from checking types is told, at deno.json", async () => {
  await using project = await Project.make({
    "deno.json": { ...CONFIG, compilerOptions: { strict: "no" } },
    "tools/a.ts": component(TEXT),
  });
  assert.deepEqual(lines(await checkProject(project.folder, { types: true })), [
    "deno.json:1:1: types cannot be checked: Compiler option 'strict' requires a value of type boolean",
  ]);
});
