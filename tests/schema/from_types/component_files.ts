import type { ComponentFile } from "../../../src/schema/from_types/component_file.ts";
import type { ComponentSource } from "../../support/component_cases.ts";

/** A file of a component, and what it says, as far as the case is about it. */
export interface ComponentCase extends ComponentSource {
  readonly says: Partial<ComponentFile>;
}

/** Files that the cases import. */
export const SHARED = {
  "_shared.ts": `export const HOST = "api.example.com";
export const limits = { net: ["a"] };
/** Shared. */
export function shared(a: string): string { return a; }
export const untyped = (a: string) => a;
export interface Shape { a: string }
export class Kind {}
`,
  "_options.ts": "export const pool = 3;\nexport type Pool = number;\n",
};

const DOES = "/** Does it. @module */\n";
const IMPORT = 'import "./_shared.ts";\n';
const ANY = "declare const any: any;\n";
const FUNCTION = "export default function f(a: string): string { return a; }\n";
const URI = `${DOES}export const uri = "data://x";\n`;

const tool = (source: string, says: Partial<ComponentFile>) =>
  ({ kind: "tool", source, says }) as const;
const resource = (source: string, says: Partial<ComponentFile>) =>
  ({ kind: "resource", source, says }) as const;
const prompt = (source: string, says: Partial<ComponentFile>) =>
  ({ kind: "prompt", source, says }) as const;

const TEXT = { type: "string" };
/** A function of `a`, whose schema may say more. */
const takesText = (more: object = {}, output: object = { output: TEXT }) => ({
  type: "function" as const,
  parameters: [{ kind: "argument" as const, name: "a" }],
  input: { type: "object", properties: { a: { ...TEXT, ...more } }, required: ["a"] },
  ...output,
});
const TAKES_TEXT = takesText();
const value = (value: unknown) => ({ entry: { type: "constant" as const, value } });
const COMPUTED = { entry: { type: "constant" as const } };

/** What files say, by what they are about. */
export const COMPONENTS: Readonly<Record<string, ComponentCase>> = {
  // What it is for
  "the comment of the module": tool(
    `/**\n * Adds.\n *\n * @title Add\n * @module\n */\n${IMPORT}${FUNCTION}`,
    { title: "Add", description: "Adds.", entry: TAKES_TEXT },
  ),
  "one comment of the module and the function": tool(
    `/** Adds. @param a First. @minLength 2\n * @module\n */\n${FUNCTION}`,
    { description: "Adds.", entry: takesText({ description: "First.", minLength: 2 }) },
  ),
  "a comment on one line with its tag": tool(
    `/** Adds. @title Add it @module */\n${IMPORT}${FUNCTION}`,
    { title: "Add it", description: "Adds." },
  ),
  "a comment that speaks of @module in its words": tool(
    `${IMPORT}/** See the @module tag of it. */\n${FUNCTION}`,
    { description: "See the @module tag of it." },
  ),
  "a comment whose text stands behind the tag": tool(
    `/**\n * @module tools/add\n * Adds it up.\n */\n${IMPORT}${FUNCTION}`,
    { description: "Adds it up." },
  ),
  "a comment of @fileoverview": tool(
    `/** @fileoverview Adds it up. */\n${IMPORT}${FUNCTION}`,
    { description: "Adds it up." },
  ),
  "line ends of Windows": tool(
    `/**\r\n * Adds.\r\n * More.\r\n *\r\n * @module\r\n */\r\n\r\n` +
      `/** @param a First.\r\n * Second. */\r\n${FUNCTION}`,
    { description: "Adds.\nMore.", entry: takesText({ description: "First.\nSecond." }) },
  ),
  "a licence, and comments that are none of JSDoc, before it": tool(
    `// Copyright\n/* Plain */\n/** Licence: MIT */\n/** Adds. @module */\n${FUNCTION}`,
    { description: "Adds." },
  ),
  "a program that a shell can run": tool(
    `#!/usr/bin/env -S deno run\n/** Adds. @module */\n${IMPORT}${FUNCTION}`,
    { description: "Adds.", places: { default: { line: 4, column: 25 } } },
  ),
  "the comment of the function, below a module's without text": tool(
    `/** @module */\n${IMPORT}/** Adds. */\n${FUNCTION}`,
    { description: "Adds." },
  ),
  "the module's words before those of the function, whose @param counts": tool(
    `${DOES}${IMPORT}/**\n * Adds.\n * @title Add\n * @param a First.\n */\n${FUNCTION}`,
    { title: "Add", description: "Does it.", entry: takesText({ description: "First." }) },
  ),
  "@param and @returns in the comment of the module": tool(
    `/**\n * Adds.\n * @param a First.\n * @returns Second.\n * @module\n */\n${IMPORT}${FUNCTION}`,
    {
      entry: takesText({ description: "First." }, { output: { ...TEXT, description: "Second." } }),
    },
  ),
  "the comment of a function with @module, below imports": tool(
    `${IMPORT}/** Adds. @module */\n${FUNCTION}`,
    { description: "Adds." },
  ),
  "the comment of an export": tool(
    "const f = (a: string): string => a;\n/** Says a. */\nexport default f;\n",
    { description: "Says a.", entry: TAKES_TEXT },
  ),
  "the comment of a value": resource(
    '/** The limits. */\nexport default { most: 1 };\nexport const uri = "data://x";\n',
    { description: "The limits.", ...value({ most: 1 }) },
  ),
  "what is deprecated, and examples": tool(
    `/**\n * Adds.\n * @deprecated Use b.\n * @example\n * f(1)\n * @module\n */\n${FUNCTION}`,
    { description: "Adds.\n\nDeprecated: Use b.\n\nExample:\nf(1)" },
  ),

  // Functions
  "an arrow": tool(`${DOES}export default (a: string): string => a;\n`, {
    entry: TAKES_TEXT,
    places: { default: { line: 2, column: 1 } },
  }),
  "a constant that is exported by its name": tool(
    "/** Says a. */\nconst f = (a: string): string => a;\nexport { f as default };\n",
    {
      description: "Says a.",
      entry: TAKES_TEXT,
      places: { default: { line: 2, column: 7 } },
    },
  ),
  "a function of another file": tool(`export { shared as default } from "./_shared.ts";\n`, {
    description: "Shared.",
    entry: TAKES_TEXT,
    places: { default: { line: 1, column: 10 } },
  }),
  "an import that is exported": tool(
    'import { shared } from "./_shared.ts";\nexport default shared;\n',
    { description: "Shared.", places: { default: { line: 2, column: 1 } } },
  ),
  "a type of the constant that says the result": tool(
    `${DOES}type Fn = (a: string) => string;\nconst f: Fn = (a) => a;\nexport default f;\n`,
    { entry: TAKES_TEXT },
  ),
  "an async function": tool(
    `${DOES}export default async function f(a: string): Promise<string> { return await a; }\n`,
    { entry: TAKES_TEXT },
  ),
  "a generator": prompt(
    `${DOES}export default async function* f(a: string): AsyncGenerator<string> { yield a; }\n`,
    { entry: takesText({}, {}) },
  ),
  "a member of an object": tool(
    `${DOES}const api = { f(a: string): string { return a; } };\nexport default api.f;\n`,
    { entry: TAKES_TEXT },
  ),
  "a context, and what is injected": tool(
    `${DOES}import { type Context } from "@x/mcp";\nimport { depends } from "./_depends.ts";\n` +
      "export default function f(a: string, db = depends(() => 1), ctx?: Context): void {}\n",
    {
      entry: {
        ...takesText({}, {}),
        parameters: [
          { kind: "argument", name: "a" },
          { kind: "injected", name: "db" },
          { kind: "context" },
        ],
      },
    },
  ),

  // Schemas
  "an input of a library, beside types that JSON has not": tool(
    `${DOES}${ANY}import type { Context } from "@x/mcp";\nexport const input = any;\n` +
      "export default function f(args: { call: () => void }, ctx: Context): void {}\n",
    {
      schemas: ["input"],
      entry: {
        type: "function",
        parameters: [{ kind: "argument", name: "args" }, { kind: "context" }],
      },
    },
  ),
  "an input of a library that is taken apart": prompt(
    `${DOES}${ANY}export const input = any;\n` +
      'export default function f({ a, b }: { a: () => void; b: symbol }): string { return ""; }\n',
    {
      schemas: ["input"],
      entry: { type: "function", parameters: [{ kind: "arguments", injected: [] }] },
    },
  ),
  "an output of a library, beside a result without a type": tool(
    `${DOES}${ANY}export const output = any;\nexport default (a: string) => [a, 1n];\n`,
    { schemas: ["output"], entry: takesText({}, {}) },
  ),
  "schemas that are plain, and of the standard": tool(
    `${DOES}export const input = { type: "object" } as const;\n` +
      'export const output = { "~standard": { version: 1 } };\n' + FUNCTION,
    { schemas: ["input", "output"] },
  ),
  "a schema that is a function, as those of ArkType are": tool(
    `${DOES}export declare const input: { (): void; "~standard": object };\n${FUNCTION}`,
    { schemas: ["input"] },
  ),
  "a type that is called as a schema is": tool(
    `${DOES}export interface input { a: string }\n${FUNCTION}`,
    { schemas: [], entry: TAKES_TEXT },
  ),

  // Values
  "text": resource(`${URI}export default "text";\n`, value("text")),
  "null": resource(`${URI}export default null;\n`, value(null)),
  "lists and objects": resource(
    `${URI}export default { a: [1, -2.5, { b: true }], "c d": null };\n`,
    value({ a: [1, -2.5, { b: true }], "c d": null }),
  ),
  "members of enums": resource(
    `${URI}enum Level { Low, High }\nexport default { level: Level.High };\n`,
    value({ level: 1 }),
  ),
  "a constant that cannot change": resource(
    `${URI}const c = { a: 1 } as const;\nexport default c;\n`,
    {
      ...value({ a: 1 }),
      places: { uri: { line: 2, column: 14 }, default: { line: 3, column: 7 } },
    },
  ),
  "a constant that may have changed": resource(
    `${URI}const c = { a: 1 };\nc.a = 2;\nexport default c;\n`,
    COMPUTED,
  ),
  "a value that is computed": resource(`${URI}export default Object.freeze({ a: 1 });\n`, COMPUTED),
  "a value that is awaited": resource(
    `${URI}export default await Promise.resolve({ a: 1 });\n`,
    COMPUTED,
  ),
  "a value of any type": resource(`${URI}export default JSON.parse("1");\n`, COMPUTED),
  "a member that is undefined, which JSON leaves out": resource(
    `${URI}export default { a: undefined, b: 1 };\n`,
    COMPUTED,
  ),
  "a value of a type inside itself": resource(
    `${URI}interface Next { next?: Next }\nconst n: Next = { next: {} };\nexport default n;\n`,
    COMPUTED,
  ),
  "a function of a template": resource(
    `${DOES}export const uri = "data://{a}";\nexport default (a: string): string => a;\n`,
    { options: { uri: "data://{a}" }, entry: takesText({}, {}) },
  ),

  // Options
  "options with types, and as constants": tool(
    `${DOES}export const name = "a", title: string = "b", tags = ["x", "y"] as const;\n` +
      `export const enabled = false satisfies boolean;\n${FUNCTION}`,
    {
      options: { name: "a", title: "b", tags: ["x", "y"], enabled: false },
      places: {
        name: { line: 2, column: 14 },
        title: { line: 2, column: 26 },
        tags: { line: 2, column: 47 },
        enabled: { line: 3, column: 14 },
        default: { line: 4, column: 25 },
      },
    },
  ),
  "options of all kinds": prompt(
    `${DOES}export const permissions = { net: ["api.example.com"] };\n` +
      'export const isolation = "process";\n' +
      "export const timeout = 30_000, pool = 2, warm = true, idleMs = 60_000, memoryMb = 256;\n" +
      `export const icons = [{ src: "a" }], meta = { "a/b": { c: [null] } };\n${FUNCTION}`,
    {
      options: {
        permissions: { net: ["api.example.com"] },
        isolation: "process",
        timeout: 30000,
        pool: 2,
        warm: true,
        idleMs: 60000,
        memoryMb: 256,
        icons: [{ src: "a" }],
        meta: { "a/b": { c: [null] } },
      },
    },
  ),
  "options of tools": tool(`${DOES}export const validation = "strict";\n${FUNCTION}`, {
    options: { validation: "strict" },
  }),
  "options of resources": resource(
    `${URI}export const mimeType = "text/plain";\nexport default "a";\n`,
    { options: { uri: "data://x", mimeType: "text/plain" } },
  ),
  "Infinity, as text": tool(
    `${DOES}const NEVER = Infinity;\nexport const timeout = NEVER, idleMs = Infinity;\n${FUNCTION}`,
    { options: { timeout: "Infinity", idleMs: "Infinity" } },
  ),
  "constants of other files": tool(
    `${DOES}import { HOST } from "./_shared.ts";\nexport const permissions = { net: [HOST] };\n` +
      FUNCTION,
    { options: { permissions: { net: ["api.example.com"] } } },
  ),
  "options of other files": tool(
    `${DOES}export { HOST as name, limits as permissions } from "./_shared.ts";\n` +
      `export * from "./_options.ts";\n${FUNCTION}`,
    {
      options: { name: "api.example.com", permissions: { net: ["a"] }, pool: 3 },
      places: {
        name: { line: 2, column: 10 },
        permissions: { line: 2, column: 24 },
        pool: { line: 3, column: 1 },
        default: { line: 4, column: 25 },
      },
    },
  ),
  "types, which are free": tool(
    `${DOES}export type Free = string;\nexport interface Other { a: Free }\n` +
      'export type { Kind, Shape as Form } from "./_shared.ts";\nimport type { Kind } from ' +
      '"./_shared.ts";\nexport { Kind as Same };\nexport type * from "./_shared.ts";\n' +
      `export namespace Types { export type A = 1 }\n${FUNCTION}`,
    { options: {}, places: { default: { line: 9, column: 25 } } },
  ),
};
