import assert from "node:assert/strict";
import { codeBlocks } from "../support/code_blocks.ts";
import { path } from "../support/server_process.ts";

const README = await Deno.readTextFile(path("README.md"));
const VERSION = (await Deno.readTextFile(path(".dvmrc"))).trim();

Deno.test("house: one version of Deno is named everywhere, and it is the one that runs", async () => {
  assert.match(VERSION, /^\d+\.\d+\.\d+$/);
  assert.equal(Deno.version.deno, VERSION);
  for (const file of ["README.md", ".ci/run"]) {
    const named = (await Deno.readTextFile(path(file))).matchAll(/deno@(\d+\.\d+\.\d+)/g);
    for (const [, version] of named) assert.equal(version, VERSION, file);
  }
});

Deno.test("house: .ci/run runs the README's own commands", async () => {
  const [setUp] = codeBlocks("sh", README);
  const [start, test] = setUp.trim().split("\n");
  assert.equal(start, `npx -y deno@${VERSION} task start`);
  assert.equal(test, `npx -y deno@${VERSION} task test`);
  const ci = await Deno.readTextFile(path(".ci/run"));
  assert.ok(ci.includes(`\nsetsid ${start} &\n`));
  assert.ok(ci.includes(`\n${test}\n`));
  assert.match(ci, /\ndeno task ok\n/);
});

Deno.test("house: the table of dependencies in README is that of deno.json, and nothing comes from elsewhere", async () => {
  const { imports } = JSON.parse(await Deno.readTextFile(path("deno.json")));
  for (const [name, target] of Object.entries<string>(imports)) {
    assert.match(target, /^npm:/, name);
    assert.ok(README.includes(`\`${name}\``), `${name} is not in README's table`);
  }
});
