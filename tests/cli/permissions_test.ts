import assert from "node:assert/strict";
import { Project } from "../support/project.ts";
import { CLI, deno, mcp, path, ROOT } from "../support/server_process.ts";

const GUARDED = path("tests/fixtures/guarded.ts");
const GRANT = { net: { allow: ["example.com"] } };

Deno.test("cli inspect: where each component runs, what it may touch, all together, and who may start programs", async () => {
  const { code, stdout } = await mcp(["inspect", GUARDED], { cwd: path("") });
  assert.equal(code, 0);
  const lines = stdout.split("\n");
  for (
    const line of [
      /^KIND +NAME +TOKENS +RUNS +PERMISSIONS +TAGS$/,
      /^tool +pages +\d+ +process +net=example\.com$/,
      /^tool +git_log +\d+ +process +read, env, run \(below\) +git$/,
      /^tool +count +\d+ +process +none$/,
      /^tool +now +\d+ +inline +inherit$/,
      /^resource template +data:\/\/\{id\} +\d+ +process +read=\.$/,
      /^ {2}tool "git_log": read=\.,\/usr\/share\/zoneinfo env=GIT_DIR,HOME run=git$/,
      /^ {2}all together: read=\.,\/usr\/share\/zoneinfo net=example\.com env=GIT_DIR,HOME run=git$/,
      /^ {2}may start programs: the server \(deno\), whose process also runs tests\/fixtures\/guarded\.ts, and all that is inline$/,
      /^ {2}may start programs: tool "git_log" \(git\)$/,
      /^ {2}inherit means those that the server is started with$/,
      /^ {2}tool "wrong": it declares net "a b", which is no host/,
    ]
  ) {
    assert.ok(lines.some((each) => line.test(each)), `${line}\n${stdout}`);
  }
  const table = lines.slice(0, lines.indexOf("Permissions:"));
  assert.deepEqual(table.filter((line) => line.length > 100), []);
});

Deno.test("cli inspect --json: sets as data, the union, who may start programs, and what is wrong", async () => {
  const { code, stdout } = await mcp(["inspect", "--json", GUARDED]);
  assert.equal(code, 0);
  const { server, tools, resourceTemplates: [data] } = JSON.parse(stdout);
  const root = path("").replace(/\/$/, "");
  const [pages, log, count, wrong, now] = tools;
  assert.deepEqual([pages.isolation, pages.permissions, pages.warnings], ["process", GRANT, []]);
  assert.deepEqual(log.permissions.run, { allow: ["git"] });
  assert.deepEqual([count.isolation, count.permissions], ["process", {}]);
  assert.deepEqual(wrong.permissions, { net: { allow: ["a b"] } });
  assert.match(wrong.warnings.join(), /^it declares net "a b"/);
  assert.deepEqual([now.isolation, now.permissions], ["inline", "inherit"]);
  assert.deepEqual(data.permissions, { read: { allow: [root] } });
  assert.deepEqual(server.permissions.union.net, GRANT.net);
  assert.deepEqual(server.permissions.run, [
    { kind: "server", key: "guarded", programs: ["deno"] },
    { kind: "tool", key: "git_log", programs: ["git"] },
  ]);
});

Deno.test("cli inspect: who may write to its own project is warned of, since that is as good as everything", async () => {
  await using project = await Project.make({
    "deno.json": { imports: { "@x/mcp": new URL("mod.ts", ROOT).href } },
    "server.ts": `
      import { McpServer } from "@x/mcp";
      const module = new URL("./tool.ts", import.meta.url);
      export default new McpServer({ name: "writes", version: "1.0.0" })
        .tool("all", { module, permissions: { write: true } })
        .tool("own", { module, permissions: { write: ["."] } })
        .tool("above", { module, permissions: { write: [".."] } })
        .tool("data", { module, permissions: { write: ["data"], read: ["."] } });`,
    "tool.ts": "export default () => 1;",
  });
  const config = ["--config", project.path("deno.json")];
  const args = ["run", "-A", ...config, CLI, "inspect", "--json", project.path("server.ts")];
  const { tools } = JSON.parse((await deno(args)).stdout);
  const risk =
    "it may write to the folder of its project, and with that change what every component does";
  assert.deepEqual(
    tools.map(({ name, warnings }: { name: string; warnings: string[] }) => [
      name,
      warnings.includes(risk),
    ]),
    [["all", true], ["own", true], ["above", true], ["data", false]],
  );
});

Deno.test("cli inspect: no sandbox is started, and no module of a component loaded", async () => {
  await using project = await Project.make({
    "deno.json": { imports: { "@x/mcp": new URL("mod.ts", ROOT).href } },
    "server.ts": `
      import { McpServer } from "@x/mcp";
      export default new McpServer({ name: "quiet", version: "1.0.0" })
        .tool("a", { module: new URL("./tool.ts", import.meta.url), permissions: "none", warm: true })
        .tool("b", { module: new URL("./tool.ts", import.meta.url) });`,
    "tool.ts": `console.error("loaded"); export default () => 1;`,
  });
  const args = ["run", "--no-prompt", "--allow-read", "--config", project.path("deno.json")];
  const { code, stdout, stderr } = await deno([...args, CLI, "inspect", project.path("server.ts")]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /^tool +a +\d+ +process +none$/m);
});

Deno.test("cli inspect: what the process that looks was not given is a warning, with what to start with", async () => {
  const { stdout } = await deno([
    "run",
    "--no-prompt",
    "--allow-read",
    CLI,
    "inspect",
    GUARDED,
  ]);
  assert.match(
    stdout,
    /tool "pages": it declares net "example\.com", which this server was not given; start it with --allow-net=example\.com$/m,
  );
});

Deno.test("cli run --limit: a wrong value is wrong usage, before anything is loaded", async () => {
  for (
    const [flags, says] of [
      [["--limit", "nett"], /--limit nett: .* is none of read, .*; did you mean "net"\?/],
      [["--limit", "net=a b"], /--limit net names "a b"/],
      [["--limit", "net", "--limit", "none"], /--limit none goes with no other --limit/],
      [["--limit"], /--limit needs a value: --limit KIND\[=VALUES\]/],
    ] as const
  ) {
    const { code, stdout, stderr } = await mcp(["run", "no_such_file.ts", ...flags]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, says);
    assert.equal(stderr.trim().split("\n").length, 1);
  }
});
