import assert from "node:assert/strict";
import type { Parameter } from "../../../src/schema/from_types/signature.ts";
import { readSources } from "../../support/function_cases.ts";
import { ROOT } from "../../support/server_process.ts";
import { typedSource } from "../../support/typed_source.ts";
import { findFunction } from "../../../src/schema/from_types/find_function.ts";
import { readFunction } from "../../../src/schema/from_types/read_function.ts";

type Schema = Record<string, unknown>;

const TEXT = { type: "string" };
const NUMBER = { type: "number" };
const TRUTH = { type: "boolean" };

/** Positional arguments, of which those count as required that end in `!`. */
function positional(properties: Readonly<Record<string, Schema>>, output?: Schema, others = {}) {
  const names = Object.keys(properties).map((key) => key.replace("!", ""));
  const parameters: Parameter[] = names.map((name) => ({ kind: "argument", name }));
  return { parameters, input: object(properties), ...(output && { output }), ...others };
}

/** An object taken apart. */
function apart(properties: Readonly<Record<string, Schema>>, injected: string[] = []) {
  return { parameters: [{ kind: "arguments", injected }], input: object(properties) };
}

function object(properties: Readonly<Record<string, Schema>>): Schema {
  const required = Object.keys(properties).filter((key) => key.endsWith("!"))
    .map((key) => key.slice(0, -1));
  return {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(properties).map(([key, part]) => [key.replace("!", ""), part]),
    ),
    ...(required.length > 0 && { required }),
  };
}

function or(...anyOf: Schema[]): Schema {
  return { anyOf };
}

const NULL = { type: "null" };
const list = (items: Schema) => ({ type: "array", items });
const NONE = positional({});
const context: Parameter = { kind: "context" };

const MISPLACED_DEPENDS =
  "depends() is the whole default of a parameter, or of a member of the arguments: " +
  "write db = depends(openDb), and go on from there in the body";
/** Where `depends()` comes from. */
const DEPENDS = JSON.stringify(`${ROOT.pathname}src/server/depends.ts`);
const STEP = object({ "name!": TEXT, then: { $ref: "#/$defs/Step" } });

const SIGNATURES: ReadonlyArray<readonly [source: string, signature: Schema]> = [
  // Which are required
  [
    "function f(o: {\n/** @default 30 */\nage: number;\nname: string;\n}) {}",
    positional({ "o!": object({ age: { ...NUMBER, default: 30 }, "name!": TEXT }) }),
  ],
  ["function f() {}", NONE],
  [
    "function f(city: string, days = 3) {}",
    positional({ "city!": TEXT, days: { ...NUMBER, default: 3 } }),
  ],
  [
    "function f(a: string, b?: number, c: boolean | undefined, d = true) {}",
    positional({ "a!": TEXT, b: NUMBER, c: TRUTH, d: { ...TRUTH, default: true } }),
  ],
  ["function f(a: number | null) {}", positional({ "a!": or(NUMBER, NULL) })],
  ["function f(a: unknown, b: any, c?: unknown) {}", positional({ "a!": {}, "b!": {}, c: {} })],
  // Kinds of functions
  ["async function f(a: string) { await a; }", positional({ "a!": TEXT })],
  ["const f = (a: string): void => {};", positional({ "a!": TEXT })],
  ["export const f = async (a: string) => a.length;", positional({ "a!": TEXT }, NUMBER)],
  ["const f = function (a: string) { return a; };", positional({ "a!": TEXT }, TEXT)],
  ["const f = ((a: string) => a) satisfies unknown;", positional({ "a!": TEXT }, TEXT)],
  [
    "type Op = (x: number, y: number) => number;\nconst f: Op = (a, b) => a + b;",
    positional({ "a!": NUMBER, "b!": NUMBER }, NUMBER),
  ],
  [
    "interface Op { (x: any): void }\nconst f: Op = (a) => {};",
    positional({ "a!": {} }),
  ],
  [
    "declare function make(): (a: string) => number;\nconst f = make();",
    positional({ "a!": TEXT }, NUMBER),
  ],
  [
    "const logged = <A extends unknown[], R>(fn: (...args: A) => R) => (...args: A) => fn(...args);\n" +
    "const f = logged((a: string, b: number = 2) => a.length > b);",
    positional({ "a!": TEXT, b: { ...NUMBER, default: 2 } }, TRUTH),
  ],
  [
    "declare function f(a: string, b?: number): string;",
    positional({ "a!": TEXT, b: NUMBER }, TEXT),
  ],
  [
    "class Counter { add(a: number) { return a; } }\nconst f = (a: number) => new Counter().add(a);",
    positional({ "a!": NUMBER }, NUMBER),
  ],
  ["function f(this: void, a: number) {}", positional({ "a!": NUMBER })],
  [
    "const { f } = { f(a: number): void { class B { b = this; } (function (this: Date) { this; }); } };",
    positional({ "a!": NUMBER }),
  ],
  [
    "const bound = (_: unknown, context: ClassMethodDecoratorContext) => {};\n" +
    "class Counter { n = 1; @bound f(a: number): void { this.n += a; } }\nconst { f } = new Counter();",
    positional({ "a!": NUMBER }),
  ],
  // Defaults
  [
    'function f(a = "x", b = -1.5, c = +2, d = 1_000, e = 0x10) {}',
    positional({
      a: { ...TEXT, default: "x" },
      b: { ...NUMBER, default: -1.5 },
      c: { ...NUMBER, default: 2 },
      d: { ...NUMBER, default: 1000 },
      e: { ...NUMBER, default: 16 },
    }),
  ],
  [
    "function f(a = null as string | null, b = [] as string[]) {}",
    positional({ a: { ...or(TEXT, NULL), default: null }, b: { ...list(TEXT), default: [] } }),
  ],
  [
    "function f(a = `x`, b: null = null) {}",
    positional({
      a: { ...TEXT, default: "x" },
      b: { ...NULL, default: null },
    }),
  ],
  [
    "function f(a = [] as string[], b = [1, 2]) {}",
    positional({ a: { ...list(TEXT), default: [] }, b: { ...list(NUMBER), default: [1, 2] } }),
  ],
  [
    'function f(a = { b: 1, "c": [true] }) {}',
    positional({
      a: { ...object({ "b!": NUMBER, "c!": list(TRUTH) }), default: { b: 1, c: [true] } },
    }),
  ],
  [
    'enum Unit { C = "c", F = "f" }\nfunction f(a = Unit.C, b: Unit = Unit["F"]) {}',
    positional({
      a: { ...TEXT, enum: ["c", "f"], default: "c" },
      b: { ...TEXT, enum: ["c", "f"], default: "f" },
    }),
  ],
  [
    'function f(a: "x" | "y" = "x", b = "x" as const) {}',
    positional({
      a: { ...TEXT, enum: ["x", "y"], default: "x" },
      b: { ...TEXT, const: "x", default: "x" },
    }),
  ],
  [
    "const DAYS = 7;\nconst LIMITS = { most: 5 } as const;\n" +
    "function f(a: number = DAYS, b: number = LIMITS.most) {}",
    positional({ a: { ...NUMBER, default: 7 }, b: { ...NUMBER, default: 5 } }),
  ],
  [
    "function f(a = -0, b: { c?: number } = { __proto__: null, c: 1 } as never) {}",
    positional({ a: { ...NUMBER, default: 0 }, b: object({ c: NUMBER }) }),
  ],
  [
    'const LIST = ["a"];\nconst FIXED = ["a"] as const satisfies string[];\nconst ALSO = { b: LIST } as const;\n' +
    "function f(a = LIST, b: readonly string[] = FIXED, c = ALSO) {}",
    positional({
      a: list(TEXT),
      b: { ...list(TEXT), default: ["a"] },
      c: object({ "b!": list(TEXT) }),
    }),
  ],
  [
    "let days = 7;\nfunction f(a = days, b = Math.random(), c = `${days}`, d: number = 60 * 60) {}",
    positional({ a: NUMBER, b: NUMBER, c: TEXT, d: NUMBER }),
  ],
  ["function f(a: string | undefined = undefined) {}", positional({ a: TEXT })],
  [
    "function f(a: number[] = [1, ...[2]], b = { ...{ c: 1 } }) {}",
    positional({
      a: list(NUMBER),
      b: object({ "c!": NUMBER }),
    }),
  ],
  // Taken apart
  ["function f({ a, b }: { a: string; b?: number }) {}", apart({ "a!": TEXT, b: NUMBER })],
  [
    'function f({ a: city = "Oslo", b, ...rest }: { a?: string; b: number; c?: boolean }) {}',
    apart({ a: { ...TEXT, default: "Oslo" }, "b!": NUMBER, c: TRUTH }),
  ],
  [
    "function f({ a: { b = 2, c } }: { a: { b: number; c: string } }) {}",
    apart({ "a!": object({ b: { ...NUMBER, default: 2 }, "c!": TEXT }) }),
  ],
  [
    "function f({ a = 1, b = Date.now() } = {}) {}",
    apart({ a: { ...NUMBER, default: 1 }, b: NUMBER }),
  ],
  [
    "interface Where { city: string }\nfunction f({ city }: Where & { days: number }) {}",
    apart({ "city!": TEXT, "days!": NUMBER }),
  ],
  [
    "function f({ a, ...rest }: { a: string; [key: string]: string }) {}",
    {
      parameters: [{ kind: "arguments", injected: [] }],
      input: { ...object({ "a!": TEXT }), additionalProperties: TEXT },
    },
  ],
  [
    "type Opts = { city: string };\nconst f = ({ city }: Opts, ctx: Context) => {};",
    { ...apart({ "city!": TEXT }), parameters: [{ kind: "arguments", injected: [] }, context] },
  ],
  [
    "const f: (where: { city: string }) => void = ({ city }) => {};",
    apart({ "city!": TEXT }),
  ],
  // What the model does not give
  [
    "function f(ctx: Context, a: string) {}",
    { ...positional({ "a!": TEXT }), parameters: [context, { kind: "argument", name: "a" }] },
  ],
  [
    "type Ctx = Context;\nfunction f(a: string, c?: Ctx) {}",
    { ...positional({ "a!": TEXT }), parameters: [{ kind: "argument", name: "a" }, context] },
  ],
  [
    "function f({ signal }: served.Context, { a }: { a: string }) {}",
    { ...apart({ "a!": TEXT }), parameters: [context, { kind: "arguments", injected: [] }] },
  ],
  [
    "function f(a: served.ListParams) {}",
    positional({
      "a!": object({ cursor: { ...TEXT, description: "Where the page before ended." } }),
    }),
  ],
  [
    "interface Context { a: string }\nfunction f(b: Context) {}",
    positional({ "b!": object({ "a!": TEXT }) }),
  ],
  [
    "class Db { query() {} }\nfunction f(a: string, db = depends(() => new Db())) {}",
    {
      ...positional({ "a!": TEXT }),
      parameters: [{ kind: "argument", name: "a" }, { kind: "injected", name: "db" }],
    },
  ],
  [
    "class Db { query() {} }\n" +
    "function f({ a, db: base = depends(async () => new Db()) }: { a: string; db?: Db }) {}",
    apart({ "a!": TEXT }, ["db"]),
  ],
  [
    "import { depends as needs } from " + DEPENDS + ";\nimport * as all from " + DEPENDS + ";\n" +
    "function f(a = needs(() => 1), b = all.depends(() => 2)) {}",
    { ...NONE, parameters: [{ kind: "injected", name: "a" }, { kind: "injected", name: "b" }] },
  ],
  [
    "const needs = depends;\nfunction f(a = needs(() => 1), { b } = needs(() => ({ b: 2 }))) {}",
    { ...NONE, parameters: [{ kind: "injected", name: "a" }, { kind: "injected", name: "{ b }" }] },
  ],
  [
    "const own = { depends: (a: number) => a };\nfunction f(a = own.depends(1)) {}",
    positional({ a: NUMBER }),
  ],
  [
    "type Way = { a: string; db?: Date; [key: string]: unknown };\n" +
    "function f({ a, db = depends(() => new Date()) }: Way) {}",
    {
      parameters: [{ kind: "arguments", injected: ["db"] }],
      input: { ...object({ "a!": TEXT }), additionalProperties: true },
    },
  ],
  [
    'type Way = { kind: "a"; db?: Date } | { kind: "b" };\n' +
    "function f({ kind, db = depends(() => new Date()) }: Way & { db?: Date }) {}",
    {
      parameters: [{ kind: "arguments", injected: ["db"] }],
      input: or(
        object({ "kind!": { ...TEXT, const: "a" } }),
        object({ "kind!": { ...TEXT, const: "b" } }),
      ),
    },
  ],
  [
    "interface Step { name: string; then?: Step }\nfunction f({ name, then }: Step): Step { return null!; }",
    {
      parameters: [{ kind: "arguments", injected: [] }],
      input: { ...STEP, $defs: { Step: STEP } },
      output: { ...STEP, $defs: { Step: STEP } },
    },
  ],
  // Results
  [
    "function f(): Promise<{ a: number }> { return null!; }",
    positional({}, object({ "a!": NUMBER })),
  ],
  ["function f() { return [1, 2]; }", positional({}, list(NUMBER))],
  ["function f(): PromiseLike<string> { return null!; }", positional({}, TEXT)],
  ["function f(): string | undefined { return undefined; }", positional({}, or(TEXT, NULL))],
  ["function f(): Promise<number | void> { return null!; }", positional({}, or(NUMBER, NULL))],
  ["function f(): null { return null; }", positional({}, NULL)],
  ["function* f(a: number) { yield a; }", positional({ "a!": NUMBER }, list(NUMBER))],
  [
    'async function* f() { yield { a: 1 }; return "done"; }',
    positional({}, list(object({ "a!": NUMBER }))),
  ],
  [
    "function f(): AsyncGenerator<string | undefined> { return null!; }",
    positional({}, list(or(TEXT, NULL))),
  ],
  [
    "type Read = (a: string) => Promise<{ /** Of it */ size: number }>;\n" +
    "const f: Read = async (a) => JSON.parse(a);",
    positional({ "a!": TEXT }, object({ "size!": { ...NUMBER, description: "Of it" } })),
  ],
  [
    "const f: (a: string, b?: number) => unknown = (a, b = 2) => [a];",
    positional({ "a!": TEXT, b: { ...NUMBER, default: 2 } }, list(TEXT)),
  ],
  [
    'type Either = { kind: "a"; size: number } | { kind: "b" };\n' +
    'function f({ kind }: Either & ({ kind: "a" } | { kind: "b"; text: string })) {}',
    {
      ...apart({}),
      input: or(
        object({ "kind!": { ...TEXT, const: "a" }, "size!": NUMBER }),
        object({ "kind!": { ...TEXT, const: "b" }, "text!": TEXT }),
      ),
    },
  ],
  [
    "async function* f(): AsyncIterable<{ a: number }> { yield { a: 1 }; }",
    positional({}, list(object({ "a!": NUMBER }))),
  ],
  ["function* f(): Iterable<string> { yield ''; }", positional({}, list(TEXT))],
  ["function* f(): Iterator<string> { yield ''; }", positional({}, list(TEXT))],
  ["function f(a: string[]) { return a.values(); }", positional({ "a!": list(TEXT) }, list(TEXT))],
  [
    "async function f(): Promise<AsyncIterableIterator<Promise<string>>> { return null!; }",
    positional({}, list(TEXT)),
  ],
  ["function f(): number | Error { return 1; }", positional({}, NUMBER)],
  [
    "class Late extends RangeError {}\nasync function f() { return Math.random() > 0.5 ? { a: 1 } : new Late(); }",
    positional({}, object({ "a!": NUMBER })),
  ],
  [
    "function f(): { name: string; message: string } { return null!; }",
    positional({}, object({ "name!": TEXT, "message!": TEXT })),
  ],
  // No output
  ...[
    "function f(): any {}",
    "function f(): unknown {}",
    "function f(): Promise<void> { return null!; }",
    "function f(): undefined {}",
    "function f(): never { throw 1; }",
    "function f(): Error { return null!; }",
    'function f() { return image("x"); }',
    'async function f() { return ["text", image("x"), 1]; }',
    'function f(): Media | string { return "x"; }',
    "function f(): [string, Media] { return null!; }",
    "function f(): Set<Media> { return null!; }",
    "function* f() { yield file(new Uint8Array()); }",
    'function f() { return result({ content: ["x"] }); }',
    "function f(): ContentBlock { return null!; }",
    "function f(): ContentBlock[] { return null!; }",
    "function f(): CallToolResult { return null!; }",
    'function f(): { resultType: "input_required"; requestState: string } { return null!; }',
    "function f(): { a: number } | InputRequired { return null!; }",
    'function f() { return { type: "text" as const, text: "x" }; }',
    'function f(): { type: "resource_link"; uri: string; name: string; title?: string } { return null!; }',
    'function f(): { content: { type: "text"; text: string }[] } { return null!; }',
    "function f(): Uint8Array { return null!; }",
    "function f(): Blob | string { return null!; }",
    "function f(): readonly ArrayBuffer[] { return null!; }",
    "class Chunk extends Uint8Array {}\nfunction f(): Promise<Chunk> { return null!; }",
  ].map((source) => [source, NONE] as const),
  [
    'function f() { return { type: "text" as const, text: "x", more: 1 }; }',
    positional(
      {},
      object({
        "type!": { ...TEXT, const: "text" },
        "text!": TEXT,
        "more!": NUMBER,
      }),
    ),
  ],
  [
    'function f(): { content: { type: "text"; text: string }[]; by: string } { return null!; }',
    positional(
      {},
      object({
        "content!": list(object({ "type!": { ...TEXT, const: "text" }, "text!": TEXT })),
        "by!": TEXT,
      }),
    ),
  ],
  [
    'function f() { return { type: "note", content: "x" }; }',
    positional({}, object({ "type!": TEXT, "content!": TEXT })),
  ],
];

Deno.test("readFunction reads parameters, defaults and results (C069)", async (t) => {
  const all = readSources(Object.fromEntries(SIGNATURES.map(([source]) => [source, source])));
  for (const [source, signature] of SIGNATURES) {
    await t.step(source, () => {
      const read = all.get(source)!;
      assert.deepEqual(read.problems, []);
      assert.deepEqual(read.signature, signature);
    });
  }
});

const REFUSALS: ReadonlyArray<readonly [source: string, ...problems: string[]]> = [
  [
    "function f(a: string): void;\nfunction f(a: number): void;\nfunction f(a: any) {}",
    "2:1 f has overloads, and a model sees one list of parameters: write one signature, with " +
    "optional parameters or unions",
  ],
  [
    "declare const f: { (a: string): void; (a: number): void };",
    "1:39 f has overloads, and a model sees one list of parameters: write one signature, with " +
    "optional parameters or unions",
  ],
  [
    "const f = <T>(a: T) => a;",
    "1:12 f is generic, and nothing says what T is: write the type itself",
  ],
  [
    "function f<Key extends string = string>(a: Key) {}",
    "1:12 f is generic, and nothing says what Key is: write the type itself",
  ],
  [
    "function f(a: string, ...rest: number[]) {}",
    "1:23 the values of ...rest have no names; write a list, as in rest: number[]",
  ],
  [
    "function f(...rest: [string, number]) {}",
    "1:12 the values of ...rest have no names; write a list, as in rest: [string, number]",
  ],
  [
    "declare const f: (...args: any[]) => void;",
    "1:19 the values of ...args have no names; write a list, as in args: any[]",
  ],
  [
    "function f(a, b: number, c) {}",
    "1:12 a has no type: write one, as in a: string",
    "1:26 c has no type: write one, as in c: string",
  ],
  [
    "const f: { (a: string): string; (a: number): number } = (a: any) => a;",
    "1:33 f has overloads, and a model sees one list of parameters: write one signature, with " +
    "optional parameters or unions",
  ],
  ["function f(a = null) {}", "1:12 a has no type: write one, as in a: string"],
  [
    "function f(a = [], b = undefined) {}",
    "1:12 a has no type: write one, as in a: string",
    "1:20 b has no type: write one, as in b: string",
  ],
  ["const f = (a) => a;", "1:12 a has no type: write one, as in a: string"],
  [
    "function f({ a, b = 1, c: { d } }) {}",
    "1:14 a has no type: write one, as in { a }: { a: string }",
    "1:29 d has no type: write one, as in { d }: { d: string }",
  ],
  [
    "function f({ a }: any) {}",
    "1:12 the arguments are an object, and any is none: write its members",
  ],
  [
    "function f({ length }: string[]) {}",
    "1:12 the arguments are an object, and string[] is none: write its members",
  ],
  [
    "function f(\n  [a, b]: [number, number],\n) {}",
    "2:3 a list that is taken apart has no name: write one, as in list: [number, number]",
  ],
  [
    "function f({ a }: { a: number }, b: string) {}",
    "1:12 an object that is taken apart beside other parameters has no name: give it one and take " +
    "it apart inside, or write all arguments as its members",
  ],
  [
    "function f({ a }: { a: number }, { b }: { b: number }) {}",
    "1:34 only one parameter can be taken apart into the arguments: write all members in one object",
  ],
  [
    "function f({ a, ctx }: { a: string; ctx: Context }) {}",
    "1:37 a Context is no argument: take it as a parameter of its own, as in ctx: Context",
  ],
  [
    "function f({ a: { db = depends(() => 1) } }: { a: { db?: number } }) {}",
    `1:24 ${MISPLACED_DEPENDS}`,
  ],
  [
    "function f({ a: [db = depends(() => 1)] }: { a: [number?] }) {}",
    `1:23 ${MISPLACED_DEPENDS}`,
  ],
  ["function f(id = depends(() => ({ id: 1 })).id) {}", `1:17 ${MISPLACED_DEPENDS}`],
  ["function f(a: number, b = a > 0 ? depends(() => 1) : 2) {}", `1:35 ${MISPLACED_DEPENDS}`],
  ["function f(a = { db: depends(() => 1) }) {}", `1:22 ${MISPLACED_DEPENDS}`],
  [
    "const own = { needs: depends };\nfunction f(a = own.needs(() => 1) + 1) {}",
    `2:16 ${MISPLACED_DEPENDS}`,
  ],
  [
    "declare function wrap<A extends unknown[]>(fn: (...args: A) => void): (a: string, ...rest: A) => void;\n" +
    "const f = wrap((a: string) => {});",
    "2:17 two parameters are called a: give each a name of its own",
  ],
  [
    "function f(this: Date, a: number) {}",
    "1:12 nothing gives f its this: write a function that calls it, as in (a: number) => counter.add(a)",
  ],
  [
    "class Counter { n = 1; f(a: number) { return [a].map(() => this.n); } }\nconst { f } = new Counter();",
    "1:60 nothing gives f its this: write a function that calls it, as in (a: number) => counter.add(a)",
  ],
  [
    "declare const f: any;",
    "7:10 the type of f does not say what it takes: write a function with types",
  ],
  [
    "function f(a: number = null!) {}",
    "1:24 the default of a does not fit: expected number, got null",
  ],
  [
    "/** @param a A. @maximum 3 */\nfunction f(a = 5) {}",
    "2:16 the default of a does not fit: expected at most 3, got number 5",
  ],
  [
    '/** @param a A. @pattern ^[A-Z]+$ */\nfunction f({ a = "x" }: { a?: string }) {}',
    '2:18 the default of a does not fit: expected text that matches ^[A-Z]+$, got string "x"',
  ],
  [
    "/** @param a A. @default 4 */\nfunction f(a = 5) {}",
    "2:16 the default of a is not that of its @default: leave one of them out",
  ],
];

Deno.test("readFunction refuses what a model cannot call, at its place", async (t) => {
  const all = readSources(Object.fromEntries(REFUSALS.map(([source]) => [source, source])));
  for (const [source, ...problems] of REFUSALS) {
    await t.step(source, () => {
      const read = all.get(source)!;
      assert.deepEqual(read.problems, problems);
      assert.equal(read.signature, undefined);
    });
  }
});

Deno.test("readFunction reads no output of prompts and resources", () => {
  const source = "function f(a: string) { return { a }; }";
  for (const kind of ["prompt", "resource"] as const) {
    const read = readSources({ source }, kind).get("source");
    assert.deepEqual(read, { signature: positional({ "a!": TEXT }), problems: [] });
  }
});

Deno.test("readFunction finds no types in what takes any function", () => {
  const { reading, file } = typedSource({
    [`${ROOT.pathname}src/app/any.ts`]: "export interface Any {\n" +
      "  tool(fn: (...args: any[]) => unknown, meta: ImportMeta, options: object): void;\n}\n",
    "/source/a.ts": `import type { Any } from "${ROOT.pathname}src/app/any.ts";\n` +
      "declare const server: Any;\n" +
      'server.tool((a, b) => [a, b], import.meta, { name: "f" });\n' +
      'server.tool(({ c }) => c, import.meta, { name: "g" });\n',
  });
  for (const [key, length] of [["f", 2], ["g", 1]] as const) {
    const request = { url: "", kind: "tool", key, functionName: "", length } as const;
    const found = findFunction(request, file("/source/a.ts"), reading)!;
    assert.equal(readFunction(found, "tool", reading), undefined);
  }
  assert.deepEqual(
    reading.problems.map(({ line, column, message }) => `${line}:${column} ${message}`),
    [
      "3:14 a has no type: write one, as in a: string",
      "3:17 b has no type: write one, as in b: string",
      "4:16 c has no type: write one, as in { c }: { c: string }",
    ],
  );
});
