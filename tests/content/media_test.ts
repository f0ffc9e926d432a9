import assert from "node:assert/strict";
import { audio, file, image, type Media, type MediaSource } from "@x/mcp";
import { pathToFileURL } from "node:url";
import { NOISE, PNG, utf8, WAV } from "../support/media.ts";
import { deno, path } from "../support/server_process.ts";
import { toBlock } from "../../src/content/to_block.ts";

/** A block, and the warnings that came with it. */
async function converted(media: Media) {
  const warnings: string[] = [];
  // deno-lint-ignore no-explicit-any
  const block: any = await toBlock(media, { warn: (message) => warnings.push(message) });
  assert.deepEqual(await media.toContent(), block);
  return { block, warnings };
}

const png = { type: "image", data: PNG.toBase64(), mimeType: "image/png" };
const data = (type: string, bytes: Uint8Array) => `data:${type};base64,${bytes.toBase64()}`;

async function folder() {
  const dir = await Deno.makeTempDir({ prefix: "mcp médía " });
  return {
    dir,
    write: async (name: string, bytes: Uint8Array) => {
      await Deno.writeFile(`${dir}/${name}`, bytes);
      return `${dir}/${name}`;
    },
    [Symbol.asyncDispose]: () => Deno.remove(dir, { recursive: true }),
  };
}

/** A web server that answers by path: type and bytes. */
function site(pages: Record<string, readonly [type: string, bytes: Uint8Array<ArrayBuffer>]>) {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const page = pages[decodeURIComponent(new URL(request.url).pathname)];
    if (page === undefined) return new Response("no such page", { status: 404 });
    const [type, bytes] = page;
    return new Response(bytes, { headers: type === "" ? {} : { "content-type": type } });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

Deno.test("C019: image takes bytes, buffers, blobs, data URIs, paths, file URLs and web addresses", async () => {
  await using files = await folder();
  await using web = site({ "/a b/é.png": ["image/png", PNG.slice()] });
  const where = await files.write("ein bild é.png", PNG);
  const sources: Record<string, MediaSource> = {
    bytes: PNG,
    part: new Uint8Array([1, ...PNG, 2]).subarray(1, 1 + PNG.length),
    buffer: PNG.slice().buffer,
    blob: new Blob([PNG.slice()]),
    "data URI": data("image/png", PNG),
    "data URI of the other alphabet": data("image/png", PNG).replaceAll("+", "-").replaceAll(
      "/",
      "_",
    )
      .replace("data:image_png", "data:image/png").replaceAll("=", ""),
    "data URL": new URL(data("image/png", PNG)),
    path: where,
    "file URL": pathToFileURL(where),
    "file URL as text": pathToFileURL(where).href,
    URL: new URL(`${web.url}/a b/é.png`),
    "URL as text": `${web.url}/a%20b/%C3%A9.png?size=1#top`,
  };
  for (const [name, source] of Object.entries(sources)) {
    assert.deepEqual(await converted(image(source)), { block: png, warnings: [] }, name);
  }
});

/** Who knows the type, in the order in which they are asked. */
Deno.test("C153: the stated type wins, then the first bytes, then what came with them, then the name", async () => {
  await using files = await folder();
  await using web = site({
    "/x.gif": ["image/webp", PNG.slice()],
    "/unknown.gif": ["image/webp; q=1", NOISE.slice()],
    "/unhelpful.gif": ["application/octet-stream", NOISE.slice()],
    "/bare": ["", NOISE.slice()],
  });
  const rows: ReadonlyArray<readonly [Media, type: string]> = [
    [image(PNG), "image/png"],
    [image(await files.write("x.jpg", PNG)), "image/png"],
    [image(await files.write("noise.jpg", NOISE)), "image/jpeg"],
    [image(data("image/jpeg", PNG)), "image/png"],
    [image(data("image/jpg", NOISE)), "image/jpeg"],
    [image(new Blob([NOISE.slice()], { type: "image/heic" })), "image/heic"],
    [image(new File([NOISE.slice()], "a.heic")), "image/heic"],
    [image(`${web.url}/x.gif`), "image/png"],
    [image(`${web.url}/unknown.gif`), "image/webp"],
    [image(`${web.url}/unhelpful.gif`), "image/gif"],
    [image(NOISE, { mimeType: "png" }), "image/png"],
    [image(NOISE, { mimeType: "jpg" }), "image/jpeg"],
    [image(NOISE, { mimeType: "image/jpg" }), "image/jpeg"],
    [image(NOISE, { mimeType: "IMAGE/WEBP" }), "image/webp"],
    [image(utf8("<svg/>")), "application/octet-stream"],
    [image(utf8("<svg>")), "image/svg+xml"],
    [audio(WAV), "audio/wav"],
    [audio(NOISE, { mimeType: "mp3" }), "audio/mpeg"],
    [audio(NOISE, { mimeType: "wav" }), "audio/wav"],
    [audio(await files.write("a.mp3", NOISE)), "audio/mpeg"],
    [audio(await files.write("a.m4a", NOISE)), "audio/mp4"],
    // A container of film may hold sound alone.
    [audio(utf8("\0\0\0\x20ftypmp42")), "audio/mp4"],
    [
      file(await files.write("a.docx", Uint8Array.fromHex("504b03041400"))),
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ],
    [file(await files.write("a.ts", utf8("let a = 1;"))), "text/typescript"],
    [file(`${web.url}/bare`), "application/octet-stream"],
  ];
  for (const [media, type] of rows) {
    const { block } = await converted(media);
    assert.equal(block.mimeType ?? block.resource.mimeType, type);
    assert.equal(
      block.type,
      type.startsWith("image/") || type.startsWith("audio/") ? media.kind : "resource",
    );
  }
});

Deno.test("C153: unknown bytes are an embedded file, not an image, and what is no sound no sound", async () => {
  const unknown = await converted(image(NOISE));
  assert.deepEqual(unknown.block, {
    type: "resource",
    resource: {
      uri: "file:///resource.bin",
      mimeType: "application/octet-stream",
      blob: NOISE.toBase64(),
    },
  });
  assert.match(unknown.warnings[0], /image\(\) was given application\/octet-stream/);
  const wrong = await converted(audio(PNG));
  assert.equal(wrong.block.resource.mimeType, "image/png");
  assert.equal(wrong.block.resource.uri, "file:///resource.png");
  assert.match(
    wrong.warnings[0],
    /audio\(\) was given image\/png, which is sent as an embedded file/,
  );
});

Deno.test("C153: a stated type that contradicts the bytes is sent, with a warning; one that says more, without", async () => {
  const rows: ReadonlyArray<readonly [Media, type: string, warning?: RegExp]> = [
    [
      image(PNG, { mimeType: "image/jpeg" }),
      "image/jpeg",
      /stated as image\/jpeg, but the bytes are image\/png/,
    ],
    [
      file(utf8("%PDF-1.7"), { mimeType: "text/plain" }),
      "text/plain",
      /but the bytes are application\/pdf/,
    ],
    [image(PNG, { mimeType: "png" }), "image/png"],
    [audio(WAV, { mimeType: "audio/x-wav" }), "audio/wav"],
    [file(PNG, { mimeType: "application/octet-stream" }), "application/octet-stream"],
    [file(utf8("<svg>"), { mimeType: "application/xml" }), "application/xml"],
    [
      file(Uint8Array.fromHex("504b0304"), { mimeType: "application/epub+zip" }),
      "application/epub+zip",
    ],
    [file(utf8("a"), { mimeType: "text/csv; charset=utf-8" }), "text/csv; charset=utf-8"],
  ];
  for (const [media, type, warning] of rows) {
    const { block, warnings } = await converted(media);
    assert.equal(block.mimeType ?? block.resource.mimeType, type);
    assert.equal(warnings.length, warning === undefined ? 0 : 1, warnings.join());
    if (warning !== undefined) assert.match(warnings[0], warning);
  }
});

Deno.test("C153: the warnings are in the server's log, for tools, resources and prompts", async () => {
  const ask = (id: number, method: string, params: unknown) =>
    JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n";
  const { stderr } = await deno(["run", "--no-prompt", path("tests/fixtures/media_server.ts")], {
    input: ask(1, "tools/call", { name: "stated" }) + ask(2, "tools/call", { name: "unknown" }) +
      ask(3, "resources/read", { uri: "data://pdf" }) + ask(4, "prompts/get", { name: "chart" }) +
      ["media", "bytes", "blob", "base64"].map((name, i) =>
        ask(5 + i, "resources/read", { uri: `declared://${name}` })
      ).join(""),
  });
  const entries = stderr.trim().split("\n").map((line) => JSON.parse(line));
  assert.ok(entries.every(({ level }) => level === "warning"));
  assert.deepEqual(
    entries.map(({ message }) => message).sort(),
    [
      'Prompt "chart": the media type is stated as image/gif, but the bytes are image/png',
      ...["base64", "blob", "bytes", "media"].map((name) =>
        `Resource "declared://${name}": the media type is stated as image/jpeg, but the bytes are image/png`
      ),
      'Resource "data://pdf": image() was given application/pdf, which is sent as an embedded file',
      'Tool "stated": the media type is stated as image/jpeg, but the bytes are image/png',
      'Tool "unknown": audio() was given application/octet-stream, which is sent as an embedded file',
    ].sort(),
  );
});

Deno.test("file: text where the type means text and the bytes are UTF-8, under a URI that fits", async () => {
  await using files = await folder();
  await using web = site({ "/report.csv": ["text/csv", utf8("a,b")] });
  const where = await files.write("notizen é.md", utf8("# é"));
  const text = utf8("a,b");
  const rows: ReadonlyArray<readonly [Media, resource: Record<string, string>]> = [
    [file(where), { uri: pathToFileURL(where).href, mimeType: "text/markdown", text: "# é" }],
    [file(pathToFileURL(where), { uri: "notes://1" }), {
      uri: "notes://1",
      mimeType: "text/markdown",
      text: "# é",
    }],
    [file(new URL(`${web.url.replace("//", "//user:secret@")}/report.csv?key=secret#x`)), {
      uri: `${web.url}/report.csv`,
      mimeType: "text/csv",
      text: "a,b",
    }],
    [file(text), {
      uri: "file:///resource.bin",
      mimeType: "application/octet-stream",
      blob: text.toBase64(),
    }],
    [file(text, { mimeType: "plain" }), {
      uri: "file:///resource.txt",
      mimeType: "text/plain",
      text: "a,b",
    }],
    [file(text, { mimeType: "txt", name: "notes" }), {
      uri: "file:///notes.txt",
      mimeType: "text/plain",
      text: "a,b",
    }],
    [file(text, { mimeType: "text" }), {
      uri: "file:///resource.txt",
      mimeType: "text/plain",
      text: "a,b",
    }],
    [file(text, { mimeType: "unheard" }), {
      uri: "file:///resource.bin",
      mimeType: "application/unheard",
      blob: text.toBase64(),
    }],
    [file(text, { name: "my table.csv" }), {
      uri: "file:///my%20table.csv",
      mimeType: "text/csv",
      text: "a,b",
    }],
    [file(text, { mimeType: "application/json" }), {
      uri: "file:///resource.json",
      mimeType: "application/json",
      text: "a,b",
    }],
    [file(NOISE, { mimeType: "text/plain" }), {
      uri: "file:///resource.txt",
      mimeType: "text/plain",
      blob: NOISE.toBase64(),
    }],
    [file(PNG), { uri: "file:///resource.png", mimeType: "image/png", blob: PNG.toBase64() }],
    [file(WAV, { name: "sound" }), {
      uri: "file:///sound.wav",
      mimeType: "audio/wav",
      blob: WAV.toBase64(),
    }],
    [file("data:text/plain,%C3%A9"), {
      uri: "file:///resource.txt",
      mimeType: "text/plain",
      text: "é",
    }],
  ];
  for (const [media, resource] of rows) {
    assert.deepEqual((await converted(media)).block, { type: "resource", resource });
  }
});

Deno.test("annotations and metadata of media are on their block, of all three", async () => {
  const annotations = { audience: ["user" as const], priority: 0.5 };
  const _meta = { "a.b/c": 1n };
  for (
    const media of [
      image(PNG, { annotations, _meta }),
      audio(WAV, { annotations, _meta }),
      file(PNG, { annotations, _meta }),
    ]
  ) {
    const block = await media.toContent();
    assert.deepEqual(block.annotations, annotations);
    assert.deepEqual(block._meta, { "a.b/c": "1" });
  }
});

Deno.test("annotations and metadata of media are data from the start on", async () => {
  const annotations = { priority: 0.5, more: 1n };
  const _meta = { a: new Map([["b", 1]]) };
  const media = image(PNG, { annotations, _meta });
  annotations.priority = 7;
  _meta.a.clear();
  assert.deepEqual(await media.toContent(), {
    ...png,
    annotations: { priority: 0.5, more: "1" },
    _meta: { a: { b: 1 } },
  });
});

Deno.test("what comes with a source is its media type only if it is one", async () => {
  await using web = site({
    "/two.csv": ["image/png, text/html", utf8("a,b")],
    "/none": ["garbage", utf8("a,b")],
  });
  const rows: ReadonlyArray<readonly [Media, type: string]> = [
    [file(`${web.url}/two.csv`), "text/csv"],
    [file(`${web.url}/none`), "application/octet-stream"],
    [file("data:text/plain\n<b>,x"), "application/octet-stream"],
    [file(new Blob(["x"], { type: "garbage" })), "application/octet-stream"],
    [image(new Blob([PNG.slice()], { type: "garbage" })), "image/png"],
  ];
  for (const [media, type] of rows) {
    const { block } = await converted(media);
    assert.equal(block.mimeType ?? block.resource.mimeType, type);
  }
});

Deno.test("text in another charset than UTF-8 is decoded, or sent as the bytes it is", async () => {
  const latin = Uint8Array.of(0xe9);
  const utf16 = Uint8Array.fromHex("68006900");
  await using web = site({ "/latin": ["text/plain; charset=ISO-8859-1", latin] });
  const base64 = (charset: string, bytes: Uint8Array) =>
    `data:text/plain;charset=${charset};base64,${bytes.toBase64()}`;
  const rows: ReadonlyArray<readonly [Media, Record<string, string>]> = [
    [file(`${web.url}/latin`), { mimeType: "text/plain", text: "é" }],
    [file("data:text/plain;charset=iso-8859-1,%E9"), { mimeType: "text/plain", text: "é" }],
    [file("data:;charset=iso-8859-1,%E9"), { mimeType: "text/plain", text: "é" }],
    [file(base64("UTF-8", utf8("é"))), { mimeType: "text/plain", text: "é" }],
    [file(base64("us-ascii", utf8("é"))), { mimeType: "text/plain", text: "é" }],
    [file(base64("utf-16le", utf16)), { mimeType: "text/plain", text: "hi" }],
    [file(base64("utf-16", Uint8Array.fromHex("fffe68006900"))), {
      mimeType: "text/plain",
      text: "hi",
    }],
    [file(base64("utf-16", Uint8Array.fromHex("feff00680069"))), {
      mimeType: "text/plain",
      text: "hi",
    }],
    [file(base64("utf-16le", latin)), {
      mimeType: "text/plain;charset=utf-16le",
      blob: latin.toBase64(),
    }],
    [file(base64("x-unheard-of", utf16)), {
      mimeType: "text/plain;charset=x-unheard-of",
      blob: utf16.toBase64(),
    }],
    [file(new Blob([latin], { type: "text/csv;charset=iso-8859-1" })), {
      mimeType: "text/csv",
      text: "é",
    }],
    [file(utf16, { mimeType: "text/plain; charset=utf-16le" }), {
      mimeType: "text/plain",
      text: "hi",
    }],
    [file(`${web.url}/latin`, { mimeType: "text/csv" }), { mimeType: "text/csv", text: "é" }],
    [file(`${web.url}/latin`, { mimeType: "text/csv; charset=utf-8" }), {
      mimeType: "text/csv; charset=utf-8",
      blob: latin.toBase64(),
    }],
  ];
  for (const [media, expected] of rows) {
    const { uri: _, ...resource } = (await converted(media)).block.resource;
    assert.deepEqual(resource, expected);
  }
  assert.equal(
    await file("data:text/plain;charset=iso-8859-1,%E9").toDataUri(),
    "data:text/plain;charset=iso-8859-1;base64,6Q==",
  );
});

Deno.test("a name that is no text that can be sent becomes one", async () => {
  const { block } = await converted(file(utf8("a"), { name: "\ud800.txt" }));
  assert.equal(block.resource.uri, "file:///%EF%BF%BD.txt");
});

Deno.test("toDataUri gives what an icon takes", async () => {
  assert.equal(await image(PNG).toDataUri(), data("image/png", PNG));
});

Deno.test("C019: what is no source or no option is refused at once", () => {
  const make: ReadonlyArray<readonly [() => Media, RegExp]> = [
    [
      () => image(undefined as never),
      /^Cannot make an image: give bytes, a Blob, a URL, or the path of a file$/,
    ],
    [() => image(""), /give bytes/],
    [() => image(5 as never), /give bytes/],
    [() => image({ path: "x" } as never), /give bytes/],
    [
      () => image("data:image/png;base64,!!!"),
      /^Cannot make an image: the data URI says base64, and what follows the comma is none$/,
    ],
    [
      () => audio("data:audio/wav"),
      /^Cannot make a sound: a data URI reads data:TYPE;base64,DATA$/,
    ],
    [
      () => file("ftp://a/b"),
      /^Cannot make a file: a URL begins with http:, https:, file: or data:$/,
    ],
    [() => file(new URL("about:blank")), /a URL begins with/],
    [() => image(PNG.toBase64().repeat(100)), /base64 goes into a data URI/],
    [() => image("a\0b"), /text is a URL or the path of a file/],
    [
      () => image(PNG, { mimeType: "application/pdf" }),
      /"application\/pdf" is no type of image; file\(\) takes any/,
    ],
    [() => image(PNG, { mimeType: "a b" }), /"a b" is no media type/],
    [() => audio(WAV, { mimeType: "image/png" }), /no type of audio/],
    [() => image(PNG, { mimeType: 5 as never }), /mimeType must be text/],
    [() => image(PNG, { annotations: { priority: 2 } }), /annotations are of the wrong form/],
    [() => image(PNG, { _meta: [] as never }), /_meta must be a plain object/],
    [() => file(PNG, { uri: "no scheme" }), /uri must begin with a scheme/],
    [() => file(PNG, { name: "" }), /name must be text/],
    [() => image(PNG, { annotations: new Map() as never }), /annotations are of the wrong form/],
    [
      () => image(PNG, { annotations: { lastModified: "yesterday" } }),
      /annotations are of the wrong form/,
    ],
    [() => image(PNG, { mimeType: "image/png\n;x" }), /is no media type/],
    [
      () => image(PNG, { _meta: { a: [() => image(PNG), image(PNG)] } }),
      /^Cannot make an image: _meta\.a\.1: image\(\) makes no data/,
    ],
  ];
  for (const [attempt, message] of make) {
    assert.throws(attempt, (error) => {
      assert.ok(error instanceof TypeError);
      assert.match(error.message, message);
      return true;
    });
  }
});

Deno.test("what cannot be read is an error when it is sent, that names no secret of the URL", async () => {
  await using web = site({});
  await assert.rejects(image("/no/such/file.png").toContent(), /ENOENT|not found|No such file/i);
  await assert.rejects(
    image(`${web.url}/none.png?key=secret`).toContent(),
    (error: Error) =>
      /Cannot read http.*none\.png: the answer is 404/.test(error.message) &&
      !error.message.includes("secret"),
  );
});
