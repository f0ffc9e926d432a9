import assert from "node:assert/strict";
import { fakeJsr } from "../support/fake_jsr.ts";
import { Project } from "../support/project.ts";
import { deno } from "../support/server_process.ts";

Deno.test("sandboxes work where this package comes from JSR, and their code may import no more for it", async () => {
  await using jsr = await fakeJsr();
  const base = `${jsr.env.JSR_URL}${jsr.name}/${jsr.version}`;
  await using project = await Project.make({
    "deno.json": { imports: { "@x/mcp": `jsr:${jsr.name}@${jsr.version}` } },
    // What stands in another module is not loaded by the program, but by the sandbox alone.
    "tool.ts": `
      import { UserError } from "@x/mcp";
      export const told = () => { throw new UserError("told") };
      export const reach = async ({ url }) => { await import(url); };`,
    "program.ts": `
      import { makeSandboxes } from "${base}/src/sandbox/sandboxes.ts";
      import { CallContext } from "${base}/src/server/context.ts";
      const sandboxes = makeSandboxes({ report: (entry) => console.error(entry) });
      const call = (exported, args, permissions) => sandboxes.run({
        kind: "tool", key: exported, exported, module: new URL("./tool.ts", import.meta.url).href, warm: false,
        settings: { permissions, memoryMb: 128, pool: 1, idleMs: 1000 },
      }, args, new CallContext({
        era: "modern", protocolVersion: "", requestId: 1, client: { capabilities: {} }, meta: {},
        signal: new AbortController().signal, inputResponses: {}, notify: () => {},
      }, () => {})).catch((error) => console.log(error.message));
      for (const permissions of [{}, { import: { allow: ["example.com"] } }]) {
        await call("told", {}, permissions);
        await call("reach", { url: "${base}/src/transport/guard.ts" }, permissions);
      }
      await sandboxes.stop();`,
  });
  const host = new URL(base).host;
  const { stdout, stderr } = await deno(["run", "-A", "program.ts"], {
    cwd: project.folder,
    env: jsr.env,
  });
  const denied = new RegExp(`^Tool "reach" may not access import "${host}"`);
  const lines = stdout.trim().split("\n");
  assert.equal(lines.length, 4, stdout + stderr);
  for (const i of [0, 2]) {
    assert.equal(lines[i], "told", stderr);
    assert.match(lines[i + 1], denied);
  }
});
