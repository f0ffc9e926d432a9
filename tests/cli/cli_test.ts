import assert from "node:assert/strict";
import { dirname } from "node:path";
import { COMMANDS } from "../../src/cli/main.ts";
import { alive, CLI, deno, mcp, path, ServerProcess, until } from "../support/server_process.ts";

const HELLO = path("examples/hello.ts");
const FIXTURE = (name: string) => path(`tests/fixtures/${name}.ts`);

/** A folder with files in it, which goes away with the test. */
async function folder(files: Record<string, string>, name = "x") {
  const root = await Deno.makeTempDir();
  const path = `${root}/${name}`;
  await Deno.mkdir(path, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    await Deno.mkdir(dirname(`${path}/${file}`), { recursive: true });
    await Deno.writeTextFile(`${path}/${file}`, text);
  }
  return {
    path,
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}

const SERVER = `
import { McpServer } from "@x/mcp";
const make = (name) => new McpServer({ name, version: "1.0.0" })
  .tool("echo", { description: "Echoes.", input: { type: "object", properties: {
    text: { type: "string" }, n: { type: "number" }, tags: { type: "array" }, any: {} } } },
    (args) => args);
`;

Deno.test("cli: without a verb it shows what there is, with code 2; help and --help with 0", async () => {
  const bare = await mcp([]);
  assert.equal(bare.code, 2);
  for (const args of [["--help"], ["-h"], ["help"]]) {
    const { code, stdout, stderr } = await mcp(args);
    assert.deepEqual([code, stderr], [0, ""]);
    for (const { name, summary } of COMMANDS) {
      assert.ok(stdout.includes(name) && stdout.includes(summary));
    }
  }
});

Deno.test("cli: every verb has a help with usage, flags and an example", async () => {
  for (const { name, flags, usage } of COMMANDS) {
    for (const args of [[name, "--help"], ["help", name], [name, "x.ts", "-h"]]) {
      const { code, stdout, stderr } = await mcp(args);
      assert.deepEqual([code, stderr], [0, ""], args.join(" "));
      assert.ok(stdout.includes(`Usage: deno task mcp ${name} ${usage}`));
      for (const flag of Object.keys(flags)) assert.ok(stdout.includes(`--${flag}`));
      assert.match(stdout, /Examples?:\n {2}deno task mcp/);
    }
  }
});

Deno.test("cli: from elsewhere, help names what runs there", async () => {
  await using files = await folder({});
  const { stdout } = await mcp(["check", "--help"], { cwd: files.path });
  assert.ok(stdout.includes(`Usage: deno run -A ${path("cli.ts")} check [TARGET]\n`), stdout);
});

Deno.test("cli: wrong usage is one line on stderr with what to do, and code 2", async () => {
  for (
    const [args, says] of [
      [["rnu"], /there is no verb "rnu"; did you mean "run"\?/],
      [["help", "nope"], /there is no verb "nope"/],
      [["--jso"], /there is no flag "--jso"/],
      [["list", "--jsn"], /list has no flag --jsn; did you mean "--json"\?/],
      [["run", "--log-level"], /--log-level needs a value: --log-level LEVEL/],
      [["run", "--log-level", "loud"], /one of debug, info, warning, error, off, not "loud"/],
      [["run", "--transport", "sdtio"], /not "sdtio"; did you mean "stdio"\?/],
      [["run", "--drain-ms", "soon"], /--drain-ms takes milliseconds below 10 \*\* 9, not "soon"/],
      [["inspect", "--json=yes"], /--json takes no value/],
      [["run", "a.ts", "b.ts"], /run takes one target, not also b\.ts/],
      [["chekc"], /there is no verb "chekc"; did you mean "check"\?/],
      [["check", "a", "b"], /check takes one target, not also b/],
      [["build", "a", "b"], /build takes one folder, not also b/],
      [["init", "a", "b"], /init takes one folder, not also b/],
      [["init", "--template", "singel"], /not "singel"; did you mean "single"\?/],
      [["inspect", "--fingerprint", "--diff", "a"], /--fingerprint and --diff are two questions/],
      [["call", HELLO], /call needs the name of a tool/],
      [["call", HELLO, "a=1"], /call needs the name of a tool/],
      [["call", HELLO, "add", "a"], /"a" is not an argument: write KEY=VALUE/],
      [["call", HELLO, "add", "--input", "{"], /--input is not JSON/],
      [["call", HELLO, "add", "--input", "[1]"], /--input takes a JSON object/],
    ] as const
  ) {
    const { code, stdout, stderr } = await mcp(args);
    assert.equal(code, 2, args.join(" "));
    assert.equal(stdout, "");
    assert.match(stderr, says);
    assert.match(stderr, /^mcp: [^\n]*see deno task mcp .*--help\)\n$/, args.join(" "));
  }
});

Deno.test("cli: a target that is no server is one line on stderr, and code 1", async () => {
  await using files = await folder({
    "empty.ts": "",
    "other.ts": "export default { fetch() {} }; export const a = 1;",
    "two.ts": SERVER + "export const one = make('one'); export const two = make('two');",
    "throws.ts": "console.log('loading'); throw new Error('no key in the environment');",
    "broken.ts": "export default = ;",
    "missing.ts": "import './nowhere.ts';",
    "sub/tools/wipe.ts": "export default () => { throw new Error('called'); };",
  }, "with blank/ü #1");
  for (
    const [target, says] of [
      ["none.ts", /Cannot find none\.ts: there is no such file in .*; give a file such as/],
      ["", /There is no server in .*: it has no tools\/.*; give another folder or a file, or make/],
      [
        "sub/tools",
        /There is no server in .*\/sub\/tools: .*; give the project's folder, .*\/sub$/,
      ],
      [
        "sub/tools/wipe.ts",
        /sub\/tools\/wipe\.ts makes no .* of the project in .*\/sub: give that/,
      ],
      ["empty.ts", /empty\.ts exports no server: write export default new McpServer/],
      ["other.ts", /Export "default" of other\.ts is not a server, but a value of type object/],
      ["other.ts:b", /other\.ts has no export "b"/],
      ["two.ts", /two\.ts exports several servers: name one, as in two\.ts:one/],
      ["two.ts:on", /two\.ts has no export "on"; did you mean "one"\?/],
      ["throws.ts", /Cannot load throws\.ts: no key in the environment \(at .*throws\.ts:1:\d+\)/],
      ["broken.ts", /Cannot load broken\.ts: /],
      ["missing.ts", /Cannot load missing\.ts: .*nowhere\.ts/],
    ] as const
  ) {
    const { code, stdout, stderr } = await mcp(
      ["inspect", ...(target === "" ? [] : [target])],
      { cwd: files.path },
    );
    assert.equal(code, 1, target);
    assert.equal(stdout, "");
    assert.match(stderr, new RegExp(`^mcp: ${says.source}`, "m"), target);
  }
});

Deno.test("cli: a server is found as default, by name, as the only one, made by a function, in a folder, and by URL", async () => {
  await using files = await folder({
    "server.ts": SERVER + "export default make('default'); export const other = make('other');",
    "only.ts": SERVER + "export const it = make('only');",
    "made.ts": SERVER + "export default () => Promise.resolve(make('made'));",
    "a.ts:b.ts": SERVER + "export default make('odd');",
  }, "ein Ordner/größe %20");
  const name = async (...target: string[]) => {
    const { stdout, stderr } = await mcp(["inspect", "--json", ...target], { cwd: files.path });
    assert.notEqual(stdout, "", stderr);
    return JSON.parse(stdout).server.name;
  };
  assert.equal(await name(), "default");
  assert.equal(await name("server.ts"), "default");
  assert.equal(await name("./server.ts:other"), "other");
  assert.equal(await name(`${files.path}/server.ts:other`), "other");
  assert.equal(await name("only.ts"), "only");
  assert.equal(await name("made.ts"), "made");
  assert.equal(await name("."), "default");
  assert.equal(await name(files.path), "default");
  const url = `file://${encodeURI(files.path).replaceAll("#", "%23")}/only.ts`;
  assert.equal(await name(url), "only");
  assert.equal(await name(`${url}:it`), "only");
  assert.equal(await name("a.ts:b.ts"), "odd");
});

Deno.test("cli run: serves a named export, and a file that calls run() by itself", async () => {
  await using files = await folder({
    "two.ts": SERVER + "export const one = make('one'); export const two = make('two');",
    "eager.ts": SERVER + "const mcp = make('eager'); export default mcp; await mcp.run();",
    "soon.ts": SERVER + "const mcp = make('soon'); export default mcp; mcp.run();",
  });
  for (
    const [target, name] of [["two.ts:two", "two"], ["eager.ts", "eager"], ["soon.ts", "soon"]]
  ) {
    await using server = new ServerProcess({
      args: ["run", "-A", CLI, "run", `${files.path}/${target}`],
    });
    const { result } = await server.client.initialize();
    assert.equal(result.serverInfo.name, name);
    assert.equal(server.client.messages.length, 1);
  }
});

Deno.test("cli run: a log level keeps lines off stderr, and errors are one of them", async () => {
  const run = async (...flags: string[]) => {
    const server = ServerProcess.cli("tests/fixtures/everything.ts", ...flags);
    await server.client.initialize();
    await server.client.request("tools/call", { name: "secret" });
    await server.stop();
    return await server.stderr();
  };
  assert.match(await run(), /"level":"error".*hunter2/);
  assert.equal(await run("--log-level", "off"), "");
});

Deno.test("C007 cli inspect: a table of components with sizes, permissions, tags and warnings", async () => {
  const { code, stdout } = await mcp(["inspect", FIXTURE("odd_names")]);
  assert.equal(code, 0);
  assert.match(stdout, /^KIND +NAME +TOKENS +RUNS +PERMISSIONS +TAGS$/m);
  assert.match(stdout, /^tool +mail\.send +\d+ +inline +inherit$/m);
  assert.match(stdout, /4 tools take about \d+ tokens/);
  assert.match(stdout, /tool "union": has anyOf, oneOf or allOf at the root/);
  assert.ok(!stdout.includes("\u001b"), "no colour in a pipe");
});

Deno.test("cli inspect --json: components with schemas, tags, sizes, permissions and warnings, hidden ones too", async () => {
  await using files = await folder({
    "server.ts": SERVER + `
      const mcp = make("json");
      mcp.tool("hidden", { enabled: false, tags: ["beta"] }, () => "x");
      mcp.resource("data://x", { name: "x" }, { a: 1 });
      mcp.resource("data://{y}", {}, () => 1);
      mcp.prompt("p", {}, () => "x");
      console.log("printed while loading");
      setInterval(() => {}, 1000);
      export default mcp;`,
  });
  const { code, stdout, stderr } = await mcp(["inspect", "--json"], { cwd: files.path });
  assert.equal(code, 0, stderr);
  const shown = JSON.parse(stdout);
  assert.deepEqual(Object.keys(shown), [
    "fingerprint",
    "folder",
    "module",
    "server",
    "tools",
    "resources",
    "resourceTemplates",
    "prompts",
  ]);
  assert.equal(shown.server.version, "1.0.0");
  assert.deepEqual(shown.server.capabilities.tools, { listChanged: true });
  const [echo, hidden] = shown.tools;
  assert.equal(echo.inputSchema.properties.text.type, "string");
  assert.ok(echo.tokens > 10);
  assert.deepEqual([echo.isolation, echo.permissions], ["inline", "inherit"]);
  assert.deepEqual(shown.server.permissions, { union: {}, run: [] });
  assert.deepEqual(echo.warnings, []);
  assert.deepEqual([hidden.enabled, hidden.tags], [false, ["beta"]]);
  assert.match(hidden.warnings[0], /no description/);
  assert.equal(shown.resources[0].uri, "data://x");
  assert.equal(shown.resourceTemplates[0].uriTemplate, "data://{y}");
  assert.equal(shown.prompts[0].name, "p");
});

Deno.test("C054 cli: list, call and inspect see every page", async () => {
  await using files = await folder({
    "server.ts": `
      import { McpServer } from "@x/mcp";
      const mcp = new McpServer({ name: "pages", version: "1.0.0", pageSize: 50 });
      for (let i = 0; i < 150; i++) mcp.tool("tool_" + i, {}, () => "it was " + i);
      export default mcp;`,
  });
  const inspected = await mcp(["inspect", "--json"], { cwd: files.path });
  assert.equal(JSON.parse(inspected.stdout).tools.length, 150);
  const listed = await mcp(["list", "--json"], { cwd: files.path });
  assert.equal(JSON.parse(listed.stdout).tools.length, 150);
  const called = await mcp(["call", "tool_149"], { cwd: files.path });
  assert.equal(called.stdout, "it was 149\n");
});

Deno.test("cli list: tools with their parameters, resources, templates and prompts", async () => {
  const { code, stdout, stderr } = await mcp(["list", HELLO]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.equal(
    stdout,
    [
      "Tools:",
      "  add(a: integer, b: integer)  Adds two integers.",
      "",
      "Resources:",
      "  resource://greeting  A friendly word.",
      "",
      "Resource templates:",
      "  weather://{city}/current  The weather of a city, right now.",
      "",
      "Prompts:",
      "  summarize_pr(diff, tone?)  Drafts a pull-request summary from a diff.",
      "",
    ].join("\n"),
  );
});

Deno.test("cli call: values follow the tool's schema, := and --input are JSON", async () => {
  await using files = await folder({ "server.ts": SERVER + "export default make('call');" });
  const call = async (args: string[], input?: string) => {
    const { stdout, stderr, code } = await mcp(["call", ...args], {
      cwd: files.path,
      ...(input === undefined ? {} : { input }),
    });
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };
  assert.deepEqual(
    await call(["echo", "text=007", "n=1.5", 'tags=["a"]', "any=null", "more=plain=text"]),
    { text: "007", n: 1.5, tags: ["a"], any: null, more: "plain=text" },
  );
  assert.deepEqual(await call(["server.ts", "echo", "text="]), { text: "" });
  assert.deepEqual(await call(["server.ts", "echo", "tags=a", "tags=b"]), { tags: ["a", "b"] });
  assert.deepEqual(await call(["echo", 'any:={"a":[1]}']), { any: { a: [1] } });
  assert.deepEqual(await call(["echo", "--input", '{"text":"é","n":1}', "n=2"]), {
    text: "é",
    n: 2,
  });
  assert.deepEqual(await call(["echo", "-i", "-"], '{"text":"from stdin"}'), {
    text: "from stdin",
  });
  assert.deepEqual(await call(["echo"]), {});
});

Deno.test("cli call: a failed call is on stderr with code 1, also as JSON; logs and stdout stay apart", async () => {
  const failed = await mcp(["call", HELLO, "add", "a=one", "b=2"]);
  assert.equal(failed.code, 1);
  assert.equal(failed.stdout, "");
  assert.match(failed.stderr, /^mcp: Invalid arguments for tool "add":\n- a: /);
  const json = await mcp(["call", HELLO, "add", "a=one", "b=2", "--json"]);
  assert.equal(json.code, 1);
  assert.equal(JSON.parse(json.stdout).isError, true);
  const unknown = await mcp(["call", HELLO, "ad"]);
  assert.equal(unknown.code, 1);
  assert.equal(
    unknown.stderr,
    'mcp: There is no tool "ad"; it has add; did you mean "add"?\n',
  );
  const printing = await mcp(["call", FIXTURE("printing_server"), "print"]);
  assert.equal(printing.stdout, "printed\n");
  assert.match(printing.stderr, /tool log/);
});

Deno.test("cli: a server that does not start says why above the one line", async () => {
  await using files = await folder({ "server.ts": "throw new Error('no key');" });
  for (const args of [["list"], ["call", "x"]]) {
    const { code, stdout, stderr } = await mcp(args, { cwd: files.path });
    assert.equal(code, 1);
    assert.equal(stdout, "");
    assert.match(stderr, /no key/);
    assert.match(stderr.trim().split("\n").at(-1)!, /^mcp: Cannot start server\.ts: /);
  }
});

Deno.test("cli inspect: looks at a file that serves by itself, and says so of one that ends the process", async () => {
  await using files = await folder({
    "eager.ts": SERVER + "const mcp = make('eager'); export default mcp; await mcp.run();",
    "exits.ts": SERVER + "export default make('exits'); Deno.exit(0);",
    "broken.ts": SERVER + `const mcp = make('broken'); export default mcp;
      mcp.tool("bad", { input: { type: "object", properties: {
        a: { $id: "urn:x", type: "string" }, b: { $id: "urn:x", type: "number" } } } }, () => 1);`,
  });
  const eager = await mcp(["inspect", "eager.ts", "--json"], { cwd: files.path });
  assert.equal(JSON.parse(eager.stdout).server.name, "eager");
  const exits = await mcp(["inspect", "exits.ts"], { cwd: files.path });
  assert.equal(exits.code, 1);
  assert.match(exits.stderr, /Cannot load exits\.ts: the file called Deno\.exit\(0\)/);
  const broken = await mcp(["inspect", "broken.ts"], { cwd: files.path });
  assert.equal(broken.code, 1);
  assert.match(broken.stderr, /Cannot register tool "bad": input: b: .*"urn:x" is also that of a/);
});

Deno.test("cli call: a folder may be the target, references are followed, numbers stay what they were", async () => {
  await using files = await folder({
    "server.ts": `
      import { McpServer } from "@x/mcp";
      import { z } from "zod";
      const Code = z.string().meta({ id: "Code" });
      const mcp = new McpServer({ name: "call", version: "1.0.0" });
      mcp.tool("echo", { input: z.object({ code: Code, other: Code.optional(), n: z.any() }) },
        (args) => args);
      export default mcp;`,
  }, "some folder");
  const parent = files.path.replace("/some folder", "");
  const called = await mcp(["call", "some folder", "echo", "code=007", "n=1"], { cwd: parent });
  assert.deepEqual(JSON.parse(called.stdout), { code: "007", n: 1 });
  for (const pair of ["n=12345678901234567890", "n=1e400", 'n:={"a":[12345678901234567890]}']) {
    const { code, stderr } = await mcp(["call", "some folder", "echo", "code=x", pair], {
      cwd: parent,
    });
    assert.equal(code, 2);
    assert.match(stderr, /n has a number that JSON would round/);
  }
});

Deno.test("cli: paths are meant from where they are typed, also under deno task", async () => {
  const env = Deno.env.toObject();
  // Set by the task that runs these tests, and not set anew by a task in a task.
  delete env.INIT_CWD;
  const { code, stdout, stderr } = await deno(["task", "-q", "mcp", "list", "hello.ts"], {
    cwd: path("examples"),
    clearEnv: true,
    env,
  });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /add\(a: integer, b: integer\)/);
});

Deno.test("cli: stopping list or call stops the server with it", async () => {
  await using files = await folder({
    "server.ts":
      "console.error(`pid ${Deno.pid}`); await new Promise((r) => setTimeout(r, 60_000));",
  });
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", CLI, "list"],
    cwd: files.path,
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const reader = child.stderr.getReader();
  const [, pid] = /pid (\d+)/.exec(new TextDecoder().decode((await reader.read()).value))!;
  child.kill("SIGINT");
  const { code } = await child.status;
  await reader.cancel();
  assert.equal(code, 130);
  assert.ok(await until(async () => !await alive(Number(pid)), 5000));
});

Deno.test("cli: output into a pipe that closes early is no error", async () => {
  const child = new Deno.Command("sh", {
    args: ["-c", `"$0" run -A "$1" inspect --json "$2" | head -c 10`, Deno.execPath(), CLI, HELLO],
    stderr: "piped",
    stdout: "piped",
  });
  const { stdout, stderr } = await child.output();
  assert.equal(new TextDecoder().decode(stdout).length, 10);
  assert.equal(new TextDecoder().decode(stderr), "");
});

Deno.test("cli: call prints text of any length in time that grows as it does", async () => {
  const characters = 32 * 1024 * 1024;
  await using dir = await folder({
    "server.ts": `
      import { McpServer } from ${JSON.stringify(import.meta.resolve("@x/mcp"))};
      export default new McpServer({ name: "big", version: "1.0.0" })
        .tool("big", {}, () => "x".repeat(${characters}));
    `,
  });
  const begun = performance.now();
  const { code, stdout } = await mcp(["call", `${dir.path}/server.ts`, "big"]);
  assert.deepEqual([code, stdout.length], [0, characters + 1]);
  // Searched from its beginning for each part that comes, the line takes more than half a minute.
  assert.ok(performance.now() - begun < 15_000);
});
