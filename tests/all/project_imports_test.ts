import assert from "node:assert/strict";
import { Project } from "../support/project.ts";
import { deno, mcp, path, ROOT, ServerProcess } from "../support/server_process.ts";

const { imports } = JSON.parse(await Deno.readTextFile(path("deno.json")));
const CONFIG = {
  name: "faulty",
  version: "1.0.0",
  exports: {},
  imports: { "@x/mcp": new URL("mod.ts", ROOT).href, "zod": imports.zod },
};

/** A tool whose file does something as it is loaded. */
const tool = (does: string, head = "") =>
  `/**\n * Doubles.\n * @module\n */\n${head}\n${does}\n` +
  "export default function double({ a }: { a: number }): number {\n  return 2 * a;\n}\n";
const SCHEMA = 'import { z } from "zod";\nexport const input = z.object({ a: z.number() });\n';

/** What files may do as they are loaded, so that they cannot be called. */
const FAULTS = {
  throws: 'if (Deno.pid > 0) throw new Error("not today");',
  reads_env: 'void Deno.env.get("API_KEY");',
  ends: "if (Deno.pid > 0) Deno.exit(3);",
  waits: "await new Promise((done) => setTimeout(done, 2 ** 30));",
  loops: "while (Deno.pid > 0);",
};

const files = (head: string) =>
  Object.fromEntries(
    Object.entries(FAULTS).map(([name, does]) => [`tools/${name}.ts`, tool(does, head)]),
  );

Deno.test("project: components that fail or never end as they are loaded hold up neither check, inspect nor the others", async () => {
  await using project = await Project.make({
    "deno.json": CONFIG,
    "tools/good.ts": tool(""),
    ...files(""),
  });
  const options = { cwd: project.folder };
  for (const verb of ["check", "inspect", "list", "build"]) {
    const { code, stdout, stderr } = await mcp([verb], options);
    assert.equal(code, 0, `${verb}: ${stdout}${stderr}`);
  }
  await using server = new ServerProcess({
    args: ["run", "-A", path("cli.ts"), "run", project.folder],
    lifeMs: 120_000,
  });
  await server.client.initialize();
  let lastId = 0;
  const texts = async (name: string) => {
    const id = `call ${++lastId}`;
    // A module may take 15 seconds to load.
    const answer = server.client.wait((message) => message.id === id, 60_000);
    server.client.send({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name, arguments: { a: 2 } },
    });
    return (await answer).result.content[0].text;
  };
  const [throws, readsEnv, ends, loops, good] = await Promise.all([
    texts("throws"),
    texts("reads_env"),
    texts("ends"),
    texts("loops"),
    texts("good"),
  ]);
  assert.match(throws, /not today|cannot run|failed/);
  assert.match(readsEnv, /may not access env "API_KEY"/);
  assert.match(ends, /^Tool "ends" /);
  assert.match(loops, /^Tool "loops" cannot run: .* did not finish loading in \d+ seconds/);
  assert.equal(good, "4");
  // Of what once held up others, nobody is held up again.
  const again = texts("loops");
  assert.equal(await texts("good"), "4");
  assert.match(await again, /^Tool "loops" /);
  assert.match(await texts("waits"), /^Tool "waits" cannot run: .* did not finish loading/);
  assert.equal(await texts("good"), "4");
});

Deno.test("project: schemas that cannot be evaluated are errors of their own files, and the others are served by inspect", async () => {
  await using project = await Project.make({
    "deno.json": CONFIG,
    "tools/good.ts": tool("", SCHEMA),
    ...files(SCHEMA),
  });
  const options = { cwd: project.folder };
  const { code, stderr } = await mcp(["check"], options);
  assert.equal(code, 1);
  const lines = stderr.split("\n");
  for (const name of Object.keys(FAULTS)) {
    const own = lines.filter((line) => line.startsWith(`tools/${name}.ts:`));
    assert.equal(own.length, 1, `${name}\n${stderr}`);
    assert.match(own[0], /^tools\/\w+\.ts:6:14: input cannot be evaluated: /, stderr);
  }
  assert.match(stderr, /tools\/reads_env\.ts:.*permissions: \{ env: \["API_KEY"\] \}/);
  assert.ok(!lines.some((line) => line.startsWith("tools/good.ts")), stderr);

  const inspected = await mcp(["inspect", "--json"], options);
  assert.equal(inspected.code, 1);
  const { tools } = JSON.parse(inspected.stdout);
  assert.deepEqual(tools.map(({ name }: { name: string }) => name), ["good"]);
  assert.deepEqual(tools[0].inputSchema.required, ["a"]);
});

Deno.test("project: listing runs no component; schemas are evaluated once for each version of their file", async () => {
  await using project = await Project.make({
    "deno.json": CONFIG,
    "tools/plain.ts": tool('console.error("plain ran");'),
    "tools/schema.ts": tool('console.error("schema ran");', SCHEMA),
  });
  const ran = async (...verbs: string[]) => {
    const found: string[] = [];
    for (const verb of verbs) {
      const { code, stderr } = await mcp([verb], { cwd: project.folder });
      assert.equal(code, 0, stderr);
      found.push(...[...stderr.matchAll(/^(\w+) ran$/gm)].map(([, name]) => name));
    }
    return found;
  };
  assert.deepEqual(await ran("inspect", "list", "check", "inspect"), ["schema"]);
  const text = await Deno.readTextFile(project.path("tools/schema.ts"));
  await project.write({ "tools/schema.ts": `${text}\n` });
  assert.deepEqual(await ran("list", "inspect"), ["schema"]);
});

Deno.test("project: no .env is read without --env-file, and what it says reaches those that declare it", async () => {
  const key = (name: string, more: string) => ({
    [`tools/${name}.ts`]: "/**\n * Tells.\n * @module\n */\n" + more +
      'export default function tell(): string {\n  return Deno.env.get("SECRET_KEY") ?? "none";\n}\n',
  });
  await using project = await Project.make({
    "deno.json": CONFIG,
    ".env": "SECRET_KEY=from the file\n",
    ...key("declares", 'export const permissions = { env: ["SECRET_KEY"] };\n'),
    ...key("silent", ""),
  });
  const call = async (...args: string[]) => {
    const { stdout, stderr } = await deno(["run", "-A", path("cli.ts"), "call", ...args], {
      cwd: project.folder,
    });
    return stdout + stderr;
  };
  assert.equal(await call(".", "declares"), "none\n");
  assert.equal(await call("--env-file", ".env", ".", "declares"), "from the file\n");
  const refused = await call("--env-file", ".env", ".", "silent");
  assert.match(refused, /may not access env "SECRET_KEY"/);
  assert.doesNotMatch(refused, /from the file/);
});
