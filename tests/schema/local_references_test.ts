import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import assert from "node:assert/strict";
import { type JsonSchema, McpServer } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import { inputSchema } from "../../src/schema/component_schema.ts";
import "../support/quiet.ts";
import { referee } from "../support/referee.ts";

const OLD = "http://json-schema.org/draft-07/schema#";
const MIDDLE = "https://json-schema.org/draft/2019-09/schema";

const text = { type: "string" };
const number = { type: "number" };
const a = (ref: string) => ({ a: { $ref: ref } });

/** Schemas of which `a` is a number. */
const NUMBERS: Readonly<Record<string, JsonSchema>> = {
  "a pointer from an inner $id": {
    properties: {
      a: { $id: "https://e.x/inner", $ref: "#/$defs/it", $defs: { it: number } },
    },
    $defs: { it: text },
  },
  "the $id of the root": {
    $id: "https://e.x/root",
    properties: a("https://e.x/root#/$defs/it"),
    $defs: { it: number },
  },
  "an $id inside": {
    $id: "https://e.x/root",
    properties: a("https://e.x/it"),
    $defs: { x: { $id: "https://e.x/it", ...number } },
  },
  "an $id inside that is relative, and a reference that is": {
    $id: "https://e.x/some/root",
    properties: a("it"),
    $defs: { x: { $id: "/some/it", ...number } },
  },
  "a relative $id without a root that has one": {
    properties: a("it.json"),
    $defs: { x: { $id: "it.json", ...number } },
  },
  "a URN, and a pointer in it": {
    properties: a("urn:x:it#/$defs/deep"),
    $defs: { x: { $id: "urn:x:it", $defs: { deep: number } } },
  },
  "an anchor in an inner $id": {
    properties: a("it#here"),
    $defs: {
      x: { $id: "it", $defs: { y: { $anchor: "here", ...number } } },
      z: { $anchor: "here", ...text },
    },
  },
  "the root of an inner $id": {
    properties: { a: { $ref: "it#/properties/list" } },
    $defs: {
      x: {
        $id: "it",
        properties: {
          list: { anyOf: [number, { type: "array", items: { $ref: "#/properties/list" } }] },
        },
      },
    },
  },
  "a dynamic reference that can lead to one place": {
    properties: {
      a: { $id: "it", $dynamicRef: "#t", $defs: { y: { $dynamicAnchor: "t", ...number } } },
    },
  },
  "a reference and a dynamic one together": {
    properties: {
      a: {
        $id: "it",
        $ref: "#/$defs/x",
        $dynamicRef: "#t",
        $defs: { x: { minimum: 0 }, y: { $dynamicAnchor: "t", ...number } },
      },
    },
  },
  "a recursive reference": {
    $schema: MIDDLE,
    properties: {
      a: {
        $id: "it",
        anyOf: [number, { type: "array", items: { $recursiveRef: "#" } }],
      },
    },
  },
  "names that pointers must escape": {
    properties: a("it#/$defs/a~1b%20%25~0"),
    $defs: { "x/y %~": { $id: "it", $defs: { "a/b %~": number } } },
  },
  "the fragment of an $id, in draft-07": {
    $schema: OLD,
    properties: a("#it"),
    definitions: { x: { $id: "#it", ...number }, y: { $id: "other" } },
  },
};

const OPTIONS = { strict: false, validateFormats: false, logger: false } as const;

function ajv(schema: JsonSchema): (value: unknown) => boolean {
  const Validator = { [OLD]: Ajv, [MIDDLE]: Ajv2019 }[String(schema.$schema)] ?? Ajv2020;
  return new Validator(OPTIONS).compile(schema);
}

for (const [what, schema] of Object.entries(NUMBERS)) {
  Deno.test(`a reference is followed by what its $id makes of it: ${what}`, async () => {
    const { json, check } = inputSchema({ type: "object", ...schema }, { validation: "strict" });
    // ajv does not follow all of these, but what is listed.
    const validators = [await referee(schema), ajv(json)];
    for (const value of [1, "1", [[1]], ["x"], -1]) {
      const { problems } = await check({ a: value });
      for (const fits of validators) {
        assert.equal(fits({ a: value }), problems === undefined, JSON.stringify({ value, json }));
      }
    }
    assert.equal((await check({ a: 1 })).problems, undefined);
    assert.notEqual((await check({ a: "1" })).problems, undefined);
  });
}

Deno.test("a schema with an $id inside is listed with pointers from its root, others as they are", () => {
  const listed = (schema: JsonSchema) => inputSchema(schema).json;
  assert.deepEqual(
    listed({
      $id: "https://e.x/root",
      properties: { ...a("it#here"), b: { $id: "it", $anchor: "here", ...number } },
    }),
    {
      type: "object",
      $id: "https://e.x/root",
      properties: { a: { $ref: "#/properties/b" }, b: number },
    },
  );
  const plain = {
    type: "object",
    $id: "urn:root",
    properties: a("#here"),
    $defs: { x: { $anchor: "here" } },
  };
  assert.deepEqual(listed(plain), plain);
});

Deno.test("in draft-07 an $id beside a reference does not count", () => {
  // As the official suite has it; other validators differ.
  const { json } = inputSchema({
    $schema: OLD,
    $id: "https://e.x/base/",
    properties: { a: { $id: "https://e.x/", $ref: "it.json" } },
    definitions: { it: { $id: "it.json", ...number }, other: { $id: "/it.json", ...text } },
  });
  assert.deepEqual(json.properties, a("#/definitions/it"));
});

Deno.test("an output with an $id inside is wrapped with its references in place", async () => {
  const mcp = new McpServer({ name: "ids", version: "1.0.0" });
  mcp.tool("list", {
    output: {
      $id: "https://e.x/list",
      type: "array",
      items: { anyOf: [{ $ref: "https://e.x/list" }, { $ref: "https://e.x/it" }] },
      $defs: { x: { $id: "it", ...number } },
    },
  }, () => [1, [2]]);
  await using client = await testClient(mcp);
  // The official client checks structured content against the listed schema.
  await client.listTools();
  assert.deepEqual((await client.callTool("list")).data, [1, [2]]);
});

Deno.test("a reference that cannot be followed, or could lead to several places, is refused at registration", () => {
  const inner = { $id: "it", $dynamicRef: "#t", $defs: { y: { $dynamicAnchor: "t" } } };
  const cases: readonly [JsonSchema, RegExp][] = [
    [
      { properties: a("https://e.x/it") },
      /a: \$ref "https:\/\/e\.x\/it" points outside the schema/,
    ],
    [{ $id: "https://e.x/root", properties: a("it") }, /a: \$ref "it" points outside the schema/],
    [{ $id: "urn:x", properties: a("it") }, /a: \$ref "it" is no URI .* beside urn:x/],
    [
      { properties: a("it#/$defs/y"), $defs: { x: { $id: "it" }, y: {} } },
      /a: \$ref "it#\/\$defs\/y" points to nothing/,
    ],
    [
      { properties: a("it#y"), $defs: { x: { $id: "it" }, y: { $anchor: "y" } } },
      /a: \$ref "it#y" points to nothing/,
    ],
    [{ properties: { a: { $dynamicRef: "#none" } } }, /a: \$dynamicRef "#none" points to nothing/],
    [{ properties: { a: { $id: "x#y" } } }, /a: \$id "x#y" has a fragment; write an \$anchor/],
    [{ properties: { a: { $id: 5 } } }, /a: \$id 5 must be text/],
    [
      { properties: { a: { $id: "it" }, b: { $id: "it", type: "string" } } },
      /b: the name "\S*it" is also that of a/,
    ],
    [
      { properties: { a: inner }, $defs: { z: { $dynamicAnchor: "t" } } },
      /a: \$dynamicRef "#t" would depend on the way to it, .*; use \$ref/,
    ],
    [
      {
        $schema: MIDDLE,
        $recursiveAnchor: true,
        properties: { a: { $id: "it", $recursiveAnchor: true, items: { $recursiveRef: "#" } } },
      },
      /a\.items: \$recursiveRef "#" would depend on the way to it/,
    ],
    [
      { properties: { a: { $id: "it", $ref: "#" } } },
      /a: the schema refers to itself without end/,
    ],
  ];
  for (const [input, says] of cases) {
    const mcp = new McpServer({ name: "ids", version: "1.0.0" });
    assert.throws(() => mcp.tool("bad", { input }, () => "x"), says);
  }
});

Deno.test("one part with an $id may be used twice", async () => {
  const part = { $id: "it", ...number };
  const { check } = inputSchema({ properties: { a: part, b: part, c: { $ref: "it" } } });
  assert.deepEqual((await check({ a: 1, b: 2, c: "x" })).problems, [
    'c: expected number, got string "x"',
  ]);
});
