import assert from "node:assert/strict";
import { dirname } from "node:path";
import { serverName } from "../../src/cli/server_name.ts";
import { Project } from "../support/project.ts";
import { deno, mcp } from "../support/server_process.ts";

/** The commands that a report of `init` proposes. */
function proposed(stdout: string): string[] {
  const lines = stdout.split("\n");
  const begin = lines.indexOf("What to try next:") + 1;
  return lines.slice(begin, lines.indexOf("", begin)).map((line) => line.trim());
}

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

Deno.test("cli init: the project is clean, and what is proposed works as it is printed", async () => {
  await using place = await Project.make({});
  const made = await mcp(["init", "a b/ü"], { cwd: place.folder });
  assert.equal(made.code, 0, made.stderr);
  const project = place.path("a b/ü");
  const commands = proposed(made.stdout);
  assert.deepEqual(commands.slice(0, 3), ["cd 'a b/ü'", "deno task check", "deno task test"]);
  const env = { PATH: `${dirname(Deno.execPath())}:${Deno.env.get("PATH")}`, NO_COLOR: "1" };
  const shell = new Deno.Command("sh", {
    args: ["-ec", commands.join("\n")],
    cwd: place.folder,
    env,
  });
  const { code, stdout, stderr } = await shell.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  assert.equal(code, 0, text(stdout) + text(stderr));
  assert.match(text(stdout), /^3 components, no problems$/m);
  assert.match(text(stdout), /^ok \| 4 passed \| 0 failed/m);
  assert.match(text(stdout), /^\{"words":5,"minutes":/m);
  for (const args of [["fmt", "--check"], ["lint"]]) {
    const { code, stderr } = await deno(args, { cwd: project });
    assert.equal(code, 0, stderr);
  }
  assert.equal(JSON.parse(await Deno.readTextFile(`${project}/deno.json`)).name, "u");
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
