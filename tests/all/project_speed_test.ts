import assert from "node:assert/strict";
import { aged, component, CONFIG } from "../project/sample.ts";
import { Project } from "../support/project.ts";
import { CLI, deno, ServerProcess } from "../support/server_process.ts";

const FEW = 50;
const MANY = 1000;
const PAIRS = 9;

/** Whatever else the machine does makes it longer, and never shorter. */
const least = (values: readonly number[]) => Math.min(...values);

/** A file with a tool. */
const file = (i: number) =>
  component(
    'function tool(name: string, count: number, kind: "one" | "two" = "one"): Result {\n' +
      "  return { name: name + kind, count };\n}",
    "export interface Result {",
    "  name: string;",
    `  /** How many. @minimum ${i} */`,
    "  count: number;",
    "}",
  );

/** A project of so many tools; their paths are of 200 characters. */
async function projectOf(tools: number): Promise<Project> {
  const folder = `tools/${"ü".repeat(90)}/${"g".repeat(90)}`;
  return await Project.make({
    "deno.json": CONFIG,
    ...Object.fromEntries(
      Array.from({ length: tools }, (_, i) => [
        `${folder}/tool${i}.ts`,
        file(i).replace("export interface", `export const name = "tool${i}";\nexport interface`),
      ]),
    ),
  });
}

/** The same tools in one file, with plain schemas. */
function oneFile(tools: number): string {
  const result = (i: number) => ({
    type: "object",
    properties: {
      name: { type: "string" },
      count: { type: "number", description: "How many.", minimum: i },
    },
    required: ["name", "count"],
  });
  const input = {
    type: "object",
    properties: {
      name: { type: "string" },
      count: { type: "number" },
      kind: { type: "string", enum: ["one", "two"], default: "one" },
    },
    required: ["name", "count"],
  };
  return [
    'import { McpServer } from "@x/mcp";',
    'const mcp = new McpServer({ name: "one", version: "1.0.0" });',
    ...Array.from(
      { length: tools },
      (_, i) =>
        `mcp.tool("tool${i}", { description: "Does something.", input: ${JSON.stringify(input)}, ` +
        `output: ${JSON.stringify(result(i))} }, ({ name, count }) => ({ name, count }));`,
    ),
    "export default mcp;",
    "",
  ].join("\n");
}

/** The first list, and how long it takes from the start until it is there, in milliseconds. */
async function firstList(target: string, cwd: string): Promise<{ took: number; tools: unknown[] }> {
  const start = performance.now();
  await using server = new ServerProcess({ args: ["run", "-A", CLI, "run", target], cwd });
  await server.client.initialize();
  const { result } = await server.client.request("tools/list");
  const took = performance.now() - start;
  const tools = result.tools.toSorted((a: { name: string }, b: { name: string }) =>
    a.name < b.name ? -1 : 1
  );
  return { took, tools };
}

/** How long a check takes, in milliseconds. */
async function check(project: Project): Promise<number> {
  const start = performance.now();
  const { code, stderr } = await deno(["run", "-A", CLI, "check"], { cwd: project.folder });
  assert.equal(code, 0, stderr);
  return performance.now() - start;
}

Deno.test("a warm run of fifty files gives its first list within 1.5 times that of one file", async () => {
  await using project = await projectOf(FEW);
  await project.write({ "one.ts": oneFile(FEW) });
  await aged();
  await check(project);
  const times = { project: [] as number[], one: [] as number[] };
  for (let pair = 0; pair < PAIRS; pair++) {
    const ofProject = await firstList(".", project.folder);
    const ofOne = await firstList("one.ts", project.folder);
    times.project.push(ofProject.took);
    times.one.push(ofOne.took);
    assert.equal(ofProject.tools.length, FEW);
    assert.deepEqual(ofProject.tools, ofOne.tools);
  }
  const ratio = least(times.project) / least(times.one);
  console.log(`a project of ${FEW} files against one file: ${ratio.toFixed(2)} times`);
  assert.ok(ratio <= 1.5, JSON.stringify(times));
});

Deno.test("the check of a thousand components takes less than 12 times that of fifty, cold and warm", async () => {
  await using few = await projectOf(FEW);
  await using many = await projectOf(MANY);
  await aged();
  for (const state of ["cold", "warm"]) {
    const [ofFew, ofMany] = [await check(few), await check(many)];
    console.log(
      `${MANY} components against ${FEW}, ${state}: ${(ofMany / ofFew).toFixed(2)} times`,
    );
    assert.ok(ofMany < 12 * ofFew, `${state}: ${ofMany} against ${ofFew} milliseconds`);
  }
});
