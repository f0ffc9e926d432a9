import assert from "node:assert/strict";
import { deno, path } from "../support/server_process.ts";

Deno.test("types infer arguments, parameters and results, and refuse what does not fit", async () => {
  const file = "tests/types/inference.ts";
  const { code, stderr } = await deno(["check", path(file)], { cwd: path("") });
  assert.equal(code, 0, stderr);
  // An expected error that is none fails the check, so these are all there.
  const source = await Deno.readTextFile(path(file));
  assert.ok(source.match(/@ts-expect-error/g)!.length >= 20);
});
