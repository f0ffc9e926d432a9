import assert from "node:assert/strict";
import { serverName } from "../../src/cli/server_name.ts";
import { Project } from "../support/project.ts";
import { mcp, ROOT } from "../support/server_process.ts";

/** All paths below a folder. */
async function pathsBelow(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    paths.push(name);
    if (!isDirectory) continue;
    paths.push(...(await pathsBelow(`${folder}/${name}`)).map((path) => `${name}/${path}`));
  }
  return paths.sort();
}

Deno.test("cli init: the folder is made with a component and a test of each kind, and what to try next is said", async () => {
  await using place = await Project.make({});
  const { code, stdout, stderr } = await mcp(["init", "a b/ü"], { cwd: place.folder });
  assert.deepEqual([code, stderr], [0, ""]);
  const files = (await pathsBelow(place.path("a b/ü"))).filter((path) => path.includes("."));
  assert.deepEqual(files, [
    ".gitignore",
    "README.md",
    "deno.json",
    "prompts/shorten.ts",
    "prompts/shorten_test.ts",
    "resources/reading_speeds.ts",
    "resources/reading_speeds_test.ts",
    "tools/reading_time.ts",
    "tools/reading_time_test.ts",
  ]);
  for (const file of files) assert.ok(stdout.includes(`  ${file}\n`), file);
  assert.match(stdout, /^ {2}cd 'a b\/ü'\n {2}deno task check\n {2}deno task test\n/m);
  const config = JSON.parse(await Deno.readTextFile(place.path("a b/ü/deno.json")));
  assert.deepEqual([config.name, config.version], ["u", "0.1.0"]);
  assert.equal(config.imports["@x/mcp"], new URL("mod.ts", ROOT).href);
});

Deno.test("cli init: if one of its files is there, nothing is written, and it says which", async () => {
  await using place = await Project.make({
    "README.md": "mine",
    "deno.jsonc": "{}",
    "other.ts": "",
  });
  const { code, stdout, stderr } = await mcp(["init"], { cwd: place.folder });
  assert.deepEqual([code, stdout], [1, ""]);
  assert.equal(
    stderr,
    "mcp: Cannot make a project in .: README.md, deno.jsonc are there already, and nothing was written\n",
  );
  assert.deepEqual(await pathsBelow(place.folder), ["README.md", "deno.jsonc", "other.ts"]);
});

Deno.test("cli init: what was written before an error is gone again", async () => {
  await using place = await Project.make({ "here/resources": "a file, and no folder" });
  const { code, stderr } = await mcp(["init", "here"], { cwd: place.folder });
  assert.equal(code, 1);
  assert.match(stderr, /^mcp: Cannot write into .*\/here: .*\n$/);
  assert.deepEqual(await pathsBelow(place.folder), ["here", "here/resources"]);
});

Deno.test("init: a server is named after its folder, in letters of a package's name", () => {
  for (
    const [folder, name] of [
      ["weather", "weather"],
      ["My Server_2", "my-server-2"],
      ["größe", "gro-e"],
      ["-ü-", "u"],
      ["日本", "mcp-server"],
      ["", "mcp-server"],
      ["a".repeat(200), "a".repeat(40)],
      ["x".repeat(39) + " y", "x".repeat(39)],
    ]
  ) {
    assert.equal(serverName(folder), name);
  }
});
