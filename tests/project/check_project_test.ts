import assert from "node:assert/strict";
import { checkProject } from "../../src/project/check_project.ts";
import { Project } from "../support/project.ts";
import { component, CONFIG, lines } from "./sample.ts";

const TEXT = "function run(text: string): string {\n  return text;\n}";
const NOTHING = 'function run(): string {\n  return "x";\n}';
const ZOD = 'import { z } from "zod";';

/** Files that are wrong, and what is said of them. */
const WRONG: Readonly<Record<string, readonly [text: string, ...lines: string[]]>> = {
  "tools/data.json": ["{}", "1:1: no component: call it _data.json, or move it out of tools/"],
  "tools/mail.send.ts": [
    component("function run(b): string {\n  return b;\n}"),
    '1:1: "mail.send" makes no name that hosts take, of A-Z a-z 0-9 _ -: rename it to ' +
    'mail_send.ts, or write export const name = "mail_send"',
    "5:29: b has no type: write one, as in b: string",
  ],
  "tools/get-user.ts": [component(TEXT)],
  "tools/get_user.ts": [
    component(TEXT),
    '1:1: hosts may take the name "get_user" for "get-user" of tools/get-user.ts: rename one of ' +
    "the two files, or export another name",
  ],
  "tools/renamed.ts": [
    component(TEXT, 'export const name = "config";'),
    '5:14: the name "config" is also that of resources/config.ts: rename one of the two files, ' +
    "or export another name",
  ],
  "resources/config.ts": [component("{ debug: false }", 'export const uri = "data://config";')],
  "resources/more.ts": [
    component("[1, 2]", 'export const uri = "data://Config";'),
    '5:14: hosts may take the URI "data://Config" for "data://config" of resources/config.ts: ' +
    "give one of the two another URI",
  ],
  "resources/template.ts": [
    component(TEXT, 'export const uri = "notes://{id}";'),
    '6:25: the function needs "text", which the URI does not give; write it there as {text}, or ' +
    "leave it out",
  ],
  "resources/url.ts": [
    component("[1]", 'export const url = "data://url";'),
    '5:14: url is nothing that a resource exports; did you mean "uri"?',
  ],
  "resources/by_day.ts": [
    component(
      "function run(day: string): string {\n  return day;\n}",
      'export const uri = "days://{day}";',
    ),
  ],
  "resources/by_night.ts": [
    component(
      "function run(night: string): string {\n  return night;\n}",
      'export const uri = "days://{night}";',
    ),
    '5:14: the URI template "days://{night}" matches what "days://{day}" does of ' +
    "resources/by_day.ts: give one of the two another URI",
  ],
  "tools/unknown_type.ts": [
    component("function run(text: Nope): string {\n  return text;\n}"),
    '5:35: parameter "text": the type Nope cannot be resolved; declare or import it',
  ],
  "tools/kind.ts": [
    component(TEXT, "export const permissions = { reed: true };"),
    "5:14: permissions: reed is none of read, write, net, env, sys, run, ffi, import; " +
    'did you mean "read"?',
  ],
  "tools/set.ts": [
    component(TEXT, 'export const permissions = "weather";'),
    '5:14: it declares permissions "weather", which deno.json does not have',
  ],
  "tools/entry.ts": [
    component(TEXT, 'export const permissions = { read: ["a,b"] };'),
    '5:14: it declares read "a,b", with a comma, which no flag of Deno takes for part of an entry',
  ],
  "tools/pool.ts": [
    component(TEXT, "export const timeout = -1;", "export const pool = 65;"),
    "5:14: timeout: give milliseconds, more than 0 and less than 2 ** 31, or Infinity for no limit",
    "6:14: pool must be a whole number from 1 to 64",
  ],
  "tools/set_of_schema.ts": [
    component(
      TEXT,
      ZOD,
      "export const permissions = { net: 1 };",
      "export const input = z.object({ text: z.string() });",
    ),
    "6:14: permissions: net is true, false, or a list of texts that are not empty",
  ],
  "tools/reads_key.ts": [
    component(
      TEXT,
      ZOD,
      'const key = Deno.env.get("KEY");',
      "export const input = z.object({ text: z.string().default(key!) });",
    ),
    '7:14: input cannot be evaluated: it may not access env "KEY"; to allow it, declare ' +
    'permissions: { env: ["KEY"] }',
  ],
  "tools/inline.ts": [
    component(
      TEXT,
      ZOD,
      'export const isolation = "inline";',
      'void Deno.readTextFileSync("deno.json");',
      "export const input = z.object({ text: z.string() });",
    ),
    "8:14: input cannot be evaluated: it may not access read",
  ],
  "tools/output.ts": [
    component(TEXT, ZOD, "export const output = z.custom<string>();"),
    "6:14: output cannot be evaluated: the root: zod cannot show custom as JSON Schema",
  ],
  "tools/misfit.ts": [
    component(
      "function run(text: string, tone: string): string {\n  return text + tone;\n}",
      ZOD,
      "export const input = z.object({ text: z.string() });",
    ),
    '7:25: input has no "tone", which the function takes: name its parameters as input does ' +
    '("text"), or take all arguments as one object',
  ],
};

/** Files that are no components, whose types are wrong. */
const MISTYPED: typeof WRONG = {
  "tools/_shared.ts": [
    "export const shared: string = 2;\n",
    "1:14: Type 'number' is not assignable to type 'string' (TS2322)",
  ],
  "tools/untyped_test.ts": [
    "const tested: number = 's';\n",
    "1:7: Type 'string' is not assignable to type 'number' (TS2322)",
  ],
};

/** Files that are doubtful, and what is said of them. */
const DOUBTFUL: typeof WRONG = {
  "tools/dotted.ts": [
    component(TEXT, 'export const name = "a.b";'),
    '5:14: big hosts refuse the name: use 1 to 64 of A-Z a-z 0-9 _ -, such as "a_b"',
  ],
  "tools/union.ts": [
    component(
      'function run(all: { a: "x" } | { a: "y"; b: number }): string {\n  return all.a;\n}',
      ZOD,
      'export const input = z.union([z.object({ a: z.literal("x") }), ' +
        'z.object({ a: z.literal("y"), b: z.number() })]);',
    ),
    "6:14: has anyOf, oneOf or allOf at the root of its input schema, which the APIs of some " +
    "models refuse",
  ],
  "resources/writing.ts": [
    component(
      NOTHING,
      'export const uri = "data://writing";',
      'export const permissions = { write: ["./data"] };',
    ),
    "6:14: a resource only reads, and this one declares write: make it a tool",
  ],
  "tools/reading.ts": [
    component(NOTHING, 'export const permissions = { read: ["./data"], env: ["KEY"] };'),
    "6:25: takes no arguments and only reads: a resource would do, in resources/",
  ],
  "tools/said_reading.ts": [
    component(NOTHING, "export const annotations = { readOnlyHint: true };"),
    "6:25: takes no arguments and only reads: a resource would do, in resources/",
  ],
  "tools/contradicting.ts": [
    component(
      TEXT,
      'export const permissions = { write: ["./data"] };',
      "export const annotations = {",
      "  readOnlyHint: true,",
      "  destructiveHint: true,",
      "  idempotentHint: false,",
      "};",
    ),
    "6:14: readOnlyHint: true contradicts destructiveHint: true: leave one of the two out",
    "6:14: readOnlyHint: true contradicts idempotentHint: false: leave one of the two out",
    "6:14: readOnlyHint: true contradicts permissions to write: leave one of the two out",
  ],
  "tools/payments/index.ts": [
    component(TEXT),
    '1:1: its file makes the name "index_payments": call the file by what the tool does, or ' +
    "write export const name = …",
  ],
  "tools/own_project.ts": [
    component(TEXT, 'export const permissions = { write: ["."] };'),
    "5:14: it may write to the folder of its project, and with that change what every component " +
    "does",
  ],
};

/** Files with which nothing is wrong. */
const RIGHT: Readonly<Record<string, string>> = {
  "tools/good.ts": component(TEXT, "export const annotations = { readOnlyHint: true };"),
  "tools/fetching.ts": component(NOTHING, 'export const permissions = { net: ["example.com"] };'),
  "tools/schemas.ts": component(
    "function run(all: { text: string }): { text: string } {\n  return all;\n}",
    ZOD,
    'export const permissions = { env: ["KEY"] };',
    'export const input = z.object({ text: z.string().default(Deno.env.get("KEY") ?? "none") });',
    "export const output = z.object({ text: z.string() });",
  ),
  "prompts/review.ts": component(TEXT),
};

Deno.test("C126: a project's errors and warnings are all told at once, each at its place, and the rest can be served", async () => {
  const texts = (files: typeof WRONG) =>
    Object.fromEntries(Object.entries(files).map(([path, [text]]) => [path, text]));
  await using project = await Project.make({
    "deno.json": CONFIG,
    ...texts(WRONG),
    ...texts(MISTYPED),
    ...texts(DOUBTFUL),
    ...RIGHT,
  });
  const checked = await checkProject(project.folder, { types: true });
  assert.equal(checked.folder, `${project.folder}/`);
  const expected = (files: typeof WRONG, mark: string) =>
    Object.entries(files).flatMap(([path, [, ...lines]]) =>
      lines.map((line) => `${mark}${path}:${line}`)
    );
  const found = lines(checked);
  const wanted = [
    ...expected(WRONG, ""),
    ...expected(MISTYPED, ""),
    ...expected(DOUBTFUL, "warning: "),
  ];
  const unsaid = wanted.filter((line) => !found.some((each) => each.startsWith(line)));
  const unexpected = found.filter((each) => !wanted.some((line) => each.startsWith(line)));
  assert.deepEqual({ unsaid, unexpected }, { unsaid: [], unexpected: [] });
  const urls = checked.problems.map(({ url }) => url);
  assert.deepEqual(urls, urls.toSorted());

  const { manifest } = checked;
  assert.deepEqual([manifest.name, manifest.version], ["weather", "1.2.3"]);
  const isRight = ([, lines]: [string, readonly string[]]) => lines.length === 1;
  assert.deepEqual(
    manifest.components.map(({ file }) => file),
    [
      ...Object.entries(WRONG).filter(isRight).map(([path]) => path),
      ...Object.keys(DOUBTFUL),
      ...Object.keys(RIGHT),
    ].sort(),
  );
  const schemas = manifest.components.find(({ file }) => file === "tools/schemas.ts")!;
  assert.deepEqual(schemas, {
    kind: "tool",
    key: "schemas",
    file: "tools/schemas.ts",
    options: { description: "Does something.", permissions: { env: ["KEY"] } },
    parameters: [{ kind: "arguments", injected: [] }],
    input: {
      type: "object",
      properties: { text: { type: "string", default: Deno.env.get("KEY") ?? "none" } },
    },
    output: {
      type: "object",
      properties: { text: { type: "string" } },
      required: ["text"],
      additionalProperties: false,
    },
    schemas: ["input", "output"],
  });
});

Deno.test("an empty project is told what to write, and one whose configuration is wrong is not read", async () => {
  await using project = await Project.make({ "deno.json": CONFIG, "tools/_x.ts": "" });
  assert.deepEqual(lines(await checkProject(project.folder)), [
    "tools:1:1: the project has no component: write one, such as tools/hello.ts with a documented " +
    "function as its default export",
  ]);
  await project.write({ "server.ts": "" });
  assert.deepEqual(lines(await checkProject(project.folder)), []);
  await project.write({ "deno.json": "{", "tools/a.ts": "" });
  assert.deepEqual(lines(await checkProject(project.folder, { types: true })), [
    "deno.json:1:2: no JSON: it ends too early",
  ]);
});
