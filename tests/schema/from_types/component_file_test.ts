import assert from "node:assert/strict";
import { readComponents } from "../../support/component_cases.ts";
import { ROOT } from "../../support/server_process.ts";
import { COMPONENTS, SHARED } from "./component_files.ts";
import { REFUSALS } from "./component_refusals.ts";

const read = readComponents({ ...COMPONENTS, ...REFUSALS }, {
  ...SHARED,
  "_stray.ts": "export const one = 1, two = 2;\nexport type Three = 3;\n",
  "_depends.ts": `export { depends } from "${ROOT.pathname}src/server/depends.ts";\n`,
});

Deno.test("readComponent reads what files say", async (t) => {
  for (const [name, { says }] of Object.entries(COMPONENTS)) {
    await t.step(name, () => {
      const file = read.get(name)!;
      assert.ok("entry" in file, String(file));
      const asked = Object.keys(says) as (keyof typeof says)[];
      assert.deepEqual(Object.fromEntries(asked.map((key) => [key, file[key]])), says);
    });
  }
});

Deno.test("readComponent tells all that is wrong with files, at its place", async (t) => {
  for (const [name, { problems }] of Object.entries(REFUSALS)) {
    await t.step(name, () => {
      const told = read.get(name)!;
      assert.ok(Array.isArray(told), JSON.stringify(told));
      assert.deepEqual(told.map((line) => line.replace(/case_\d+/, "case_NUMBER")), problems);
    });
  }
});
