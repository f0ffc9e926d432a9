import assert from "node:assert/strict";
import { SignatureReader } from "../../src/app/signatures/reader.ts";
import type { Signature, SignatureAnswer } from "../../src/schema/from_types/signature.ts";
import { Project } from "../support/project.ts";
import { path } from "../support/server_process.ts";

const { imports } = JSON.parse(await Deno.readTextFile(path("deno.json")));
const reader = new SignatureReader();

Deno.test.afterAll(() => reader[Symbol.asyncDispose]());

function signatureOf(answer: SignatureAnswer): Signature {
  assert.equal(answer.problems, undefined);
  return answer.signature!;
}

/** The schema of the argument `a`, or the problems. */
function argument(answer: SignatureAnswer): unknown {
  if (answer.problems !== undefined) {
    return answer.problems.map(({ line, column, message }) => `${line}:${column}: ${message}`);
  }
  return (answer.signature.input.properties as Record<string, unknown>).a;
}

const string = { type: "string" };
const number = { type: "number" };
const object = (properties: Record<string, unknown>, required: string[]) => ({
  type: "object",
  properties,
  required,
});
const list = (items: unknown) => ({ type: "array", items });

const SOURCE = `import type { Implementation } from "@modelcontextprotocol/sdk/types.js";
import type { Implementation as Newer, Tool } from "@modelcontextprotocol/server";
import type { ErrorObject } from "ajv";
import { type } from "arktype";
import type { Mime } from "mime";
import Type from "typebox";
import * as v from "valibot";
import { z } from "zod";

const zod = z.object({
  id: z.uuid(),
  tags: z.array(z.string()).default([]),
  kind: z.enum(["a", "b"]),
  at: z.date().optional(),
  deep: z.record(z.string(), z.union([z.number(), z.null()])),
});
const arktype = type({ name: "string", "age?": "number", list: "string[]" });
const valibot = v.object({ name: v.string(), list: v.array(v.picklist(["x", "y"])) });
const typebox = Type.Object({ name: Type.String(), age: Type.Optional(Type.Number()) });

export function ofSdk(a: Implementation): void { void a; }
export function ofNewSdk(a: Newer): void { void a; }
export function ofNewSdkTool(a: Tool): void { void a; }
export function ofZodInput(a: z.input<typeof zod>): void { void a; }
export function ofZod(a: z.infer<typeof zod>): void { void a; }
export function ofArkType(a: typeof arktype.infer): void { void a; }
export function ofValibot(a: v.InferOutput<typeof valibot>): void { void a; }
export function ofTypeBox(a: Type.Static<typeof typebox>): void { void a; }
export function ofAjv(a: Pick<ErrorObject, "keyword" | "instancePath" | "message">): void { void a; }
export function ofMime(a: Mime): void { void a; }
`;

const IMPLEMENTATION = object({
  version: string,
  name: string,
  websiteUrl: string,
  description: string,
  icons: list(object({
    src: string,
    mimeType: string,
    sizes: list(string),
    theme: { type: "string", enum: ["dark", "light"] },
  }, ["src"])),
  title: string,
}, ["version", "name"]);
const ZOD = {
  id: string,
  tags: list(string),
  kind: { type: "string", enum: ["a", "b"] },
  at: { type: "string", format: "date-time", "x-mcp-type": "Date" },
  deep: { type: "object", additionalProperties: { anyOf: [number, { type: "null" }] } },
};

const ARGUMENTS: Readonly<Record<string, unknown>> = {
  ofSdk: IMPLEMENTATION,
  ofNewSdk: IMPLEMENTATION,
  ofZodInput: object(ZOD, ["id", "kind", "deep"]),
  ofZod: object(ZOD, ["id", "tags", "kind", "deep"]),
  ofArkType: object({ name: string, list: list(string), age: number }, ["name", "list"]),
  ofValibot: object({ name: string, list: list({ type: "string", enum: ["x", "y"] }) }, [
    "name",
    "list",
  ]),
  ofTypeBox: object({ age: number, name: string }, ["name"]),
  ofAjv: object({ keyword: string, instancePath: string, message: string }, [
    "keyword",
    "instancePath",
  ]),
};

Deno.test("types of the official SDK, of a zod schema and of other packages are read, or refused at their place", async () => {
  await using project = await Project.make({ "deno.json": { imports }, "a.ts": SOURCE });
  const names = [...Object.keys(ARGUMENTS), "ofNewSdkTool", "ofMime"];
  const answers = await reader.read(names.map((name) => project.request("a.ts", name, 1)));
  const found = Object.fromEntries(names.map((name, i) => [name, argument(answers[i])]));
  for (const [name, schema] of Object.entries(ARGUMENTS)) {
    assert.deepEqual(found[name], schema, name);
  }
  const { properties, required } = found.ofNewSdkTool as ReturnType<typeof object>;
  assert.deepEqual(required, ["inputSchema", "name"]);
  const { properties: ofInput } = properties.inputSchema as ReturnType<typeof object>;
  assert.deepEqual(ofInput.type, { type: "string", const: "object" });
  const line = 1 + SOURCE.split("\n").findIndex((each) => each.includes(" ofMime("));
  const [problem] = found.ofMime as string[];
  assert.match(problem, new RegExp(`^${line}:\\d+: parameter "a": .*methods`));
});

/** What a generator of clients makes of an API with many operations. */
function generatedClient(operations: number): string {
  const count = Array.from({ length: operations }, (_, i) => i);
  const each = (text: (i: number) => string) => count.map(text).join("\n");
  return `/**
 * This file was generated. Do not make direct changes to the file.
 */
export interface paths {
${
    each((i) =>
      `  "/things${i}/{id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get: operations["getThing${i}"];
    put?: never;
    post: operations["makeThing${i}"];
    delete?: never;
  };`
    )
  }
}
export interface components {
  schemas: {
${
    each((i) =>
      `    /** @description Thing ${i}. */
    Thing${i}: {
      /** Format: int64 */
      id: number;
      name: string | null;
      readonly state?: "new" | "old" | "gone";
      parent?: components["schemas"]["Thing${i}"];
      next?: components["schemas"]["Thing${(i + 1) % operations}"]["id"];
      tags: { [key: string]: string };
    };`
    )
  }
  };
  responses: never;
}
export interface operations {
${
    each((i) =>
      `  getThing${i}: {
    parameters: {
      query?: { expand?: ("parent" | "next")[]; limit?: number };
      path: { id: string };
    };
    requestBody?: never;
    responses: {
      200: { content: { "application/json": components["schemas"]["Thing${i}"] } };
    };
  };
  makeThing${i}: {
    parameters: { query?: never };
    requestBody: { content: { "application/json": Omit<components["schemas"]["Thing${i}"], "id"> } };
    responses: { 201: { content: { "application/json": components["schemas"]["Thing${i}"] } } };
  };`
    )
  }
}
`;
}

Deno.test("a generated file of 2,000 lines with the types of an API is read, each operation", async () => {
  const operations = 70;
  const client = generatedClient(operations);
  assert.ok(client.split("\n").length >= 2000, String(client.split("\n").length));
  const functions = Array.from({ length: operations }, (_, i) => `
export function getThing${i}(
  a: operations["getThing${i}"]["parameters"]["path"] & NonNullable<operations["getThing${i}"]["parameters"]["query"]>,
): Promise<operations["getThing${i}"]["responses"][200]["content"]["application/json"]> {
  throw new Error(a.id);
}
export function makeThing${i}(
  a: paths["/things${i}/{id}"]["post"]["requestBody"]["content"]["application/json"],
): void {
  void a;
}`);
  await using project = await Project.make({
    "client.ts": client,
    "a.ts": `import type { operations, paths } from "./client.ts";\n${functions.join("\n")}\n`,
  });
  const names = functions.flatMap((_, i) => [`getThing${i}`, `makeThing${i}`]);
  const answers = await reader.read(names.map((name) => project.request("a.ts", name, 1)));
  for (const [i, answer] of answers.entries()) {
    const { input, output } = signatureOf(answer);
    const thing = names[i].slice(names[i].indexOf("Thing"));
    if (names[i].startsWith("get")) {
      assert.deepEqual(
        input.properties,
        {
          a: object({
            id: string,
            expand: list({ type: "string", enum: ["parent", "next"] }),
            limit: number,
          }, ["id"]),
        },
        names[i],
      );
      assert.match(
        JSON.stringify(output),
        /"enum":\["new","old","gone"\].*"\$ref":"#\/\$defs\//,
        thing,
      );
    } else {
      const { a } = input.properties as { a: { properties: object; required: string[] } };
      assert.deepEqual(Object.keys(a.properties).toSorted(), [
        "name",
        "next",
        "parent",
        "state",
        "tags",
      ]);
      assert.deepEqual(a.required.toSorted(), ["name", "tags"]);
    }
  }
});
