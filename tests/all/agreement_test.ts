import { agree } from "../support/agreement.ts";

const SEED = Number(Deno.env.get("AGREEMENT_SEED") ?? Math.floor(Math.random() * 2 ** 32));
const SCHEMAS = Number(Deno.env.get("AGREEMENT_SCHEMAS") ?? 2000);

Deno.test("20,000 values of schemas that nobody has seen before: no disagreement with another validator", async () => {
  const { pairs, fitting, converted } = await agree(SEED, SCHEMAS);
  console.log(`${pairs} pairs: ${fitting} fit, ${converted} more once they are converted`);
});
