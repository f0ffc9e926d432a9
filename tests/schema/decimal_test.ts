import assert from "node:assert/strict";
import { exactNumber, isMultiple } from "../../src/schema/check/decimal.ts";

Deno.test("exactNumber is the number that a text writes, unless a number cannot keep its digits", () => {
  const table: readonly (readonly [text: string, number: number | undefined])[] = [
    ["0.5", 0.5],
    [`0.5${"0".repeat(30)}`, 0.5],
    [`0.${"0".repeat(20)}1`, 1e-21],
    [`1${"0".repeat(22)}`, 1e22],
    [`0.5${"0".repeat(1000)}`, undefined],
    ["9007199254740993", undefined],
    ["9007199254740994", 9007199254740994],
    ["0.30000000000000004", 0.1 + 0.2],
    ["0.3000000000000000400001", undefined],
    ["-0", -0],
    ["1e400", undefined],
    ["0x10", undefined],
    ["05", undefined],
    [" 5", undefined],
    ["", undefined],
  ];
  for (const [text, number] of table) assert.equal(exactNumber(text), number, text.slice(0, 40));
});

Deno.test("isMultiple takes numbers beyond the safe range as the decimals that they are written as", () => {
  const table: readonly (readonly [value: number, of: number, multiple: boolean])[] = [
    [12, 4, true],
    [13, 4, false],
    [0.3, 0.1, true],
    // Written 9223372036854776000, and no multiple of 1,024.
    [2 ** 63, 1024, false],
    [2 ** 63, 1000, true],
    [1e300, 7, false],
  ];
  for (const [value, of, multiple] of table) {
    assert.equal(isMultiple(value, of), multiple, `${value} by ${of}`);
  }
});
