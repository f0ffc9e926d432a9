import type { ComponentSource } from "../../support/component_cases.ts";

/** A file that is no component, and what is wrong with it. */
export interface RefusalCase extends ComponentSource {
  readonly problems: readonly string[];
}

const DOES = "/** Does it. @module */\n";
const IMPORT = 'import "./_shared.ts";\n';
const ANY = "declare const any: any;\n";
const FUNCTION = "export default function f(a: string): string { return a; }\n";
const URI = `${DOES}export const uri = "data://x";\n`;

const tool = (source: string, ...problems: string[]) =>
  ({ kind: "tool", source, problems }) as const;
const resource = (source: string, ...problems: string[]) =>
  ({ kind: "resource", source, problems }) as const;
const prompt = (source: string, ...problems: string[]) =>
  ({ kind: "prompt", source, problems }) as const;

const NO_DESCRIPTION =
  "1:1 this file does not say what the tool is for: write /** … @module */ at " +
  "its top, since a model decides by it";
const SINCE = "since it is read without running the file: ";
const PERMISSIONS = `${SINCE}write it here, as in export const permissions = ` +
  '{ net: ["api.example.com"] }';
const META = 'write it here, as in export const meta = { "example.com/team": "weather" }';
const MOVE = ": do not export it, or move it to a file whose name begins with _";
const SCHEMA = "is a schema of a library, or a JSON Schema, and this is";
const ZOD = "z.object({ city: z.string() })";
const NO_JSON =
  "which has no form in JSON: write a value that has one, or export a function that " +
  "returns the contents";

/** What is wrong with files, by what they are about. */
export const REFUSALS: Readonly<Record<string, RefusalCase>> = {
  // What it is for
  "no comment": tool(FUNCTION, NO_DESCRIPTION),
  "a comment that is none of JSDoc": tool(`/* Adds. */\n// @module\n${FUNCTION}`, NO_DESCRIPTION),
  "no words beside tags": tool(`/** @param a First. */\n${FUNCTION}`, NO_DESCRIPTION),
  "a comment of an import": tool(
    `// Copyright\n/** Adds. */\n${IMPORT}${FUNCTION}`,
    "2:1 nothing says what the tool is for: if this comment does, add @module to it, since a model " +
      "decides by it",
  ),
  "a comment of the tags": prompt(
    `/** Tags. */\nexport const tags = ["a"];\n${FUNCTION}`,
    "1:1 nothing says what the prompt is for: if this comment does, add @module to it, since people " +
      "choose by it",
  ),
  "a comment without words": resource(
    `/** @module */\nexport const uri = "data://x";\n${FUNCTION}`,
    "1:1 this comment is empty: write in it what the resource is for, since hosts choose by it",
  ),
  "a comment of the module below imports": tool(
    `${IMPORT}/** Adds. @module */\nexport const name = "x";\n${FUNCTION}`,
    "2:1 a comment with @module is read at the top of the file: move it there, since a model decides " +
      "by it",
  ),
  "wrong tags in the comment of the module": tool(
    `/**\n * Adds.\n * @titel Add\n * @minimum 3\n * @module\n */\n${IMPORT}${FUNCTION}`,
    "3:4 @titel is not known; did you mean @title?",
    "4:4 @minimum is for a parameter or the result: write it after its @param or @returns",
  ),
  "a parameter that two comments speak of": tool(
    `/** Adds. @param a First. @module */\n${IMPORT}/** @param a First. */\n${FUNCTION}`,
    "3:5 @param a is there twice: leave one out",
  ),

  // The default export
  "nothing": tool(
    "",
    "1:1 the default export of a tool is a function, and this file has none: write export default " +
      "function …",
    NO_DESCRIPTION,
  ),
  "one function that is no default": tool(
    `${DOES}export function add(a: string): string { return a; }\n`,
    "2:17 the default export of a tool is a function, and this file has none: write export default " +
      "function add(…)",
  ),
  "one function that is no default, and has the only comment": prompt(
    'export const name = "x";\n/** Adds. */\nexport const add = (a: string): string => a;\n',
    "3:14 the default export of a prompt is a function, and this file has none: write export " +
      "default add",
  ),
  "two functions of which none is the default": tool(
    `${DOES}export function a(): void {}\nexport function b(): void {}\n`,
    "1:1 the default export of a tool is a function, and this file has none: write export default " +
      "function …",
    `2:17 a is nothing that a tool exports${MOVE}`,
    `3:17 b is nothing that a tool exports${MOVE}`,
  ),
  "a default that is a type": resource(
    `${URI}export default interface Foo { a: string }\n`,
    "1:1 the default export of a resource is a function, or a value of JSON, and this file has none: " +
      "write export default function …",
  ),
  "an object": tool(
    `${DOES}export default { a: 1 };\n`,
    "2:1 the default export of a tool is a function, and this is { a: number; }: write export " +
      "default function …",
  ),
  "a text": prompt(
    `${DOES}export default "text";\n`,
    '2:1 the default export of a prompt is a function, and this is "text": write export default ' +
      "function …",
  ),
  "a class": tool(
    `${DOES}export default class Foo {}\n`,
    "2:22 the default export of a tool is a function, and this is a class: write a function that " +
      "uses it",
  ),
  "a class of a resource": resource(
    `${URI}export default class Foo {}\n`,
    "3:22 the default export of a resource is a function, or a value of JSON, and this is a class: " +
      "write a function that uses it",
  ),
  "one of two functions": tool(
    `${DOES}${ANY}const a = (): string => "";\nconst b = (): string => "";\n` +
      "export default any ? a : b;\n",
    "5:1 the default export may be one of 2 functions: write one that calls them",
  ),
  "a method that has a this": tool(
    `${DOES}export default function f(this: Date): void {}\n`,
    "2:27 nothing gives f its this: write a function that calls it, as in " +
      "(a: number) => counter.add(a)",
  ),
  "a generic function": tool(
    `${DOES}export default function <A>(a: A): A { return a; }\n`,
    "2:26 this function is generic, and nothing says what A is: write the type itself",
  ),

  // Types
  "parameters without types": tool(
    `${DOES}export default function f(a, b: string, c): void {}\n`,
    "2:27 a has no type: write one, as in a: string",
    "2:41 c has no type: write one, as in c: string",
  ),
  "parameters without types, beside an input of a library": tool(
    `${DOES}${ANY}export const input = any;\nexport default function f({ a, b }): void {}\n`,
    "4:29 a has no type: write one, as in { a }: { a: string }",
    "4:32 b has no type: write one, as in { b }: { b: string }",
  ),
  "a parameter of a type that JSON has not": tool(
    `${DOES}export default function f(call: () => void): string { return ""; }\n`,
    '2:27 parameter "call": a function is no data; leave it out',
  ),
  "a result without a type": tool(
    `${DOES}export default function add(a: number, b: number) { return a + b; }\n`,
    "2:25 the result of add has no type: write one, as in add(…): number",
  ),
  "an arrow's result without a type": resource(
    `${URI}const read = async () => ({ a: 1 });\nexport default read;\n`,
    "3:7 the result of read has no type: write one, as in read(…): Promise<{ a: number; }>",
  ),
  "a result without a type, of a function without a name": prompt(
    `${DOES}export default async function* () { yield "a"; }\n`,
    "2:1 the result of this function has no type: write one, as in (…): AsyncGenerator<string, void, " +
      "unknown>",
  ),
  "a result without a type that nobody knows": tool(
    `${DOES}export default function f() { return JSON.parse("1"); }\n`,
    "2:25 the result of f has no type: write one after the parameters",
  ),
  "a result without a type that is long": tool(
    `${DOES}export default function f() {\n` +
      "  return { longerThanWords: 1, longerThanOthers: 2, longerThanAll: 3 };\n}\n",
    "2:25 the result of f has no type: write one after the parameters",
  ),
  "a result without a type, in another file": tool(
    `${DOES}export { untyped as default } from "./_shared.ts";\n`,
    "_shared.ts:5:14 the result of untyped has no type: write one, as in untyped(…): string",
  ),
  "what satisfies a type, which says nothing of the result": tool(
    `${DOES}const f = ((a) => a) satisfies (a: string) => string;\nexport default f;\n`,
    "2:12 the result of f has no type: write one, as in f(…): string",
  ),

  // Values
  "a resource without a URI": resource(
    `${DOES}export default {};\n`,
    '2:1 a resource has a URI: write export const uri = "data://case_NUMBER"',
  ),
  "a value of a template": resource(
    `${DOES}export const uri = "data://{id}";\nexport default {};\n`,
    "3:1 data://{id} has parts that clients fill in, and a value does not depend on them: export a " +
      "function that is given them",
  ),
  "a function inside": resource(
    `${URI}export default { a: { call: () => 1 } };\n`,
    `3:23 a.call is a function, ${NO_JSON}`,
  ),
  "a bigint inside": resource(
    `${URI}export default { a: [1, { b: 10n }] };\n`,
    `3:27 a[].b is a bigint, ${NO_JSON}`,
  ),
  "a symbol": resource(
    `${URI}export default Symbol("a");\n`,
    `3:1 this value is a symbol, ${NO_JSON}`,
  ),
  "undefined": resource(
    `${URI}export default undefined;\n`,
    `3:1 this value is undefined, ${NO_JSON}`,
  ),
  "undefined in a list": resource(
    `${URI}export default ["a", undefined] as const;\n`,
    `3:1 the item [1] is undefined, ${NO_JSON}`,
  ),
  "an object of a class": resource(
    `${URI}class Box { a = 1; }\nexport default { box: new Box() };\n`,
    `4:18 box is a Box, ${NO_JSON}`,
  ),
  "an object of the platform": resource(
    `${URI}export default { when: new Date(), "b c": new Map() };\n`,
    `3:18 when is a Date, ${NO_JSON}`,
  ),
  "bytes": resource(
    `${URI}export default new Uint8Array(3);\n`,
    `3:1 this value is a Uint8Array, ${NO_JSON}`,
  ),
  "a promise": resource(
    `${URI}export default Promise.resolve(1);\n`,
    `3:1 this value is a Promise, ${NO_JSON}`,
  ),

  // Options
  "options that are computed": tool(
    `${DOES}export const permissions = { net: ["a", Deno.env.get("HOST")] };\n` +
      `export const timeout = 30 * 1000;\nexport const name = \`a\${1}\`;\n${FUNCTION}`,
    `2:41 permissions has to be written out, ${PERMISSIONS}`,
    `3:24 timeout has to be written out, ${SINCE}write it here, as in export const timeout = 30_000`,
    `4:21 name has to be written out, ${SINCE}write it here, as in export const name = ` +
      '"get_weather"',
  ),
  "options that are called by names, or spread": tool(
    `${DOES}import { limits } from "./_shared.ts";\nexport const permissions = limits;\n` +
      `export const annotations = { ...limits };\nexport const meta = { limits };\n${FUNCTION}`,
    `3:28 permissions has to be written out, ${SINCE}end the value of limits with "as const", or ` +
      PERMISSIONS.slice(SINCE.length),
    `4:30 annotations has to be written out, ${SINCE}write it here, as in export const annotations ` +
      "= { readOnlyHint: true }",
    `5:23 meta has to be written out, ${SINCE}end the value of limits with "as const", or ${META}`,
  ),
  "options that may change": tool(
    `${DOES}export var warm = true;\nexport let pool = 2;\nexport const [title] = ["T"];\n` +
      `export function meta(): void {}\n${FUNCTION}`,
    `2:12 warm has to be a constant, ${SINCE}write it here, as in export const warm = true`,
    `3:12 pool has to be a constant, ${SINCE}write it here, as in export const pool = 2`,
    `4:15 title has to be written out, ${SINCE}write it here, as in export const title = "Weather"`,
    `5:17 meta has to be written out, ${SINCE}${META}`,
  ),
  "Infinity where there is none, and as text": tool(
    `${DOES}export const timeout = "Infinity", pool = Infinity;\n${FUNCTION}`,
    "2:14 timeout is a number of milliseconds, or Infinity, as in export const timeout = 30_000",
    `2:43 pool has to be written out, ${SINCE}write it here, as in export const pool = 2`,
  ),
  "values of other forms than their options have": resource(
    `${DOES}export const uri = "config", mimeType = "json", name = null, title = " ";\n` +
      'export const tags = ["a", ""], enabled = "no", warm = 1, idleMs = null, meta = [];\n' +
      `export const annotations = true;\n${FUNCTION}`,
    "2:14 uri is a URI that begins with its scheme, as in " +
      'export const uri = "data://config"',
    '2:30 mimeType is a media type, as in export const mimeType = "application/json"',
    '2:49 name is a text that is not empty, as in export const name = "get_weather"',
    '2:62 title is a text that is not empty, as in export const title = "Weather"',
    '3:14 tags is a list of texts that are not empty, as in export const tags = ["weather"]',
    "3:32 enabled is true or false, as in export const enabled = false",
    "3:48 warm is true or false, as in export const warm = true",
    "3:58 idleMs is a number of milliseconds, or Infinity, as in export const idleMs = 60_000",
    '3:73 meta is an object, as in export const meta = { "example.com/team": "weather" }',
    '4:14 annotations is an object, as in export const annotations = { audience: ["user"] }',
  ),
  "a prompt that gives no text": prompt(
    `${DOES}export default async function f(a: string): Promise<number> { return a.length; }\n`,
    "2:45 a prompt gives text or messages, and this function gives number: return a string",
  ),
  "a resource that gives nothing": resource(
    `${URI}export default function f(): void {}\n`,
    "3:30 the contents of a resource are text, bytes or JSON, and this function gives void: " +
      "return a string",
  ),
  "a misspelt hint": tool(
    `${DOES}export const annotations = { readonlyHint: true };\n${FUNCTION}`,
    '2:14 annotations of a tool have no "readonlyHint"; did you mean "readOnlyHint"?',
  ),
  "a hint of tools on a resource": resource(
    `${URI}export const annotations = { readOnlyHint: true };\n${FUNCTION}`,
    '3:14 annotations of a resource have no "readOnlyHint": leave it out, or write one of ' +
      "audience, priority, lastModified",
  ),
  "a template that is none": resource(
    `${DOES}export const uri = "data://{a}/{a}";\n${FUNCTION}`,
    '2:14 uri: parameter "a" occurs twice',
  ),
  "options of other kinds": prompt(
    `${DOES}export const uri = "a://b", mimeType = "a/b", validation = "strict", output = {};\n` +
      FUNCTION,
    "2:14 uri is for resources, and this is a prompt: leave it out",
    "2:29 mimeType is for resources, and this is a prompt: leave it out",
    "2:47 validation is for tools, and this is a prompt: leave it out",
    "2:70 output is for tools, and this is a prompt: leave it out",
  ),

  // Other exports
  "schemas that are none": tool(
    `${DOES}export const input = "x";\nexport const output = () => 1;\n${FUNCTION}`,
    `2:14 input ${SCHEMA} "x": write one, as in export const input = ${ZOD}`,
    `3:14 output ${SCHEMA} () => number: write one, as in export const output = ${ZOD}`,
  ),
  "schemas that are a list, and of the platform": tool(
    `${DOES}export const input = ["x"];\nexport const output = new Date();\n${FUNCTION}`,
    `2:14 input ${SCHEMA} string[]: write one, as in export const input = ${ZOD}`,
    `3:14 output ${SCHEMA} Date: write one, as in export const output = ${ZOD}`,
  ),
  "names that are misspelt": tool(
    `${DOES}export const permission = {}, Timeout = 1;\n${FUNCTION}`,
    '2:14 permission is nothing that a tool exports; did you mean "permissions"?',
    '2:31 Timeout is nothing that a tool exports; did you mean "timeout"?',
  ),
  "what else has a value": resource(
    `${URI}export const helper = 1;\nexport class Box {}\nexport enum Level { Low }\n` +
      "export namespace Names { export const a = 1; }\nexport function names(): void {}\n" +
      'export { HOST, type Shape } from "./_shared.ts";\nexport * as all from "./_shared.ts";\n' +
      "export default {};\n",
    `3:14 helper is nothing that a resource exports${MOVE}`,
    `4:14 Box is nothing that a resource exports${MOVE}`,
    `5:13 Level is nothing that a resource exports${MOVE}`,
    `6:18 Names is nothing that a resource exports${MOVE}`,
    `7:17 names is nothing that a resource exports${MOVE}`,
    `8:10 HOST is nothing that a resource exports${MOVE}`,
    `9:8 all is nothing that a resource exports${MOVE}`,
  ),
  "all of another file": tool(
    `${DOES}export * from "./_stray.ts";\n${FUNCTION}`,
    `2:1 one is nothing that a tool exports${MOVE}`,
    `2:1 two is nothing that a tool exports${MOVE}`,
  ),
  "what other ways of registering have": tool(
    `${DOES}export const scopes = [], inject = {}, description = "x", args = {}, params = {};\n` +
      FUNCTION,
    "2:14 scopes are not checked yet, so that this would be open to all: leave them out",
    "2:27 inject is not read of a file: write db = depends(openDb) among the parameters, with openDb " +
      "imported from a file whose name begins with _",
    "2:40 description is not exported: write it as a comment at the top of the file, as in " +
      "/** … @module */",
    "2:59 args is not exported: call the schema input",
    "2:70 params is not exported: call the schema input",
  ),
  "all that is wrong, by place": tool(
    "export const permission = {};\nexport const uri = 1;\nexport default function f(a) { return a; }\n",
    NO_DESCRIPTION,
    '1:14 permission is nothing that a tool exports; did you mean "permissions"?',
    "2:14 uri is for resources, and this is a tool: leave it out",
    "3:25 the result of f has no type: write one after the parameters",
    "3:27 a has no type: write one, as in a: string",
  ),
};
