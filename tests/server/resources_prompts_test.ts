import assert from "node:assert/strict";
import { McpServer, type PromptReturn } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import { z } from "zod";
import { RawClient } from "../support/raw_client.ts";

const make = () => new McpServer({ name: "rp", version: "1.0.0" });

Deno.test("C050: text, bytes and JSON go where they belong, under the declared or the fitting type", async () => {
  const mcp = make();
  const bytes = new Uint8Array([137, 80]);
  const cases = [
    ["text", () => "hi", undefined, { mimeType: "text/plain", text: "hi" }],
    ["bytes", () => bytes, undefined, { mimeType: "application/octet-stream", blob: "iVA=" }],
    ["buffer", () => bytes.buffer, undefined, {
      mimeType: "application/octet-stream",
      blob: "iVA=",
    }],
    ["png", () => bytes, "image/png", { mimeType: "image/png", blob: "iVA=" }],
    ["json", () => ({ text: "x" }), undefined, {
      mimeType: "application/json",
      text: '{"text":"x"}',
    }],
    ["list", () => [1], undefined, { mimeType: "application/json", text: "[1]" }],
    ["null", () => null, undefined, { mimeType: "application/json", text: "null" }],
    ["csv", () => "a,b", "text/csv", { mimeType: "text/csv", text: "a,b" }],
    ["constant", { a: 1 }, undefined, { mimeType: "application/json", text: '{"a":1}' }],
    ["constant_bytes", bytes, undefined, {
      mimeType: "application/octet-stream",
      blob: "iVA=",
    }],
    ["constant_text", "t", undefined, { mimeType: "text/plain", text: "t" }],
  ] as const;
  for (const [name, source, mimeType] of cases) {
    mcp.resource(`x://${name}`, mimeType === undefined ? {} : { mimeType }, source as never);
  }
  mcp.resource("x://several", {}, () => ({
    contents: [{ text: "a" }, { blob: bytes, mimeType: "image/png", uri: "x://other" }],
  }));
  await using client = await testClient(mcp);
  for (const [name, , , contents] of cases) {
    const uri = `x://${name}`;
    assert.deepEqual(await client.readResource(uri), [{ uri, ...contents }], name);
  }
  assert.deepEqual(await client.readResource("x://several"), [
    { uri: "x://several", mimeType: "text/plain", text: "a" },
    { uri: "x://other", mimeType: "image/png", blob: "iVA=" },
  ]);
});

Deno.test("a concrete resource comes before templates, templates in their order; equal spellings of a URI are one", async () => {
  const mcp = make();
  mcp.resource("x://{a}", {}, ({ a }) => `first ${a}`);
  mcp.resource("x://{b*}", {}, ({ b }) => `second ${b}`);
  mcp.resource("x://fixed", {}, "fixed");
  mcp.resource("HTTP://Example.com/a b", {}, "spelt");
  await using client = await testClient(mcp);
  const read = async (uri: string) => (await client.readResource(uri))[0].text;
  assert.equal(await read("x://fixed"), "fixed");
  assert.equal(await read("x://other"), "first other");
  assert.equal(await read("x://a/b"), "second a/b");
  for (const uri of ["HTTP://Example.com/a b", "http://example.com/a%20b"]) {
    assert.equal(await read(uri), "spelt");
  }
  mcp.disable("x://fixed");
  await assert.rejects(client.readResource("x://fixed"), /not found/i);
});

Deno.test("parameters of a template are checked and converted by its schema; -32602 names what is wrong", async () => {
  const mcp = make();
  const params = z.object({ city: z.string().min(2), unit: z.enum(["C", "F"]).default("C") });
  mcp.resource("weather://{city}{?unit}", { params }, ({ city, unit }) => `${city} ${unit}`);
  await using client = await RawClient.to(mcp);
  const read = (uri: string) => client.ask("modern", "resources/read", { uri });
  assert.equal((await read("weather://Oslo")).result.contents[0].text, "Oslo C");
  assert.equal((await read("weather://Oslo?unit=F")).result.contents[0].text, "Oslo F");
  const { error } = await read("weather://O?unit=K");
  assert.equal(error?.code, -32602);
  assert.match(error!.message, /- city: .*\n- unit: /);
});

Deno.test("a handler reads another resource through its context", async () => {
  const mcp = make();
  mcp.resource("data://config", {}, { debug: true });
  mcp.tool("debug", {}, async (_, ctx) => {
    const [{ text = "" }] = await ctx.readResource("data://config");
    return JSON.parse(text).debug;
  });
  mcp.tool("lost", {}, (_, ctx) => ctx.readResource("data://none"));
  await using client = await testClient(mcp);
  assert.deepEqual((await client.callTool("debug")).content, [{ type: "text", text: "true" }]);
  await assert.rejects(client.callTool("lost"), /Resource not found: data:\/\/none/);
});

Deno.test("prompts return text, blocks or messages, and list their arguments", async () => {
  const mcp = make();
  const image = { type: "image", data: "AA==", mimeType: "image/png" } as const;
  const cases: Record<string, [PromptReturn, unknown]> = {
    text: ["hi", [{ role: "user", content: { type: "text", text: "hi" } }]],
    block: [image, [{ role: "user", content: image }]],
    message: [{ role: "assistant", content: "yes" }, [
      { role: "assistant", content: { type: "text", text: "yes" } },
    ]],
    list: [["a", { role: "assistant", content: { b: 1 } }, image], [
      { role: "user", content: { type: "text", text: "a" } },
      { role: "assistant", content: { type: "text", text: '{"b":1}' } },
      { role: "user", content: image },
    ]],
  };
  for (const [name, [value]] of Object.entries(cases)) mcp.prompt(name, {}, () => value);
  mcp.prompt("described", { description: "Old" }, () => ({ messages: ["x"], description: "New" }));
  mcp.prompt("system", {}, () => ({ role: "system", content: "x" }) as never);
  mcp.prompt("args", {
    args: z.object({ diff: z.string().describe("The diff."), tone: z.string().default("concise") }),
  }, ({ diff, tone }) => `${diff} ${tone}`);
  await using client = await testClient(mcp);
  for (const [name, [, messages]] of Object.entries(cases)) {
    assert.deepEqual((await client.getPrompt(name)).messages, messages, name);
  }
  assert.equal((await client.getPrompt("described")).description, "New");
  await assert.rejects(client.getPrompt("system"), /none with the role system; put instructions/);
  const listed = (await client.listPrompts()).find(({ name }) => name === "args");
  assert.deepEqual(listed?.arguments, [
    { name: "diff", description: "The diff.", required: true },
    { name: "tone", required: false },
  ]);
  const { messages } = await client.getPrompt("args", { diff: "d", unknown: "x" });
  assert.deepEqual(messages[0].content, { type: "text", text: "d concise" });
});

Deno.test("an argument of a prompt that is no text says so behind its description, with its schema", async () => {
  const mcp = make();
  mcp.prompt("p", {
    args: z.object({
      count: z.int().min(1).describe("How many."),
      list: z.array(z.int()).default([1]),
      either: z.union([z.int(), z.string()]).describe("Which."),
      text: z.string().optional(),
    }),
  }, () => "x");
  await using client = await testClient(mcp);
  const [{ arguments: listed }] = await client.listPrompts();
  const integer = '{"type":"integer","minimum":1}';
  assert.deepEqual(listed, [
    { name: "count", description: `How many.\nAs JSON that fits ${integer}`, required: true },
    {
      name: "list",
      description: 'As JSON that fits {"type":"array","items":{"type":"integer"}}',
      required: false,
    },
    { name: "either", description: "Which.", required: true },
    { name: "text", required: false },
  ]);
});

Deno.test("C123: a completer gets the arguments that are chosen already", async () => {
  const mcp = make();
  mcp.prompt("repo", {
    args: z.object({ owner: z.enum(["denoland", "honojs"]), repo: z.string() }),
    complete: {
      repo: (value, { arguments: { owner } }) =>
        (owner === "denoland" ? ["deno", "std"] : ["hono"]).filter((name) =>
          name.startsWith(value)
        ),
    },
  }, () => "x");
  mcp.resource("repo://{owner}/{repo}", {
    complete: { repo: (_, { arguments: { owner } }) => `${owner}-repo` },
    params: z.object({ owner: z.enum(["a", "b"]), repo: z.string() }),
  }, () => 1);
  for (const era of ["modern", "legacy"] as const) {
    await using client = await testClient(mcp, { era });
    const prompt = { prompt: "repo" };
    assert.deepEqual((await client.complete(prompt, "owner", "h")).values, ["honojs"]);
    const deno = await client.complete(prompt, "repo", "s", { owner: "denoland" });
    assert.deepEqual(deno.values, ["std"]);
    assert.deepEqual((await client.complete(prompt, "repo", "", {})).values, ["hono"]);
    const template = { template: "repo://{owner}/{repo}" };
    assert.deepEqual((await client.complete(template, "owner", "")).values, ["a", "b"]);
    const { values } = await client.complete(template, "repo", "", { owner: "a" });
    assert.deepEqual(values, ["a-repo"]);
  }
});

Deno.test("C157: completions are declared only if something completes", async () => {
  const declared = async (mcp: McpServer) => {
    await using client = await testClient(mcp);
    return "completions" in client.capabilities;
  };
  assert.equal(
    await declared(make().prompt("p", { args: z.object({ a: z.string() }) }, () => "x")),
    false,
  );
  assert.equal(
    await declared(make().prompt("p", { args: z.object({ a: z.enum(["x"]) }) }, () => "x")),
    true,
  );
  assert.equal(
    await declared(make().resource("x://{a}", { complete: { a: () => [] } }, () => 1)),
    true,
  );
});

Deno.test("arguments behind a reference keep their description and their values", async () => {
  const Tone = z.enum(["calm", "loud"]).meta({ id: "Tone", description: "How to say it." });
  const mcp = make();
  mcp.prompt("p", { args: z.object({ tone: Tone, other: Tone.optional() }) }, () => "x");
  await using client = await testClient(mcp);
  const [{ arguments: listed }] = await client.listPrompts();
  assert.deepEqual(listed?.[0], { name: "tone", description: "How to say it.", required: true });
  assert.deepEqual((await client.complete({ prompt: "p" }, "tone", "l")).values, ["loud"]);
});

Deno.test("contents that are none, and completers that give no text, are errors of the server", async () => {
  const mcp = make();
  const wrong = [
    { contents: [] },
    { contents: [{ text: undefined }] },
    { contents: [{ text: 5 }] },
    {
      contents: [{ blob: "!!!" }],
    },
    { contents: [{ uri: 5, text: "x" }] },
  ];
  wrong.forEach((value, i) => mcp.resource(`x://${i}`, {}, () => value));
  mcp.resource("x://meta", {}, () => ({ contents: [{ text: "x" }], _meta: { "a.b/c": 1 } }));
  mcp.prompt("p", {
    args: z.object({ a: z.string() }),
    complete: { a: () => [1, null] as never },
  }, () => ({ messages: ["x"], _meta: { "a.b/c": 2 } }));
  await using client = await RawClient.to(mcp);
  for (const i of wrong.keys()) {
    const { error } = await client.ask("modern", "resources/read", { uri: `x://${i}` });
    assert.equal(error?.code, -32603, `${i}`);
  }
  const read = await client.ask("modern", "resources/read", { uri: "x://meta" });
  assert.equal(read.result._meta["a.b/c"], 1);
  const got = await client.ask("modern", "prompts/get", { name: "p", arguments: { a: "x" } });
  assert.equal(got.result._meta["a.b/c"], 2);
  const completed = await client.ask("modern", "completion/complete", {
    ref: { type: "ref/prompt", name: "p" },
    argument: { name: "a", value: "" },
  });
  assert.equal(completed.error?.code, -32603);
});
