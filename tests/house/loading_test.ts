import assert from "node:assert/strict";
import { deno, path, ServerProcess } from "../support/server_process.ts";

/** Prints, when the program ends, every module that it resolved. */
const RECORDER = `
import { registerHooks } from "node:module";
const seen = new Set();
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    seen.add(resolved.url);
    return resolved;
  },
});
addEventListener("unload", () => console.error([...seen].join("\\n")));
`;

const HEAVY = /\/(@modelcontextprotocol|zod|ajv|typescript|jose|arktype)\//;

/** The modules that a program loads without any permission. */
async function loaded(program: string, input?: string): Promise<string[]> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/recorder.mjs`, RECORDER);
    await Deno.writeTextFile(`${folder}/program.ts`, program);
    const { code, stderr } = await deno([
      "run",
      "--no-prompt",
      "--config",
      path("deno.json"),
      "--preload",
      `${folder}/recorder.mjs`,
      `${folder}/program.ts`,
    ], input === undefined ? {} : { input });
    assert.equal(code, 0, stderr);
    return stderr.split("\n");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const SERVER = `
import { McpServer } from "@x/mcp";
const mcp = new McpServer({ name: "plain", version: "1.0.0" });
mcp.tool("t", { input: { type: "object", properties: { a: { type: "string" } } } }, () => "x");
mcp.resource("x://{a}", {}, () => 1);
mcp.prompt("p", {}, () => "x");
`;

Deno.test("importing @x/mcp and registering needs no permission and loads no SDK, zod, ajv or typescript", async () => {
  const modules = await loaded(SERVER);
  assert.ok(modules.some((url) => url.endsWith("/src/server/registry.ts")), "the recorder works");
  assert.deepEqual(modules.filter((url) => HEAVY.test(url)), []);
  const whole = await loaded(SERVER + "await mcp.connect(() => {});");
  assert.ok(whole.some((url) => HEAVY.test(url)), "the recorder sees packages");
  assert.deepEqual(whole.filter((url) => url.includes("/app/signatures/")), []);
});

Deno.test("zod is loaded by those who import it, and ajv by nobody", async () => {
  const modules = await loaded(`
    import { McpServer } from "@x/mcp";
    import { z } from "zod";
    const mcp = new McpServer({ name: "zod", version: "1.0.0" });
    mcp.tool("t", { input: z.object({ a: z.string() }), output: z.int() }, () => 1);
    mcp.tool("u", { input: { type: "object", $defs: { a: { $id: "a" } } } }, () => 1);
    await mcp.connect(() => {});
  `);
  assert.ok(modules.some((url) => url.includes("/zod/")));
  assert.deepEqual(modules.filter((url) => url.includes("/ajv/")), []);
});

Deno.test("what follows a call through its awaits is loaded by those who import @x/mcp/context", async () => {
  const modules = await loaded(SERVER + "await mcp.connect(() => {});");
  assert.deepEqual(modules.filter((url) => /async_hooks|current_context/.test(url)), []);
  const asking = await loaded(SERVER + 'await import("@x/mcp/context");');
  assert.ok(asking.includes("node:async_hooks"));
});

Deno.test("what runs sandboxes is loaded by servers that have one, when it is asked for, and by no other", async () => {
  const ours = (modules: readonly string[]) =>
    modules.filter((url) => /\/src\/(sandbox|deno)\/|node:child_process/.test(url));
  const inherits = 'mcp.tool("m", { module: "file:///m.ts", permissions: "inherit" });';
  const without = await loaded(SERVER + inherits + "await mcp.connect(() => {});");
  assert.deepEqual(ours(without), []);
  const sandboxed = SERVER + 'mcp.tool("m", { module: "file:///m.ts", permissions: "none" });';
  assert.deepEqual(ours(await loaded(sandboxed)), []);
  assert.deepEqual(ours(await loaded(sandboxed + "await mcp.connect(() => {});")), []);
  const project = SERVER + `
    const component = { kind: "tool", key: "m", file: "m.ts", options: {}, schemas: ["input"] };
    const components = [{ ...component, input: { type: "object" } }];
    mcp.addComponents({ form: 1, components }, { url: "file:///" });
    await mcp.connect(() => {});`;
  const whole = await loaded(project);
  assert.deepEqual(whole.filter((url) => url.includes("/typescript/")), []);
  assert.deepEqual(ours(whole), []);
  assert.deepEqual(whole.filter((url) => url.endsWith("/library_checks.ts")), []);
  const described = ours(await loaded(sandboxed + "await mcp.describe();"));
  assert.ok(described.some((url) => url.endsWith("/sandbox/permissions/ready_set.ts")));
  assert.ok(!described.includes("node:child_process"));
});

Deno.test("a sandbox loads what calls code, and no schemas, no packages and little of Node", async () => {
  const host = path("src/sandbox/child/host.ts");
  const modules = (await loaded(`import { host } from "${host}"; host;`))
    .filter((url) => /^(node|npm|file):/.test(url) && !url.endsWith("/program.ts"));
  const src = new URL("../../src/", import.meta.url).href;
  const [ours, others] = [true, false].map((isOurs) =>
    modules.filter((url) => url.startsWith(src) === isOurs)
  );
  assert.deepEqual(others.sort(), ["node:fs", "node:net", "node:process"]);
  const files = ours.map((url) => url.slice(src.length));
  assert.ok(files.includes("sandbox/child/running_call.ts"), "the recorder works");
  assert.deepEqual(files.filter((file) => !/^(sandbox|server|content|schema)\//.test(file)), []);
  assert.deepEqual(
    files.filter((file) => file.startsWith("schema/")).sort(),
    ["schema/json_schema.ts", "schema/nearest.ts"],
  );
  assert.ok(files.length < 55, `${files.length} files`);
});

Deno.test("a stdio server of plain-schema tools runs with no permission", async () => {
  await using server = ServerProcess.bare("tests/fixtures/everything.ts");
  await server.client.initialize();
  const { result } = await server.client.request("tools/call", {
    name: "echo",
    arguments: { text: "free" },
  });
  assert.equal(result.content[0].text, "free");
  const wrong = await server.client.request("tools/call", { name: "echo", arguments: {} });
  assert.equal(wrong.result.isError, true);
});
