import assert from "node:assert/strict";
import { didYouMean, nearest } from "../../src/schema/nearest.ts";

Deno.test("nearest finds the word that a misspelt one stands for, and none that differs by half", () => {
  const table: readonly (readonly [word: string, known: string[], near: string | undefined])[] = [
    ["maxSiez", ["minSize", "maxSize"], "maxSize"],
    ["MAXSIZE", ["maxSize"], "maxSize"],
    ["size", ["maxSize"], "maxSize"],
    ["abcdxy", ["abcdef"], "abcdef"],
    // Three letters of six differ.
    ["abcxyz", ["abcdef"], undefined],
    ["ab", ["ac"], "ac"],
    ["id", ["maxSize", "idle"], undefined],
    ["a", ["b"], undefined],
    ["x".repeat(65), ["x".repeat(64)], undefined],
    ["name", [], undefined],
  ];
  for (const [word, known, near] of table) {
    assert.equal(nearest(word, known), near, word);
    const says = near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`;
    assert.equal(didYouMean(word, known), says);
  }
});
