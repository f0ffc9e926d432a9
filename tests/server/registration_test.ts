import assert from "node:assert/strict";
import { McpServer } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import "../support/quiet.ts";
import { deno, mcp as cli, path } from "../support/server_process.ts";

const make = (options = {}) =>
  new McpServer({ name: "registration", version: "1.0.0", ...options });

Deno.test("C052 [tools.names]: names outside the protocol's limits are errors with a proposal", () => {
  for (
    const [name, proposal] of [
      ["team/rename", 'such as "team_rename"'],
      ["größe", 'such as "grosse"'],
      ["with blank", 'such as "with_blank"'],
      ["x".repeat(129), `such as "${"x".repeat(64)}"`],
      ["", "1 to 128"],
      ["日本", "1 to 128"],
    ]
  ) {
    assert.throws(() => make().tool(name, {}, () => "x"), (error: Error) => {
      assert.ok(error.message.startsWith("Cannot register tool "), error.message);
      assert.ok(error.message.includes(proposal), error.message);
      return true;
    });
  }
  make().tool("x".repeat(128), {}, () => "x").tool("A-z_0.9", {}, () => "x");
});

Deno.test("C052: a name that big hosts refuse warns at registration and in inspect, with a proposal", async () => {
  const mcp = make();
  mcp.tool("mail.send", {}, () => "x");
  assert.match(
    (await mcp.describe()).components[0].warnings.join(),
    /big hosts refuse.*"mail_send"/,
  );
  const { stdout, stderr, code } = await cli(["inspect", path("tests/fixtures/odd_names.ts")]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /tool "mail\.send": big hosts refuse the name.*"mail_send"/);
  const run = await deno(["run", "--no-prompt", path("tests/fixtures/odd_names.ts")], {
    input: "",
  });
  assert.match(run.stderr, /mail\.send.*big hosts refuse the name/);
});

Deno.test("C126: names that a host may take for one another stay two tools, and warn", async () => {
  const mcp = make();
  mcp.tool("get-user", {}, () => "dash");
  mcp.tool("get_user", {}, () => "underscore");
  mcp.tool("Get_User", {}, () => "capital");
  await using client = await testClient(mcp);
  for (
    const [name, text] of [["get-user", "dash"], ["get_user", "underscore"], [
      "Get_User",
      "capital",
    ]]
  ) assert.deepEqual((await client.callTool(name)).content, [{ type: "text", text }]);
  const { components } = await mcp.describe();
  assert.match(
    components[1].warnings.join(),
    /hosts may take the name for that of tool "get-user"/,
  );
  const { stderr } = await deno(["run", "--no-prompt", path("tests/fixtures/odd_names.ts")], {
    input: "",
  });
  assert.match(stderr, /hosts may take the name for that of tool \\"get-user\\"/);
});

Deno.test("[tools.names]: a name that is taken is an error, or what onDuplicate says", async () => {
  const text = async (mcp: McpServer) => {
    await using client = await testClient(mcp);
    return (await client.callTool("t")).content[0];
  };
  const twice = (options = {}) =>
    make(options).tool("t", {}, () => "old").tool("t", {}, () => "new");
  assert.throws(() => twice(), /Cannot register tool "t": it is registered already/);
  assert.deepEqual(await text(twice({ onDuplicate: "replace" })), { type: "text", text: "new" });
  assert.deepEqual(await text(twice({ onDuplicate: "warn" })), { type: "text", text: "new" });
  assert.deepEqual(await text(twice({ onDuplicate: "ignore" })), { type: "text", text: "old" });
  const mcp = make();
  mcp.tool("same", {}, () => "x").prompt("same", {}, () => "x").resource("same://x", {}, 1);
  assert.throws(() => mcp.resource("same://x", {}, 2), /Cannot register resource "same:\/\/x"/);
  mcp.resource("data://café", {}, 1);
  assert.throws(() => mcp.resource("data://caf%C3%A9", {}, 1), /is registered already/);
  mcp.remove({ kind: "tool", name: "same" });
  mcp.tool("same", {}, () => "again");
});

Deno.test("wrong options throw at registration and name component and option", async () => {
  const register = make();
  for (
    const [act, says] of [
      [() => make({ name: "" }), /Cannot make a server: name is missing/],
      [() => make({ version: undefined }), /version is missing/],
      [() => make({ pageSize: 0 }), /pageSize must be a whole number above 0/],
      [() => make({ secret: "short" }), /secret must have at least 32 bytes/],
      [
        () => make({ cacheHints: { "tools/list": { ttlMs: -1 } } }),
        /cacheHints\["tools\/list"\]: ttlMs must be milliseconds/,
      ],
      [
        () => register.resource("x://a", { cache: { cacheScope: "all" as never } }, 1),
        /resource "x:\/\/a": cacheScope must be "public" or "private"/,
      ],
      [
        () => make({ onDuplicate: "nope" as never }),
        /onDuplicate is one of error, warn, replace, ignore, not "nope"/,
      ],
      [() => make({ errors: "loud" as never }), /errors is masked or verbose, not "loud"/],
      [() => register.tool("t", undefined as never, () => 1), /tool "t": options: give an object/],
      [() => register.tool(5 as never, {}, () => 1), /tool 5: name: 5 is not a tool name/],
      [
        () => register.tool("t", { meta: { big: 1n } }, () => "x"),
        /tool "t": options: meta and icons must have a JSON form/,
      ],
      [
        () => register.tool("t", { description: 5 as never }, () => "x"),
        /description must be text/,
      ],
      [() => register.prompt("p", { meta: { big: 1n } }, () => "x"), /prompt "p": meta and icons/],
      [() => register.resource("x://a", { meta: { big: 1n } }, 1), /"x:\/\/a": meta and icons/],
      [() => register.remove({}), /Say which components are meant/],
      [() => register.disable({ tag: undefined as never }), /Say which components are meant/],
      [() => make({ icons: [1] as never }), /Cannot make a server: icons must be a list of icons/],
      [
        () => register.tool("t", { annotations: { readOnlyHint: "yes" as never } }, () => "x"),
        /tool "t": annotations: readOnlyHint must be a boolean/,
      ],
      [() => register.tool("t", {}, "x" as never), /tool "t": handler: give a function/],
      [() => register.tool("t", { timeout: 0 }, () => "x"), /tool "t": timeout: give milliseconds/],
      [() => register.resource("config", {}, 1), /resource "config": a URI begins with a scheme/],
      [() => register.resource("x://{a}", {}, 1), /a template needs a function/],
      [() => register.resource("x://a", {}, undefined as never), /give a function or a constant/],
      [
        () => register.resource("x://a", { params: { type: "object" } }, 1),
        /params and complete are for templates/,
      ],
      [
        () =>
          register.resource(
            "x://{a}",
            { params: { type: "object", properties: { b: {} } } },
            () => 1,
          ),
        /the template has no parameter "b"/,
      ],
      [() => register.prompt("", {}, () => "x"), /Cannot register prompt "": the name is empty/],
      [
        () => register.prompt("p", { complete: { a: () => [] } as never }, () => "x"),
        /prompt "p": complete: there is no argument "a"/,
      ],
      [() => register.prompt("p", { args: { type: "string" } }, () => "x"), /prompt "p": args: /],
    ] as const
  ) assert.throws(act, says);
  assert.deepEqual((await register.describe()).components, []);
});

Deno.test("[meta.keys]: keys that break the rules, or that the protocol keeps, are not registered", () => {
  for (const key of ["name", "a.b_c-9", "example.com/x", "com.example/", "x/y", ""]) {
    make().tool("t", { meta: { [key]: 1 } }, () => "x");
  }
  for (
    const key of ["bad key!", "-a", "1x.com/a", "a//b", "io.modelcontextprotocol/x", "dev.mcp/x"]
  ) {
    assert.throws(() => make().tool("t", { meta: { [key]: 1 } }, () => "x"), /tool "t": .*meta: /);
  }
});

Deno.test("use refuses a method that does not pass the chain, and tells the nearest", () => {
  assert.throws(
    () => make().use("tools/cal" as "tools/call", (_, next) => next()),
    /no request "tools\/cal" passes the chain; did you mean "tools\/call"\?/,
  );
});

Deno.test("titles, icons, annotations and meta go to the lists as they were given; tags do not", async () => {
  const icons = [{ src: "data:image/png;base64,AA==", mimeType: "image/png" }];
  const shared = { title: "Title", description: "What", icons, meta: { "a/b": 1 }, tags: ["x"] };
  const sent = { title: "Title", description: "What", icons, _meta: { "a/b": 1 } };
  const mcp = make();
  const annotations = { readOnlyHint: true, destructiveHint: false };
  mcp.tool("t", { ...shared, annotations }, () => "x");
  mcp.resource("x://a", { ...shared, name: "a", annotations: { priority: 1 } }, "text");
  mcp.resource("x://{b}", { ...shared, mimeType: "a/b" }, function named() {
    return 1;
  });
  mcp.prompt("p", shared, () => "x");
  await using client = await testClient(mcp);
  assert.deepEqual(await client.listTools(), [
    { name: "t", ...sent, inputSchema: { type: "object", properties: {} }, annotations },
  ]);
  assert.deepEqual(await client.listResources(), [
    { uri: "x://a", name: "a", ...sent, mimeType: "text/plain", annotations: { priority: 1 } },
  ]);
  assert.deepEqual(await client.listResourceTemplates(), [
    { uriTemplate: "x://{b}", name: "named", ...sent, mimeType: "a/b" },
  ]);
  assert.deepEqual(await client.listPrompts(), [{ name: "p", ...sent, arguments: [] }]);
});
