import assert from "node:assert/strict";
import { McpServer, ResourceNotFoundError } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import { type } from "arktype";
import { z } from "zod";
import { NOISE } from "../support/media.ts";
import { ERAS, RawClient, type TestEra } from "../support/raw_client.ts";

const make = () => new McpServer({ name: "templates", version: "1.0.0" });

/** How an era says that a URI means nothing. */
const notFound = (era: TestEra, uri: string) => ({
  code: era === "legacy" ? -32002 : -32602,
  message: `Resource not found: ${uri}`,
  data: { uri },
});

for (const era of ERAS) {
  Deno.test(`${era} C114 C115: a template is read by every spelling of its literals and values`, async () => {
    const mcp = make();
    mcp.resource("doc:///annual report/{name}", {}, ({ name }) => name);
    mcp.resource("doc:///größe%20x/{name*}", {}, ({ name }) => name);
    mcp.resource("db://q?sql={sql}", {}, ({ sql }) => sql);
    mcp.resource("a.b://{x}", {}, ({ x }) => x);
    await using client = await RawClient.open(mcp, era);
    for (
      const [uri, text] of [
        ["doc:///annual report/März 2026", "März 2026"],
        ["doc:///annual%20report/M%C3%A4rz%202026", "März 2026"],
        ["doc:///annual%20report/M%c3%a4rz 2026#top", "März 2026"],
        ["doc:///größe x/a/b", "a/b"],
        ["doc:///gr%C3%B6%C3%9Fe%20x/a%2Fb", "a/b"],
        ["db://q?sql=select * from a/b where c = '?'", "select * from a/b where c = '?'"],
        [
          `db://q?sql=${encodeURIComponent("select * from a/b where c = '?' # x")}`,
          "select * from a/b where c = '?' # x",
        ],
        ["a.b://1", "1"],
      ]
    ) {
      const { result, error } = await client.ask(era, "resources/read", { uri });
      assert.deepEqual(
        result?.contents,
        [{ uri, mimeType: "text/plain", text }],
        JSON.stringify(error),
      );
    }
    for (const uri of ["aXb://1", "doc:///annual+report/x", "doc:///annual report/x/"]) {
      const { error } = await client.ask(era, "resources/read", { uri });
      assert.deepEqual(error, notFound(era, uri));
    }
  });

  Deno.test(`${era}: what is read through a template has the media type that the template declares`, async () => {
    const mcp = make();
    const values: Record<string, unknown> = { svg: "<svg/>", json: { a: 1 }, bytes: NOISE };
    mcp.resource("x://{name}", { mimeType: "text/x-own" }, ({ name }) => values[name]);
    await using client = await RawClient.open(mcp, era);
    const [listed] = (await client.ask(era, "resources/templates/list")).result.resourceTemplates;
    assert.equal(listed.mimeType, "text/x-own");
    for (const name of Object.keys(values)) {
      const { result } = await client.ask(era, "resources/read", { uri: `x://${name}` });
      assert.equal(result.contents[0].mimeType, "text/x-own", name);
    }
  });

  Deno.test(`${era} C118: values that lead away are not found, but for parameters that may`, async () => {
    const mcp = make();
    mcp.resource("closed://{path*}{?at}", {}, ({ path, at }) => `${path} ${at}`);
    mcp.resource("open://{path*}{?at}", { allowAnyPath: true }, ({ path, at }) => `${path} ${at}`);
    mcp.resource(
      "half://{path*}{?at}",
      { allowAnyPath: ["at"] },
      ({ path, at }) => `${path} ${at}`,
    );
    await using client = await RawClient.open(mcp, era);
    const read = (uri: string) => client.ask(era, "resources/read", { uri });
    for (const value of ["../x", "%2e%2e/x", "a/%2E%2E/b", "..%5Cx", "%2Fetc", "C:%5Cx", "a%00"]) {
      const plain = decodeURIComponent(value);
      const text = [`${plain} undefined`, `x ${plain}`];
      for (const [i, rest] of [value, `x?at=${value}`].entries()) {
        assert.deepEqual((await read(`closed://${rest}`)).error, notFound(era, `closed://${rest}`));
        assert.equal((await read(`open://${rest}`)).result.contents[0].text, text[i]);
      }
      assert.deepEqual((await read(`half://${value}`)).error, notFound(era, `half://${value}`));
      assert.equal((await read(`half://x?at=${value}`)).result.contents[0].text, text[1]);
    }
    const { result } = await read("closed://%252e%252e/x");
    assert.equal(result.contents[0].text, "%2e%2e/x undefined", "decoded once");
  });

  Deno.test(`${era}: a reader says that there is no such resource, and is answered as if there were none`, async () => {
    const mcp = make();
    const missing = (error: () => Error) => () => {
      throw error();
    };
    mcp.resource("t://{id}", {}, missing(() => new ResourceNotFoundError("no row in db.secret")));
    mcp.resource("c://fixed", {}, missing(() => new ResourceNotFoundError()));
    // Another copy of this package has a class of its own.
    mcp.resource("other://x", {}, () => {
      throw Object.assign(new Error("no row in db.secret"), { name: "ResourceNotFoundError" });
    });
    mcp.resource("later://{id}", {}, () => Promise.reject(new ResourceNotFoundError()));
    mcp.resource("shut://x", {}, "x");
    mcp.use("resources/read", (call, next) => {
      if (call.params.uri.startsWith("shut:")) throw new ResourceNotFoundError("not for you");
      return next();
    });
    mcp.tool("reads", {}, (_, ctx) => ctx.readResource("t://5"));
    await using client = await RawClient.open(mcp, era);
    for (
      const uri of ["t://a b", "c://fixed", "other://x", "later://1", "shut://x", "none://x"]
    ) {
      const { error } = await client.ask(era, "resources/read", { uri });
      assert.deepEqual(error, notFound(era, uri));
    }
    const { error } = await client.ask(era, "tools/call", { name: "reads" });
    assert.deepEqual(error, notFound(era, "t://5"));
  });
}

Deno.test("a ResourceNotFoundError that is about no resource is masked like any error", async () => {
  const mcp = make();
  mcp.tool("t", {}, () => {
    throw new ResourceNotFoundError("db.secret");
  });
  await using client = await testClient(mcp);
  const { content, isError } = await client.callTool("t");
  assert.ok(isError);
  assert.match(JSON.stringify(content), /Tool \\"t\\" failed\. [^"]* error id \w+\."/);
});

Deno.test("a concrete resource is found as it is written, then by an equal URI; a template comes after", async () => {
  const mcp = make();
  mcp.resource("data://{name*}", {}, ({ name }) => `template ${name}`);
  mcp.resource("data://Config", {}, "upper");
  mcp.resource("data://config", {}, "lower");
  mcp.resource("data://a b/ü", {}, "spelt");
  mcp.resource("data://a#1", {}, "first");
  mcp.resource("data://a#2", {}, "second");
  mcp.resource("http://example.com", {}, "root");
  assert.throws(() => mcp.resource("data://a%20b/%c3%bc", {}, 1), /is registered already/);
  await using client = await testClient(mcp);
  const read = async (uri: string) => (await client.readResource(uri))[0].text;
  for (
    const [uri, text] of [
      ["data://Config", "upper"],
      ["data://config", "lower"],
      ["data://config#top", "lower"],
      ["DATA://CONFIG", "upper"],
      ["data://a%20b/%C3%BC", "spelt"],
      ["data://a%20b/ü#x", "spelt"],
      ["data://a#1", "first"],
      ["data://a#2", "second"],
      ["data://a", "template a"],
      ["data://config/", "template config/"],
      ["data://x/../config", undefined],
      ["http://EXAMPLE.com/", "root"],
    ] as const
  ) {
    if (text === undefined) await assert.rejects(read(uri), /not found/);
    else assert.equal(await read(uri), text, uri);
  }
  // The next one with an equal URI stands for the other spellings.
  mcp.remove("data://Config");
  assert.equal(await read("DATA://CONFIG"), "lower");
  assert.equal(await read("data://Config"), "lower");
  mcp.remove("data://config");
  assert.equal(await read("data://config"), "template config");
});

Deno.test("a hidden resource stays hidden, however its URI is written, though a template would match", async () => {
  const mcp = make();
  mcp.resource("data://{name*}", {}, ({ name }) => name);
  mcp.resource("data://Host/secret.txt", { enabled: false }, "secret");
  await using client = await testClient(mcp);
  for (
    const uri of [
      "data://Host/secret.txt",
      "DATA://hOST/secret.txt",
      "data://Host/%73ecret.txt",
      "data://Host/secret%2etxt",
      "data://Host/secret.txt#x",
    ]
  ) await assert.rejects(client.readResource(uri), /not found/i, uri);
});

Deno.test("resources whose URIs are equal but for spelling warn", async () => {
  const mcp = make().resource("data://A", {}, 1).resource("data://a", {}, 2);
  const { components } = await mcp.describe();
  assert.deepEqual(components.map(({ warnings }) => warnings), [
    [],
    ['clients may take the URI for "data://A"'],
  ]);
});

Deno.test("registration holds a template, its schema and its options together, and names what differs", () => {
  const text = { type: "string" };
  for (
    const [act, says] of [
      [
        () => make().resource("x://{city}", { params: z.object({ town: z.string() }) }, () => 1),
        /resource "x:\/\/\{city\}": the template has no parameter "town"/,
      ],
      [
        () => make().resource("x://{city}", { params: z.object({ cty: z.string() }) }, () => 1),
        /no parameter "cty"; did you mean "city"\?/,
      ],
      [
        () =>
          make().resource(
            "x://{a}",
            { params: { type: "object", properties: { b: text } } },
            () => 1,
          ),
        /the template has no parameter "b"/,
      ],
      [
        () => make().resource("x://{a}", { params: { type: "object", required: ["b"] } }, () => 1),
        /the template has no parameter "b"/,
      ],
      [
        () =>
          make().resource(
            "x://{a}{?b,c}",
            { params: z.object({ a: z.string(), b: z.string().optional(), c: z.string() }) },
            () => 1,
          ),
        /a URI may leave query parameter "c" out; give it a default, or make it optional/,
      ],
      [
        () => make().resource("x://p{?b}", { params: type({ b: "string" }) }, () => 1),
        /query parameter "b"/,
      ],
      [
        () =>
          make().resource("x://p{?b}", { params: { type: "object", required: ["b"] } }, () => 1),
        /query parameter "b"/,
      ],
      [
        () =>
          make().resource(
            "x://{a}/{b}",
            { params: z.strictObject({ a: z.string() }) as never },
            () => 1,
          ),
        /params refuses parameter "b"; add it there/,
      ],
      [
        () => make().resource("x://{a}", { allowAnyPath: ["b"] }, () => 1),
        /the template has no parameter "b"/,
      ],
      [
        () => make().resource("x://{a}", { allowAnyPath: "a" as never }, () => 1),
        /allowAnyPath must be true, false or a list of parameters/,
      ],
      [() => make().resource("x://a", { allowAnyPath: true }, 1), /allowAnyPath is for templates/],
      [
        () => make().resource("x://{a}", { complete: { b: () => [] } as never }, () => 1),
        /the template has no parameter "b"/,
      ],
      [() => make().resource("x://{a}/{#b}", {}, () => 1), /the operator # in \{#b\}/],
      [() => make().resource("x://{a}/{a}", {}, () => 1), /"a" occurs twice/],
      [() => make().resource("x://{}", {}, () => 1), /"" is not a parameter name/],
    ] as const
  ) assert.throws(act, says);
});

Deno.test("parameters that a closed schema names by a pattern are declared", async () => {
  const mcp = make();
  mcp.resource("x://{a}/{b_1}", {
    params: {
      type: "object",
      properties: { a: { type: "string" } },
      patternProperties: { "^b_": { type: "integer" } },
      additionalProperties: false,
    },
  }, (params) => params);
  await using client = await testClient(mcp);
  assert.equal((await client.readResource("x://A/5"))[0].text, '{"a":"A","b_1":5}');
  await assert.rejects(client.readResource("x://A/x"), /b_1: expected integer, got string "x"/);
});

Deno.test("query parameters that are left out have the default of their schema, or are absent", async () => {
  const mcp = make();
  const params = z.object({
    city: z.string(),
    unit: z.enum(["C", "F"]).default("C"),
    note: z.string().optional(),
  });
  mcp.resource("weather://{city}{?unit,note}", { params }, (values) => values);
  mcp.resource("plain://p{?a,b}", {}, (values) => values);
  await using client = await testClient(mcp);
  const read = async (uri: string) => JSON.parse((await client.readResource(uri))[0].text!);
  assert.deepEqual(await read("weather://Oslo"), { city: "Oslo", unit: "C" });
  assert.deepEqual(await read("weather://Oslo?x=1&note=&unit=F&unit=K"), {
    city: "Oslo",
    unit: "F",
    note: "",
  });
  assert.deepEqual(await read("plain://p"), {});
  assert.deepEqual(await read("plain://p?b=1+2"), { b: "1 2" });
});
