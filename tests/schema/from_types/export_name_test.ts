import assert from "node:assert/strict";
import { exportName } from "../../../src/schema/from_types/export_name.ts";
import { findFunction } from "../../../src/schema/from_types/find_function.ts";
import { typedSource } from "../../support/typed_source.ts";

const SHARED = {
  "/source/ops.ts": "export function add(a: number) { return a; }\n" +
    "export const sub = (a: number) => a;\nexport default function mul(a: number) { return a; }\n" +
    "export function make(): (a: number) => number { return (a) => a; }\n" +
    "export const made = { both: make(), ways: make() };\n",
};

/** Sources, the function that each registers, and under which name it exports it. */
const CASES: ReadonlyArray<
  readonly [name: string, source: string, fn: string, exported: string | undefined]
> = [
  ["a declaration", "export function one(a: number) {}", "one", "one"],
  ["an arrow", "export const one = (a: number) => a;", "one", "one"],
  ["a function expression", "export const one = function inner(a: number) {};", "inner", "one"],
  [
    "a constant with a type",
    "type Fn = (a: number) => number;\nexport const one: Fn = (a) => a;",
    "one",
    "one",
  ],
  ["an export list", "function one(a: number) {}\nexport { one };", "one", "one"],
  ["another name", "function one(a: number) {}\nexport { one as two };", "one", "two"],
  ["a default with a name", "export default function one(a: number) {}", "one", "default"],
  ["a default by name", "const one = (a: number) => a;\nexport default one;", "one", "default"],
  [
    "a default and a name",
    "export function one(a: number) {}\nexport { one as default };",
    "one",
    "one",
  ],
  [
    "an import that is exported again",
    'import { add } from "./ops.ts";\nexport { add };',
    "add",
    "add",
  ],
  [
    "an import of another name",
    'import { add } from "./ops.ts";\nexport { add as plus } from "./ops.ts";',
    "add",
    "plus",
  ],
  [
    "all of another module",
    'import { sub } from "./ops.ts";\nexport * from "./ops.ts";',
    "sub",
    "sub",
  ],
  [
    "what something else makes",
    'import { make } from "./ops.ts";\nexport const one = make();',
    "one",
    "one",
  ],
  [
    "what something else makes, taken apart",
    'import { made } from "./ops.ts";\nexport const { both: one, ways: two } = made;',
    "two",
    "two",
  ],
  ["a function that is kept", "function one(a: number) {}", "one", undefined],
  ["an import", 'import { add } from "./ops.ts";', "add", undefined],
  [
    "another of the same type",
    "const one = (a: number) => a;\nexport const two = (a: number) => a;",
    "one",
    undefined,
  ],
  [
    "another that is made alike",
    'import { make } from "./ops.ts";\nconst one = make();\nexport const two = make();',
    "one",
    undefined,
  ],
  [
    "a member of what is exported",
    "export const all = { one(a: number) {} };\nconst { one } = all;",
    "one",
    undefined,
  ],
  [
    "one of two, nobody knows which",
    "const one = (a: number) => a;\nconst two = (a: number) => a;\n" +
    "export const either = Math.random() > 0.5 ? one : two;",
    "one",
    undefined,
  ],
];

Deno.test("exportName finds the name under which a module exports what it registers", async (t) => {
  for (const [name, source, fn, exported] of CASES) {
    await t.step(name, () => {
      const registered = fn === "inner" ? "one" : fn;
      const { reading, file } = typedSource({
        ...SHARED,
        "/source/a.ts": `${source}\nmcp.tool(${registered}, import.meta);\ndeclare const mcp: any;`,
      });
      const module = file("/source/a.ts");
      const request = {
        url: "file:///source/a.ts",
        kind: "tool",
        key: fn,
        functionName: fn,
        length: 1,
      } as const;
      const found = findFunction(request, module, reading);
      assert.deepEqual(reading.problems, []);
      assert.equal(exportName(found!, module, reading), exported);
    });
  }
});
