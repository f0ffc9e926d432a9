/** Whatever changes, a project that was kept comes to what it would if nothing had been. */
import assert from "node:assert/strict";
import { aged, component, CONFIG, counted, lines } from "../project/sample.ts";
import { Project } from "../support/project.ts";

type Texts = Readonly<Record<string, string | object>>;

const [ONE, TWO] = ["export type T = number;\n", "export type T = boolean;\n"];
const LIBRARY = { "lib/one.ts": ONE, "lib/two.ts": TWO };

/** A tool whose parameter is of a type. */
const tool = (type: string, ...imports: string[]): string =>
  component(`function run(a: ${type}): string {\n  return String(a);\n}`, ...imports);

/** A tool whose parameter is of a type that another module exports. */
const importing = (from: string): string => tool("T", `import type { T } from "${from}";`);

/** A tool with a schema of zod that needs a number, which the imports declare. */
const evaluating = (number: string, ...imports: string[]): string =>
  component(
    "function run(all: z.infer<typeof input>): string {\n  return String(all.a);\n}",
    'import { z } from "zod";',
    ...imports,
    `export const input = z.object({ a: z.number().max(${number}) });`,
  );

/**
 * Changes a project that was read, and compares what it comes to with what it does where nothing is kept.
 *
 * @param below Folder of the project among the files
 * @param change Changes what each component comes to but for that of tools/same.ts
 */
async function compare(
  files: Texts,
  below: string,
  change: (whole: Project) => Promise<unknown>,
): Promise<void> {
  await using whole = await Project.make(files);
  const project = { folder: whole.path(below) };
  const look = async () => {
    const { checked, read } = await counted(project);
    assert.deepEqual(lines(checked), []);
    const { components } = checked.manifest;
    return { read, components: new Map(components.map((each) => [each.file, each])) };
  };
  await aged();
  const before = await look();
  await change(whole);
  const after = await look();
  await Deno.remove(`${project.folder}/.x-mcp`, { recursive: true });
  const anew = await look();
  assert.deepEqual(after.components, anew.components);
  const changed = [...after.components.keys()].filter((file) => file !== "tools/same.ts");
  for (const file of changed) {
    assert.notDeepEqual(after.components.get(file), before.components.get(file), file);
  }
}

Deno.test("a project is read again after a change of what its components import, however it is made", async () => {
  const files = {
    "lib/one.ts": ONE,
    "server/deno.json": { ...CONFIG, unstable: ["raw-imports"] },
    "server/tools/same.ts": tool("string"),
    "server/tools/older.ts": tool("string"),
    "server/tools/first.ts": tool("string"),
    "server/tools/second.ts": tool("number"),
    "server/tools/outside.ts": importing("../../lib/one.ts"),
    "server/two.ts": TWO,
    "server/file.ts": ONE,
    "server/tools/file.ts": importing("../file.ts"),
    "server/two/x.ts": TWO,
    "server/folder/x.ts": ONE,
    "server/tools/folder.ts": importing("../folder/x.ts"),
    "server/typed.json": { x: 1 },
    "server/tools/json.ts": tool(
      "typeof data",
      'import data from "../typed.json" with { type: "json" };',
    ),
    "server/data.json": { x: 1 },
    "server/tools/data.ts": evaluating(
      "x.x",
      'import x from "../data.json" with { type: "json" };',
    ),
    "server/text.txt": "1",
    "server/tools/text.ts": evaluating("+x", 'import x from "../text.txt" with { type: "text" };'),
    "server/script.js": "export const x = 1;\n",
    "server/script.d.ts": "export const x: number;\n",
    "server/tools/script.ts": evaluating(
      "x",
      '// @ts-types="../script.d.ts"',
      'import { x } from "../script.js";',
    ),
    "server/late.ts": "export const x = 1;\n",
    "server/tools/late.ts": evaluating("x", 'const { x } = await import("../late.ts");'),
  };
  await compare(files, "server", async (whole) => {
    const path = (name: string) => whole.path(`server/${name}`);
    // As long as it was.
    await whole.write({ "server/tools/older.ts": tool("number") });
    await Deno.utime(path("tools/older.ts"), 1000, 1000);
    await Deno.rename(path("tools/first.ts"), path("tools/_first.ts"));
    await Deno.rename(path("tools/second.ts"), path("tools/first.ts"));
    await Deno.rename(path("tools/_first.ts"), path("tools/second.ts"));
    await Deno.remove(path("file.ts"));
    await Deno.symlink("two.ts", path("file.ts"));
    await Deno.remove(path("folder"), { recursive: true });
    await Deno.symlink("two", path("folder"));
    await whole.write({
      "lib/one.ts": TWO,
      "server/typed.json": { x: "one" },
      "server/data.json": { x: 2 },
      "server/text.txt": "2",
      "server/script.js": "export const x = 2;\n",
      "server/late.ts": "export const x = 2;\n",
    });
  });
});

const mapped = (to: string) => ({ ...CONFIG, imports: { ...CONFIG.imports, mapped: to } });
const { imports: _, ...UNMAPPED } = CONFIG;
const TYPES = { "one.ts": ONE, "two.ts": TWO };
const declaring = (type: string) => `declare global {\n  type G = ${type};\n}\nexport {};\n`;

/** Configurations of one folder that change, with what changes by them. */
const CONFIGURATIONS: Readonly<Record<string, readonly [files: Texts, change: Texts]>> = {
  "an import map of its own": [
    {
      "deno.json": { ...UNMAPPED, importMap: "./map.json" },
      "map.json": mapped("./one.ts"),
      ...TYPES,
      "tools/a.ts": importing("mapped"),
    },
    { "map.json": mapped("./two.ts") },
  ],
  "deno.json in place of deno.jsonc": [
    { "deno.jsonc": mapped("./one.ts"), ...TYPES, "tools/a.ts": importing("mapped") },
    { "deno.json": mapped("./two.ts") },
  ],
  "declarations that the configuration names, by what they import": [
    {
      "deno.json": { ...CONFIG, compilerOptions: { types: ["./globals.d.ts"] } },
      "globals.d.ts": 'import "./more.d.ts";\n',
      "more.d.ts": declaring("number"),
      "tools/a.ts": tool("G"),
    },
    { "more.d.ts": declaring("boolean") },
  ],
};

for (const [what, [files, change]] of Object.entries(CONFIGURATIONS)) {
  Deno.test(`a project is read again after a change of ${what}`, async () => {
    await compare(files, "", (whole) => whole.write(change));
  });
}

Deno.test("a project is read again after a change of its workspace, and of the members that it imports", async () => {
  const root = (mapped: string) => ({
    workspace: ["./lib", "./server"],
    imports: { ...CONFIG.imports, mapped },
  });
  const member = (exported: string) => ({
    name: "@me/lib",
    version: "1.0.0",
    exports: exported,
    imports: { own: exported },
  });
  const files = {
    "deno.json": root("./lib/one.ts"),
    ...LIBRARY,
    "lib/deno.json": member("./one.ts"),
    "lib/mod.ts": 'export type { T } from "own";\n',
    "server/deno.json": UNMAPPED,
  };
  const named = { "server/tools/named.ts": importing("@me/lib") };
  const below = { "server/tools/below.ts": importing("../../lib/mod.ts") };
  const change = { "lib/deno.json": member("./two.ts") };
  const same = { "server/tools/same.ts": tool("string") };
  await compare({ ...files, ...same, ...named, ...below }, "server", (all) => all.write(change));
  const around = { "server/tools/around.ts": importing("mapped") };
  await compare({ ...files, ...around }, "server", (all) => {
    return all.write({ "deno.json": root("./lib/two.ts") });
  });
});
