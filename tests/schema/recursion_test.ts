import assert from "node:assert/strict";
import { McpServer } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import { inputSchema } from "../../src/schema/component_schema.ts";
import "../support/quiet.ts";

const MODES = ["strict", "lenient"] as const;

/** A chain of so many objects. */
function chain(depth: number, end: unknown): Record<string, unknown> {
  let value = { next: end };
  for (let i = 1; i < depth; i++) value = { next: value };
  return value;
}

const node = { $ref: "#/$defs/node" };
const link = { type: "object", properties: { next: node }, required: ["next"] };
const other = { ...link, properties: { next: node, more: {} } };

for (
  const [what, definition] of [
    ["the branches of a union", { anyOf: [link, other, { type: "null" }] }],
    ["the branches of which one may fit", { oneOf: [link, other, { type: "null" }] }],
    ["schemas that hold together", { type: ["object", "null"], allOf: [link, other] }],
    ["a condition and what follows", { if: link, then: link, else: { type: "null" } }],
  ] as const
) {
  const schema = { type: "object", properties: { next: node }, $defs: { node: definition } };
  for (const validation of MODES) {
    Deno.test(`${validation}: the time does not double with each level, where ${what} refer back`, async () => {
      const { check } = inputSchema(schema, { validation });
      for (const end of [null, 5, "5", { mroe: 1 }]) {
        const start = performance.now();
        await check(chain(60, end));
        const time = performance.now() - start;
        assert.ok(time < 2000, `${time} ms for ${JSON.stringify(end)}`);
      }
      assert.equal((await check(chain(60, 5))).problems?.length, 1);
    });
  }
}

Deno.test("a verdict holds for one call only, since a value may be changed after it", async () => {
  const schema = { type: "object", properties: { next: node }, $defs: { node: link } };
  const { check } = inputSchema(schema, { validation: "strict" });
  const inner: Record<string, unknown> = {};
  const { problems } = await check({ next: inner });
  assert.deepEqual(problems, ["next.next: required, but missing"]);
  inner.next = inner.after = { next: { next: {} } };
  const again = await check({ next: inner });
  assert.deepEqual(again.problems, ["next.next.next.next.next: required, but missing"]);
});

Deno.test("a default is not filled with itself", async () => {
  const schema = {
    type: "object",
    properties: { again: { $ref: "#", default: {} }, count: { type: "number", default: 1 } },
  };
  const { check } = inputSchema(schema);
  assert.deepEqual(await check({}), { value: { again: { count: 1 }, count: 1 } });
});

Deno.test("arguments that are nested too deeply are refused in words", async () => {
  const mcp = new McpServer({ name: "deep", version: "1.0.0" });
  const node = { type: "object", properties: { a: { $ref: "#" } } };
  for (const validation of MODES) {
    mcp.tool(validation, { input: node, validation }, () => "x");
  }
  await using client = await testClient(mcp);
  const args = JSON.parse('{"a":'.repeat(5000) + "{}" + "}".repeat(5000));
  for (const name of MODES) {
    const { content } = await client.callTool(name, args);
    const { text } = content[0] as { text: string };
    assert.match(
      text,
      /^Invalid arguments for tool "\w+":\n- the arguments are nested too deeply$/,
    );
  }
});
