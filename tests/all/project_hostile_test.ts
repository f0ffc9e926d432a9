import assert from "node:assert/strict";
import { checkProject } from "../../src/project/check_project.ts";
import { sealOf } from "../../src/project/seal.ts";
import { Project } from "../support/project.ts";
import { ADD, aged, component, CONFIG, counted, lines } from "../project/sample.ts";

const JSON_SCHEMA = "export const input = { type: 'object', properties: {} };";
const NOTHING = 'function nothing(): string {\n  return "";\n}';

async function isThere(path: string): Promise<boolean> {
  return await Deno.lstat(path).then(() => true, () => false);
}

Deno.test("what a project brings along as kept is not believed", async () => {
  await using project = await Project.make({ "deno.json": CONFIG, "tools/add.ts": ADD });
  await aged();
  await counted(project);
  const path = project.path(".x-mcp/project.json");
  const kept = JSON.parse(await Deno.readTextFile(path));
  kept.components["tools/add.ts"].file.options.permissions = { run: true };
  const forged = JSON.stringify(kept);
  await Deno.writeTextFile(path, forged);
  const { read, checked } = await counted(project);
  assert.deepEqual([read, checked.manifest.components[0].options.permissions], [1, undefined]);

  // Neither is what names other files than the component depends on, which are not even looked at.
  kept.hashes["../../../../../../dev/zero"] = null;
  await Deno.writeTextFile(path, JSON.stringify(kept));
  await Deno.remove(project.path(".x-mcp/project.seal"));
  assert.equal((await counted(project)).read, 1);

  await Deno.writeTextFile(path, forged);
  await Deno.writeTextFile(project.path(".x-mcp/project.seal"), (await sealOf(forged))!);
  assert.equal((await counted(project)).read, 0, "the seal is what decides");
});

Deno.test("a link in place of the folder that is ours has nothing written elsewhere", async () => {
  await using elsewhere = await Project.make({ ".gitignore": "kept" });
  await using project = await Project.make({ "deno.json": CONFIG, "tools/add.ts": ADD });
  await Deno.symlink(elsewhere.folder, project.path(".x-mcp"));
  await aged();
  assert.equal((await counted(project)).read, 1);
  assert.deepEqual([...Deno.readDirSync(elsewhere.folder)].map(({ name }) => name), [".gitignore"]);
  assert.equal(await Deno.readTextFile(elsewhere.path(".gitignore")), "kept");
});

Deno.test("a project that is looked at gets no folder of packages, whose scripts would run", async () => {
  for (
    const config of ['"nodeModulesDir": "auto"', '"node\\u004dodulesDir": true', '"vendor": true']
  ) {
    const json = JSON.stringify({ ...CONFIG, allowScripts: true });
    await using project = await Project.make({
      "deno.json": json.replace("{", `{${config},`),
      "tools/add.ts": component(
        "function run(text: string): string {\n  return z.string().parse(text);\n}",
        'import { z } from "zod";',
      ),
    });
    const checked = await checkProject(project.folder, { types: true });
    assert.deepEqual(lines(checked), [], config);
    assert.equal(await isThere(project.path("node_modules")), false, config);
    assert.equal(await isThere(project.path("vendor")), false, config);
  }
});

Deno.test("what is evaluated may read what it declares, and change or tell nothing", async () => {
  await using project = await Project.make({
    "deno.json": CONFIG,
    "tools/reads.ts": component(
      NOTHING,
      'export const permissions = { read: ["."], write: ["."], net: true };',
      'void Deno.readTextFileSync("deno.json");',
      JSON_SCHEMA,
    ),
    "tools/sends.ts": component(
      NOTHING,
      'export const permissions = { net: ["127.0.0.1:1234"] };',
      'await fetch("http://127.0.0.1:1234/");',
      JSON_SCHEMA,
    ),
    "tools/writes.ts": component(
      NOTHING,
      'export const permissions = { read: ["."], write: ["."] };',
      'Deno.writeTextFileSync("written", "");',
      JSON_SCHEMA,
    ),
    "tools/imports.ts": component(
      NOTHING,
      'export const permissions = { env: ["HOME"], import: ["example.com"] };',
      'void Deno.env.get("HOME");',
      JSON_SCHEMA,
    ),
  });
  const WITHOUT = "while it is only loaded, whatever is declared: do that in the function";
  assert.deepEqual(
    lines(await checkProject(project.folder)).filter((line) => !line.startsWith("w")),
    [
      `tools/imports.ts:7:14: input cannot be evaluated: it may not access env "HOME" ${WITHOUT}`,
      `tools/sends.ts:7:14: input cannot be evaluated: it may not access net "127.0.0.1:1234" ${WITHOUT}`,
      `tools/writes.ts:7:14: input cannot be evaluated: it may not access write "written" ${WITHOUT}`,
    ],
  );
  assert.equal(await isThere(project.path("written")), false);
});

Deno.test("a problem is one line, whatever a project puts into it", async () => {
  await using project = await Project.make({
    "deno.json": CONFIG,
    "tools/a\x1b[2Jb.ts": ADD,
    "tools/throws.ts": component(
      NOTHING,
      'throw new Error("\\x1b[1A\\u202e\\x07no\\rproblem");',
      JSON_SCHEMA,
    ),
  });
  const found = lines(await checkProject(project.folder));
  assert.equal(found.length, 2);
  for (const line of found) assert.doesNotMatch(line, /[\p{Cc}\u202e]/u);
});

Deno.test("what a component may touch stands in files of the project, by no way in a package", async () => {
  const version = 'import { LATEST_PROTOCOL_VERSION as host } from "@modelcontextprotocol/server";';
  const declared = (value: string, ...before: readonly string[]) =>
    component(NOTHING, version, ...before, `export const permissions = ${value};`);
  await using project = await Project.make({
    "deno.json": CONFIG,
    "tools/_own.ts": 'export const own = "example.com";\n',
    "tools/named.ts": declared("{ net: [host] }"),
    "tools/typed.ts": declared("{ net: [same] }", "declare const same: typeof host;"),
    "tools/hidden.ts": declared(
      "{ net: [kept.host] }",
      'const kept = { host: "a" } as unknown as { readonly host: typeof host };',
    ),
    "tools/reexported.ts": component(
      NOTHING,
      'export { LATEST_PROTOCOL_VERSION as permissions } from "@modelcontextprotocol/server";',
    ),
    "tools/right.ts": component(
      NOTHING,
      'import type { Permissions } from "@x/mcp";',
      'import { own } from "./_own.ts";',
      "export const permissions = { net: [own] } satisfies Permissions;",
    ),
  });
  const { manifest, ...checked } = await checkProject(project.folder);
  assert.deepEqual(manifest.components.map(({ file }) => file), ["tools/right.ts"]);
  const found = lines({ manifest, ...checked });
  assert.equal(found.length, 4, found.join("\n"));
  for (const line of found) {
    assert.match(line, /permissions has to be written out in a file of yours, since/);
  }
});
