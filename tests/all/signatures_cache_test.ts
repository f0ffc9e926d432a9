import assert from "node:assert/strict";
import { cachedSignatures } from "../../src/app/signatures/cache.ts";
import { readSignatures } from "../../src/app/signatures/read_signatures.ts";
import type { SignatureRequest } from "../../src/schema/from_types/signature.ts";
import { Project } from "../support/project.ts";
import { deno, path, ServerProcess, until } from "../support/server_process.ts";

const FILES = {
  "deno.json": { imports: { "#x": "./x.ts" } },
  "x.ts": "export interface X { x: number }\n",
  "a.ts": 'import type { X } from "#x";\nexport function f(a: X): void { void a; }\n' +
    "export function g(b: string): void { void b; }\n",
};
const KEPT = ".x-mcp/signatures";

/** What was only just written is read, but not kept: it may change while it is read. */
async function settled(project: Project): Promise<void> {
  const written = Date.now();
  assert.ok(await until(() => Date.now() > written + 50, 1000), project.folder);
}

/** Reads as a server does, and says how. */
async function read(
  requests: readonly SignatureRequest[],
): Promise<{ how: string; inputs: unknown[] }> {
  const lines: string[] = [];
  const answers = await readSignatures(requests, ({ level, message }) => {
    if (level === "debug") lines.push(message);
  });
  const inputs = answers.map((answer) =>
    answer.problems === undefined ? answer.signature.input.properties : answer.problems.length
  );
  return { how: lines.join(), inputs };
}

async function names(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of Deno.readDir(folder)) found.push(name);
  return found.sort();
}

const READ = "signatures: 1 read, 0 from the cache";
const CACHED = "signatures: 0 read, 1 from the cache";
const a = (x: string) => ({
  a: { type: "object", properties: { x: { type: x } }, required: ["x"] },
});

Deno.test("nothing is read again when nothing changed, and an edited type shows at the next start", async () => {
  await using project = await Project.make(FILES);
  const request = project.request("a.ts", "f", 1);
  await settled(project);
  assert.deepEqual(await read([request]), { how: READ, inputs: [a("number")] });
  assert.deepEqual(await read([request]), { how: CACHED, inputs: [a("number")] });
  assert.equal(await Deno.readTextFile(project.path(".x-mcp/.gitignore")), "*\n");
  const [kept, ...more] = await names(project.path(KEPT));
  assert.match(kept, /^a\.ts-[0-9a-f]{16}\.json$/);
  assert.deepEqual(more, []);
  await project.write({ "x.ts": "export interface X { x: string }\n" });
  await settled(project);
  assert.deepEqual(await read([request]), { how: READ, inputs: [a("string")] });
  assert.deepEqual(await read([request]), { how: CACHED, inputs: [a("string")] });
});

Deno.test("what is kept of a module holds until something changes that it depends on", async () => {
  const files: Record<string, string | object> = {
    ...FILES,
    "deno.json": { importMap: "./maps/map.json", lock: { path: "locks/own.lock", frozen: false } },
    "maps/map.json": { imports: { "#x": "../x.ts", zod: "npm:zod@^4.2.0" } },
    "packaged.ts": 'export type { ZodType } from "zod";\n' +
      "export function f(a: string): void { void a; }\n",
    "member/deno.json": { name: "@w/member", version: "1.0.0", exports: "./a.ts" },
    "member/a.ts": "export function f(a: string): void { void a; }\n",
    "unrelated.ts": "export const u = 1;\n",
  };
  const root = files["deno.json"] as object;
  files["deno.json"] = { ...root, workspace: ["./member"] };
  await using project = await Project.make(files);
  const requests = ["a.ts", "packaged.ts", "member/a.ts"].map((file) =>
    project.request(file, "f", 1)
  );
  await settled(project);
  await read(requests);
  const held = async () => {
    const { signatures } = await cachedSignatures(requests);
    return requests.filter((request) => signatures.has(request)).map(({ url }) =>
      url.slice(project.url("").length)
    );
  };
  const all = ["a.ts", "packaged.ts", "member/a.ts"];
  assert.deepEqual(await held(), all);
  const changes: [Record<string, string | object>, string[]][] = [
    [{ "unrelated.ts": "export const u = 2;\n" }, all],
    [{ "a.ts": `${FILES["a.ts"]}// Changed.\n` }, ["packaged.ts", "member/a.ts"]],
    [{ "x.ts": "export interface X { x: string }\n" }, ["packaged.ts", "member/a.ts"]],
    [{ "maps/map.json": { imports: {} } }, []],
    [{ "deno.json": root }, []],
    [{ "package.json": {} }, []],
    [{ "tsconfig.json": {} }, []],
    [{ "locks/own.lock": { version: "5" } }, []],
    [{ "member/package.json": {} }, ["a.ts", "packaged.ts"]],
    // Only what imports packages depends on their versions.
    [{ "deno.lock": { version: "5" } }, ["a.ts", "member/a.ts"]],
    [{ "package-lock.json": {} }, ["a.ts", "member/a.ts"]],
    [{ "pnpm-lock.yaml": "" }, ["a.ts", "member/a.ts"]],
  ];
  for (const [change, still] of changes) {
    await project.write(change);
    assert.deepEqual(await held(), still, JSON.stringify(change));
    for (const name of Object.keys(change)) {
      if (name in files) await project.write({ [name]: files[name] });
      else await Deno.remove(project.path(name));
    }
    assert.deepEqual(await held(), all, JSON.stringify(change));
  }
});

Deno.test("problems are not kept, and each function is kept by itself", async () => {
  await using project = await Project.make({
    "a.ts": "export function f(a: string): void { void a; }\n" +
      "export function g(...b: string[]): void { void b; }\n",
  });
  const [f, g] = [project.request("a.ts", "f", 1), project.request("a.ts", "g", 0)];
  await settled(project);
  const string = { type: "string" };
  for (const how of ["2 read, 0", "1 read, 1"]) {
    assert.deepEqual(await read([f, g]), {
      how: `signatures: ${how} from the cache`,
      inputs: [{ a: string }, 1],
    });
  }
  const other = { ...f, key: "other" };
  assert.equal((await read([other])).how, READ);
  assert.equal((await read([f, other])).how, "signatures: 0 read, 2 from the cache");
});

Deno.test("a cache that is damaged or of another reader counts as none, and is replaced", async () => {
  await using project = await Project.make(FILES);
  const request = project.request("a.ts", "f", 1);
  await settled(project);
  await read([request]);
  const file = project.path(`${KEPT}/${(await names(project.path(KEPT)))[0]}`);
  const whole = await Deno.readTextFile(file);
  const kept = JSON.parse(whole);
  for (
    const text of [
      "",
      whole.slice(0, 100),
      "null",
      "[]",
      '"text"',
      "{}",
      JSON.stringify({ ...kept, files: {} }),
      JSON.stringify({ ...kept, files: null }),
      JSON.stringify({ ...kept, signatures: { a: 1 } }),
      JSON.stringify({ ...kept, signatures: { a: { input: null, parameters: [] } } }),
      JSON.stringify({ ...kept, reader: "@x/mcp@0.0.1 deno 2.9.6" }),
      JSON.stringify({ ...kept, reader: kept.reader.replace(/ form \d+/, "") }),
      JSON.stringify({ ...kept, source: "0" }),
    ]
  ) {
    await Deno.writeTextFile(file, text);
    const { signatures, hidden } = await cachedSignatures([request]);
    assert.equal(signatures.size, 0, text);
    assert.deepEqual(hidden, [], text);
  }
  assert.equal((await read([request])).how, READ);
  assert.equal(await Deno.readTextFile(file), whole);
});

Deno.test("a project keeps its signatures when it is moved", async () => {
  await using project = await Project.make(FILES);
  await settled(project);
  await read([project.request("a.ts", "f", 1)]);
  await using moved = await Project.make({});
  await Deno.remove(moved.folder);
  await Deno.rename(project.folder, moved.folder);
  assert.equal((await read([moved.request("a.ts", "f", 1)])).how, CACHED);
  await Deno.mkdir(project.folder);
});

Deno.test("what changes while it is read is not kept", async () => {
  await using project = await Project.make(FILES);
  const request = project.request("a.ts", "f", 1);
  await settled(project);
  const reading = read([request]);
  await project.write({ "x.ts": "export interface X { x: string }\n" });
  assert.equal((await reading).how, READ);
  await settled(project);
  assert.deepEqual(await read([request]), { how: READ, inputs: [a("string")] });
});

Deno.test("processes that fill the cache at once do not disturb each other", async () => {
  await using project = await Project.make(FILES);
  const program = (name: string) => `
    import { readSignatures } from ${
    JSON.stringify(import.meta.resolve("../../src/app/signatures/read_signatures.ts"))
  };
    const answers = await readSignatures([${JSON.stringify(project.request("a.ts", name, 1))}]);
    console.log(JSON.stringify(answers[0].signature.input.properties));`;
  await project.write({ "f.ts": program("f"), "g.ts": program("g") });
  await settled(project);
  const runs = await Promise.all(
    ["f.ts", "g.ts", "f.ts"].map((file) => deno(["run", "-A", project.path(file)])),
  );
  for (const { code, stderr } of runs) assert.equal(code, 0, stderr);
  const [kept, ...more] = await names(project.path(KEPT));
  assert.deepEqual(more, []);
  const { signatures } = JSON.parse(await Deno.readTextFile(project.path(`${KEPT}/${kept}`)));
  assert.ok(Object.keys(signatures).length > 0);
  assert.deepEqual((await read([project.request("a.ts", "f", 1)])).inputs, [a("number")]);
});

Deno.test("what depends on files that may not be read is read, but not kept", async () => {
  await using project = await Project.make({
    "types/x.ts": FILES["x.ts"],
    "server/deno.json": { imports: { "#x": "../types/x.ts" } },
    "server/a.ts": FILES["a.ts"],
  });
  const request = project.request("server/a.ts", "f", 1);
  await project.write({
    "server/asks.ts": `
      import { readSignatures } from ${
      JSON.stringify(import.meta.resolve("../../src/app/signatures/read_signatures.ts"))
    };
      const answers = await readSignatures([${JSON.stringify(request)}]);
      console.log(JSON.stringify(answers[0].signature.input.properties));`,
  });
  const folder = project.path("server");
  const { stdout, stderr } = await deno([
    "run",
    "--no-prompt",
    `--allow-run=${Deno.execPath()}`,
    `--allow-read=${folder}`,
    `--allow-write=${folder}`,
    project.path("server/asks.ts"),
  ]);
  assert.deepEqual(JSON.parse(stdout), a("number"), stderr);
  assert.ok(!(await names(folder)).includes(".x-mcp"));
  await settled(project);
  await read([request]);
  assert.ok((await names(folder)).includes(".x-mcp"));
});

/** A project with a server of one function. */
async function serverProject(folder = "src"): Promise<Project> {
  const { imports } = JSON.parse(await Deno.readTextFile(path("deno.json")));
  return await Project.make({
    "deno.json": { imports: { ...imports, "@x/mcp": path("mod.ts") } },
    [`${folder}/x.ts`]: "/** How often. */\nexport type Count = number;\n",
    [`${folder}/server.ts`]: `import { McpServer } from "@x/mcp";
      import type { Count } from "./x.ts";
      const mcp = new McpServer({ name: "kept", version: "1.0.0" });
      /** Says it again. */
      function again(text: string, times: Count = 2): string { return text.repeat(times); }
      mcp.tool(again, import.meta);
      export default mcp;
      if (import.meta.main) await mcp.run();\n`,
  });
}

/** What the tool takes, as a client sees it. */
async function listed(project: Project, ...flags: string[]): Promise<unknown> {
  await using server = new ServerProcess({
    args: ["run", "--no-prompt", ...flags, project.path("src/server.ts")],
  });
  await server.client.initialize();
  const { result } = await server.client.request("tools/list");
  return result.tools[0].inputSchema.properties;
}

const AGAIN = { text: { type: "string" }, times: { type: "number", default: 2 } };

Deno.test("a server without the permission to read types says in one line what to run; then what is kept is enough", async () => {
  await using project = await serverProject();
  const start = () =>
    deno(["run", "--no-prompt", project.path("src/server.ts")], { input: "", cwd: "/" });
  const { code, stdout, stderr } = await start();
  assert.equal(code, 1);
  assert.equal(stdout, "");
  const line = stderr.split("\n").find((each) => each.includes("Cannot read"))!;
  assert.ok(
    line.includes(
      `Cannot read the signature of tool "again" in ${
        project.path("src/server.ts")
      }: reading needs ` +
        `--allow-run=${Deno.execPath()}, and nothing is kept of an earlier time that still holds; ` +
        `run this once, and grant --allow-read=${project.path("src/")} for what is kept: ` +
        `deno run -A ${path("cli.ts")} inspect ${project.path("src/server.ts")}`,
    ),
    line,
  );
  const [, command] = /: deno (run -A .*?)["\\]*$/.exec(line.replace(/"}$/, ""))!;
  const inspected = await deno(command.split(" "), { cwd: "/" });
  assert.equal(inspected.code, 0, inspected.stderr);
  assert.deepEqual(await listed(project, `--allow-read=${project.folder}`), AGAIN);
  // Without the folder above it, nobody can tell where the project is.
  const hidden = await deno(
    ["run", "--no-prompt", `--allow-read=${project.path("src")}`, project.path("src/server.ts")],
    { input: "" },
  );
  assert.ok(hidden.stderr.includes(`grant --allow-read=${project.folder}/ for`), hidden.stderr);
});

Deno.test("what a server says to run can be pasted, whatever its folder is called", async () => {
  await using project = await serverProject("it's ü/src");
  const start = { input: "", cwd: "/" };
  const file = project.path("it's ü/src/server.ts");
  const { stderr } = await deno(["run", "--no-prompt", file], start);
  const [, flag, command] = /grant (--allow-read=.*) for what is kept: (deno run -A .*)/.exec(
    stderr,
  )!;
  const paste = async (line: string) =>
    (await new Deno.Command("sh", { args: ["-c", line], stdin: "null" }).output()).code;
  assert.equal(await paste(command), 0, command);
  const words = await new Deno.Command("sh", { args: ["-c", `printf %s ${flag}`] }).output();
  const given = new TextDecoder().decode(words.stdout);
  assert.equal(given, `--allow-read=${project.path("it's ü/src/")}`);
});

Deno.test("a server that may run Deno but not write reads at each start, and keeps nothing", async () => {
  await using project = await serverProject();
  const run = `--allow-run=${Deno.execPath()}`;
  assert.deepEqual(await listed(project, run), AGAIN);
  assert.deepEqual(await listed(project, run, `--allow-read=${project.folder}`), AGAIN);
  assert.deepEqual(await names(project.folder), ["deno.json", "deno.lock", "src"]);
});
