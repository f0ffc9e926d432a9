import assert from "node:assert/strict";
import { relative } from "node:path";
import { pathToFileURL } from "node:url";
import { fileResource, McpServer, type ResourceOptions } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import { z } from "zod";
import { openBelow } from "../../src/app/confined_file.ts";
import { mediaTypeOf } from "../../src/content/file_name.ts";
import { ERAS, RawClient, type TestEra } from "../support/raw_client.ts";
import { path, ServerProcess } from "../support/server_process.ts";

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);

/** A folder to serve, with folders next to it that nobody may see. */
class Folders implements AsyncDisposable {
  readonly root: string;

  private constructor(readonly base: string) {
    this.root = `${base}/served`;
  }

  static async make(): Promise<Folders> {
    const folders = new Folders(await Deno.realPath(await Deno.makeTempDir()));
    const { base, root } = folders;
    for (const name of ["sub/deep er", ".git", "private", "C:"]) {
      await Deno.mkdir(`${root}/${name}`, { recursive: true });
    }
    for (const name of ["outside", "served-other"]) {
      await Deno.mkdir(`${base}/${name}`);
      await Deno.writeTextFile(`${base}/${name}/secret.txt`, "secret");
    }
    const texts = {
      "notes.md": "# Notes",
      "sub/deep er/grüße 😀.txt": "Grüße",
      "sub/a..b.txt": "dots",
      "100%.txt": "percent",
      "%2e%2e.txt": "literal",
      "empty": "",
      "private/x.txt": "private",
      // Names that are paths on another system.
      "sub\\a.txt": "secret",
      "C:notes.md": "secret",
      "C:/notes.md": "secret",
      ".env": "KEY=secret",
      ".git/config": "secret",
    };
    for (const [name, text] of Object.entries(texts)) {
      await Deno.writeTextFile(`${root}/${name}`, text);
    }
    const links = {
      "in.txt": "sub/a..b.txt",
      "in": "sub",
      "absolute.md": `${root}/notes.md`,
      "out.txt": `${base}/outside/secret.txt`,
      "out": `${base}/outside`,
      "up.txt": "../outside/secret.txt",
      "twice.txt": "out.txt",
      "other.txt": "../served-other/secret.txt",
      "sub/parent": "../..",
      "env.txt": ".env",
      "zero": "/dev/zero",
      "gone": "nowhere",
      "loop": "loop",
    };
    for (const [name, target] of Object.entries(links)) {
      await Deno.symlink(target, `${root}/${name}`);
    }
    const { success } = await new Deno.Command("mkfifo", { args: [`${root}/pipe`] }).output();
    assert.ok(success);
    return folders;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.base, { recursive: true });
  }
}

const notFound = (era: TestEra, uri: string) => ({
  code: era === "legacy" ? -32002 : -32602,
  message: `Resource not found: ${uri}`,
  data: { uri },
});

/** What asks for more than the files below the root, behind the scheme of a URI. */
const attacks = ({ base, root }: Folders): readonly string[] => [
  "../outside/secret.txt",
  "../../../../../../etc/passwd",
  "..%2Foutside/secret.txt",
  "%2e%2e%2foutside%2fsecret.txt",
  "%2E%2E/outside/secret.txt",
  "sub/../../outside/secret.txt",
  "sub/%2e%2e/%2e%2e/outside/secret.txt",
  "sub/../notes.md",
  "..\\outside\\secret.txt",
  "..%5coutside%5csecret.txt",
  "sub\\..\\..\\outside\\secret.txt",
  "sub\\a.txt",
  "sub%5Ca.txt",
  "%252e%252e%252foutside%252fsecret.txt",
  "%25252e%25252e/outside/secret.txt",
  "%c0%ae%c0%ae/outside/secret.txt",
  "．．/outside/secret.txt",
  "..;/outside/secret.txt",
  "../served-other/secret.txt",
  "/etc/passwd",
  `${base}/outside/secret.txt`,
  `${root}/notes.md`,
  encodeURIComponent(`${root}/notes.md`),
  "file:///etc/passwd",
  "//host/share",
  "%5C%5Chost%5Cshare",
  "C:/Windows/win.ini",
  "C:%5CWindows%5Cwin.ini",
  "C:notes.md",
  "C:/notes.md",
  "notes.md%00",
  "notes.md%00.png",
  "%00",
  "out.txt",
  "out/secret.txt",
  "up.txt",
  "twice.txt",
  "other.txt",
  "sub/parent/outside/secret.txt",
  "sub/parent/served/notes.md/x",
  "zero",
  "gone",
  "loop",
  "pipe",
  "sub",
  "sub/",
  "in",
  ".",
  "sub/.",
  "./notes.md",
  "sub//a..b.txt",
  "notes.md/",
  "notes.md/x",
  "NOTES.md ",
  "x".repeat(300),
  `${"x".repeat(200)}/`.repeat(50) + "x",
  ".env",
  "%2Eenv",
  ".git/config",
  "env.txt",
  "nothing.md",
];

for (const era of ERAS) {
  Deno.test(`${era} C118: what is no file below the root is not found, in the same words`, async () => {
    await using folders = await Folders.make();
    const mcp = new McpServer({ name: "files", version: "1.0.0", errors: "verbose" });
    mcp.resource("docs://{path*}", {}, fileResource(folders.root));
    // Files are kept in their place by their reader, whatever the template lets through.
    mcp.resource("open://{path*}", { allowAnyPath: true }, fileResource(folders.root));
    await using client = await RawClient.open(mcp, era);
    for (const attack of attacks(folders)) {
      for (const uri of [`docs://${attack}`, `open://${attack}`]) {
        const { error, result } = await client.ask(era, "resources/read", { uri });
        assert.deepEqual(error, notFound(era, uri), JSON.stringify(result));
      }
    }
  });

  Deno.test(`${era}: files below the root are read, with spaces and unicode in their names`, async () => {
    await using folders = await Folders.make();
    const mcp = new McpServer({ name: "files", version: "1.0.0" });
    mcp.resource("docs://{path*}", {}, fileResource(folders.root));
    await using client = await RawClient.open(mcp, era);
    for (
      const [name, text] of [
        ["notes.md", "# Notes"],
        ["notes.md#top", "# Notes"],
        ["sub/deep er/grüße 😀.txt", "Grüße"],
        [encodeURI("sub/deep er/grüße 😀.txt"), "Grüße"],
        [encodeURIComponent("sub/deep er/grüße 😀.txt"), "Grüße"],
        ["sub/a..b.txt", "dots"],
        ["100%25.txt", "percent"],
        ["%252e%252e.txt", "literal"],
        ["in.txt", "dots"],
        ["in/a..b.txt", "dots"],
        ["absolute.md", "# Notes"],
        ["empty", ""],
      ]
    ) {
      const uri = `docs://${name}`;
      const { result } = await client.ask(era, "resources/read", { uri });
      const mimeType = name.includes(".md") ? "text/markdown" : "text/plain";
      assert.deepEqual(result?.contents, [{ uri, mimeType, text }], name);
    }
  });
}

Deno.test("UTF-8 is sent as text and all else as bytes; a declared type wins over the extension's", async () => {
  await using folders = await Folders.make();
  const files: readonly (readonly [name: string, bytes: Uint8Array | string, content: object])[] = [
    ["a.png", PNG, { mimeType: "image/png", blob: "iVBORw==" }],
    ["A.PNG", "text", { mimeType: "image/png", blob: "dGV4dA==" }],
    ["a.svg", "<svg/>", { mimeType: "image/svg+xml", text: "<svg/>" }],
    ["a.pdf", "%PDF-1.4", { mimeType: "application/pdf", blob: "JVBERi0xLjQ=" }],
    ["a.json", "{}", { mimeType: "application/json", text: "{}" }],
    ["a.ts", "let a", { mimeType: "text/typescript", text: "let a" }],
    ["a.tsx", "let a", { mimeType: "text/typescript", text: "let a" }],
    ["a.mts", "let a", { mimeType: "text/typescript", text: "let a" }],
    ["md", "no extension", { mimeType: "text/plain", text: "no extension" }],
    ["a.constructor", "x", { mimeType: "text/plain", text: "x" }],
    ["a.bin", Uint8Array.of(255, 254), { mimeType: "application/octet-stream", blob: "//4=" }],
    ["nul.txt", "a\0b", { mimeType: "text/plain", blob: "YQBi" }],
    ["cut.txt", Uint8Array.of(0x61, 0xc3), { mimeType: "text/plain", blob: "YcM=" }],
    ["bom.txt", "\uFEFFtext", { mimeType: "text/plain", text: "text" }],
  ];
  for (const [name, bytes] of files) {
    const whole = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
    await Deno.writeFile(`${folders.root}/${name}`, whole);
  }
  const mcp = new McpServer({ name: "files", version: "1.0.0" });
  mcp.resource("docs://{path*}", {}, fileResource(folders.root));
  mcp.resource("typed://{path*}", { mimeType: "text/x-own" }, fileResource(folders.root));
  await using client = await testClient(mcp);
  for (const [name, , content] of files) {
    const uri = `docs://${name}`;
    assert.deepEqual(await client.readResource(uri), [{ uri, ...content }]);
    const typed = `typed://${name}`;
    const own = { ...content, uri: typed, mimeType: "text/x-own" };
    assert.deepEqual(await client.readResource(typed), [own]);
  }
});

Deno.test("mediaTypeOf knows extensions, in any case, and nothing else", async () => {
  for (
    const [name, type] of [
      ["a.md", "text/markdown"],
      ["a.b.JSON", "application/json"],
      ["folder.md/a.html", "text/html"],
      ["folder.md/a", undefined],
      ["html", undefined],
      [".html", undefined],
      ["a.", undefined],
      ["a.__proto__", undefined],
      ["a.cts", "text/typescript"],
      ["a.rs", "text/plain"],
    ] as const
  ) assert.equal(await mediaTypeOf(name), type, name);
});

Deno.test("fileResource takes a root as path or URL, relative or behind a link, and a parameter by name", async () => {
  await using folders = await Folders.make();
  const { base, root } = folders;
  await Deno.symlink(root, `${base}/link`);
  const mcp = new McpServer({ name: "files", version: "1.0.0" });
  const roots = [
    root,
    `${root}/`,
    `${base}/link`,
    relative(Deno.cwd(), root),
    pathToFileURL(root),
    pathToFileURL(`${root}/`),
    pathToFileURL(root).href,
  ];
  roots.forEach((folder, i) => mcp.resource(`r${i}://{path*}`, {}, fileResource(folder)));
  mcp.resource("named://{file}", {}, fileResource(root, { parameter: "file" }));
  mcp.resource("query://docs{?path}", {
    params: z.object({ path: z.string().default("notes.md") }),
  }, fileResource(root));
  await using client = await testClient(mcp);
  for (const i of roots.keys()) {
    assert.equal((await client.readResource(`r${i}://in/a..b.txt`))[0].text, "dots", `${roots[i]}`);
    await assert.rejects(client.readResource(`r${i}://out.txt`), /not found/i);
  }
  assert.equal((await client.readResource("named://sub%2Fa..b.txt"))[0].text, "dots");
  assert.equal((await client.readResource("query://docs"))[0].text, "# Notes");
});

Deno.test("hidden files are served where it is said", async () => {
  await using folders = await Folders.make();
  const mcp = new McpServer({ name: "files", version: "1.0.0" });
  mcp.resource("docs://{path*}", {}, fileResource(folders.root, { hidden: true }));
  await using client = await testClient(mcp);
  const read = async (name: string) => (await client.readResource(`docs://${name}`))[0].text;
  assert.equal(await read(".env"), "KEY=secret");
  assert.equal(await read(".git/config"), "secret");
  assert.equal(await read("env.txt"), "KEY=secret");
  for (const name of [".", "..", "sub/.", "sub/.."]) await assert.rejects(read(name), /not found/i);
});

Deno.test("a file that is too large is an error that says so, even if it tells another size", async () => {
  await using folders = await Folders.make();
  await Deno.writeTextFile(`${folders.root}/ten.txt`, "0123456789");
  await Deno.writeTextFile(`${folders.root}/eleven.txt`, "0123456789X");
  await Deno.writeFile(`${folders.root}/big.txt`, new Uint8Array(4 * 2 ** 20 + 1));
  const mcp = new McpServer({ name: "files", version: "1.0.0" });
  mcp.resource("docs://{path*}", {}, fileResource(folders.root, { maxBytes: 10 }));
  mcp.resource("big://{path*}", {}, fileResource(folders.root));
  mcp.resource("proc://{path*}", {}, fileResource("/proc/self", { maxBytes: 10 }));
  await using client = await RawClient.to(mcp);
  const read = (uri: string) => client.ask("modern", "resources/read", { uri });
  assert.equal((await read("docs://ten.txt")).result.contents[0].text, "0123456789");
  for (
    const [uri, limit] of [
      ["docs://eleven.txt", 10],
      ["big://big.txt", 4 * 2 ** 20],
      ["proc://status", 10],
    ] as const
  ) {
    assert.deepEqual((await read(uri)).error, {
      code: -32603,
      message: `The file is larger than the ${limit} bytes that are sent`,
    });
  }
});

Deno.test("fileResource refuses a root that is no folder here, and a limit that is none", () => {
  for (const root of ["", "https://example.com/docs/", new URL("https://example.com/"), 5]) {
    assert.throws(() => fileResource(root as string), /Cannot serve files from .*: give a folder/);
  }
  for (const maxBytes of [0, -1, NaN, "x" as never]) {
    assert.throws(() => fileResource("docs", { maxBytes }), /maxBytes must be more than 0/);
  }
});

Deno.test("a root that is not there, or a parameter that is not, is an error of the server", async () => {
  await using folders = await Folders.make();
  const mcp = new McpServer({ name: "files", version: "1.0.0" });
  mcp.resource("none://{path*}", {}, fileResource(`${folders.base}/nowhere`));
  mcp.resource("other://{file}", {}, fileResource(folders.root) as never);
  await using client = await RawClient.to(mcp);
  for (const uri of ["none://notes.md", "other://notes.md"]) {
    const { error } = await client.ask("modern", "resources/read", { uri });
    assert.equal(error?.code, -32603);
    assert.match(error!.message, /failed\..* error id/);
    assert.ok(!error!.message.includes(folders.base));
  }
});

/** All of a file that {@linkcode openBelow} opens. */
async function textBelow(root: string, name: string): Promise<string | undefined> {
  using file = await openBelow(root, name, false);
  return file && new TextDecoder().decode(await new Response(file.readable).bytes());
}

Deno.test("C118: a link that comes in between, and goes again, leads nowhere", async () => {
  await using folders = await Folders.make();
  const { base, root } = folders;
  await Deno.mkdir(`${root}/inner`);
  await Deno.writeTextFile(`${root}/inner/secret.txt`, "inner");
  await Deno.symlink(`${base}/outside`, `${base}/link`);
  let over = false;
  const swapping = (async () => {
    while (!over) {
      await Deno.rename(`${root}/inner`, `${base}/kept`);
      await Deno.rename(`${base}/link`, `${root}/inner`);
      await Deno.rename(`${root}/inner`, `${base}/link`);
      await Deno.rename(`${base}/kept`, `${root}/inner`);
    }
  })();
  const seen = new Set<string | undefined>();
  try {
    for (let i = 0; i < 300; i++) seen.add(await textBelow(root, "inner/secret.txt"));
  } finally {
    over = true;
    await swapping;
  }
  assert.ok(!seen.has("secret"));
  assert.equal(await textBelow(root, "inner/secret.txt"), "inner");
});

Deno.test("a file that is replaced while it is read is the old one or the new one, and always there", async () => {
  await using folders = await Folders.make();
  const { root } = folders;
  // One step of reading later each time.
  const replace = async (steps: number) => {
    for (let step = 0; step < steps; step++) await Deno.lstat(root);
    await Deno.rename(`${root}/new`, `${root}/notes.md`);
  };
  for (let i = 0; i < 200; i++) {
    await Deno.writeTextFile(`${root}/new`, `# New ${i}`);
    const [text] = await Promise.all([textBelow(root, "notes.md"), replace(i % 20)]);
    assert.ok([`# New ${i}`, `# New ${i - 1}`, "# Notes"].includes(text!), text);
  }
});

const FIXTURE = path("tests/fixtures/files.ts");

for (const era of ERAS) {
  Deno.test(`${era} C118: the permission to read the root is all that is needed, and nothing else is read`, async () => {
    await using folders = await Folders.make();
    const { root } = folders;
    await using server = new ServerProcess({
      args: ["run", "--no-prompt", `--allow-read=${root}`, FIXTURE, root],
    });
    if (era === "legacy") await server.client.initialize();
    const read = (uri: string) => server.client.ask(era, "resources/read", { uri });
    for (const [name, text] of [["sub/deep%20er/grüße 😀.txt", "Grüße"], ["in.txt", "dots"]]) {
      const { result, error } = await read(`docs://${name}`);
      assert.equal(result?.contents[0].text, text, JSON.stringify(error));
    }
    for (const attack of attacks(folders)) {
      const uri = `docs://${attack}`;
      assert.deepEqual((await read(uri)).error, notFound(era, uri));
    }
  });
}

Deno.test("a permission that is missing is an error of the server, which its log tells whole", async () => {
  await using folders = await Folders.make();
  const { root } = folders;
  for (
    const [flags, name] of [
      [[], "notes.md"],
      [[`--allow-read=${root}`, `--deny-read=${root}/private`], "private/x.txt"],
    ] as const
  ) {
    await using server = new ServerProcess({
      args: ["run", "--no-prompt", ...flags, FIXTURE, root],
    });
    const uri = `docs://${name}`;
    const { error } = await server.client.ask("modern", "resources/read", { uri });
    assert.equal(error?.code, -32603);
    const [, errorId] = /failed\..* error id (\w+)\.$/.exec(error!.message)!;
    assert.ok(!error!.message.includes(root));
    await server.stop();
    const stderr = await server.stderr();
    assert.ok(stderr.includes(errorId) && stderr.includes("Requires read access"), stderr);
  }
});

Deno.test("types: the parameter of the template is the one that fileResource reads", () => {
  const mcp = new McpServer({ name: "types", version: "1.0.0" });
  const options: ResourceOptions = { allowAnyPath: ["path"] };
  mcp.resource("a://{path*}", options, fileResource("docs"));
  mcp.resource("b://{+path}{?lang}", {}, fileResource("docs", { hidden: true }));
  mcp.resource("c://{lang}/{file*}", {}, fileResource("docs", { parameter: "file" }));
  // @ts-expect-error the template has no parameter path
  mcp.resource("d://{file*}", {}, fileResource("docs"));
  // @ts-expect-error nor has it a parameter name
  mcp.resource("e://{file*}", {}, fileResource("docs", { parameter: "name" }));
  // @ts-expect-error a URI may leave the query out
  mcp.resource("f://docs{?path}", {}, fileResource("docs"));
  const computed: string = "h://{path*}";
  mcp.resource(computed, { params: z.object({ path: z.string() }) }, fileResource("docs"));
  // @ts-expect-error a resource that is no template has no parameters
  mcp.resource("g://docs", {}, fileResource("docs"));
});
