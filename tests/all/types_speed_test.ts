import assert from "node:assert/strict";
import { coldCache } from "../support/fake_jsr.ts";
import { deno, path } from "../support/server_process.ts";

/** Seconds that a type check of a file with so many tools takes, with nothing cached. */
async function checkSeconds(tools: number, folder: string): Promise<number> {
  const file = `${folder}/tools_${tools}.ts`;
  const lines = Array.from({ length: tools }, (_, i) => `
mcp.tool("tool_${i}", {
  description: "Tool ${i}.",
  input: z.object({ a: z.int(), b: z.string().default("x"), c: z.enum(["p", "q"]).optional() }),
  output: z.object({ sum: z.number(), text: z.string() }),
}, ({ a, b, c }, ctx) => {
  ctx.progress(a);
  return { sum: a + ${i}, text: b + (c ?? "") };
});`);
  await Deno.writeTextFile(
    file,
    `import { McpServer } from ${JSON.stringify(new URL(`file://${path("mod.ts")}`).href)};
import { z } from "zod";
const mcp = new McpServer({ name: "many", version: "1.0.0" });
${lines.join("\n")}
`,
  );
  const cache = await coldCache();
  const start = performance.now();
  const { code, stderr } = await deno(["check", "--config", path("deno.json"), file], {
    env: { DENO_DIR: cache },
  });
  const took = (performance.now() - start) / 1000;
  await Deno.remove(cache, { recursive: true });
  assert.equal(code, 0, stderr);
  return took;
}

Deno.test("type-checking a file with 200 tools takes at most 3 times as long as one with 2", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const few = await checkSeconds(2, folder);
    const many = await checkSeconds(200, folder);
    console.log(`200 tools against 2: ${(many / few).toFixed(2)} times`);
    assert.ok(many <= 3 * few, `${(many / few).toFixed(2)} times`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
