import assert from "node:assert/strict";
import { ERAS } from "../support/raw_client.ts";
import { deno, path } from "../support/server_process.ts";

for (const era of ERAS) {
  Deno.test(`${era}: a thousand connections that come and go leave no memory behind`, async () => {
    const { code, stdout, stderr } = await deno([
      "run",
      "-A",
      "--v8-flags=--expose-gc",
      path("tests/fixtures/soak.ts"),
      era,
    ]);
    assert.equal(code, 0, stderr);
    const grown = Number(stdout);
    assert.ok(grown < 5, `the heap grew by ${grown.toFixed(1)} MiB`);
  });
}
