import assert from "node:assert/strict";
import { fixture, SandboxedCalls, toolOf } from "../support/sandboxed_calls.ts";

const PLAIN = fixture("plain.ts");

Deno.test("a sandboxed tool gets its arguments, and its value comes back", async () => {
  await using calls = new SandboxedCalls();
  assert.equal(await calls.call(toolOf(PLAIN, "add"), { a: 1, b: 2 }), 3);
  const value = {
    a: [1, null, "x"],
    date: new Date(5),
    map: new Map([["k", 1n]]),
    none: undefined,
  };
  assert.deepEqual(await calls.call(toolOf(PLAIN, "same"), { value }), value);
});
