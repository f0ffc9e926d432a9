import assert from "node:assert/strict";
import { codeBlocks } from "../support/code_blocks.ts";
import { type FakeJsr, fakeJsr } from "../support/fake_jsr.ts";
import { HttpProcess } from "../support/http_server.ts";
import { deno, path, ServerProcess } from "../support/server_process.ts";

const README = await Deno.readTextFile(path("README.md"));
/** The other pages whose programs and commands have to work as printed. */
const PAGES = ["from_fastmcp", "golf", "least_privilege"].map((name) =>
  `examples/${name}/README.md`
);

interface Program {
  readonly file: string;
  readonly code: string;
}

/** A block that is a file of a project begins with its path. */
const COMPONENT = /^\/\/ ((?:tools|resources|prompts)\/\S+)\n/;

/** The files of a project that a page shows, by their paths. */
function componentsOf(page: string): Record<string, string> {
  return Object.fromEntries(
    codeBlocks("ts", page).flatMap((code) => {
      const [, file] = COMPONENT.exec(code) ?? [];
      return file === undefined ? [] : [[file, code]];
    }),
  );
}

/** The blocks of a page that are programs. */
function blocksOf(page: string): string[] {
  return codeBlocks("ts", page).filter((code) => !COMPONENT.test(code));
}

/** The programs of a page; the first is `server.ts`. */
function programsOf(page: string): Program[] {
  return blocksOf(page).map((code, i) => ({
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
  const [imports] = codeBlocks("json", README).map((text) => JSON.parse(text));
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

Deno.test("README's programs type-check and run, its commands and configurations work as printed", async (t) => {
  await using jsr = await fakeJsr();
  await using project = await userProject();
  const { folder } = project;
  const options = { cwd: folder, env: jsr.env };
  // They also go together, as somebody would put them.
  const fragments = blocksOf(README).filter((code) => !/^import /m.test(code));
  const [first] = blocksOf(README);
  const together = {
    file: "together.ts",
    code: `import { z } from "zod";\n` + first.replace(
      "export default mcp;",
      () => `${fragments.join("\n")}\nexport default mcp;`,
    ),
  };
  await runPrograms(t, [...programsOf(README), together], jsr, options);

  for (const block of codeBlocks("sh", README)) {
    let cwd = folder;
    for (const line of block.trim().split("\n")) {
      const [, into] = /^cd (\S+)$/.exec(line) ?? [];
      if (into !== undefined) cwd = `${cwd}/${into}`;
      // The tests cannot run themselves; another test holds .ci/run to it.
      if (into !== undefined || cwd === folder && line.endsWith(" task test")) continue;
      await t.step(line, async () => {
        const [program, ...args] = line.replace(/^npx -y deno@\S+/, "deno").split(" ");
        assert.equal(program, "deno");
        const isOurs = args[0] === "task" && cwd === folder;
        const where = isOurs ? { cwd: path("") } : { ...options, cwd };
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
  }

  await t.step("the files of a project", async () => {
    const shown = `${folder}/shown`;
    for (const [file, code] of Object.entries(componentsOf(README))) {
      await Deno.mkdir(`${shown}/${file.slice(0, file.lastIndexOf("/"))}`, { recursive: true });
      await Deno.writeTextFile(`${shown}/${file}`, code);
    }
    const config = JSON.parse(await Deno.readTextFile(`${folder}/deno.json`));
    await Deno.writeTextFile(
      `${shown}/deno.json`,
      JSON.stringify({ name: "shown", version: "1.0.0", exports: {}, ...config }),
    );
    const where = { ...options, cwd: shown };
    const cli = ["run", "-A", `jsr:${jsr.name}/cli`];
    const checked = await deno([...cli, "check"], where);
    assert.equal(checked.code, 0, checked.stderr);
    const called = await deno([...cli, "call", "book_table", "guests=2", "phone=+47"], where);
    assert.equal(called.stdout, "A table for 2; we call +47\n", called.stderr);
  });

  await t.step("the host's configuration", async () => {
    const [, host] = codeBlocks("json", README).map((text) => JSON.parse(text));
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
  Deno.test(`the programs and commands of ${page} work as printed`, async (t) => {
    await using jsr = await fakeJsr();
    await using project = await userProject();
    const text = await Deno.readTextFile(path(page));
    await runPrograms(t, programsOf(text), jsr, { cwd: project.folder, env: jsr.env });
    for (const line of codeBlocks("sh", text).join("").trim().split("\n")) {
      await t.step(line, async () => {
        const [program, ...args] = line.split(" ");
        assert.equal(program, "deno");
        const { code, stdout, stderr } = await deno(args, { cwd: path("") });
        assert.equal(code, 0, stdout + stderr);
      });
    }
  });
}
