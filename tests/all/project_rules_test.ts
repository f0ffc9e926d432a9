import assert from "node:assert/strict";
import { Project } from "../support/project.ts";
import { CLI, mcp, ROOT, ServerProcess } from "../support/server_process.ts";

const CONFIG = {
  name: "ruled",
  version: "1.0.0",
  exports: {},
  imports: { "@x/mcp": new URL("mod.ts", ROOT).href },
};
const GOOD = "/**\n * Doubles.\n * @module\n */\nexport default (a: number): number => 2 * a;\n";

/** A rule: the file that breaks it, where that is, what is said, and what is told to do. */
interface Rule {
  readonly breaks: string;
  readonly files: Readonly<Record<string, string>>;
  /** The line that is printed, as far as it is certain. */
  readonly line: RegExp;
}

/** What the Golf specification says "fails the build", and what a typist may break besides. */
const RULES: readonly Rule[] = [
  {
    breaks: "no description",
    files: { "tools/bare.ts": "export default function bare(): void {}\n" },
    line: /^tools\/bare\.ts:1:\d+: .*@module/,
  },
  {
    breaks: "no default export",
    files: {
      "tools/entry.ts": "/**\n * Adds.\n * @module\n */\nfunction add(a: number): number {\n" +
        "  return a;\n}\nvoid add;\n",
    },
    line: /^tools\/entry\.ts:\d+:\d+: .*export default/,
  },
  {
    breaks: "a parameter without a type",
    files: {
      "tools/untyped.ts":
        "/**\n * Adds.\n * @module\n */\nexport default function add(a: number, b)" +
        ": number {\n  return a + b;\n}\n",
    },
    line: /^tools\/untyped\.ts:5:40: b has no type: write one, as in b: string$/,
  },
  {
    breaks: "no type of the result",
    files: {
      "tools/result.ts":
        "/**\n * Adds.\n * @module\n */\nexport default function add(a: number) {\n" +
        "  return a;\n}\n",
    },
    line: /^tools\/result\.ts:5:25: .*result.*: number/,
  },
  {
    breaks: "a resource without uri",
    files: { "resources/nowhere.ts": "/**\n * Data.\n * @module\n */\nexport default { a: 1 };\n" },
    line: /^resources\/nowhere\.ts:\d+:\d+: .*export const uri = "/,
  },
  {
    breaks: "a syntax error",
    files: { "tools/broken.ts": "/**\n * Adds.\n * @module\n */\nexport default function (\n" },
    line: /^tools\/broken\.ts:\d+:\d+: /,
  },
  {
    breaks: "two components of one name",
    files: {
      "tools/twice.ts": GOOD,
      "prompts/twice.ts": GOOD.replaceAll("number", "string")
        .replace("2 * a", "a"),
    },
    line: /^(tools|prompts)\/twice\.ts:1:1: .*(prompts|tools)\/twice\.ts/,
  },
  {
    breaks: "two components whose names hosts take for one another",
    files: { "tools/get-user.ts": GOOD, "tools/get_user.ts": GOOD },
    line: /^tools\/get_user\.ts:1:1: .*tools\/get-user\.ts/,
  },
  {
    breaks: "a name that hosts refuse",
    files: { "tools/größe.ts": GOOD },
    line: /^tools\/größe\.ts:1:1: .*"gro/,
  },
  {
    breaks: "a value export that is none of the options",
    files: { "tools/shared.ts": `${GOOD}\nexport const helper = 1;\n` },
    line: /^tools\/shared\.ts:7:14: .*_/,
  },
  {
    breaks: "a misspelt option",
    files: { "tools/misspelt.ts": `${GOOD}\nexport const permission = { net: true };\n` },
    line: /^tools\/misspelt\.ts:7:14: .*permissions/,
  },
  {
    breaks: "a permission of no kind",
    files: { "tools/kind.ts": `${GOOD}\nexport const permissions = { reed: ["."] };\n` },
    line: /^tools\/kind\.ts:7:\d+: .*reed.*read/,
  },
  {
    breaks: "an option that is computed",
    files: { "tools/computed.ts": `${GOOD}\nexport const name = "a" + Date.now();\n` },
    line: /^tools\/computed\.ts:7:\d+: .*written out/,
  },
  {
    breaks: "a file that is no component",
    files: { "tools/data.json": "{}\n" },
    line: /^tools\/data\.json:1:1: .*_data\.json/,
  },
  {
    breaks: "a type error",
    files: {
      "tools/wrong_type.ts":
        "/**\n * Adds.\n * @module\n */\nexport default function add(a: number): " +
        "string {\n  return a;\n}\n",
    },
    line: /^tools\/wrong_type\.ts:6:3: .*not assignable/,
  },
];

/** The files below a folder, but for those of our cache. */
async function filesBelow(folder: string, below = ""): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(`${folder}/${below}`)) {
    if (name === ".x-mcp") continue;
    if (isDirectory) found.push(...await filesBelow(folder, `${below}${name}/`));
    else found.push(below + name);
  }
  return found.sort();
}

/** What a verb comes to; for `run`, the client stays until then. */
async function outcome(verb: string, cwd: string) {
  if (verb !== "run") return await mcp([verb], { cwd });
  const server = new ServerProcess({ args: ["run", "-A", CLI, "run"], cwd });
  const { code } = await server.ended;
  return {
    code,
    stdout: server.client.messages.map((each) => JSON.stringify(each)).join("\n"),
    stderr: await server.stderr(),
  };
}

/** Runs verbs on a project, each of which has to fail with lines, and to leave nothing. */
async function refused(project: Project, rules: readonly Rule[], verbs: readonly string[]) {
  const before = await filesBelow(project.folder);
  for (const verb of verbs) {
    const { code, stdout, stderr } = await outcome(verb, project.folder);
    assert.equal(code, 1, `${verb}: ${stdout}${stderr}`);
    // The count is what check prints besides.
    assert.match(stdout, verb === "check" ? /^\d+ errors? in \d+ components?\n$/ : /^$/, verb);
    assert.doesNotMatch(stderr, /^\s+at |Stack|\[ERROR\]/m, verb);
    const lines = stderr.split("\n");
    for (const { breaks, line } of rules) {
      assert.ok(lines.some((each) => line.test(each)), `${verb}, ${breaks}: ${line}\n${stderr}`);
    }
    assert.ok(!lines.some((line) => line.startsWith("tools/good.ts")), stderr);
    assert.deepEqual(await filesBelow(project.folder), before, verb);
  }
}

Deno.test("project: check, build and run tell all rules that are broken at once, and leave nothing behind", async () => {
  const files = Object.assign({}, ...RULES.map(({ files }) => files));
  await using project = await Project.make({
    "deno.json": CONFIG,
    "tools/good.ts": GOOD,
    ...files,
  });
  await refused(project, RULES, ["check", "build", "run"]);
});

for (const rule of RULES) {
  Deno.test(`project: ${rule.breaks} alone fails run`, async () => {
    await using project = await Project.make({
      "deno.json": CONFIG,
      "tools/good.ts": GOOD,
      ...rule.files,
    });
    await refused(project, [rule], ["run"]);
  });
}

Deno.test("project: a file that cannot be read fails check, build and run", async () => {
  await using project = await Project.make({ "deno.json": CONFIG, "tools/good.ts": GOOD });
  // A link that leads nowhere cannot be read by root either.
  await Deno.symlink("nowhere.ts", project.path("tools/gone.ts"));
  const rule = { breaks: "a broken link", files: {}, line: /^tools\/gone\.ts:1:1: / };
  await refused(project, [rule], ["check", "build", "run"]);
});

Deno.test("project: a server.ts that fails to load starts nothing, whatever is wrong with it", async () => {
  const serverFiles = {
    "no default": "export const server = 1;\n",
    "throws": 'throw new Error("no key");\n',
    "no server": "export default {};\n",
    "syntax": "export default new (;\n",
  };
  for (const [name, text] of Object.entries(serverFiles)) {
    await using project = await Project.make({
      "deno.json": CONFIG,
      "tools/good.ts": GOOD,
      "server.ts": text,
    });
    const { code, stdout, stderr } = await outcome("run", project.folder);
    assert.equal(code, 1, name);
    assert.equal(stdout, "", name);
    assert.match(stderr, /server\.ts/, name);
    assert.equal(stderr.trim().split("\n").length, 1, stderr);
  }
});
