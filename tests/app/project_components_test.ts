import assert from "node:assert/strict";
import { McpServer, type ProjectComponent } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import { MANIFEST_FORM } from "../../src/server/project_manifest.ts";
import { Project } from "../support/project.ts";
import "../support/quiet.ts";

const url = new URL("../fixtures/components/", import.meta.url);

const make = () => new McpServer({ name: "project", version: "1.0.0" });

/** A manifest, as it is read from its file. */
function manifestOf(...components: Partial<ProjectComponent>[]): object {
  const all = components.map((each) => ({
    kind: "tool",
    key: "x",
    file: "x.ts",
    options: {},
    ...each,
  }));
  return JSON.parse(JSON.stringify({ form: MANIFEST_FORM, components: all }));
}

const GREET: Partial<ProjectComponent> = {
  key: "greet",
  file: "greet.ts",
  parameters: [
    { kind: "argument", name: "name" },
    { kind: "argument", name: "times" },
    { kind: "context" },
  ],
  input: {
    type: "object",
    properties: { name: { type: "string" }, times: { type: "integer", default: 2 } },
    required: ["name"],
  },
  output: { type: "string" },
};

/** The text of a tool's answer. */
async function told(mcp: McpServer, name: string, args = {}): Promise<string> {
  await using client = await testClient(mcp, { era: "modern" });
  const { content: [{ text }] } = await client.callTool(name, args) as unknown as {
    content: [{ text: string }];
  };
  return text;
}

Deno.test("components of a manifest run in sandboxes that may touch nothing, unless they say otherwise", async () => {
  const mcp = make().addComponents(
    manifestOf(
      {
        ...GREET,
        options: { description: "Greets.", title: "Hi", tags: ["t"], timeout: "Infinity" },
      },
      { ...GREET, key: "inherits", options: { permissions: "inherit" } },
      { ...GREET, key: "inline", options: { isolation: "inline" } },
      {
        ...GREET,
        key: "env",
        options: { permissions: { env: ["A"] }, idleMs: "Infinity", pool: 2 },
      },
    ),
    { url },
  );
  const { components } = await mcp.describe();
  assert.deepEqual(
    components.map(({ key, isolation, permissions }) => [key, isolation, permissions]),
    [
      ["greet", "process", {}],
      ["inherits", "inline", "inherit"],
      ["inline", "inline", "inherit"],
      ["env", "process", { env: { allow: ["A"] } }],
    ],
  );
  assert.deepEqual(components[0].tags, ["t"]);
  assert.deepEqual(components[0].listed, {
    name: "greet",
    title: "Hi",
    description: "Greets.",
    inputSchema: GREET.input,
    outputSchema: {
      type: "object",
      properties: { result: { type: "string" } },
      required: ["result"],
      "x-fastmcp-wrap-result": true,
    },
  });
  const pids = [];
  for (const name of ["greet", "inherits", "inline"]) {
    const text = await told(mcp, name, { name: "Ada" });
    assert.match(text, /^Hello Ada\. Hello Ada\. modern, \d+$/);
    pids.push(Number(/\d+$/.exec(text)![0]));
  }
  assert.notEqual(pids[0], Deno.pid);
  assert.deepEqual(pids.slice(1), [Deno.pid, Deno.pid]);
  assert.match(await told(mcp, "greet", {}), /^Invalid arguments for tool "greet":\n- name: /);
});

Deno.test("templates and prompts of a manifest take what they are called with by its schemas", async () => {
  const parameters = [{ kind: "argument", name: "name" }, {
    kind: "argument",
    name: "times",
  }] as const;
  const mcp = make().addComponents(
    manifestOf(
      {
        ...GREET,
        kind: "resource",
        key: "hello://{name}/{times}",
        parameters,
        options: { name: "hello" },
      },
      { ...GREET, kind: "prompt", parameters },
    ),
    { url },
  );
  await using client = await testClient(mcp);
  const [{ text }] = await client.readResource("hello://Ada/1");
  assert.match(String(text), /^Hello Ada\. undefined, \d+$/);
  const { messages: [{ content }] } = await client.getPrompt("greet", { name: "Bea", times: "3" });
  assert.match((content as { text: string }).text, /^(Hello Bea\. ){3}undefined/);
  await assert.rejects(client.readResource("hello://Ada/much"), /Invalid parameters of hello:/);
  await assert.rejects(client.getPrompt("greet"), /Invalid arguments for prompt "greet"/);
});

Deno.test("a constant of a manifest is served without running anything, or else by its file", async () => {
  const constant = (key: string, more: object = {}): Partial<ProjectComponent> => ({
    kind: "resource",
    key,
    file: "config.ts",
    constant: {},
    options: { name: key.slice("data://".length), permissions: { net: true }, ...more },
  });
  const mcp = make().addComponents(
    manifestOf(
      { ...constant("data://written"), file: "not_there.ts", constant: { value: { a: [1] } } },
      { ...constant("data://null"), file: "not_there.ts", constant: { value: null } },
      constant("data://config"),
      constant("data://here", { permissions: "inherit" }),
    ),
    { url },
  );
  await using client = await testClient(mcp);
  const read = async (uri: string) => {
    const [{ mimeType, text }] = await client.readResource(uri);
    assert.equal(mimeType, "application/json");
    return JSON.parse(text as string);
  };
  assert.deepEqual(await read("data://written"), { a: [1] });
  assert.equal(await read("data://null"), null);
  const { pid, parts } = await read("data://config");
  assert.equal(parts, 2);
  assert.notEqual(pid, Deno.pid);
  assert.equal((await read("data://here")).pid, Deno.pid);
  const { components } = await mcp.describe();
  assert.deepEqual(
    components.map(({ isolation, permissions }) => [isolation, permissions]),
    [["inline", {}], ["inline", {}], ["process", { net: { allow: true } }], ["inline", "inherit"]],
  );
});

Deno.test("modules in the server's process are loaded at the first call, as the entry says or by their URLs", async () => {
  await using project = await Project.make({
    "tools/a%20b #?.ts": "export default () => 'by its URL';",
  });
  const tool = { options: { permissions: "inherit" } };
  let loads = 0;
  const modules = {
    "tools/given.ts": () => {
      loads++;
      return loads === 1
        ? Promise.reject(new Error("not yet"))
        : Promise.resolve({ default: () => "given" });
    },
  };
  const mcp = make().addComponents(
    manifestOf(
      { ...tool, key: "given", file: "tools/given.ts" },
      { ...tool, key: "found", file: "tools/a%20b #?.ts" },
    ),
    { url: project.url(""), modules },
  );
  assert.equal(loads, 0);
  assert.match(await told(mcp, "given"), /^Tool "given" failed/);
  for (let i = 0; i < 2; i++) assert.equal(await told(mcp, "given"), "given");
  assert.equal(loads, 2);
  assert.equal(await told(mcp, "found"), "by its URL");
});

/** What registration says. */
function refused(mcp: McpServer, manifest: object, folder: string | URL = url): string {
  try {
    mcp.addComponents(manifest, { url: folder });
  } catch (error) {
    assert.ok(error instanceof TypeError);
    return error.message;
  }
  return "nothing";
}

Deno.test("what is no manifest of this version is refused, with what to do", () => {
  for (
    const manifest of [
      {},
      [],
      null as unknown as object,
      { form: MANIFEST_FORM + 1, components: [] },
      { form: MANIFEST_FORM },
      manifestOf({ kind: "widget" as "tool" }),
      manifestOf({ options: 1 as never }),
      manifestOf({ file: "../outside.ts" }),
      manifestOf({ file: "/outside.ts" }),
    ]
  ) {
    assert.equal(
      refused(make(), manifest),
      "Cannot read the manifest: it was not made by this version of @x/mcp; run `mcp build` again",
    );
  }
  for (const folder of ["file:///project", "project/"]) {
    assert.match(
      refused(make(), manifestOf({}), folder),
      /: url is that of the project's folder, with/,
    );
  }
});

Deno.test("a component of a manifest that cannot be registered is named, with what is wrong", () => {
  const template = { kind: "resource", key: "data://{id}" } as const;
  const input = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
  const cases: [Partial<ProjectComponent>, RegExp][] = [
    [{ options: { timeout: -1 } }, /^Cannot register tool "x": .*limit/],
    [{ options: { permissions: { nte: true } } }, /^Cannot register tool "x": permissions: .*nte/],
    [{ options: { pool: 0 } }, /^Cannot register tool "x": pool must be/],
    [{ options: { permissions: "inherit", pool: 2 } }, /^Cannot register tool "x": pool is for/],
    [{ options: { annotations: { readOnlyHint: 1 } } }, /^Cannot register tool "x": annotations: /],
    [{ key: "no name" }, /^Cannot register tool "no name": name: /],
    [{ input: { type: "string" } }, /^Cannot register tool "x": input: arguments are named/],
    [{ ...template, constant: { value: 1 } }, /"data:\/\/{id}": a template needs a function/],
    [{ ...template, constant: {} }, /"data:\/\/{id}": a template needs a function/],
    [{ ...template, input: {} }, /the function has no parameter "id", which the URI gives/],
    [{ ...template, key: "data://x", input }, /the function needs "id", which the URI does not/],
    [
      { ...template, key: "data://x", input, schemas: ["input"] },
      /^Cannot register resource "data:\/\/x": input: the URI has no parameters/,
    ],
  ];
  for (const [component, message] of cases) {
    assert.match(refused(make(), manifestOf(component)), message);
  }
});

/** A function whose types are read later. */
function get_user(): string {
  return "";
}

Deno.test("C126: names that are taken, or that hosts may take for one another, are refused whatever the kinds", async () => {
  const mcp = make()
    .tool(get_user, import.meta)
    .prompt("ask", {}, () => "")
    .resource("data://a", { name: "config" }, "a")
    .resource("data://{b}", { name: "b" }, () => "");
  const component = (kind: ProjectComponent["kind"], key: string, name?: string) =>
    manifestOf(
      { key: "first", file: "tools/first.ts" },
      { kind, key, file: "some/file.ts", options: { name } },
    );
  const end = ", which server.ts registers, or one that hosts may take for it; change one of them";
  for (
    const [kind, key, name, message] of [
      ["tool", "get-user", undefined, `the name of tool "get_user"`],
      ["prompt", "Get_User", undefined, `the name of tool "get_user"`],
      ["tool", "ask", undefined, `the name of prompt "ask"`],
      ["resource", "data://c", "ASK", `the name of prompt "ask"`],
      ["tool", "config", undefined, `the name of resource "data://a"`],
      ["resource", "DATA://a", "c", `the URI of resource "data://a"`],
      ["resource", "data://{b}", "c", `the URI of resource template "data://{b}"`],
    ] as const
  ) {
    assert.equal(
      refused(mcp, component(kind, key, name)),
      `Cannot register ${kind} ${JSON.stringify(key)}: some/file.ts has ${message}${end}`,
    );
  }
  assert.match(
    refused(mcp, component("prompt", "First")),
    /: some\/file\.ts has the name of tool "first", which is tools\/first\.ts, or one that /,
  );
  mcp.remove("get_user");
  assert.equal((await mcp.describe()).components.length, 3, "of what is refused nothing stays");
});
