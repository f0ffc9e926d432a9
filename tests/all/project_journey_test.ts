import assert from "node:assert/strict";
import { fakeJsr } from "../support/fake_jsr.ts";
import { Inspector } from "../support/foreign_clients.ts";
import { CLI, deno } from "../support/server_process.ts";

/** How a user's command line is started, and with which variables. */
interface Way {
  readonly name: string;
  readonly cli: string;
  readonly env: Record<string, string>;
}

async function takeJourney(
  t: Deno.TestContext,
  inspector: Inspector,
  { name, cli, env }: Way,
): Promise<void> {
  const home = await Deno.realPath(await Deno.makeTempDir());
  const folder = `${home}/a b/ü`;
  await Deno.mkdir(`${home}/a b`);
  const mcp = (args: readonly string[], cwd: string) =>
    deno(["run", "-A", cli, ...args], { cwd, env });
  try {
    await t.step(`${name}: init`, async () => {
      const { code, stdout, stderr } = await mcp(["init", "a b/ü"], home);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /check/);
    });
    await t.step(`${name}: check, without a warning`, async () => {
      const { code, stdout, stderr } = await mcp(["check", "--strict"], folder);
      assert.equal(code, 0, stdout + stderr);
    });
    await t.step(`${name}: the project's own tests and check`, async () => {
      for (const task of ["test", "check"]) {
        const { code, stdout, stderr } = await deno(["task", task], { cwd: folder, env });
        assert.equal(code, 0, stdout + stderr);
      }
      for (const verb of [["fmt", "--check"], ["lint"]]) {
        const { code, stderr } = await deno(verb, { cwd: folder, env });
        assert.equal(code, 0, stderr);
        assert.doesNotMatch(stderr, /warning/i);
      }
    });
    await t.step(`${name}: run under the official Inspector's command line`, async () => {
      // It hands few variables on by itself.
      const variables = Object.entries(env).flatMap(([key, value]) => ["-e", `${key}=${value}`]);
      const target = [...variables, Deno.execPath(), "run", "-A", cli, "run", folder];
      const ask = (...method: string[]) => inspector.ask({ target, cwd: folder }, ...method);
      const { tools } = await ask("tools/list");
      assert.equal(tools.length, 1);
      const { resources } = await ask("resources/list");
      assert.equal(resources.length, 1);
      const read = await ask("resources/read", "--uri", resources[0].uri);
      assert.ok(read.contents[0].text);
      const { required } = tools[0].inputSchema as { required: string[] };
      const args = required.flatMap((key) => ["--tool-arg", `${key}=Read me`]);
      const answer = await ask("tools/call", "--tool-name", tools[0].name, ...args);
      assert.ok(!answer.isError, JSON.stringify(answer));
      console.log(`${name}: ${tools[0].name} answered ${JSON.stringify(answer.content)}`);
    });
    await t.step(`${name}: build, and what it wrote runs`, async () => {
      const built = await mcp(["build", "ü"], `${home}/a b`);
      assert.equal(built.code, 0, built.stderr);
      const listed = await mcp(["list", "--json", `${folder}/dist/main.ts`], folder);
      assert.equal(JSON.parse(listed.stdout).tools.length, 1, listed.stderr);
    });
    await t.step(`${name}: init again writes nothing`, async () => {
      const before = await Deno.readTextFile(`${folder}/deno.json`);
      const { code, stderr } = await mcp(["init", folder], home);
      assert.equal(code, 1);
      assert.match(stderr, /deno\.json/);
      assert.equal(await Deno.readTextFile(`${folder}/deno.json`), before);
    });
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

Deno.test("a new project in a folder with blanks and letters: init, check, its tests, the Inspector, build", async (t) => {
  await using inspector = await Inspector.install();
  await takeJourney(t, inspector, { name: "checkout", cli: CLI, env: {} });
  await using jsr = await fakeJsr();
  const cli = `jsr:${jsr.name}@${jsr.version}/cli`;
  await takeJourney(t, inspector, { name: "registry", cli, env: jsr.env });
});
