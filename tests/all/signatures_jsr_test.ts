import assert from "node:assert/strict";
import { fakeJsr } from "../support/fake_jsr.ts";
import { Project } from "../support/project.ts";
import { deno, ServerProcess } from "../support/server_process.ts";

const SERVER = `
import { type Context, McpServer } from "@x/mcp";
import { register } from "./remote.ts";

const mcp = new McpServer({ name: "published", version: "1.0.0" });
/**
 * Repeats a text.
 * @param times How often. @minimum 1
 */
function repeat(text: string, times = 2, ctx?: Context): string {
  ctx?.progress(1);
  return text.repeat(times);
}
mcp.tool(repeat, import.meta);
register(mcp);
export default mcp;
if (import.meta.main) await mcp.run();
`;

const REMOTE = `
import type { McpServer } from "@x/mcp";
/** Says when. */
function when(day: Date): string { return day.toISOString(); }
export function register(mcp: McpServer): void { mcp.tool(when, import.meta); }
`;

Deno.test("signatures are read by the package as published, also of modules that are not on this machine, and kept", async () => {
  await using jsr = await fakeJsr();
  await using remote = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => new Response(REMOTE, { headers: { "content-type": "application/typescript" } }),
  );
  const url = `http://127.0.0.1:${remote.addr.port}/remote.ts`;
  await using project = await Project.make({
    "deno.json": { imports: { "@x/mcp": `jsr:${jsr.name}@${jsr.version}` } },
    "server.ts": SERVER.replace("./remote.ts", url),
  });
  const options = { cwd: project.folder, env: jsr.env };
  const inspected = await deno([
    "run",
    "-A",
    `jsr:${jsr.name}/cli`,
    "inspect",
    "--json",
    "server.ts",
  ], options);
  assert.equal(inspected.code, 0, inspected.stderr);
  const { tools } = JSON.parse(inspected.stdout);
  assert.deepEqual(
    tools.map(({ name, description }: Record<string, string>) => [name, description]),
    [
      ["repeat", "Repeats a text."],
      ["when", "Says when."],
    ],
  );
  assert.deepEqual(tools[0].inputSchema.properties, {
    text: { type: "string" },
    times: { type: "number", minimum: 1, description: "How often.", default: 2 },
  });

  await using server = new ServerProcess({
    args: [
      "run",
      "--no-prompt",
      `--allow-import=127.0.0.1`,
      `--allow-read=${project.folder},${jsr.env.DENO_DIR}`,
      "--allow-env=DENO_DIR",
      "server.ts",
    ],
    ...options,
  });
  await server.client.initialize();
  const { result } = await server.client.request("tools/call", {
    name: "when",
    arguments: { day: "2026-01-02T03:04:05Z" },
  });
  assert.equal(result.content[0].text, "2026-01-02T03:04:05.000Z");
});
