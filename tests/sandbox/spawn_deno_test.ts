import assert from "node:assert/strict";
import { Project } from "../support/project.ts";
import { type Launch, spawnDeno } from "../../src/sandbox/spawn_deno.ts";
import { path } from "../support/server_process.ts";
import { launchOf } from "../../src/sandbox/launch.ts";
import { readySet } from "../../src/sandbox/permissions/ready_set.ts";
import type { PermissionSet } from "../../src/server/permissions.ts";

/** Starts Deno, waits for its end, and gives what it wrote to its channel. */
async function written(launch: Launch): Promise<{ text: string; code: number | null }> {
  const child = await spawnDeno(launch);
  child.hold(true);
  let text = "";
  child.from.on("data", (bytes) => text += bytes);
  const closed = new Promise((resolve) => child.from.once("close", resolve));
  const { code } = await child.exited;
  await closed;
  return { text, code };
}

const STATES = `
  import { writeSync } from "node:fs";
  const kinds = ["read", "write", "net", "env", "sys", "run", "ffi", "import"];
  const granted = kinds.filter((name) => Deno.permissions.querySync({ name }).state === "granted");
  writeSync(3, JSON.stringify([granted, Deno.cwd(), Deno.stdin.readSync(new Uint8Array(1))]));
`;

Deno.test("Deno runs a text in a folder, with an empty stdin and no permission but those of its flags", async () => {
  await using project = await Project.make({ "deno.json": {} });
  for (
    const [permissions, granted] of [
      [{}, []],
      [{ env: { allow: true } }, ["env"]],
      [{ import: { allow: true } }, ["import"]],
      [{ import: { allow: ["jsr.io:443"] } }, []],
      [{ read: { allow: true }, sys: { allow: true } }, ["read", "sys"]],
    ] as [PermissionSet, string[]][]
  ) {
    const set = await readySet(permissions, `${project.folder}/`);
    const launch = launchOf(
      { set, memoryMb: 64, folder: `${project.folder}/` },
      [],
      ["--no-lock"],
      {},
    );
    const { text, code } = await written({ ...launch, main: STATES });
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(text), [granted, project.folder, null]);
  }
});

Deno.test("Deno does not run with other flags than those that are given", async () => {
  // Node's spawn adds -A to these.
  const launch = { flags: [], main: STATES, folder: path(""), env: {} };
  await assert.rejects(spawnDeno(launch), {
    message: "Deno was not started with the flags of its sandbox",
  });
});

Deno.test("a folder that is not there keeps Deno from starting", async () => {
  const launch = { flags: ["--deny-ffi"], main: STATES, folder: "/nowhere", env: {} };
  await assert.rejects(spawnDeno(launch), { code: "ENOENT" });
});

Deno.test("the main module is an argument, but where Deno must look for a package.json or it is too long", async () => {
  const module = { "module.ts": `export { dependency } from "dependency";` };
  const packaged = {
    "package.json": { dependencies: { dependency: "1.0.0" } },
    "node_modules/dependency/package.json": { name: "dependency", version: "1.0.0", main: "x.mjs" },
    "node_modules/dependency/x.mjs": "export const dependency = 1;",
  };
  const imports = { imports: { dependency: "data:text/javascript,export const dependency = 1;" } };
  for (
    const [files, more, start] of [
      [{ "deno.json": imports }, "", "data:"],
      [{ "deno.json": {}, ...packaged }, "", "data:"],
      [packaged, "", "file:"],
      [{ "deno.jsonc": imports }, `// ${"x".repeat(20_000)}`, "file:"],
    ] as [Record<string, string | object>, string, string][]
  ) {
    await using project = await Project.make({ ...files, ...module });
    const folder = `${project.folder}/`;
    const set = await readySet({}, folder);
    const launch = launchOf({ set, memoryMb: 64, folder }, [], ["--no-lock"], {});
    const main = `
      import { writeSync } from "node:fs";
      import { dependency } from ${JSON.stringify(project.url("module.ts"))};
      writeSync(3, JSON.stringify([dependency, Deno.mainModule.slice(0, 5)]));
    `;
    const { text } = await written({ ...launch, main: main + more });
    assert.deepEqual(JSON.parse(text), [1, start]);
  }
});
