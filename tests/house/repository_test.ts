import assert from "node:assert/strict";
import { type FakeJsr, fakeJsr } from "../support/fake_jsr.ts";
import { HttpProcess } from "../support/http_server.ts";
import { deno, path, ServerProcess } from "../support/server_process.ts";

const README = await Deno.readTextFile(path("README.md"));
/** The other pages whose programs and commands have to work as printed. */
const PAGES = ["examples/from_fastmcp/README.md", "examples/least_privilege/README.md"];
const VERSION = (await Deno.readTextFile(path(".dvmrc"))).trim();

/** The code blocks of a language on a page, without their fences. */
function blocks(language: string, page = README): string[] {
  return [...page.matchAll(new RegExp("```" + language + "\\n([^]*?)```", "g"))]
    .map(([, code]) => code);
}

interface Program {
  readonly file: string;
  readonly code: string;
}

/** The programs of a page; the first is `server.ts`. */
function programsOf(page: string): Program[] {
  return blocks("ts", page).map((code, i) => ({
    file: i === 0 ? "server.ts" : `block_${i}${code.includes("Deno.test(") ? "_test" : ""}.ts`,
    // A block without imports goes on with the server of the first.
    code: /^import /m.test(code) ? code : `
      import { McpServer } from "@x/mcp";
      import { z } from "zod";
      const mcp = new McpServer({ name: "readme", version: "1.0.0" });
      void z;
      ${code}
      export default mcp;`,
  }));
}

/** A folder as README says it: a user's project, with the package from a registry. */
async function userProject(): Promise<AsyncDisposable & { readonly folder: string }> {
  const folder = await Deno.makeTempDir();
  const [imports] = blocks("json").map((text) => JSON.parse(text));
  Object.assign(imports.imports, { "@x/mcp/testing": "jsr:@x/mcp/testing" });
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(imports));
  return { folder, [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
}

/** Type-checks programs in a project, and lists each as a server, or runs it as a test. */
async function runPrograms(
  t: Deno.TestContext,
  programs: readonly Program[],
  jsr: FakeJsr,
  options: { readonly cwd: string; readonly env: Record<string, string> },
): Promise<void> {
  if (programs.length === 0) return;
  for (const { file, code } of programs) await Deno.writeTextFile(`${options.cwd}/${file}`, code);

  await t.step("types", async () => {
    const files = programs.map(({ file }) => file);
    const { code, stderr } = await deno(["check", ...files], options);
    assert.equal(code, 0, stderr);
  });

  for (const { file } of programs) {
    await t.step(file, async () => {
      const args = file.endsWith("_test.ts")
        ? ["test", "-A", file]
        : ["run", "-A", `jsr:${jsr.name}/cli`, "list", "--json", file];
      const { code, stdout, stderr } = await deno(args, options);
      assert.equal(code, 0, stdout + stderr);
      if (!file.endsWith("_test.ts")) assert.ok(JSON.parse(stdout).tools);
    });
  }
}

Deno.test("house: one version of Deno is named everywhere, and it is the one that runs", async () => {
  assert.match(VERSION, /^\d+\.\d+\.\d+$/);
  assert.equal(Deno.version.deno, VERSION);
  for (const file of ["README.md", ".ci/run"]) {
    const named = (await Deno.readTextFile(path(file))).matchAll(/deno@(\d+\.\d+\.\d+)/g);
    for (const [, version] of named) assert.equal(version, VERSION, file);
  }
});

Deno.test("house: .ci/run runs the README's own commands", async () => {
  const [setUp] = blocks("sh");
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

Deno.test("house: README's programs type-check and run, its commands and configurations work as printed", async (t) => {
  await using jsr = await fakeJsr();
  await using project = await userProject();
  const { folder } = project;
  const options = { cwd: folder, env: jsr.env };
  // They also go together, as somebody would put them.
  const fragments = blocks("ts").filter((code) => !/^import /m.test(code));
  const [first] = blocks("ts");
  const together = {
    file: "together.ts",
    code: `import { z } from "zod";\n` + first.replace(
      "export default mcp;",
      () => `${fragments.join("\n")}\nexport default mcp;`,
    ),
  };
  await runPrograms(t, [...programsOf(README), together], jsr, options);

  for (const line of blocks("sh").join("").trim().split("\n")) {
    // The tests cannot run themselves; another test holds .ci/run to it.
    if (line.endsWith(" task test")) continue;
    await t.step(line, async () => {
      const [program, ...args] = line.replace(/^npx -y deno@\S+/, "deno").split(" ");
      assert.equal(program, "deno");
      const where = args[0] === "task" ? { cwd: path("") } : options;
      if (/ task start$|--transport http/.test(line)) {
        await using server = await HttpProcess.start(args, where);
        assert.equal((await server.stop()).code, 0, server.stderr);
        return;
      }
      const { code, stdout, stderr } = await deno(args, { ...where, input: "" });
      assert.equal(code, 0, stdout + stderr);
      if (/ call .* add /.test(line)) assert.equal(stdout, "3\n");
    });
  }

  await t.step("the host's configuration", async () => {
    const [, host] = blocks("json").map((text) => JSON.parse(text));
    const { command, args } = host.mcpServers.demo;
    assert.equal(command, "deno");
    await using server = new ServerProcess({
      args: args.map((arg: string) => arg.replace("/home/you/demo", folder)),
      // A host has a working folder of its own.
      cwd: "/",
      env: jsr.env,
    });
    const { result } = await server.client.initialize();
    assert.equal(result.serverInfo.name, "demo");
  });
});

for (const page of PAGES) {
  Deno.test(`house: the programs and commands of ${page} work as printed`, async (t) => {
    await using jsr = await fakeJsr();
    await using project = await userProject();
    const text = await Deno.readTextFile(path(page));
    await runPrograms(t, programsOf(text), jsr, { cwd: project.folder, env: jsr.env });
    for (const line of blocks("sh", text).join("").trim().split("\n")) {
      await t.step(line, async () => {
        const [program, ...args] = line.split(" ");
        assert.equal(program, "deno");
        const { code, stdout, stderr } = await deno(args, { cwd: path("") });
        assert.equal(code, 0, stdout + stderr);
      });
    }
  });
}
