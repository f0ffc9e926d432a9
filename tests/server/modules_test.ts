import assert from "node:assert/strict";
import { McpServer } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import { z } from "zod";
import { Project } from "../support/project.ts";
import { ERAS, RawClient } from "../support/raw_client.ts";
import { until } from "../support/server_process.ts";
import "../support/quiet.ts";

const module = new URL("../fixtures/in_module.ts", import.meta.url);

const make = () =>
  new McpServer({ name: "modules", version: "1.0.0" })
    .tool("tell", { module, input: z.object({ n: z.int().default(3) }) })
    .tool("fail", { module: module.href, export: "fail" })
    .tool("wait", { module, export: "wait", timeout: 50 })
    .tool("list", { module, export: "greet", output: z.array(z.string()) })
    .resource("data://{id}", { module, export: "read", params: z.object({ id: z.string() }) })
    .resource("data://fixed", { module, export: "read", mimeType: "text/plain" })
    .prompt("greet", { module, export: "greet", args: z.object({ name: z.string() }) });

for (const era of ERAS) {
  Deno.test(`${era}: a module's function gets arguments, context, and the values of its own providers`, async () => {
    await using client = await RawClient.open(make(), era);
    const call = async (name: string, args = {}) =>
      (await client.ask(era, "tools/call", { name, arguments: args })).result;
    const { structuredContent: told } = await call("tell", { n: "5" });
    assert.deepEqual(told.args, { n: 5 });
    assert.equal(told.store, "store of raw");
    assert.equal(told.era, era);
    const again = await call("tell", { store: "mine" });
    assert.equal(again.structuredContent.store, "store of raw");
    assert.ok(again.structuredContent.log.includes("closed"), "values are disposed of");
    assert.equal((await call("fail")).content[0].text, "as it should");
    assert.equal((await call("wait")).content[0].text, 'Tool "wait" timed out after 50 ms.');
    const read = async (uri: string) =>
      (await client.ask(era, "resources/read", { uri })).result.contents[0];
    assert.equal((await read("data://7")).text, "read 7");
    assert.deepEqual(await read("data://fixed"), {
      uri: "data://fixed",
      mimeType: "text/plain",
      text: "read undefined",
    });
    const { result } = await client.ask(era, "prompts/get", {
      name: "greet",
      arguments: { name: "Ada" },
    });
    assert.deepEqual(
      // deno-lint-ignore no-explicit-any
      result.messages.map(({ content }: any) => content.text),
      ["Hello Ada", "Bye"],
    );
  });
}

for (const permissions of ["inherit", "none"] as const) {
  Deno.test(`${permissions}: a module that has no such function, or is not there, is an error of the call`, async () => {
    await using project = await Project.make({
      "wrong.ts": "export const inject = 5; export default () => 1;",
    });
    const mcp = new McpServer({ name: "modules", version: "1.0.0" })
      .tool("missing", { module, export: "raed", permissions })
      .tool("constant", { module, export: "constant", permissions })
      .tool("wrong", { module: project.url("wrong.ts"), permissions })
      .tool("none", { module: project.url("none.ts"), permissions });
    await using client = await testClient(mcp);
    for (
      const [name, says] of [
        [
          "missing",
          'Tool "missing" cannot run: in_module.ts exports no function "raed"; did you mean "read"?',
        ],
        ["constant", 'Tool "constant" cannot run: in_module.ts exports no function "constant"'],
        [
          "wrong",
          'Tool "wrong" cannot run: inject: give providers by name, such as { db: openDb }',
        ],
      ]
    ) {
      const { isError, content } = await client.callTool(name);
      assert.equal(isError, true);
      const { text } = content[0] as { text: string };
      assert.equal(text, says);
    }
    assert.equal((await client.callTool("none")).isError, true);
  });
}

Deno.test("a module is loaded by the first call, once, and not when the server starts", async () => {
  await using project = await Project.make({
    "tool.ts": `
      globalThis.loads = (globalThis.loads ?? 0) + 1;
      export default () => globalThis.loads;
    `,
  });
  const loads = () => (globalThis as { loads?: number }).loads;
  const mcp = new McpServer({ name: "modules", version: "1.0.0" })
    .tool("t", { module: project.url("tool.ts") })
    .tool("u", { module: project.url("tool.ts") });
  await using client = await testClient(mcp);
  assert.equal((await client.listTools()).length, 2);
  assert.equal(loads(), undefined);
  const results = await Promise.all(["t", "t", "u"].map((name) => client.callTool(name)));
  assert.ok(results.every(({ isError }) => !isError));
  assert.ok(await until(() => loads() === 1, 1000));
});
