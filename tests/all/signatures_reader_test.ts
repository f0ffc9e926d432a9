import assert from "node:assert/strict";
import { SignatureReader } from "../../src/app/signatures/reader.ts";
import type { SignatureAnswer } from "../../src/schema/from_types/signature.ts";
import { PRECOMPILED, Project } from "../support/project.ts";

/** One reader for all that is only about what is read. */
const shared = new SignatureReader();

Deno.test.afterAll(() => shared[Symbol.asyncDispose]());

type Schema = Record<string, unknown>;

/** The schemas of the arguments, or the problems as lines. */
function read(answer: SignatureAnswer): unknown {
  if (answer.problems === undefined) return answer.signature.input.properties;
  return answer.problems.map(({ url, line, column, message }) =>
    `${url.split("/").pop()}:${line}:${column}: ${message}`
  );
}

async function readOne(project: Project, file: string, length = 1): Promise<unknown> {
  const [answer] = await shared.read([project.request(file, "f", length)]);
  return read(answer);
}

const STRING = { type: "string" };
const NUMBER = { type: "number" };
const X = { type: "object", properties: { x: NUMBER }, required: ["x"] };

interface Case {
  readonly files: Readonly<Record<string, string | object>>;
  /** What the argument `a` of the function `f` of `a.ts` is. */
  readonly a: Schema;
  /** Another file than `a.ts`. */
  readonly file?: string;
}

const FINE = "export function f(a: string): void { void a; }\n";
const TYPE = "export interface X { x: number }\n";
const use = (from: string) =>
  `import type { X } from "${from}";\nexport function f(a: X): void { void a; }\n`;

const RESOLVED: Readonly<Record<string, Case>> = {
  "a relative file": { files: { "a.ts": use("./lib/x.ts"), "lib/x.ts": TYPE }, a: X },
  "an alias of the import map": {
    files: {
      "deno.json": { imports: { "#x": "./lib/x.ts" } },
      "a.ts": use("#x"),
      "lib/x.ts": TYPE,
    },
    a: X,
  },
  "a scope of the import map": {
    files: {
      "deno.json": { imports: {}, scopes: { "./deep/": { "#x": "./lib/x.ts" } } },
      "deep/a.ts": use("#x"),
      "lib/x.ts": TYPE,
    },
    file: "deep/a.ts",
    a: X,
  },
  "an import map of its own, named in a deno.jsonc with comments": {
    files: {
      "deno.jsonc": '{\n  // The map.\n  "importMap": "./maps/imports.json",\n}\n',
      "maps/imports.json": { imports: { "#x": "../lib/x.ts" } },
      "a.ts": use("#x"),
      "lib/x.ts": TYPE,
    },
    a: X,
  },
  "a member of a workspace, and what its root maps": {
    files: {
      "deno.json": { workspace: ["./one", "./two"], imports: { "#root": "./root.ts" } },
      "root.ts": 'export type { X } from "@w/two";\n',
      "one/deno.json": { name: "@w/one", version: "1.0.0", exports: "./a.ts" },
      "one/a.ts": use("#root"),
      "two/deno.json": { name: "@w/two", version: "1.0.0", exports: "./x.ts" },
      "two/x.ts": TYPE,
    },
    file: "one/a.ts",
    a: X,
  },
  "a package of npm": {
    files: {
      "deno.json": { imports: { zod: "npm:zod@^4.2.0" } },
      "a.ts": 'import { z } from "zod";\nconst x = z.object({ x: z.number() });\n' +
        "export function f(a: z.infer<typeof x>): void { void a; }\n",
    },
    a: X,
  },
  "a package of npm in a folder of the project that Deno makes": {
    files: {
      "deno.json": { nodeModulesDir: "auto", imports: { zod: "npm:zod@^4.2.0" } },
      "a.ts": 'import { z } from "zod";\nconst x = z.object({ x: z.number() });\n' +
        "export function f(a: z.infer<typeof x>): void { void a; }\n",
    },
    a: X,
  },
  "a package of package.json that is installed": {
    files: {
      "package.json": { dependencies: { thing: "1.0.0" } },
      "node_modules/thing/package.json": {
        name: "thing",
        version: "1.0.0",
        type: "module",
        exports: { ".": { types: "./types.d.ts", default: "./index.js" } },
      },
      "node_modules/thing/index.js": "export {};\n",
      "node_modules/thing/types.d.ts": TYPE,
      "a.ts": use("thing"),
    },
    a: X,
  },
  "the declarations beside a file of JavaScript": {
    files: {
      "a.ts": '// @ts-types="./x.d.ts"\nimport { value } from "./x.js";\n' +
        "export function f(a: typeof value): void { void a; }\n",
      "x.js": "export const value = { x: 1 };\n",
      "x.d.ts": "export const value: { x: number };\n",
    },
    a: X,
  },
  "the JSDoc of a module in JavaScript": {
    files: { "a.js": "/** @param {number} a */\nexport function f(a) {\n  void a;\n}\n" },
    file: "a.js",
    a: NUMBER,
  },
  "a file of JSON": {
    files: {
      "a.ts": 'import value from "./x.json" with { type: "json" };\n' +
        "export function f(a: typeof value): void { void a; }\n",
      "x.json": '{ "x": 1 }',
    },
    a: X,
  },
  "a file as text": {
    files: {
      "a.ts": 'import value from "./x.txt" with { type: "text" };\n' +
        "export function f(a: typeof value): void { void a; }\n",
      "x.txt": "x",
    },
    a: STRING,
  },
  "the globals of Deno and Node, timers among them": {
    files: {
      "a.ts": "const url = new URL(import.meta.url).href;\nconst pid = process.pid;\n" +
        "setTimeout(() => {}, 0).unref();\n" +
        "export function f(a: typeof url | typeof pid): void { void a; }\n",
    },
    a: { anyOf: [STRING, NUMBER] },
  },
  "a module of Node": {
    files: {
      "a.ts": 'import { basename } from "node:path";\n' +
        "export function f(a: ReturnType<typeof basename>): void { void a; }\n",
    },
    a: STRING,
  },
  "declarations that hold everywhere": {
    files: {
      "deno.json": { compilerOptions: { types: ["./everywhere.d.ts"] } },
      "everywhere.d.ts": "interface Everywhere { x: number }\n",
      "a.ts": "export function f(a: Everywhere): void { void a; }\n",
    },
    a: X,
  },
  "a tsconfig.json, and what it extends": {
    files: {
      "package.json": {},
      "tsconfig.json": '{\n  // More below.\n  "extends": "./base.json"\n}\n',
      "base.json": { compilerOptions: { lib: ["esnext", "dom"] } },
      "a.ts": 'export function f(a: HTMLElement["id"]): void { void a; }\n',
    },
    a: STRING,
  },
  "options of deno.json, and not those of a tsconfig.json beside it": {
    files: {
      "deno.json": { compilerOptions: {} },
      "tsconfig.json": { compilerOptions: { noUnusedLocals: true } },
      "a.ts": `const unused = 1;\n${FINE}`,
    },
    a: STRING,
  },
  "a name that is not of ASCII": {
    files: { "ä b%.ts": use("./lib/ü.ts"), "lib/ü.ts": TYPE },
    file: "ä b%.ts",
    a: X,
  },
};

for (const [what, { files, a, file = "a.ts" }] of Object.entries(RESOLVED)) {
  Deno.test(`a signature is read through ${what}`, async () => {
    await using project = await Project.make(files);
    assert.deepEqual(await readOne(project, file), { a });
  });
}

Deno.test("a module that was imported anew under a URL with a query is read", async () => {
  await using project = await Project.make({ "a.ts": use("./x.ts"), "x.ts": TYPE });
  const request = { ...project.request("a.ts", "f", 1), url: `${project.url("a.ts")}?v=2` };
  const [answer] = await shared.read([request]);
  assert.deepEqual(read(answer), { a: X });
});

Deno.test("modules in folders without a project are read by what is beside them, as those of projects are", async () => {
  const text = (type: string) => ({
    "a.ts": use("./x.ts"),
    "x.ts": `export interface X { x: ${type} }\n`,
  });
  const files = Object.entries({ "one/": "number", "two/deep/": "string", "own/": "boolean" })
    .flatMap(([folder, type]) =>
      Object.entries(text(type)).map(([name, content]) => [folder + name, content])
    );
  await using project = await Project.make({ ...Object.fromEntries(files), "own/deno.json": {} });
  const answers = await shared.read(
    ["two/deep/a.ts", "own/a.ts", "one/a.ts"].map((file) => project.request(file, "f", 1)),
  );
  assert.deepEqual(
    answers.map(read),
    ["string", "boolean", "number"].map((type) => ({ a: { ...X, properties: { x: { type } } } })),
  );
});

Deno.test("a project that Deno cannot make out is told in one line", async () => {
  await using project = await Project.make({ "deno.json": '{ "imports": ', "a.ts": FINE });
  await assert.rejects(
    shared.read([project.request("a.ts", "f", 1)]),
    /^Error: Cannot read signatures: Deno cannot tell what the modules import: [^\n]+$/,
  );
});

Deno.test("a signature is read through a module of a server, which it may import from", async () => {
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => {
    return new Response(TYPE, { headers: { "content-type": "application/typescript" } });
  });
  const from = `http://127.0.0.1:${server.addr.port}/x?v=1`;
  await using project = await Project.make({ "a.ts": use(from) });
  assert.deepEqual(await readOne(project, "a.ts"), { a: X });
});

Deno.test("the compiler options of the project count, but null is always told apart", async () => {
  const source = `export function f(a: string[]) {
    const first = a[0];
    return { first };
  }
  export function g(a: string | null): void { void a; }\n`;
  await using project = await Project.make({
    "plain/a.ts": source,
    "careful/deno.jsonc": '{ "compilerOptions": { /* Yes. */ "noUncheckedIndexedAccess": true } }',
    "careful/a.ts": source,
    "loose/deno.json": { compilerOptions: { strict: false } },
    "loose/a.ts": source + "export function h(a) { return a; }\n",
  });
  const output = async (file: string) => {
    const [answer] = await shared.read([project.request(file, "f", 1)]);
    return answer.problems ?? answer.signature.output?.required;
  };
  assert.deepEqual(await output("plain/a.ts"), ["first"]);
  assert.deepEqual(await output("careful/a.ts"), undefined);
  assert.deepEqual(await output("loose/a.ts"), ["first"]);
  const [nullable] = await shared.read([project.request("loose/a.ts", "g", 1)]);
  assert.deepEqual(read(nullable), { a: { anyOf: [STRING, { type: "null" }] } });
});

const WRONG: Readonly<Record<string, { files: Record<string, string>; lines: string[] }>> = {
  "a syntax error": {
    files: { "a.ts": "export function f(a: string { void a; }\n" },
    lines: ["a.ts:1:29: ',' expected (TS1005)"],
  },
  "a syntax error in a file that only lends a type": {
    files: { "a.ts": use("./x.ts"), "x.ts": "export interface X { x: number\n\nconst = 1;\n" },
    lines: ["x.ts:3:1: Property or signature expected (TS1131)"],
  },
  "type errors": {
    files: {
      "a.ts": `${FINE}const n: number = "1";\nconst s: { a: { b: string } } = { a: { b: 1 } };\n`,
    },
    lines: [
      "a.ts:2:7: Type 'string' is not assignable to type 'number' (TS2322)",
      "a.ts:3:40: Type 'number' is not assignable to type 'string' (TS2322)",
    ],
  },
  "a type error in a file that it imports": {
    files: { "a.ts": use("./x.ts"), "x.ts": `${TYPE}\nexport const n: number = "1";\n` },
    lines: ["x.ts:3:14: Type 'string' is not assignable to type 'number' (TS2322)"],
  },
  "an import of what is not there": {
    files: { "a.ts": use("./none.ts") },
    lines: ["a.ts:1:24: Cannot find module 'file:///…/none.ts' (TS2307)"],
  },
};

for (const [what, { files, lines }] of Object.entries(WRONG)) {
  Deno.test(`a module with ${what} is told by its lines, and none of its functions is read`, async () => {
    await using project = await Project.make(files);
    const found = await readOne(project, "a.ts");
    assert.ok(Array.isArray(found), JSON.stringify(found));
    assert.deepEqual(found.map((line) => line.replace(project.folder, "/…")), lines);
  });
}

Deno.test("the errors of a module are not those of another one", async () => {
  await using project = await Project.make({
    "wrong.ts": `${FINE}const n: number = "1";\n`,
    "fine.ts": FINE,
  });
  const answers = await shared.read([
    project.request("wrong.ts", "f", 1),
    project.request("fine.ts", "f", 1),
  ]);
  assert.equal(answers[0].problems?.length, 1);
  assert.deepEqual(read(answers[1]), { a: STRING });
});

Deno.test("what only we take for an error is none: Deno has the last word", async () => {
  await using project = await Project.make({
    ...PRECOMPILED,
    "a.tsx": `${FINE}export const p = <p />;\n`,
    "wrong.tsx": `${FINE}export const q = <q />;\n`,
  });
  assert.deepEqual(await readOne(project, "a.tsx"), { a: STRING });
  assert.match(
    String(await readOne(project, "wrong.tsx")),
    /^wrong.tsx:2:18: Property 'q' does not/,
  );
});
