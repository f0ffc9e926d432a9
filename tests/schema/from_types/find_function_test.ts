import assert from "node:assert/strict";
import { findFunction } from "../../../src/schema/from_types/find_function.ts";
import { readFunction } from "../../../src/schema/from_types/read_function.ts";
import type { SignatureRequest } from "../../../src/schema/from_types/signature.ts";
import { typedSource } from "../../support/typed_source.ts";

/** What every source can import. Each function says by its description which one it is. */
const SHARED = {
  "/source/ops.ts": `
/** ops.add */
export function add(a: number, b = 1) { return a + b; }
/** ops.sub */
export const sub = (a: number) => -a;
/** ops.nested */
export const more = { /** ops.more.mul */ mul(a: number) { return a; } };
`,
  "/source/again.ts":
    `export { add as plus, sub } from "./ops.ts";\nexport * as ops from "./ops.ts";\n`,
  "/source/default.ts": "/** default.ts */\nexport default function (a: string) { return a; }\n",
  "/source/arrow.ts": "/** arrow.ts */\nexport default (a: string) => a;\n",
  "/source/other.ts": "/** other.run */\nexport function run(a: string) { return a; }\n",
  "/source/package.d.ts":
    "/** package */\nexport declare function pick(a: string, b?: number): string;\n",
};

/** A request in short: `name/length`, then the key if it is another. */
type Ask = string | readonly [ask: string, key: string];

interface Case {
  readonly name: string;
  readonly source: string;
  /** Requests, and the descriptions of the functions that they find. */
  readonly finds: ReadonlyArray<readonly [ask: Ask, description: string]>;
  readonly kind?: SignatureRequest["kind"];
}

const CASES: readonly Case[] = [
  {
    name: "declarations, arrows and function expressions",
    source: `
/** one */ function one(a: string) {}
/** two */ const two = (a: string) => a;
/** three */ const three = async function (a: string) {};
/** four */ const four = function inner(a: string) {};
mcp.tool(one, import.meta); mcp.tool(two, import.meta); mcp.tool(three, import.meta); mcp.tool(four, import.meta);`,
    finds: [["one/1", "one"], ["two/1", "two"], ["three/1", "three"], ["inner/1", "four"]],
  },
  {
    name: "any receiver, also through an optional chain",
    source: `
/** one */ function one() {}
/** two */ function two() {}
this.server.tool(one, import.meta); make()?.tool(two, import.meta);`,
    finds: [["one/0", "one"], ["two/0", "two"]],
  },
  {
    name: "imports, under other names and through other modules",
    source: `
import { add as plus } from "./ops.ts";
import { sub, ops } from "./again.ts";
import first from "./default.ts";
import second from "./arrow.ts";
import { pick } from "./package.d.ts";
import * as all from "./ops.ts";
mcp.tool(plus, import.meta, { name: "a" });
mcp.tool(sub, import.meta);
mcp.tool(ops.add, import.meta, { name: "b" });
mcp.tool(all["more"].mul, import.meta);
mcp.tool(first, import.meta, { name: "first" });
mcp.tool(second, import.meta, { name: "second" });
mcp.tool(pick, import.meta);`,
    finds: [
      [["add/1", "a"], "ops.add"],
      ["sub/1", "ops.sub"],
      [["add/1", "b"], "ops.add"],
      ["mul/1", "ops.more.mul"],
      [["default/1", "first"], "default.ts"],
      [["default/1", "second"], "arrow.ts"],
      ["pick/1", "package"],
      ["pick/2", "package"],
    ],
  },
  {
    name: "functions that are written at the call",
    source: `
/** one */
mcp.tool((a: string) => a, import.meta, { name: "one" });
mcp.tool(/** two */ function two(a: string) {}, import.meta);
mcp.tool(/** three */ async (a: string) => a, import.meta, { name: "three" });`,
    finds: [[["/1", "one"], "one"], ["two/1", "two"], [["/1", "three"], "three"]],
  },
  {
    name: "members of objects and classes",
    source: `
const tools = {
  /** one */ one(a: string) {},
  /** two */ two: (a: string) => a,
  /** three */ "three": function (a: string) {},
};
/** four */ const four = (a: string) => a;
const short = { four };
class Box<Item> {
  /** five */ five(a: Item) {}
  /** six */ six = (a: string) => a;
  /** seven */ static seven(a: string) {}
}
const box = new Box<string>();
for (const _ of [1]) {
  mcp.tool(tools.one, import.meta); mcp.tool(tools.two, import.meta); mcp.tool(tools["three"], import.meta);
  mcp.tool(short.four, import.meta); mcp.tool(box.five, import.meta); mcp.tool(box.six, import.meta);
  mcp.tool(Box.seven, import.meta);
}`,
    finds: ["one", "two", "three", "four", "five", "six", "seven"].map((name) =>
      [`${name}/1`, name] as const
    ),
  },
  {
    name: "fields that are assigned after the parameter properties, and have no name",
    source: `
class Box {
  /** one */ one = (a: string) => a;
  constructor(private mcp: any) { mcp.tool(this.one, import.meta, { name: "first" }); }
}`,
    finds: [[["/1", "first"], "one"], [["one/1", "first"], "one"]],
  },
  {
    name: "values that may also be nothing",
    source: `
const all = new Map([["a", (a: string) => a]]);
/** one */ const one = all.get("a");
mcp.tool(one!, import.meta, { name: "one" });`,
    finds: [[["/1", "one"], "one"]],
  },
  {
    name: "names in options that are written out, or constants",
    source: `
const NAME = "b";
const options = { name: "c", title: "C" } as const;
const name = "d";
/** one */ const one = { run: (a: string) => a }.run;
/** a */ mcp.tool(/** a */ (x: string) => x, import.meta, { name: "a" });
mcp.tool(/** b */ (x: string) => x, import.meta, { name: NAME, title: "B" });
mcp.tool(/** c */ (x: string) => x, import.meta, options);
mcp.tool(/** d */ (x: string) => x, import.meta, { ...options, name });`,
    finds: ["a", "b", "c", "d"].map((name) => [["/1", name], name] as const),
  },
  {
    name: "two functions of one name that are registered under others",
    source: `
import { run as first } from "./other.ts";
/** run */ function run(a: string) {}
mcp.tool(run, import.meta, { name: "own" });
mcp.tool(first, import.meta, { name: "first" });`,
    finds: [[["run/1", "own"], "run"], [["run/1", "first"], "other.run"]],
  },
  {
    name: "one of two of one name, since the other is registered under that",
    source: `
const one = { /** one */ run(a: string) {} };
const two = { /** two */ run(a: string) {} };
mcp.tool(one.run, import.meta); mcp.tool(two.run, import.meta, { name: String(Math.random()) });`,
    finds: [[["run/1", "x"], "two"]],
  },
  {
    name: "two functions of one name that differ in their length",
    source: `
const one = { /** one */ run(a: string, b = 1) {} };
const two = { /** two */ run(a: string, b: number) {} };
for (const { run } of [one, two]) mcp.tool(run, import.meta, { name: String(Math.random()) });`,
    finds: [[["run/1", "x"], "one"], [["run/2", "y"], "two"]],
  },
  {
    name: "one function under two names",
    source: `
/** one */ function one(a: string) {}
mcp.tool(one, import.meta);
mcp.tool(one, import.meta, { name: "two" });`,
    finds: [["one/1", "one"], [["one/1", "two"], "one"]],
  },
  {
    name: "functions of a loop, by their names",
    source: `
import { add } from "./ops.ts";
import * as again from "./ops.ts";
/** one */ function one(a: string) {}
const tools = { /** two */ two: (a: string) => a };
for (const fn of [add, one, again.sub, tools.two]) mcp.tool(fn, import.meta);`,
    finds: [["add/1", "ops.add"], ["one/1", "one"], ["sub/1", "ops.sub"], ["two/1", "two"]],
  },
  {
    name: "functions of a loop that stand nowhere else",
    source: `
for (const fn of Object.values({ /** one */ one: (a: string) => a, /** two */ two(a: string) {} })) mcp.tool(fn, import.meta);
for (const fn of [/** three */ function three(a: string) {}]) mcp.tool(fn, import.meta);`,
    finds: [["one/1", "one"], ["two/1", "two"], ["three/1", "three"]],
  },
  {
    name: "functions that a helper registers",
    source: `
function register(fn: (...args: never[]) => unknown) { mcp.tool(fn, import.meta, { name: "x_" + fn.name }); }
/** one */ export function one(a: string) {}
/** two */ export const two = (a: string) => a;
/** three */ export default function (a: string) {}
register(one); register(two);`,
    finds: [[["one/1", "x_one"], "one"], [["two/1", "x_two"], "two"], [
      ["default/1", "x_default"],
      "three",
    ]],
  },
  {
    name: "functions of a function's own scope",
    source: `
export function setup(mcp: any) {
  /** one */ function one(a: string) {}
  /** two */ const two = (a: string) => a;
  mcp.tool(one, import.meta);
  for (const fn of [two]) mcp.tool(fn, import.meta);
}`,
    finds: [["one/1", "one"], ["two/1", "two"]],
  },
  {
    name: "values that only have a type",
    source: `
declare function logged<Fn>(fn: Fn): Fn;
declare function made(): (a: string) => void;
/** one */ function one(a: string) {}
/** two */ const two = made();
const [three] = [made()];
mcp.tool(logged(one), import.meta, { name: "a" });
mcp.tool(two, import.meta, { name: "b" });`,
    finds: [[["wrapped/0", "a"], "one"], [["wrapped/0", "b"], "two"], [["/3", "b"], "two"]],
  },
  {
    name: "one of two, by its name",
    source: `
/** one */ function one(a: string) {}
/** two */ function two(a: string) {}
mcp.tool(Math.random() > 0.5 ? one : two, import.meta);`,
    finds: [["one/1", "one"], ["two/1", "two"]],
  },
  {
    name: "prompts by kind",
    kind: "prompt",
    source: `
/** prompt */ function review(a: string) {}
mcp.prompt(review, import.meta);
mcp.tool({ /** tool */ review(a: string) {} }.review, import.meta);`,
    finds: [["review/1", "prompt"]],
  },
  {
    name: "resources by URI",
    kind: "resource",
    source: `
const BASE = "data://b";
/** a */ mcp.resource("data://a", /** a */ () => 1, import.meta);
mcp.resource(BASE, /** b */ () => 2, import.meta, { name: "b" });
/** c */ const read = ({ id }: { id: string }) => id;
mcp.resource("data://{id}" as string, read, import.meta);`,
    finds: [[["/0", "data://a"], "a"], [["/0", "data://b"], "b"], [["read/1", "data://{id}"], "c"]],
  },
];

Deno.test("findFunction finds what is registered", async (t) => {
  for (const { name, source, finds, kind = "tool" } of CASES) {
    await t.step(name, async (t) => {
      const { reading, file } = typedSource({
        ...SHARED,
        "/source/a.ts": `declare const mcp: any, make: any;${source}`,
      });
      for (const [ask, description] of finds) {
        const request = requestOf(ask, kind);
        await t.step(`${request.functionName} as ${request.key}`, () => {
          reading.problems.length = 0;
          const found = findFunction(request, file("/source/a.ts"), reading);
          assert.deepEqual(reading.problems, []);
          const signature = found && readFunction(found, kind, reading);
          assert.deepEqual(reading.problems, []);
          assert.equal(signature?.description, description);
        });
      }
    });
  }
});

Deno.test("readFunction fills in the types of what a function is a member of", () => {
  const { reading, file } = typedSource({
    "/source/a.ts": "class Box<Item> { put(item: Item) { return [item]; } }\n" +
      "declare const mcp: any;\nconst box = new Box<string>();\nmcp.tool(box.put, import.meta);",
  });
  const found = findFunction(requestOf("put/1", "tool"), file("/source/a.ts"), reading)!;
  assert.deepEqual(readFunction(found, "tool", reading), {
    parameters: [{ kind: "argument", name: "item" }],
    input: { type: "object", properties: { item: { type: "string" } }, required: ["item"] },
    output: { type: "array", items: { type: "string" } },
  });
});

const NOT_FOUND =
  "register a function of the module's top level, or one that is imported, by its name and with " +
  "the import.meta of that module";

const REFUSALS: ReadonlyArray<
  readonly [
    name: string,
    source: string,
    ask: Ask,
    problem: string,
    kind?: SignatureRequest["kind"],
  ]
> = [
  [
    "nothing is registered here",
    "export const one = 1;",
    "one/1",
    `1:1 cannot find the function one of the tool "one": ${NOT_FOUND}`,
  ],
  [
    "a parameter",
    "\nfunction register(fn: any) { mcp.tool(fn, import.meta); }",
    "one/1",
    `2:39 cannot find the function one of the tool "one": ${NOT_FOUND}`,
  ],
  [
    "a function without a name, of a loop",
    "for (const fn of [(a: string) => a]) mcp.tool(fn, import.meta, { name: `${1}` });",
    ["/1", "1"],
    `1:47 cannot find a function without a name of the tool "1": ${NOT_FOUND}`,
  ],
  [
    "a function without a name, beside one whose name is not written out",
    "const one = (a: string) => a, options = { title: 'A' };\nfor (const fn of [one]) {\n" +
    "mcp.tool(fn, import.meta, { name: 'b' }); mcp.tool(fn, import.meta, { ...options }); }",
    ["/1", "b"],
    `3:10 cannot find a function without a name of the tool "b": ${NOT_FOUND}`,
  ],
  [
    "another number of parameters",
    "function one(a: string, b: string) {}\nmcp.tool(one, import.meta);",
    "one/1",
    `2:10 cannot find the function one of the tool "one": ${NOT_FOUND}`,
  ],
  [
    "a class",
    "class One { constructor(a: string) {} }\nmcp.tool(One, import.meta);",
    "One/1",
    `2:10 cannot find the function One of the tool "One": ${NOT_FOUND}`,
  ],
  [
    "two functions of one name",
    "const one = { run(a: string) {} }, two = { run(a: string) {} };\n" +
    "for (const { run } of [one, two]) mcp.tool(run, import.meta);",
    "run/1",
    "1:44 two functions here are called run: give each a name of its own, as in " +
    'mcp.tool(run, import.meta, { name: "…" })',
  ],
  [
    "three functions of one name",
    "const all = [{ run() {} }, { run() {} }, { run() {} }];\n" +
    "for (const { run } of all) mcp.tool(run, import.meta);",
    "run/0",
    "1:30 several functions here are called run: give each a name of its own, as in " +
    'mcp.tool(run, import.meta, { name: "…" })',
  ],
  [
    "two functions without a name",
    "const name = () => String(Math.random());\n" +
    "mcp.prompt((a: string) => a, import.meta, { name: name() });\n" +
    "mcp.prompt((a: string) => a, import.meta, { name: name() });",
    ["/1", "x"],
    "3:12 two functions here have no name: give each a name of its own, as in " +
    'mcp.prompt(…, import.meta, { name: "…" })',
    "prompt",
  ],
  [
    "two resources whose URIs are made",
    "const uri = () => String(Math.random());\n" +
    "mcp.resource(uri(), () => 1, import.meta);\nmcp.resource(uri(), () => 2, import.meta);",
    ["/0", "x"],
    "3:21 two functions here have no name: give each a URI that is written out, as in " +
    'mcp.resource("data://config", read, import.meta)',
    "resource",
  ],
  [
    "a bound function",
    "class Counter { add(a: number) {} }\nmcp.tool(new Counter().add.bind(1), import.meta);",
    "bound add/1",
    "2:10 a function that is bound does not tell its parameters: write a function that calls " +
    "it, as in (a: number) => counter.add(a)",
  ],
];

Deno.test("findFunction says what is not found, and what is found twice", async (t) => {
  for (const [name, source, ask, problem, kind = "tool"] of REFUSALS) {
    await t.step(name, () => {
      const { reading, file } = typedSource({
        ...SHARED,
        "/source/a.ts": `${source}\ndeclare const mcp: any;`,
      });
      const found = findFunction(requestOf(ask, kind), file("/source/a.ts"), reading);
      const signature = found && readFunction(found, kind, reading);
      const [{ url, line, column, message }, ...others] = reading.problems;
      assert.equal(`${line}:${column} ${message}`, problem);
      assert.equal(url, "file:///source/a.ts");
      assert.deepEqual([signature, others], [undefined, []]);
    });
  }
});

function requestOf(ask: Ask, kind: SignatureRequest["kind"]): SignatureRequest {
  const [text, key] = typeof ask === "string" ? [ask] : ask;
  const [functionName, length] = text.split("/");
  return {
    url: "file:///source/a.ts",
    kind,
    key: key ?? functionName,
    functionName,
    length: Number(length),
  };
}
