import assert from "node:assert/strict";
import { generatedSchema } from "../../src/schema/libraries/generated.ts";
import { WANTS } from "../../src/schema/wanted.ts";
import { libraries } from "./samples/all.ts";

/** What a library cannot say, or says otherwise: those lists differ, and the golden files show how. */
const DIFFERENT: Readonly<Record<string, readonly string[]>> = {
  arktype: ["formats", "odd"],
  // Its tuples know no rest, and it has formats but no checks behind them.
  typebox: ["formats", "odd", "tuples"],
  typebox_034: ["formats", "odd", "tuples"],
  valibot: ["formats", "odd"],
  zod3: ["formats", "odd"],
  zod_mini: [],
};

/** A schema without the order of names: ArkType sorts its properties. */
function sorted(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(sorted);
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) => [
    key,
    key === "required" && Array.isArray(value) ? value.toSorted() : sorted(value),
  ]);
  return { ...Object.fromEntries(entries), wants: (node as { [WANTS]?: unknown })[WANTS] };
}

for (const [library, different] of Object.entries(DIFFERENT)) {
  for (const close of [false, true]) {
    const form = close ? "closed" : "open";
    Deno.test(`${library} lists the ${form} input of the shared set as zod does`, () => {
      let agreed = 0;
      for (const [name, schema] of Object.entries(libraries[library])) {
        if (different.includes(name)) continue;
        const [ours, zods] = [schema, libraries.zod[name]].map((schema) =>
          sorted(generatedSchema(schema, "input", close))
        );
        assert.deepEqual(ours, zods, name);
        agreed++;
      }
      assert.ok(agreed >= 16, String(agreed));
    });
  }
}

Deno.test("zod/mini lists what comes out as zod does, in the same order", () => {
  for (const [name, schema] of Object.entries(libraries.zod_mini)) {
    const [mini, zod] = [schema, libraries.zod[name]].map((schema) =>
      JSON.stringify(generatedSchema(schema, "output", false))
    );
    assert.equal(mini, zod, name);
  }
});
