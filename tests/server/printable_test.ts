import assert from "node:assert/strict";
import { printable } from "../../src/server/printable.ts";

Deno.test("a printable line moves no cursor, changes no colour, and is one line", () => {
  assert.equal(
    printable("a\x1b[2Jb\nc\rd\x9bm\u202ee\u2028"),
    "a\\u001b[2Jb\\u000ac\\u000dd\\u009bm\\u202ee\\u2028",
  );
  assert.equal(printable("größe שלום 日本 🙂"), "größe שלום 日本 🙂");
});
