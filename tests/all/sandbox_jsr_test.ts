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
      export const reach = async ({ url }) => { await import(url); };
      export const input = { "~standard": {
        version: 1, vendor: "mine", validate: () => ({ issues: [{ message: "is refused" }] }),
        jsonSchema: { input: () => ({ type: "object" }) },
      } };`,
    "program.ts": `
      import { makeSandboxes } from "${base}/src/sandbox/sandboxes.ts";
      import { CallContext } from "${base}/src/server/context.ts";
      const sandboxes = makeSandboxes({ report: (entry) => console.error(entry) });
      const codeOf = (exported, permissions, schemas) => ({
        kind: "tool", key: exported, exported, module: new URL("./tool.ts", import.meta.url).href, warm: false,
        settings: { permissions, memoryMb: 128, pool: 1, idleMs: 1000 }, schemas,
      });
      const call = (exported, args, permissions, schemas) => sandboxes.run(codeOf(exported, permissions, schemas), args, new CallContext({
        era: "modern", protocolVersion: "", requestId: 1, client: { capabilities: {} }, meta: {},
        signal: new AbortController().signal, inputResponses: {}, notify: () => {},
      }, () => {})).catch((error) => console.log(error.message));
      for (const permissions of [{}, { import: { allow: ["example.com"] } }]) {
        await call("told", {}, permissions);
        await call("reach", { url: "${base}/src/transport/guard.ts" }, permissions);
      }
      await call("told", {}, {}, ["input"]);
      const { signal } = new AbortController();
      console.log(JSON.stringify(await sandboxes.schemas(codeOf("told", {}, ["input"]), signal)));
      await sandboxes.stop();`,
  });
  const host = new URL(base).host;
  const { stdout, stderr } = await deno(["run", "-A", "program.ts"], {
    cwd: project.folder,
    env: jsr.env,
  });
  const denied = new RegExp(`^Tool "reach" may not access import "${host}"`);
  const lines = stdout.trim().split("\n");
  assert.deepEqual(lines.splice(4), [
    "Invalid arguments:",
    "- expected what the tool's own check accepts, got an object",
    '{"input":{"type":"object","properties":{}}}',
  ], stdout + stderr);
  for (const i of [0, 2]) {
    assert.equal(lines[i], "told", stderr);
    assert.match(lines[i + 1], denied);
  }
});
