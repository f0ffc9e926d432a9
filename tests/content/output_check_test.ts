import { type } from "arktype";
import assert from "node:assert/strict";
import { McpServer, type Schema } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import { z } from "zod";
import { ERAS } from "../support/raw_client.ts";
import "../support/quiet.ts";

class Money {
  readonly a = 1;
  toJSON() {
    return "x";
  }
}

const DATE_TIME = {
  type: "object",
  properties: { when: { type: "string", format: "date-time" } },
} as const;

/** Results whose library is content with them, while what is listed is not what would be sent. */
const UNFIT: readonly (readonly [name: string, output: Schema, value: unknown])[] = [
  ["undefined in a list", z.array(z.number().optional()), [1, undefined]],
  ["undefined that is required", z.object({ a: z.any() }), { a: undefined }],
  ["a function", z.object({ a: z.unknown() }), { a: () => 1 }],
  ["undefined in a union", z.object({ a: z.union([z.number(), z.undefined()]) }), { a: undefined }],
  ["a tuple that is cut", z.tuple([z.number(), z.number().optional()]), [1, undefined]],
  ["a number that JSON has not", type({ a: "number" }), { a: Infinity }],
  ["an object that becomes text", type({ a: "number" }), new Money()],
  ["a loose object that becomes text", z.looseObject({ a: z.int() }), { a: 1, toJSON: () => "x" }],
  ["a date far away", z.object({ d: z.date() }), { d: new Date(8.64e15) }],
  ["a format", DATE_TIME, { when: "yesterday" }],
];

for (const era of ERAS) {
  Deno.test(`${era}: what is sent of a result is checked as it is listed, whatever its library says`, async (t) => {
    for (const [name, output, value] of UNFIT) {
      await t.step(name, async () => {
        const mcp = new McpServer({ name: "unfit", version: "1.0.0" });
        mcp.tool("t", { output }, (() => value) as () => never);
        await using client = await testClient(mcp, { era });
        const { isError, content } = await client.callTool("t");
        assert.equal(isError, true);
        assert.match(JSON.stringify(content), /does not match its output schema/);
      });
    }
  });

  Deno.test(`${era} C078: data that is called as a request for input is data where that is declared`, async () => {
    const mcp = new McpServer({ name: "status", version: "1.0.0" });
    let runs = 0;
    const value = { resultType: "input_required", requestState: "s3" };
    const output = z.object({ resultType: z.string(), requestState: z.string() });
    mcp.tool("declared", { output }, () => (runs++, value));
    mcp.tool("more", {}, () => ({ ...value, of: "its own" }));
    await using client = await testClient(mcp, { era });
    assert.deepEqual((await client.callTool("declared")).structured, value);
    assert.equal(runs, 1);
    assert.deepEqual((await client.callTool("more")).structured, { ...value, of: "its own" });
  });
}
