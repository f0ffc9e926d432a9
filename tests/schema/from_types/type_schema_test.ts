import { Ajv2020 } from "ajv/dist/2020.js";
import assert from "node:assert/strict";
import { z } from "zod";
import { isRecord, walkSchema } from "../../../src/schema/json_schema.ts";
import { generatedSchema } from "../../../src/schema/libraries/generated.ts";
import type { Node } from "../../../src/schema/libraries/subschemas.ts";
import { assertJsonSchema } from "../../../src/schema/well_formed.ts";
import type { Side } from "../../../src/schema/from_types/reading.ts";
import { TYPE_MARK } from "../../../src/schema/from_types/signature.ts";
import { noDefinitions } from "../../../src/schema/from_types/definitions.ts";
import { typeSchema } from "../../../src/schema/from_types/type_schema.ts";
import { ts } from "../../../src/schema/from_types/typescript.ts";
import { typedSource } from "../../support/typed_source.ts";
import { type Refusal, REFUSED_ARGUMENTS, REFUSED_RESULTS } from "./refusals.ts";
import { RESULTS, type TypeCase, TYPES } from "./types.ts";

/** Schemas of the parameters of functions called `f`, one function a file. */
function reader(sources: Readonly<Record<string, string>>) {
  const { reading, file } = typedSource(sources);
  const parametersOf = (path: string) =>
    file(path).statements.filter(ts.isFunctionDeclaration)
      .find((declaration) => declaration.name?.text === "f")!.parameters;
  return {
    reading,
    parametersOf,
    schema: (path: string, side: Side): Node | undefined => {
      const [parameter] = parametersOf(path);
      const type = reading.checker.getTypeAtLocation(parameter);
      return typeSchema(type, parameter, 'parameter "value"', side, reading);
    },
    /** Takes the problems that were found, as `file:line:column message`. */
    problems: () =>
      reading.problems.splice(0).map(({ url, line, column, message }) =>
        `${url.replace("file:///source/", "")}:${line}:${column} ${message}`
      ),
  };
}

/** The schema of the argument of a function, which has to have one. */
function schemaOf(type: string, code = "", side: Side = "input"): Node {
  const { schema, problems } = reader({ "/source/a.ts": source({ type, code }) });
  const found = schema("/source/a.ts", side);
  assert.deepEqual(problems(), []);
  return found!;
}

function source({ type, code = "" }: Pick<TypeCase, "type" | "code">): string {
  return `${code}\nexport declare function f(value: ${type}): void;`;
}

const path = (i: number) => `/source/${i}.ts`;
const cases = [...TYPES, ...RESULTS];
const table = reader(Object.fromEntries(cases.map((one, i) => [path(i), source(one)])));

/** A schema without the marks of values that JSON has not. */
function unmarked(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema, (key, value) => key === TYPE_MARK ? undefined : value));
}

for (const [i, { name, type, input, output = input }] of cases.entries()) {
  Deno.test(`typeSchema shows ${name}: ${type}`, () => {
    for (const [side, expected] of Object.entries({ input, output })) {
      if (expected === undefined) continue;
      const schema = table.schema(path(i), side as Side);
      assert.deepEqual(table.problems(), []);
      assert.equal(JSON.stringify(schema), JSON.stringify(expected), side);
    }
  });
}

Deno.test("typeSchema makes well-formed schemas that validators take", () => {
  const ajv = new Ajv2020({ strictTypes: false, strictTuples: false, validateFormats: false });
  ajv.addKeyword(TYPE_MARK);
  for (const [i, { input, type }] of cases.entries()) {
    for (const side of ["input", "output"] as const) {
      if (side === "input" && input === undefined) continue;
      const schema = table.schema(path(i), side)!;
      assertJsonSchema(schema);
      assert.doesNotThrow(() => ajv.compile(schema), type);
    }
  }
});

Deno.test("typeSchema lists what zod lists for the same type", () => {
  const point = z.object({ x: z.number(), y: z.number() });
  const person = z.object({
    name: z.string(),
    get friend() {
      return person.optional();
    },
  });
  const same: readonly [type: string, schema: z.ZodType, code?: string][] = [
    [
      "{ a: string; b?: number; c: boolean }",
      z.object({
        a: z.string(),
        b: z.number().optional(),
        c: z.boolean(),
      }),
    ],
    [
      '{ kind: "a" | "b"; level: 1 | 2; only: "x"; mixed: number | "all" }',
      z.object({
        kind: z.enum(["a", "b"]),
        level: z.literal([1, 2]),
        only: z.literal("x"),
        mixed: z.union([z.number(), z.literal("all")]),
      }),
    ],
    [
      '{ maybe: "a" | "b" | null; text?: string | null }',
      z.object({
        maybe: z.enum(["a", "b"]).nullable(),
        text: z.string().nullish(),
      }),
    ],
    [
      "{ rows: { cells: number[] }[]; any: unknown[] }",
      z.object({
        rows: z.array(z.object({ cells: z.array(z.number()) })),
        any: z.array(z.unknown()),
      }),
    ],
    [
      "{ pair: [string, number]; rest: [string, ...number[]]; none: []; some: [string, number?] }",
      z
        .object({
          pair: z.tuple([z.string(), z.number()]),
          rest: z.tuple([z.string()], z.number()),
          none: z.tuple([]),
          some: z.tuple([z.string(), z.number().optional()]),
        }),
    ],
    [
      "{ anything: Record<string, unknown>; counts: Record<string, number> }",
      z.object({
        anything: z.record(z.string(), z.unknown()),
        counts: z.record(z.string(), z.number()),
      }),
    ],
    [
      '{ kind: "circle"; radius: number } | { kind: "square"; side: number }',
      z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("circle"), radius: z.number() }),
        z.object({ kind: z.literal("square"), side: z.number() }),
      ]),
    ],
    ["{ from: Point; to: Point }", z.object({ from: point, to: point }), POINT],
    [
      "{ when: Date; until?: Date | null; days: Date[] }",
      z.object({
        when: z.date(),
        until: z.date().nullable().optional(),
        days: z.array(z.date()),
      }),
    ],
    [
      "{ id: bigint; maybe: bigint | null }",
      z.object({
        id: z.bigint(),
        maybe: z.bigint().nullable(),
      }),
    ],
    ["{ a: string } & { b: string }", z.object({ a: z.string() }).and(z.object({ b: z.string() }))],
    ["unknown[]", z.array(z.any())],
    ["{ json: Json }", z.object({ json: z.json() }), JSON_TYPE],
    ["{ person: Person | null }", z.object({ person: person.nullable() }), PERSON],
    [
      "[`v${number}`, `id-${string}`, `${boolean}!`]",
      z.tuple([
        z.templateLiteral(["v", z.number()]),
        z.templateLiteral(["id-", z.string()]),
        z.enum(["false!", "true!"]),
      ]),
    ],
    ['Unit | "other"', z.union([z.enum(["F", "C"]), z.literal("other")]), UNIT],
    ['"auto" | boolean | string[]', z.union([z.literal("auto"), z.boolean(), z.array(z.string())])],
    ["string | number | null", z.union([z.string(), z.null(), z.number()])],
    ["{ a: string; b?: never }", z.object({ a: z.string(), b: z.never().optional() })],
  ];
  for (const [type, schema, code] of same) {
    const listed = JSON.stringify(generatedSchema(schema, "input", false));
    assert.equal(JSON.stringify(unmarked(schemaOf(type, code))), listed, type);
  }
});

const POINT = "interface Point { x: number; y: number }";
const PERSON = "interface Person { name: string; friend?: Person }";
const UNIT = 'enum Unit { F = "F", C = "C" }';
const JSON_TYPE =
  "type Json = string | number | boolean | null | Json[] | { [key: string]: Json };";

Deno.test("typeSchema refuses what cannot be shown, with its place", async (t) => {
  const refuses = async (refusals: readonly Refusal[], side: Side) => {
    const sources = refusals.map(({ type, generic = "", code = "" }, i) => [
      path(i),
      `export declare function f${generic}(value: ${type}): void;\n${code}\n`,
    ]);
    const { schema, problems } = reader(Object.fromEntries(sources));
    for (const [i, { type, problems: expected }] of refusals.entries()) {
      await t.step(`${side}: ${type}`, () => {
        assert.equal(schema(path(i), side), undefined);
        const found = problems().map((problem) => problem.replace('parameter "value": ', ""));
        assert.deepEqual(found, expected.map((problem) => `${i}.ts:${problem}`));
      });
    }
  };
  await refuses(REFUSED_ARGUMENTS, "input");
  await refuses(REFUSED_RESULTS, "output");
});

Deno.test("typeSchema shows a problem at the member where it is, in the file where that is", () => {
  const { schema, problems } = reader({
    "/source/a.ts": `import type { Order } from "./orders.ts";
import type { Job } from "/node_modules/jobs/index.d.ts";
export declare function f(value: { orders: Order[]; job: Job; read: Deno.FsFile }): void;`,
    "/source/orders.ts": `export interface Order {
  id: string;
  /** What was bought. */
  readonly lines: { "unit price": number | bigint; at: Date }[];
}`,
    "/node_modules/jobs/index.d.ts": "export interface Job { run: () => void }",
  });
  assert.equal(schema("/source/a.ts", "input"), undefined);
  assert.deepEqual(problems(), [
    'a.ts:3:53 parameter "value": job.run: a function is no data; leave it out',
    'a.ts:3:63 parameter "value": read: FsFile is no data; write what is needed of it',
    'orders.ts:4:21 parameter "value": orders[].lines[]["unit price"]: number and bigint ' +
    "cannot be told apart in JSON; write one of them",
  ]);
});

Deno.test("typeSchema says once what is wrong with a type that several parameters have", () => {
  const { reading, parametersOf, problems } = reader({
    "/source/a.ts": `interface Audit { at: Date | string }
export declare function f(first: Audit, second: { old: Audit }, third: never): void;`,
  });
  for (const parameter of parametersOf("/source/a.ts")) {
    const type = reading.checker.getTypeAtLocation(parameter);
    const what = `parameter "${parameter.name.getText()}"`;
    assert.equal(typeSchema(type, parameter, what, "input", reading, noDefinitions()), undefined);
  }
  assert.deepEqual(problems(), [
    'a.ts:1:19 parameter "first": at: Date and string cannot be told apart in JSON; ' +
    "write one of them",
    'a.ts:2:65 parameter "third": never has no values; leave it out',
  ]);
});

Deno.test("typeSchema collects the recursive types of several parameters under names of their own", () => {
  const { reading, parametersOf } = reader({
    "/source/a.ts": `import type { Node as Other } from "./b.ts";
interface Node { next?: Node }
export declare function f(a: Node, b: Other, c: Node[], d: { loop: typeof loop }): void;
declare const loop: { at: Part };
type Part = { of: Part } | null;`,
    "/source/b.ts": "export interface Node { other: Node | null }",
  });
  const definitions = noDefinitions();
  const schemas = parametersOf("/source/a.ts").map((parameter) =>
    typeSchema(
      reading.checker.getTypeAtLocation(parameter),
      parameter,
      `parameter "${parameter.name.getText()}"`,
      "input",
      reading,
      definitions,
    )
  );
  assert.deepEqual(schemas.slice(0, 3), [
    { $ref: "#/$defs/Node" },
    { $ref: "#/$defs/Node2" },
    { type: "array", items: { $ref: "#/$defs/Node" } },
  ]);
  assert.deepEqual(Object.keys(definitions.schemas), ["Node", "Node2", "Part"]);
  assertJsonSchema({ anyOf: schemas, $defs: definitions.schemas });
});

Deno.test("typeSchema takes __proto__ for a name like any other", () => {
  const schema = schemaOf('{ "__proto__": string; a?: { __proto__?: Date } }');
  assert.equal(
    JSON.stringify(schema),
    '{"type":"object","properties":{"__proto__":{"type":"string"},"a":{"type":"object",' +
      '"properties":{"__proto__":{"type":"string","format":"date-time","x-mcp-type":"Date"}}}},' +
      '"required":["__proto__"]}',
  );
});

Deno.test("typeSchema keeps the order of the source, whatever was read before", () => {
  const declared = `export type Way = "up" | "down";
export enum Level { Low = "low", High = "high" }`;
  const { schema } = reader({
    "/source/first.ts":
      `export declare function f(value: "end" | "down" | "up" | "top" | 2): void;`,
    "/source/a.ts": `import { Level, type Way } from "./declared.ts";
type Box<T> = { value: T };
export declare function f(
  value: [Way, Way | null, Box<"top" | "end">, Level, Record<Way, 3 | 2>, Exclude<Way | "side", "down">],
): void;`,
    "/source/declared.ts": declared,
  });
  schema("/source/first.ts", "input");
  const { prefixItems } = schema("/source/a.ts", "input") as { prefixItems: Node[] };
  const enums: unknown[] = [];
  walkSchema({ prefixItems }, (node) => Array.isArray(node.enum) && enums.push(node.enum));
  assert.deepEqual(enums, [
    ["up", "down"],
    ["up", "down"],
    ["top", "end"],
    ["low", "high"],
    [3, 2],
    [3, 2],
    ["up", "side"],
  ]);
  assert.deepEqual(Object.keys(prefixItems[4].properties as Node), ["up", "down"]);
});

Deno.test("typeSchema has an order for what is written nowhere, whatever was read before", () => {
  const inferred = `const some = [[1], ["a"], [true, 1] as const, [false] as const];
export declare function f(value: (typeof some)[number]): void;`;
  const before = "export declare function f(value: [readonly [false], string[], number[]]): void;";
  const sources = { "/source/first.ts": before, "/source/a.ts": inferred };
  const alone = reader(sources).schema("/source/a.ts", "input");
  const { schema } = reader(sources);
  schema("/source/first.ts", "input");
  assert.deepEqual(schema("/source/a.ts", "input"), alone);
});

Deno.test("typeSchema takes nothing for a date that only has its name", () => {
  const code = "interface Date { day: number }\nclass URL { path = '' }\nnamespace Temporal { " +
    "export interface Instant { ns: number } }";
  const shown = schemaOf("[Date, URL, Temporal.Instant]", `${code}\nexport {};`);
  const { prefixItems } = shown as { prefixItems: Node[] };
  assert.deepEqual(prefixItems.map((item) => Object.keys(item.properties as Node)), [
    ["day"],
    ["path"],
    ["ns"],
  ]);
});

Deno.test("typeSchema takes a date for one that a program has added to", () => {
  const code = "declare global { interface Date { fancy(): string } }";
  assert.equal(schemaOf("Date", code)[TYPE_MARK], "Date");
});

Deno.test("typeSchema reads 2,000 lines of generated types, or says what is too large", () => {
  const schemas = Array.from({ length: 400 }, (_, i) =>
    `    /** Entity ${i}. */
    Entity${i}: {
      id: string;
      kind: "entity-${i}";
      parent?: components["schemas"]["Entity${Math.floor(i / 2)}"];
      next: components["schemas"]["Entity${(i + 1) % 400}"] | null;
    };`);
  const code = `interface components { schemas: {\n${schemas.join("\n")}\n} }
interface operations { get: { parameters: { path: { id: string } }; responses: {
  200: { content: { "application/json": components["schemas"]["Entity0"] } } } } }`;
  const { schema, problems } = reader({
    "/source/a.ts": source({ type: 'operations["get"]["parameters"]', code }),
    "/source/b.ts": source({ type: 'operations["get"]["responses"]', code }),
  });
  assert.notEqual(schema("/source/a.ts", "input"), undefined);
  const before = performance.now();
  assert.equal(schema("/source/b.ts", "input"), undefined);
  assert.ok(performance.now() - before < 10_000);
  assert.deepEqual(problems(), [
    `b.ts:${code.split("\n").length + 1}:27 parameter "value": the type has more than 60 levels, ` +
    "or grows without an end; write one that ends, or contains itself as it is",
  ]);
});

Deno.test("typeSchema takes a long list of literals for one part", () => {
  const names = Array.from({ length: 8000 }, (_, i) => `"name-${i}"`);
  const { enum: listed } = schemaOf(names.join(" | "));
  assert.deepEqual((listed as string[]).length, 8000);
});

Deno.test("typeSchema lists patterns that fit what fits the template literal type", () => {
  const fits = (type: string, text: string) => {
    const { pattern } = schemaOf(type);
    return new RegExp(pattern as string, "u").test(text);
  };
  const table: readonly [type: string, fitting: string[], others: string[]][] = [
    ["`a.b-${string}`", ["a.b-", "a.b-x\ny"], ["axb-", "za.b-x"]],
    ["`${number}%`", ["5%", "-1.25%"], ["%", "5%%", "five%", "5% "]],
    ["`${bigint}`", ["0", "-12"], ["01", "1.5", "1n"]],
    ["Uppercase<string>", ["", "ÉA 1"], ["é", "Straße"]],
    ["`on${Capitalize<string>}`", ["on", "onClick", "on1"], ["onclick"]],
  ];
  for (const [type, fitting, others] of table) {
    assert.deepEqual(fitting.filter((text) => !fits(type, text)), [], type);
    assert.deepEqual(others.filter((text) => fits(type, text)), [], type);
  }
});

Deno.test("typeSchema shows a result by what is inferred of it", () => {
  const { reading, file } = typedSource({
    "/source/a.ts": `export function f(fine: boolean) {
  if (fine) return { ok: true as const, at: new Date(), items: [], log() {} };
  return { ok: false as const, error: "no", code: fine ? "zoo" : "ape" } as const;
}`,
  });
  const declaration = file("/source/a.ts").statements.find(ts.isFunctionDeclaration)!;
  const type = reading.checker.getSignatureFromDeclaration(declaration)!.getReturnType();
  const schema = typeSchema(type, declaration, "the result", "output", reading)!;
  assert.ok(isRecord(schema));
  assert.deepEqual(schema.anyOf, [
    {
      type: "object",
      properties: {
        ok: { type: "boolean", const: true },
        at: { type: "string", format: "date-time", [TYPE_MARK]: "Date" },
        items: { type: "array", maxItems: 0 },
      },
      required: ["ok", "at", "items"],
    },
    {
      type: "object",
      properties: {
        ok: { type: "boolean", const: false },
        error: { type: "string", const: "no" },
        code: { type: "string", enum: ["zoo", "ape"] },
      },
      required: ["ok", "error", "code"],
    },
  ]);
});
