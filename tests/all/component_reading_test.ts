import assert from "node:assert/strict";
import { SignatureReader } from "../../src/app/signatures/reader.ts";
import type {
  ComponentAnswer,
  ComponentRequest,
} from "../../src/schema/from_types/component_file.ts";
import { Project } from "../support/project.ts";
import { path } from "../support/server_process.ts";

const DOES = "/** Does it. @module */\n";
const FUNCTION = "export default function f(a: string): string { return a; }\n";
const UNTYPED = "export default function f(a) { return a; }\n";

/** A name that a URL, a shell or a program may take for something else. */
const ODD = "tools/a b/ü%41#?/語'$&.ts";

const FILES = {
  "deno.json": { imports: { "@x/mcp": path("mod.ts"), zod: "npm:zod@^4.2.0" } },
  "tools/_open.ts": "export const openDb = () => ({ id: 1 });\n",
  "tools/_wrong.ts": 'export const wrong: number = "a";\n',
  "tools/_broken.ts": "export const broken = ;\n",
  "tools/fine.ts": `${DOES}import { type Context, depends } from "@x/mcp";\n` +
    'import { openDb } from "./_open.ts";\n' +
    "export default function f(a: string, ctx: Context, db = depends(openDb)): string {\n" +
    "  return `${a}${ctx.requestId}${db.id}`;\n}\n",
  "tools/schema.ts": `${DOES}import { z } from "zod";\n` +
    "export const input = z.object({ when: z.date() });\nexport const output = z.date();\n" +
    "export default function f({ when }: z.infer<typeof input>) { return when; }\n",
  [ODD]: DOES + FUNCTION,
  "tools/marked.ts": `\uFEFF/** Says it. @module */ export const extra = 1;\n${FUNCTION}`,
  "tools/windows.ts": `${DOES}export const extra = 1;\n${FUNCTION}`.replaceAll("\n", "\r\n"),
  "tools/unended.ts": (DOES + FUNCTION).trimEnd(),
  "tools/syntax.ts": "export default function f(: string {\n",
  "tools/imports_broken.ts": `import { broken } from "./_broken.ts";\n${FUNCTION}void broken;\n`,
  "tools/types.ts": `${DOES}export const extra = 1;\nconst x: number = "a";\nvoid x;\n${FUNCTION}`,
  "tools/untyped.ts": DOES + UNTYPED,
  "tools/imports_wrong.ts": `${DOES}import { wrong } from "./_wrong.ts";\nvoid wrong;\n${UNTYPED}`,
  "tools/missing.ts": `${DOES}export { default } from "./_nowhere.ts";\n`,
  "resources/data.json": { debug: true },
  "resources/data.ts": `${DOES}export const uri = "data://x";\n` +
    'import data from "./data.json" with { type: "json" };\nexport default data;\n',
  "prompts/review.tsx": `${DOES}${FUNCTION}`,
};

const NO_TYPE = "a has no type: write one, as in a: string";
const NO_RESULT = "the result of f has no type: write one after the parameters";
const EXTRA =
  "extra is nothing that a tool exports: do not export it, or move it to a file whose " +
  "name begins with _";

const PROBLEMS: Readonly<Record<string, readonly string[]>> = {
  "tools/marked.ts": [`tools/marked.ts:1:38: ${EXTRA}`],
  "tools/windows.ts": [`tools/windows.ts:2:14: ${EXTRA}`],
  "tools/syntax.ts": ["tools/syntax.ts:1:27: Parameter declaration expected (TS1138)"],
  "tools/imports_broken.ts": [
    "tools/imports_broken.ts:1:1: this file does not say what the tool is for: write /** … @module */ " +
    "at its top, since a model decides by it",
    "tools/_broken.ts:1:23: Expression expected (TS1109)",
  ],
  "tools/types.ts": [
    `tools/types.ts:2:14: ${EXTRA}`,
    "tools/types.ts:3:7: Type 'string' is not assignable to type 'number' (TS2322)",
  ],
  "tools/untyped.ts": [
    `tools/untyped.ts:2:25: ${NO_RESULT}`,
    `tools/untyped.ts:2:27: ${NO_TYPE}`,
  ],
  "tools/imports_wrong.ts": [
    `tools/imports_wrong.ts:4:25: ${NO_RESULT}`,
    `tools/imports_wrong.ts:4:27: ${NO_TYPE}`,
    "tools/_wrong.ts:1:14: Type 'string' is not assignable to type 'number' (TS2322)",
  ],
  "tools/link.ts": ["tools/link.ts:1:1: this file cannot be read: No such file or directory"],
  "tools/folder.ts": ["tools/folder.ts:1:1: this file cannot be read: Is a directory"],
};

const SAYS: Readonly<Record<string, unknown>> = {
  "tools/fine.ts": {
    type: "function",
    parameters: [
      { kind: "argument", name: "a" },
      { kind: "context" },
      { kind: "injected", name: "db" },
    ],
    input: { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
    output: { type: "string" },
  },
  "tools/schema.ts": { type: "function", parameters: [{ kind: "arguments", injected: [] }] },
  "resources/data.ts": { type: "constant" },
};

function kindOf(name: string): ComponentRequest["kind"] {
  return name.startsWith("tools/") ? "tool" : name.startsWith("prompts/") ? "prompt" : "resource";
}

function linesOf(project: Project, { problems = [] }: ComponentAnswer): string[] {
  return problems.map(({ url, line, column, message }) =>
    `${url.slice(project.url("").length)}:${line}:${column}: ${message}`
  );
}

Deno.test("a reader tells all that is wrong with the files of components, and reads the others", async (t) => {
  await using project = await Project.make(FILES);
  await Deno.symlink("nowhere.ts", project.path("tools/link.ts"));
  await Deno.mkdir(project.path("tools/folder.ts"));
  const names = Object.keys(FILES).filter((name) => /\/[^_/][^/]*\.tsx?$/.test(name));
  names.push("tools/link.ts", "tools/folder.ts");
  const requests = names.map((name) => ({ url: project.url(name), kind: kindOf(name) }));
  await using reader = new SignatureReader();
  const answers = await reader.readComponents(requests);
  const answerOf = (name: string) => answers[names.indexOf(name)];

  for (const [name, answer] of names.map((name, i) => [name, answers[i]] as const)) {
    if (name === "tools/missing.ts") continue;
    await t.step(name, () => {
      assert.deepEqual(linesOf(project, answer), PROBLEMS[name] ?? []);
      if (name in SAYS && "file" in answer) assert.deepEqual(answer.file.entry, SAYS[name]);
    });
  }

  await t.step("a file that imports what is not there says so", () => {
    assert.match(linesOf(project, answerOf("tools/missing.ts")).join("\n"), /_nowhere\.ts/);
  });

  await t.step("the modules below each file are known", () => {
    const below = reader.modulesBelow(project.url("tools/fine.ts")).map(({ url }) => url);
    assert.deepEqual(below, [project.url("tools/fine.ts"), project.url("tools/_open.ts")]);
    assert.equal(reader.modulesBelow(project.url(ODD)).length, 1);
  });

  await t.step("functions are read by the same process", async () => {
    await project.write({ "served.ts": "export function f(a: number): void { void a; }\n" });
    const [answer] = await reader.read([project.request("served.ts", "f", 1)]);
    assert.ok("signature" in answer);
    assert.deepEqual(answer.signature.input.properties, { a: { type: "number" } });
    assert.equal(reader.counts.processes, 1);
  });

  await t.step("what has not changed is not read again", async () => {
    const before = reader.counts.functionsRead;
    await project.write({ "tools/untyped.ts": DOES + FUNCTION });
    const again = await reader.readComponents(requests);
    assert.equal(reader.counts.functionsRead, before + 1);
    assert.equal(again[names.indexOf("tools/untyped.ts")].problems, undefined);
    assert.deepEqual(again[names.indexOf("tools/fine.ts")], answerOf("tools/fine.ts"));
  });
});
