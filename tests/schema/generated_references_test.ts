import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { scope } from "arktype";
import assert from "node:assert/strict";
import Type from "typebox";
import * as v from "valibot";
import { z } from "zod";
import { generatedSchema } from "../../src/schema/libraries/generated.ts";
import type { Schema } from "../../src/schema/standard_schema.ts";

// deno-lint-ignore no-explicit-any
const shown = (schema: unknown): any => generatedSchema(schema as Schema, "input", false);

Deno.test("a part used twice is written out twice, whatever its library or its author call it", () => {
  const point = z.object({ x: z.number() }).meta({ id: "Point" });
  const listed = { type: "object", properties: { x: { type: "number" } }, required: ["x"] };
  const { properties, $defs } = shown(z.object({ a: point, b: z.array(point), c: point }));
  assert.deepEqual(properties, { a: listed, b: { type: "array", items: listed }, c: listed });
  assert.equal($defs, undefined);
});

Deno.test("what is said beside a reference is said beside the part", () => {
  const point = z.object({ x: z.number() }).meta({ id: "P", description: "a point" });
  const { properties } = shown(z.object({ a: point, b: point.describe("the end").optional() }));
  assert.equal(properties.a.description, "a point");
  assert.equal(properties.b.description, "the end");
  assert.deepEqual(properties.b.properties, { x: { type: "number" } });
});

Deno.test("a recursive part is named by its title, its author's name, or the property where it is first met", () => {
  const make = (meta: Record<string, string>) => {
    const part = z.object({
      get next() {
        return part.optional();
      },
    }).meta(meta) as z.ZodType;
    return part;
  };
  const names = (schema: unknown) => Object.keys(shown(schema).$defs);
  assert.deepEqual(names(make({})), ["Root"]);
  assert.deepEqual(names(z.object({ first_item: make({}) })), ["FirstItem"]);
  assert.deepEqual(names(z.object({ list: z.array(make({})) })), ["List"]);
  assert.deepEqual(names(z.object({ a: make({ id: "linked list" }) })), ["LinkedList"]);
  assert.deepEqual(names(z.object({ a: make({ id: "x", title: "A chain" }) })), ["AChain"]);
  assert.deepEqual(names(z.object({ "é": make({}), "2nd": make({}) })), ["Part", "Part2nd"]);
  assert.deepEqual(names(z.object({ x: make({ title: "T" }), y: make({ title: "T" }) })), [
    "T",
    "T2",
  ]);
  // Root stays free for the root.
  assert.deepEqual(names(z.object({ root: make({}) })), ["Root2"]);
});

Deno.test("a recursive root is an object, and a part as well", () => {
  const tree = z.object({
    value: z.number(),
    get children() {
      return z.array(tree);
    },
  });
  const { $defs, ...root } = shown(tree);
  assert.equal(root.type, "object");
  assert.deepEqual($defs, { Root: root });
  assert.deepEqual(root.properties.children, { type: "array", items: { $ref: "#/$defs/Root" } });
});

Deno.test("parts that refer to each other are named once, and the same by every library", () => {
  interface File {
    folder: Folder | null;
  }
  interface Folder {
    files: File[];
  }
  const file = z.object({
    get folder() {
      return z.nullable(folder);
    },
  });
  const folder: z.ZodType<Folder> = z.object({
    get files() {
      return z.array(file);
    },
  }) as never;
  const ark = scope({
    file: { folder: "folder | null" },
    folder: { files: "file[]" },
    all: { start: "folder[]" },
  }).export();
  const vFile: v.GenericSchema<File> = v.object({ folder: v.nullable(v.lazy(() => vFolder)) });
  const vFolder: v.GenericSchema<Folder> = v.object({ files: v.array(v.lazy(() => vFile)) });
  const expected = {
    type: "object",
    properties: { start: { type: "array", items: { $ref: "#/$defs/Start" } } },
    required: ["start"],
    $defs: {
      Start: {
        type: "object",
        properties: {
          files: {
            type: "array",
            items: {
              type: "object",
              properties: { folder: { anyOf: [{ $ref: "#/$defs/Start" }, { type: "null" }] } },
              required: ["folder"],
            },
          },
        },
        required: ["files"],
      },
    },
  };
  assert.deepEqual(shown(z.object({ start: z.array(folder) })), expected);
  assert.deepEqual(shown(ark.all), expected);
  assert.deepEqual(
    shown(toStandardJsonSchema(v.object({ start: v.array(vFolder) }))),
    expected,
  );
});

Deno.test("a list or a record of itself ends", () => {
  const list: z.ZodType = z.lazy(() => z.array(list));
  assert.deepEqual(shown(z.object({ list })), {
    type: "object",
    properties: { list: { $ref: "#/$defs/List" } },
    required: ["list"],
    $defs: { List: { type: "array", items: { $ref: "#/$defs/List" } } },
  });
  assert.deepEqual(
    shown(scope({ record: { "[string]": "record" }, all: { record: "record" } }).export().all),
    {
      type: "object",
      properties: { record: { $ref: "#/$defs/Record" } },
      required: ["record"],
      $defs: { Record: { type: "object", additionalProperties: { $ref: "#/$defs/Record" } } },
    },
  );
});

Deno.test("names are looked up where they are, so that two parts may have one name", () => {
  const cyclic = (leaf: ReturnType<typeof Type.Number> | ReturnType<typeof Type.String>) =>
    Type.Cyclic({
      Node: Type.Object({ next: Type.Optional(Type.Ref("Node")), leaf: Type.Ref("Leaf") }),
      Leaf: leaf,
    }, "Node");
  const { properties, $defs } = shown(
    Type.Object({ a: cyclic(Type.Number()), b: cyclic(Type.String()) }),
  );
  assert.deepEqual(properties, { a: { $ref: "#/$defs/Node" }, b: { $ref: "#/$defs/Node2" } });
  assert.equal($defs.Node.properties.leaf.type, "number");
  assert.equal($defs.Node2.properties.leaf.type, "string");
});

Deno.test("a schema that grows beyond 10,000 parts is refused, in time", () => {
  const wide = (properties: number) =>
    z.object(
      Object.fromEntries(Array.from({ length: properties }, (_, i) => [`p${i}`, z.string()])),
    );
  shown(wide(10_000));
  assert.throws(() => shown(wide(10_001)), /more than 10000 of them; share fewer parts/);
  const shared = z.object({ x: z.number() }).meta({ id: "S" });
  let ids: z.ZodType = shared;
  for (let i = 0; i < 40; i++) ids = z.object({ a: ids, b: ids }).meta({ id: `Level${i}` });
  const start = performance.now();
  assert.throws(() => shown(ids), /more than 10000 of them/);
  assert.ok(performance.now() - start < 5000);
});

Deno.test("a reference to nothing names its place", () => {
  assert.throws(
    () => shown(Type.Object({ a: Type.Array(Type.Ref("Missing")) })),
    /a\.items: \$ref "Missing" points to nothing in this schema/,
  );
});
