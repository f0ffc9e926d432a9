import assert from "node:assert/strict";
import { fakeJsr } from "../support/fake_jsr.ts";
import { deno, path, ServerProcess } from "../support/server_process.ts";

Deno.test("the package works as published: command line, examples, guard and test client, from a registry", async (t) => {
  await using jsr = await fakeJsr();
  const project = await Deno.makeTempDir();
  try {
    const { imports } = JSON.parse(await Deno.readTextFile(path("deno.json")));
    await Deno.writeTextFile(
      `${project}/deno.json`,
      JSON.stringify({
        imports: {
          "@x/mcp": `jsr:${jsr.name}@${jsr.version}`,
          "@x/mcp/testing": `jsr:${jsr.name}@${jsr.version}/testing`,
          "zod": imports.zod,
        },
      }),
    );
    for (const file of ["hello.ts", "weather.ts", "weather_data.json"]) {
      await Deno.copyFile(path(`examples/${file}`), `${project}/${file}`);
    }
    await Deno.copyFile(path("tests/fixtures/printing_server.ts"), `${project}/printing_server.ts`);
    await Deno.copyFile(
      path("tests/fixtures/printing_dependency.ts"),
      `${project}/printing_dependency.ts`,
    );
    const options = { cwd: project, env: jsr.env };
    const cli = `jsr:${jsr.name}/cli`;
    const run = (...args: string[]) => deno(["run", "-A", cli, ...args], options);

    await t.step("inspect, list and call", async () => {
      const inspected = await run("inspect", "hello.ts", "--json");
      assert.equal(inspected.code, 0, inspected.stderr);
      assert.equal(JSON.parse(inspected.stdout).tools[0].name, "add");
      const listed = await run("list", "weather.ts", "--json");
      assert.equal(JSON.parse(listed.stdout).tools.length, 3, listed.stderr);
      const called = await run("call", "hello.ts", "add", "a=1", "b=2");
      assert.equal(called.stdout, "3\n", called.stderr);
      const forecast = await run("call", "weather.ts", "get_forecast", "city=Oslo", "days=1");
      assert.match(forecast.stdout, /"temperature":12/);
    });

    await t.step("help names the command as it was called", async () => {
      const { stdout } = await run("call", "--help");
      assert.ok(stdout.includes(`Usage: deno run -A jsr:${jsr.name}/cli call`));
    });

    await t.step("run serves, and keeps stdout pure", async () => {
      await using server = new ServerProcess({
        args: ["run", "-A", cli, "run", "printing_server.ts"],
        ...options,
      });
      await server.client.initialize();
      assert.ok((await server.client.request("tools/call", { name: "print" })).result);
    });

    await t.step("an example serves by itself, with no permission", async () => {
      const check = await deno(["check", "hello.ts", "weather.ts"], options);
      assert.equal(check.code, 0, check.stderr);
      await using server = new ServerProcess({
        args: ["run", "--no-prompt", "hello.ts"],
        ...options,
      });
      await server.client.initialize();
      const { result } = await server.client.request("tools/call", {
        name: "add",
        arguments: { a: 2, b: 3 },
      });
      assert.equal(result.content[0].text, "5");
    });

    await t.step("sandboxes start without the permission to read DENO_DIR", async () => {
      await Deno.writeTextFile(`${project}/tool.ts`, "export default () => 5;");
      await Deno.writeTextFile(
        `${project}/sandboxed.ts`,
        `import { McpServer } from "@x/mcp";
        const mcp = new McpServer({ name: "s", version: "1.0.0" });
        mcp.tool("five", { module: import.meta.resolve("./tool.ts"), permissions: "none" });
        await mcp.run();`,
      );
      await using server = new ServerProcess({
        args: ["run", "--no-prompt", `--allow-run=${Deno.execPath()}`, "sandboxed.ts"],
        ...options,
      });
      await server.client.initialize();
      const { result } = await server.client.request("tools/call", { name: "five" });
      assert.equal(result.content[0].text, "5");
    });

    await t.step("the guard can be preloaded", async () => {
      await using server = new ServerProcess({
        args: [
          "run",
          "--no-prompt",
          "--preload",
          `jsr:${jsr.name}/guard`,
          "printing_server.ts",
        ],
        ...options,
      });
      assert.ok((await server.client.initialize()).result);
    });

    await t.step("a project tests its server with the test client", async () => {
      await Deno.writeTextFile(
        `${project}/hello_test.ts`,
        `import { testClient } from "@x/mcp/testing";
        import assert from "node:assert/strict";
        import mcp from "./hello.ts";
        Deno.test("add", async () => {
          await using client = await testClient(mcp);
          assert.equal((await client.callTool("add", { a: 1, b: 2 })).data, 3);
        });`,
      );
      const { code, stdout, stderr } = await deno(["test", "-A"], options);
      assert.equal(code, 0, stdout + stderr);
    });
  } finally {
    await Deno.remove(project, { recursive: true });
  }
});
