import assert from "node:assert/strict";
import { agree } from "../support/agreement.ts";
import { referee } from "../support/referee.ts";

/** The same every time here; `tests/all` takes another each time. */
const SEED = 20_260_728;
const SCHEMAS = 250;

Deno.test("C074: strict: whatever the schema and the value, the verdict is that of another validator; lenient: what fits arrives as it was sent, and what arrives fits", async () => {
  const { pairs, fitting, converted } = await agree(SEED, SCHEMAS);
  console.log(`${pairs} pairs: ${fitting} fit, ${converted} more once they are converted`);
  assert.ok(fitting > 0.4 * pairs && fitting < 0.7 * pairs, `${fitting} fit`);
  assert.ok(converted > 0.03 * pairs, `${converted} were converted`);
});

Deno.test("the other validator takes multiples as decimals, as the specification does", async () => {
  for (
    const [value, factor, fits] of [
      [-2, 0.001, true],
      [0.07, 0.01, true],
      [19.99, 0.01, true],
      [1e-7, 1, false],
      [1.5, 0.1, true],
      [0.15, 0.1, false],
    ] as const
  ) {
    const judge = await referee({ multipleOf: factor });
    assert.equal(judge(value), fits, `${value} by ${factor}`);
  }
});
