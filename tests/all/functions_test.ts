import { McpServer, SignatureError } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import assert from "node:assert/strict";
import {
  add,
  config,
  count,
  greet,
  here,
  origin,
  refused,
  summarize,
  weather,
} from "../fixtures/plain_functions.ts";
import "../support/quiet.ts";
import { ERAS, RawClient } from "../support/raw_client.ts";

class Adder {}

/** The longest that functions are waited for, in milliseconds. */
const READING_MS = 60_000;

const make = (options = {}) => new McpServer({ name: "functions", version: "1.0.0", ...options });

async function toolNames(mcp: McpServer): Promise<string[]> {
  await using client = await testClient(mcp);
  return (await client.listTools()).map(({ name }) => name);
}

for (const era of ERAS) {
  Deno.test(`${era} C069: a function is a tool by its types and its comment`, async () => {
    const mcp = make().tool(add, here);
    await using client = await RawClient.open(mcp, era);
    const { result: { tools } } = await client.ask(era, "tools/list");
    assert.deepEqual(tools, [{
      name: "add",
      title: "Sum",
      description: "Adds two numbers.",
      inputSchema: {
        type: "object",
        properties: {
          a: { type: "number", description: "First term." },
          b: { type: "number", description: "Second term.", default: 1 },
        },
        required: ["a"],
      },
      outputSchema: {
        type: "object",
        properties: { result: { type: "number" } },
        required: ["result"],
        "x-fastmcp-wrap-result": true,
      },
    }]);
    const call = (args: unknown) =>
      client.ask(era, "tools/call", { name: "add", arguments: args as never });
    assert.deepEqual((await call({ a: 2, b: 3 })).result.structuredContent, { result: 5 });
    assert.deepEqual((await call({ a: "2" })).result.structuredContent, { result: 3 });
    const wrong = (await call({ b: "x" })).result;
    assert.equal(wrong.isError, true);
    assert.match(wrong.content[0].text, /Invalid arguments for tool "add":\n- a: .*\n- b: /);
  });

  Deno.test(`${era}: functions are resources, templates and prompts`, async () => {
    const mcp = make()
      .resource("data://config", config, here)
      .resource("weather://{city}/{day}", weather, here, { mimeType: "text/x-weather" })
      .resource("forecast://{city}{?day}", weather, here)
      .prompt(summarize, here);
    await using client = await RawClient.open(mcp, era);
    const ask = async (method: string, params = {}) =>
      (await client.ask(era, method, params)).result;
    const { resources } = await ask("resources/list");
    assert.deepEqual(resources, [{ uri: "data://config", name: "config" }]);
    const { resourceTemplates } = await ask("resources/templates/list");
    assert.deepEqual(resourceTemplates, [
      { uriTemplate: "weather://{city}/{day}", name: "weather", mimeType: "text/x-weather" },
      { uriTemplate: "forecast://{city}{?day}", name: "weather" },
    ]);
    const read = async (uri: string) => (await ask("resources/read", { uri })).contents[0].text;
    assert.equal(await read("data://config"), '{"debug":false}');
    assert.equal(await read("weather://Rome/2"), "Rome on day 2: sun");
    assert.equal(await read("forecast://Rome"), "Rome on day 1: sun");
    const { error } = await client.ask(era, "resources/read", { uri: "weather://Rome/soon" });
    assert.match(error!.message, /Invalid parameters of weather:\/\/Rome\/soon:\n- day: /);
    const { prompts } = await ask("prompts/list");
    assert.equal(prompts[0].description, "Asks for a summary.");
    assert.deepEqual(
      prompts[0].arguments.map(({ name, required }: Record<string, unknown>) => [name, required]),
      [["diff", true], ["tone", false], ["lines", false]],
    );
    const { messages } = await ask("prompts/get", {
      name: "summarize",
      arguments: { diff: "x", lines: "5" },
    });
    assert.equal(messages[0].content.text, "concise, 5 lines: x");
    const { completion } = await ask("completion/complete", {
      ref: { type: "ref/prompt", name: "summarize" },
      argument: { name: "tone", value: "d" },
    });
    assert.deepEqual(completion.values, ["detailed"]);
  });
}

Deno.test("arguments go to their parameters: taken apart, with a context, generated", async () => {
  const mcp = make({ logging: undefined })
    .tool(greet, here).tool(count, here);
  assert.equal((await mcp.describe()).capabilities.logging, undefined);
  mcp.tool(origin, here);
  assert.deepEqual((await mcp.describe()).capabilities.logging, {});
  await using client = await testClient(mcp);
  const value = async (name: string, args = {}) => (await client.callTool(name, args)).structured;
  assert.deepEqual(await value("greet", { name: "Ada" }), { result: "Hi Ada." });
  assert.deepEqual(await value("greet", { name: "Ada", polite: true }), {
    result: "Good day, Ada.",
  });
  assert.deepEqual(await value("count", { to: 3 }), { result: [1, 2, 3] });
  assert.deepEqual(await value("origin"), { result: "modern" });
});

Deno.test("options win over the comment, and over what the types say of the result", async () => {
  const mcp = make().tool(add, here, {
    name: "plus",
    title: "Plus",
    description: "Another one.",
    output: { type: "integer" },
    annotations: { readOnlyHint: true },
    tags: ["sums"],
    validation: "strict",
  });
  const { components: [{ name, tags, listed }] } = await mcp.describe();
  assert.deepEqual([name, tags], ["plus", ["sums"]]);
  assert.deepEqual([listed.title, listed.description], ["Plus", "Another one."]);
  assert.deepEqual(listed.annotations, { readOnlyHint: true });
  assert.deepEqual((listed.outputSchema as { properties: unknown }).properties, {
    result: { type: "integer" },
  });
  await using client = await testClient(mcp);
  assert.equal((await client.callTool("plus", { a: "2" })).isError, true);
  assert.deepEqual((await client.callTool("plus", { a: 2 })).structured, { result: 3 });
});

Deno.test("options that are undefined leave it to the comment", async () => {
  const none = { name: undefined, title: undefined, description: undefined };
  const { components: [{ name, listed }] } = await make().tool(add, here, none).describe();
  assert.deepEqual(
    [name, listed.title, listed.description],
    ["add", "Sum", "Adds two numbers."],
  );
});

Deno.test("what is no function with import.meta is refused at registration, with what to write", () => {
  const mcp = make();
  // What authors write by mistake, which the types refuse.
  // deno-lint-ignore no-explicit-any
  const any = mcp as any;
  for (
    const [act, says] of [
      [
        () => any.tool(add),
        'tool "add": give import.meta after the function, as in mcp.tool(add, import.meta)',
      ],
      [() => any.tool(add, "add"), "give import.meta after the function"],
      [() => any.tool(add, import.meta.url), "give import.meta after the function"],
      [() => any.tool(add, { description: "x" }), "give import.meta after the function"],
      [
        () => any.tool("add", add),
        'tool "add": give options before the function, or let its types say what it takes: ' +
        'mcp.tool(add, import.meta, { name: "add" })',
      ],
      [() => any.tool("plus", add, import.meta), 'import.meta, { name: "plus" })'],
      [
        () => any.tool(import.meta, add),
        "a tool: give the function first, as in mcp.tool(add, import.meta)",
      ],
      [
        () => any.tool("add", import.meta, add),
        "a tool: give the function first, as in mcp.tool(add, import.meta)",
      ],
      [
        // As in a circle of imports.
        () => any.tool(undefined, import.meta),
        "a tool: give the function first, as in mcp.tool(fn, import.meta)",
      ],
      [
        () => any.resource("x://a", import.meta, config),
        'a resource: give the function before import.meta, as in mcp.resource("data://…", config, import.meta)',
      ],
      [
        () => any.tool(Adder, import.meta),
        'tool "Adder": Adder is a class; give a function, as in mcp.tool(Adder, import.meta)',
      ],
      [
        () => any.tool(async () => await 1, import.meta),
        'a tool: the function has no name; give it one, or write mcp.tool(fn, import.meta, { name: "…" })',
      ],
      [() => any.tool({ default: () => 1 }.default, import.meta), "is a default export without"],
      [() => any.tool(add.bind(null), import.meta), "a bound function has no name of its own"],
      [() => any.tool(add, import.meta, "plus"), "options: give an object after import.meta"],
      [
        () => any.tool(add, import.meta, { input: {} }),
        "input: the types of the function say it; leave the option out",
      ],
      [
        () => any.tool(add, import.meta, { inject: {} }),
        "inject: write a parameter with a default instead, such as db = depends(openDb)",
      ],
      [() => any.tool(add, import.meta, { name: "a b" }), '"a b" is not a tool name'],
      [() => any.tool(add, import.meta, { name: 5 }), "5 is not a tool name"],
      [() => any.tool(add, import.meta, { timeout: 0 }), 'tool "add": timeout: give milliseconds'],
      [() => any.tool(add, import.meta, { annotations: { readOnlyHint: 1 } }), "annotations"],
      [() => any.tool(add, import.meta, { validation: "none" }), "validation is lenient or strict"],
      [() => any.tool(add, import.meta, { output: { type: "text" } }), 'tool "add": output'],
      [() => any.tool(add, import.meta, { description: 5 }), "description must be text"],
      [
        () => any.resource(config, import.meta),
        'a resource: give its URI first, as in mcp.resource("data://…", config, import.meta)',
      ],
      [
        () => any.resource("data://x", config),
        'resource "data://x": give import.meta after the function, as in ' +
        'mcp.resource("data://…", config, import.meta)',
      ],
      [() => any.resource("x", config, import.meta), "a URI begins with a scheme"],
      [() => any.resource("x://{a", config, import.meta), "a brace is not closed"],
      [() => any.resource("x://a", config, import.meta, { params: {} }), "params: the types of"],
      [() => any.resource("x://a", config, import.meta, { mimeType: 5 }), "mimeType must be text"],
      [
        () => any.resource("x://{a}", config, import.meta, { complete: { b: () => [] } }),
        'the template has no parameter "b"',
      ],
      [
        () => any.prompt("summary", summarize),
        'mcp.prompt(summarize, import.meta, { name: "summary" })',
      ],
      [() => any.prompt(summarize, {}), 'prompt "summarize": give import.meta after'],
      [() => any.prompt(summarize, import.meta, { args: {} }), "args: the types of the function"],
      [() => any.prompt(summarize, import.meta, { name: "" }), "the name is empty"],
    ] as const
  ) {
    assert.throws(act, (error: Error) => {
      assert.equal(error.name, "TypeError");
      assert.ok(error.message.startsWith("Cannot register "), error.message);
      assert.ok(error.message.includes(says), `${error.message}\ndoes not say: ${says}`);
      return true;
    });
  }
});

Deno.test("functions keep their place in the order, and can be hidden, shown, taken out and grouped unread", async () => {
  const mcp = make()
    .tool(count, here, { tags: ["x"] })
    .tool("between", {}, () => "x")
    .tool(add, here, { enabled: false })
    .tool(greet, here)
    .tool(origin, here)
    .tool(refused, here);
  assert.equal(mcp.remove("refused"), 1);
  assert.equal(mcp.disable("greet"), 1);
  assert.equal(mcp.enable("add"), 1);
  assert.equal(mcp.disable({ tag: "x" }), 1);
  assert.throws(() => mcp.tool(add, here), /tool "add": it is registered already/);
  assert.deepEqual(await toolNames(mcp), ["between", "add", "origin"]);
  mcp.enable("greet");
  mcp.enable("count");
  assert.deepEqual(await toolNames(mcp), ["count", "between", "add", "greet", "origin"]);
});

Deno.test("a function replaces another tool, or is ignored, as onDuplicate says", async () => {
  const text = async (onDuplicate: string) => {
    const mcp = make({ onDuplicate }).tool("add", {}, () => "old").tool(add, here);
    await using client = await testClient(mcp);
    return (await client.callTool("add", { a: 1 })).content[0];
  };
  assert.deepEqual(await text("replace"), { type: "text", text: "2" });
  assert.deepEqual(await text("ignore"), { type: "text", text: "old" });
  const mcp = make({ onDuplicate: "replace" }).tool(refused, here)
    .tool("refused", {}, () => "new");
  assert.deepEqual(await toolNames(mcp), ["refused"]);
});

Deno.test("what is taken out or hidden while it is read stays so", async () => {
  const mcp = make().tool(add, here).tool(greet, here).tool(refused, here);
  const connecting = testClient(mcp);
  await Promise.resolve();
  await Promise.resolve();
  mcp.remove("add");
  mcp.remove("refused");
  mcp.disable("greet");
  await using client = await connecting;
  assert.deepEqual(await client.listTools(), []);
  mcp.enable("greet");
  assert.deepEqual((await client.listTools()).map(({ name }) => name), ["greet"]);
});

Deno.test("functions are read before the start hooks, and those of start hooks before the first client", async () => {
  const mcp = make().tool(add, here);
  const seen: unknown[] = [];
  mcp.onStart(async () => {
    seen.push((await mcp.describe()).components.map(({ key }) => key));
    mcp.tool(greet, here);
  });
  assert.deepEqual(await toolNames(mcp), ["add", "greet"]);
  assert.deepEqual(seen, [["add"]]);
  const broken = make().onStart(() => void broken.tool(refused, here));
  await assert.rejects(testClient(broken), SignatureError);
});

Deno.test("clients that come at once wait for one reading; after a failure the next start tries again", async () => {
  const mcp = make().tool(add, here).tool(refused, here);
  let started = 0;
  mcp.onStart(() => started++);
  const failed = await Promise.allSettled([
    testClient(mcp),
    mcp.connect(() => {}),
    mcp.serve({ port: 0 }),
    mcp.describe(),
  ]);
  const reasons = failed.map((one) => (one as PromiseRejectedResult).reason);
  assert.ok(reasons[0] instanceof SignatureError);
  for (const reason of reasons) assert.equal(reason, reasons[0]);
  assert.equal(started, 0);
  const again: unknown = await testClient(mcp).then(() => assert.fail(), (error) => error);
  assert.ok(again instanceof SignatureError && again !== reasons[0]);
  mcp.remove("refused");
  const [one, two] = await Promise.all([testClient(mcp), testClient(mcp)]);
  assert.deepEqual((await two.listTools()).map(({ name }) => name), ["add"]);
  assert.equal(started, 1);
  await Promise.all([one.close(), two.close()]);
});

for (const era of ERAS) {
  Deno.test(`${era}: a function that is registered later is seen when it is read; one that cannot be is left out`, async () => {
    const mcp = make().tool("first", {}, () => "x");
    await using client = await RawClient.open(mcp, era);
    if (era === "modern") {
      client.send({
        jsonrpc: "2.0",
        id: "listen",
        method: "subscriptions/listen",
        params: {
          notifications: { toolsListChanged: true },
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1.0.0" },
            "io.modelcontextprotocol/clientCapabilities": {},
          },
        },
      });
      await client.wait(({ method }) => method === "notifications/subscriptions/acknowledged");
    }
    const names = async () =>
      (await client.ask(era, "tools/list")).result.tools.map(({ name }: { name: string }) => name);
    // Reading takes a process of its own.
    const changed = client.wait(
      ({ method }) => method === "notifications/tools/list_changed",
      READING_MS,
    );
    mcp.tool(add, here).tool(refused, here).tool(greet, here);
    const early = await client.ask(era, "tools/call", { name: "add", arguments: { a: 1 } });
    assert.match(early.error!.message, /Unknown tool: "add"/);
    await changed;
    assert.deepEqual(await names(), ["first", "add", "greet"]);
    assert.equal(client.notifications("notifications/tools/list_changed").length, 1);
    assert.throws(() => mcp.remove("refused"), /There is no component "refused"/);
    const called = await client.ask(era, "tools/call", { name: "add", arguments: { a: 1 } });
    assert.deepEqual(called.result.structuredContent, { result: 2 });
  });
}
