import assert from "node:assert/strict";
import { McpServer } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import { server as functions } from "../fixtures/sandboxed_functions.ts";
import { ERAS, RawClient } from "../support/raw_client.ts";
import { Project } from "../support/project.ts";
import { sandboxPids } from "../support/sandboxed_calls.ts";
import { ROOT, ServerProcess, until } from "../support/server_process.ts";
import "../support/quiet.ts";

const module = new URL("../fixtures/in_module.ts", import.meta.url);
const GUARDED = "tests/fixtures/guarded.ts";

const make = () => new McpServer({ name: "sandboxed", version: "1.0.0" });

for (const era of ERAS) {
  Deno.test(`${era}: what a module exports runs in a sandbox as it does in the server's process`, async () => {
    const mcp = make()
      .tool("tell", { module, permissions: "none" })
      .tool("fail", { module, export: "fail", permissions: "none" })
      .tool("list", { module, export: "greet", permissions: "none" })
      .tool("missing", { module, export: "raed", permissions: "none" })
      .resource("data://{id}", { module, export: "read", isolation: "process" })
      .prompt("greet", { module, export: "greet", isolation: "process" });
    await using client = await RawClient.open(mcp, era);
    const call = async (name: string, args = {}) =>
      (await client.ask(era, "tools/call", { name, arguments: args })).result;
    const { structuredContent } = await call("tell", { n: 5 });
    assert.deepEqual(structuredContent, {
      args: { n: 5 },
      store: "store of raw",
      era,
      log: [],
    });
    assert.deepEqual((await call("tell")).structuredContent.log, ["closed"]);
    const failed = await call("fail");
    assert.deepEqual([failed.isError, failed.content[0].text], [true, "as it should"]);
    assert.match((await call("list", { name: "Ada" })).content[0].text, /Hello Ada.*Bye/s);
    assert.equal((await call("missing")).isError, true);
    const { result: read } = await client.ask(era, "resources/read", { uri: "data://7" });
    assert.equal(read.contents[0].text, "read 7");
    const { result: got } = await client.ask(era, "prompts/get", {
      name: "greet",
      arguments: { name: "Ada" },
    });
    assert.equal(got.messages[0].content.text, "Hello Ada");
  });
}

for (const era of ERAS) {
  Deno.test(`${era}: a sandboxed handler asks for input, and gets the answers and what it left for itself`, async () => {
    const asking = new URL("../fixtures/asking.ts", import.meta.url);
    const mcp = make().tool("ask", { module: asking, permissions: "none" });
    const asked: unknown[] = [];
    await using client = await testClient(mcp, {
      era,
      onRequest: (_method, params) => {
        asked.push(params.message);
        return { action: "accept", content: { name: asked.length === 1 ? "Ada" : "Bea" } };
      },
    });
    const { content } = await client.callTool("ask");
    const [, who, pid] = /^(.*), in process (\d+)$/.exec((content[0] as { text: string }).text)!;
    assert.equal(who, "Ada and Bea");
    assert.notEqual(Number(pid), Deno.pid);
    assert.deepEqual(asked, ["Round 0?", "Round 1?"]);
  });
}

Deno.test("functions run in sandboxes with their types, defaults, context and injected values", async () => {
  await using client = await testClient(functions);
  const [tool] = await client.listTools();
  assert.deepEqual(tool.inputSchema.required, ["days"]);
  const { structured } = await client.callTool("where", { days: "3", store: "mine" });
  const { pid, ...told } = structured as { pid: number };
  assert.deepEqual(told, { days: 3, city: "Rome", store: "store", client: "@x/mcp" });
  assert.notEqual(pid, Deno.pid);
  const [{ text }] = await client.readResource("data://7");
  assert.equal(text, `number 7 of ${pid}`, "equal settings share a process");
  const { messages } = await client.getPrompt("poem", { topic: "rain" });
  const [first, last] = messages.map(({ content }) => (content as { text: string }).text);
  assert.equal(first, "On rain");
  assert.ok(Number(last) > 0 && Number(last) !== pid, "others do not");
});

Deno.test("a component in a sandbox can come late, be hidden, and be taken out", async () => {
  const mcp = make().tool("early", { module, permissions: "none" });
  await using client = await testClient(mcp);
  mcp.tool("late", { module, export: "read", permissions: "none" });
  const [{ text }] = (await client.callTool("late", { id: 1 })).content as unknown as [
    { text: string },
  ];
  assert.equal(text, "read 1");
  mcp.disable("late");
  await assert.rejects(client.callTool("late", { id: 1 }), /Unknown tool/);
  mcp.enable("late");
  assert.equal((await client.callTool("late", { id: 1 })).isError, false);
  mcp.remove("late");
  await assert.rejects(client.callTool("late", { id: 1 }), /Unknown tool/);
});

Deno.test("warm ones are started after the server, others by the first call, and all end with the last client", async () => {
  const before = await sandboxPids();
  /** How many processes there are more than before. */
  const started = async () => (await sandboxPids()).filter((pid) => !before.includes(pid)).length;
  const mcp = make()
    .tool("cold", { module, export: "read", permissions: { sys: ["hostname"] } })
    .tool("warm", { module, export: "read", permissions: "none", warm: true })
    .tool("hidden", { module, permissions: { sys: ["uid"] }, warm: true, enabled: false });
  {
    await using client = await testClient(mcp);
    assert.ok(await until(async () => await started() === 1, 5000));
    await client.callTool("warm", { id: 1 });
    assert.equal(await started(), 1);
    await client.callTool("cold", { id: 1 });
    assert.equal(await started(), 2);
    mcp.enable("hidden");
    assert.ok(await until(async () => await started() === 3, 5000));
  }
  assert.equal(await started(), 0);
  await using client = await testClient(mcp);
  assert.ok(await until(async () => await started() === 2, 5000), "and again with the next one");
  assert.equal((await client.callTool("cold", { id: 1 })).isError, false);
});

/** What a tool of the guarded server answers in text. */
async function answer(server: ServerProcess, name: string): Promise<string> {
  const { result } = await server.client.ask("modern", "tools/call", { name, arguments: {} });
  return `${result.isError === true} ${result.content[0].text}`;
}

Deno.test("C056: a component that declares more than the server was given says so in the log and when it is called", async () => {
  await using server = ServerProcess.bare(GUARDED);
  const refused = 'Tool "pages" declares net "example.com", which this server was not given; ' +
    "start it with --allow-net=example.com";
  assert.equal(await answer(server, "pages"), `true ${refused}`);
  assert.equal(await answer(server, "now"), "false 1");
  await server.stop();
  const lines = (await server.stderr()).trim().split("\n").map((line) => JSON.parse(line));
  const warnings = lines.filter(({ level }) => level === "warning").map(({ message }) => message);
  assert.equal(warnings[0], refused);
});

Deno.test("C056: a server that may not run Deno names the flag it lacks, for every kind", async () => {
  await using server = ServerProcess.bare(GUARDED, "--allow-net=example.com");
  assert.match(
    await answer(server, "pages"),
    /^true Tool "pages" runs in a process of its own; start the server with --allow-run=\S+ as well$/,
  );
  assert.match(await answer(server, "count"), /^true Tool "count" runs in a process of its own/);
});

Deno.test("a server that may run Deno and what its tools declare needs no more", async () => {
  await using server = ServerProcess.bare(
    GUARDED,
    `--allow-run=${Deno.execPath()}`,
    "--allow-net=example.com",
  );
  assert.match(await answer(server, "pages"), /^false .*"store of raw"/);
  assert.match(await answer(server, "count"), /^false .*"store of raw"/);
  assert.match(await answer(server, "git_log"), /^true Tool "git_log" declares read .*; start it /);
});

Deno.test("a server that may not read its environment starts sandboxes that find programs by their names", async () => {
  await using project = await Project.make({
    "deno.json": { imports: { "@x/mcp": new URL("mod.ts", ROOT).href } },
    "server.ts": `
      import { McpServer } from "@x/mcp";
      await new McpServer({ name: "s", version: "1.0.0" })
        .tool("run", { module: new URL("tool.ts", import.meta.url), permissions: { run: ["env"] } })
        .run();`,
    "tool.ts": `
      import { runProgram } from "@x/mcp";
      export default async () => (await runProgram("env", [])).stdout;`,
  });
  await using server = new ServerProcess({
    args: ["run", "--no-prompt", `--allow-run=${Deno.execPath()},env`, project.path("server.ts")],
    env: { SECRET: "not for it" },
  });
  const said = await answer(server, "run");
  assert.match(said, /^PATH=/m);
  assert.doesNotMatch(said, /SECRET/);
});

Deno.test("run --limit: components get what is named and no more, whatever the server was given", async () => {
  await using server = ServerProcess.cli(GUARDED, "--limit", "net=example.com", "--limit", "env");
  assert.match(await answer(server, "pages"), /^false .*"store of raw"/);
  assert.match(await answer(server, "count"), /^false .*"store of raw"/);
  const refused = await answer(server, "git_log");
  assert.match(
    refused,
    /^true Tool "git_log" declares read .*, run "git", which --limit does not /,
  );
  assert.match(refused, /; add --limit read=\S+ --limit run=git$/);
  await using none = ServerProcess.cli(GUARDED, "--limit", "none");
  assert.equal(
    await answer(none, "pages"),
    'true Tool "pages" declares net "example.com", which --limit does not grant; ' +
      "add --limit net=example.com",
  );
  assert.match(await answer(none, "count"), /^false .*"store of raw"/);
});

Deno.test("a sandboxed handler that never ends is answered when its time is over, and the next call works", async () => {
  const mcp = make()
    .tool("wait", { module, export: "wait", permissions: "none", timeout: 100 })
    .tool("spin", { module, export: "spin", permissions: "none", timeout: 100 })
    .tool("tell", { module, permissions: "none" })
    .resource("data://spin", { module, export: "spin", permissions: "none", timeout: 100 });
  await using client = await testClient(mcp);
  await client.callTool("tell");
  for (const name of ["wait", "spin"]) {
    const { content } = await client.callTool(name);
    assert.equal((content[0] as { text: string }).text, `Tool "${name}" timed out after 100 ms.`);
  }
  await assert.rejects(
    client.readResource("data://spin"),
    /Resource "data:\/\/spin" timed out after 100 ms\./,
  );
  assert.equal((await client.callTool("tell")).isError, false);
});

Deno.test("a sandbox that loads a program that serves starts no second server", async () => {
  const { mcp, server } = await import("../fixtures/sandboxed/serving.ts");
  await using _ = server;
  await using client = await testClient(mcp);
  const { content } = await client.callTool("where");
  assert.deepEqual(content, [{ type: "text", text: "http://127.0.0.1:0/mcp" }]);
  assert.notEqual(server.url, "http://127.0.0.1:0/mcp");
});
