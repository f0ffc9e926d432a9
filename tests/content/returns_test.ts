import assert from "node:assert/strict";
import { audio, file, image, McpServer, type PromptReturn } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import { z } from "zod";
import { NOISE, PNG, utf8, WAV } from "../support/media.ts";
import { ERAS } from "../support/raw_client.ts";

const make = () => new McpServer({ name: "returns", version: "1.0.0" });
const png = { type: "image", data: PNG.toBase64(), mimeType: "image/png" } as const;
const wav = { type: "audio", data: WAV.toBase64(), mimeType: "audio/wav" } as const;
const text = (value: string) => ({ type: "text", text: value });
const blob = (bytes: Uint8Array) => bytes.toBase64();

/** fastmcp-golf 1.5: what a resource yields, the declared type if any, and the contents. */
const RESOURCES: ReadonlyArray<
  readonly [
    name: string,
    value: unknown,
    declared: string | undefined,
    contents: readonly unknown[],
  ]
> = [
  ["text", "hi", undefined, [{ mimeType: "text/plain", text: "hi" }]],
  ["bytes", NOISE, undefined, [{ mimeType: "application/octet-stream", blob: blob(NOISE) }]],
  ["C050: bytes under a declared type", NOISE, "image/png", [{
    mimeType: "image/png",
    blob: blob(NOISE),
  }]],
  ["C050: text under a declared type", "a,b", "text/csv", [{ mimeType: "text/csv", text: "a,b" }]],
  ["a Blob has a type of its own", new Blob([NOISE.slice()], { type: "image/webp" }), undefined, [{
    mimeType: "image/webp",
    blob: blob(NOISE),
  }]],
  ["a Blob without a type", new Blob([NOISE.slice()]), undefined, [{
    mimeType: "application/octet-stream",
    blob: blob(NOISE),
  }]],
  [
    "C050: a Blob under a declared type",
    new Blob([NOISE.slice()], { type: "image/webp" }),
    "image/png",
    [{ mimeType: "image/png", blob: blob(NOISE) }],
  ],
  [
    "differs from FastMCP: an object is application/json, and compact",
    { a: [1, null] },
    undefined,
    [{ mimeType: "application/json", text: '{"a":[1,null]}' }],
  ],
  ["C050: an object with a text is JSON like any other", { text: "x" }, undefined, [{
    mimeType: "application/json",
    text: '{"text":"x"}',
  }]],
  ["C050: JSON under a declared type", { a: 1 }, "application/geo+json", [{
    mimeType: "application/geo+json",
    text: '{"a":1}',
  }]],
  ["a list is JSON", [1, "a"], undefined, [{ mimeType: "application/json", text: '[1,"a"]' }]],
  ["nothing is JSON null", undefined, undefined, [{ mimeType: "application/json", text: "null" }]],
  ["a bigint and a Map are JSON", new Map([["a", 2n ** 60n]]), undefined, [{
    mimeType: "application/json",
    text: '{"a":"1152921504606846976"}',
  }]],
  ["an image has its own type", image(PNG), undefined, [{
    mimeType: "image/png",
    blob: blob(PNG),
  }]],
  ["C050: an image under a declared type", image(PNG), "image/x-ours", [{
    mimeType: "image/x-ours",
    blob: blob(PNG),
  }]],
  ["a file of text is text", file(utf8("# é"), { name: "a.md" }), undefined, [{
    mimeType: "text/markdown",
    text: "# é",
  }]],
  ["a list with media is several contents", ["a", image(PNG)], undefined, [{
    mimeType: "text/plain",
    text: "a",
  }, { mimeType: "image/png", blob: blob(PNG) }]],
  [
    "several contents, each with what it says",
    {
      contents: [
        { text: "a" },
        { blob: NOISE, mimeType: "image/gif", uri: "x://other", _meta: { "a.b/c": 1n } },
        { blob: new Blob([NOISE.slice()], { type: "image/webp" }) },
        { blob: "AAAA" },
        audio(WAV),
      ],
    },
    undefined,
    [
      { mimeType: "text/plain", text: "a" },
      { uri: "x://other", mimeType: "image/gif", blob: blob(NOISE), _meta: { "a.b/c": "1" } },
      { mimeType: "image/webp", blob: blob(NOISE) },
      { mimeType: "application/octet-stream", blob: "AAAA" },
      { mimeType: "audio/wav", blob: blob(WAV) },
    ],
  ],
  [
    "C050: of several contents, those with another URI keep their own type",
    {
      contents: [
        { text: "a" },
        { text: "b", mimeType: "text/csv" },
        { text: "c", uri: "x://other", mimeType: "text/csv" },
      ],
    },
    "text/markdown",
    [
      { mimeType: "text/markdown", text: "a" },
      { mimeType: "text/markdown", text: "b" },
      { uri: "x://other", mimeType: "text/csv", text: "c" },
    ],
  ],
];

/** fastmcp-golf 1.7: what a prompt returns, and its messages. */
const PROMPTS: ReadonlyArray<
  readonly [name: string, value: unknown, messages: readonly unknown[]]
> = [
  ["text is one message of the user", "hi", [{ role: "user", content: text("hi") }]],
  ["a message", { role: "assistant", content: "yes" }, [{
    role: "assistant",
    content: text("yes"),
  }]],
  ["a list of text and messages", ["a", { role: "assistant", content: "b" }], [{
    role: "user",
    content: text("a"),
  }, { role: "assistant", content: text("b") }]],
  ["differs from FastMCP: a list of plain objects with role and content", [{
    role: "user",
    content: "a",
  }, { role: "assistant", content: "b" }], [{ role: "user", content: text("a") }, {
    role: "assistant",
    content: text("b"),
  }]],
  ["any JSON value is content", { role: "user", content: { a: 2n } }, [{
    role: "user",
    content: text('{"a":"2"}'),
  }]],
  ["a content block is content", { role: "assistant", content: png }, [{
    role: "assistant",
    content: png,
  }]],
  ["a content block by itself is the user's", png, [{ role: "user", content: png }]],
  ["media are content", { role: "user", content: image(PNG) }, [{ role: "user", content: png }]],
  ["media and bytes by themselves are the user's", [audio(WAV), PNG], [{
    role: "user",
    content: wav,
  }, { role: "user", content: png }]],
  ["a list of blocks in a message is one message each", {
    role: "user",
    content: [text("look"), image(PNG), { a: 1 }],
  }, [text("look"), png, text('{"a":1}')].map((content) => ({ role: "user", content }))],
  ["messages with a description", { messages: ["a"], description: "d" }, [{
    role: "user",
    content: text("a"),
  }]],
];

/** What is told when a prompt returns what is no message. */
const NO_PROMPTS: ReadonlyArray<readonly [name: string, value: unknown, message: RegExp]> = [
  [
    "the role system, with advice",
    [{ role: "system", content: "x" }, "hi"],
    /none with the role system; put instructions into a message of the user, or into the server's own instructions/,
  ],
  ["another role", { role: "tool", content: "x" }, /messages with the role user or assistant/],
  ["an object", { a: 1 }, /a prompt returns text, content blocks, media, or messages/],
  ["nothing", null, /a prompt returns text/],
  [
    "media inside an object",
    { role: "user", content: { a: image(PNG) } },
    /a: image\(\) makes no data/,
  ],
];

for (const era of ERAS) {
  Deno.test(`${era} resources: ${RESOURCES.length} kinds of values, and a type that is listed is the one that is read`, async (t) => {
    const mcp = make();
    for (const [i, [, value, declared]] of RESOURCES.entries()) {
      mcp.resource(`x://${i}`, declared === undefined ? {} : { mimeType: declared }, () => value);
    }
    mcp.resource("x://constant", {}, image(PNG));
    mcp.resource("x://constants", {}, [image(PNG)]);
    mcp.resource("x://contents", {}, { contents: [{ text: "a" }] });
    mcp.resource(
      "x://constant_blob",
      {},
      new Blob([NOISE.slice()], { type: "image/webp" }),
    );
    await using client = await testClient(mcp, { era });
    const listed = await client.listResources();
    for (const [i, [name, , declared, contents]] of RESOURCES.entries()) {
      await t.step(name, async () => {
        const uri = `x://${i}`;
        const expected = contents.map((content) => ({ uri, ...content as object }));
        assert.deepEqual(await client.readResource(uri), expected);
        assert.equal(listed.find((each) => each.uri === uri)?.mimeType, declared);
      });
    }
    await t.step("constants", async () => {
      const uri = "x://constant";
      assert.deepEqual(await client.readResource(uri), [{
        uri,
        mimeType: "image/png",
        blob: blob(PNG),
      }]);
      assert.equal(listed.find((each) => each.uri === "x://constant_blob")?.mimeType, "image/webp");
      const [{ mimeType }] = await client.readResource("x://contents");
      assert.equal(mimeType, "text/plain");
      const [{ blob: sent }] = await client.readResource("x://constants");
      assert.equal(sent, blob(PNG));
    });
  });

  Deno.test(`${era} prompts: ${PROMPTS.length} kinds of values, and advice for others`, async (t) => {
    const mcp = make();
    PROMPTS.forEach(([, value], i) => mcp.prompt(`p${i}`, {}, () => value as PromptReturn));
    NO_PROMPTS.forEach(([, value], i) => mcp.prompt(`n${i}`, {}, () => value as PromptReturn));
    await using client = await testClient(mcp, { era });
    for (const [i, [name, , messages]] of PROMPTS.entries()) {
      await t.step(name, async () => {
        assert.deepEqual((await client.getPrompt(`p${i}`)).messages, messages);
      });
    }
    for (const [i, [name, , message]] of NO_PROMPTS.entries()) {
      await t.step(`refused: ${name}`, async () => {
        await assert.rejects(client.getPrompt(`n${i}`), message);
      });
    }
  });

  Deno.test(`${era}: an error that a reader or a prompt returns is one that it throws`, async () => {
    const mcp = make();
    mcp.resource("x://e", {}, () => new Error("secret"));
    mcp.prompt("e", {}, () => new Error("secret") as never);
    mcp.resource("x://cyclic", {}, () => {
      const value: unknown[] = [];
      value.push(value);
      return value;
    });
    await using client = await testClient(mcp, { era });
    const masked = (error: Error) =>
      /error id/.test(error.message) && !/secret/.test(error.message);
    await assert.rejects(client.readResource("x://e"), masked);
    await assert.rejects(client.getPrompt("e"), masked);
    await assert.rejects(
      client.readResource("x://cyclic"),
      /Resource "x:\/\/cyclic" returned a value that cannot be sent: 0: the value contains itself/,
    );
  });

  Deno.test(`${era} C080: 900 levels of data, and a bigint as text, arrive as they are`, async () => {
    const mcp = make();
    let deep: Record<string, unknown> = { end: true };
    for (let i = 0; i < 900; i++) deep = { deep };
    mcp.tool("deep", {}, () => deep);
    mcp.tool("big", { output: z.object({ id: z.string() }) }, () => ({ id: String(2n ** 60n) }));
    await using client = await testClient(mcp, { era });
    assert.deepEqual((await client.callTool("deep")).structured, deep);
    const { id } = (await client.callTool("big")).structured as { id: string };
    assert.equal(BigInt(id), 2n ** 60n);
  });
}
