import assert from "node:assert/strict";
import { REQUIREMENTS } from "./requirements.ts";

const CITED = /\[([a-z]+(?:\.[a-z-]+)+)\]/g;

async function* testFiles(folder: URL): AsyncGenerator<URL> {
  for await (const entry of Deno.readDir(folder)) {
    const url = new URL(entry.isDirectory ? `${entry.name}/` : entry.name, folder);
    if (entry.isDirectory) yield* testFiles(url);
    else if (entry.name.endsWith("_test.ts")) yield url;
  }
}

Deno.test("requirements: every row is shown by a test, and every id that a test cites is a row", async () => {
  const cited = new Set<string>();
  for await (const file of testFiles(new URL("./", import.meta.url))) {
    for (
      const name of (await Deno.readTextFile(file)).match(/Deno\.test\(\s*[`"][^`"]+[`"]/g) ?? []
    ) {
      for (const [, id] of name.matchAll(CITED)) cited.add(id);
    }
  }
  const rows = Object.keys(REQUIREMENTS);
  assert.deepEqual(rows.filter((id) => !cited.has(id)), [], "rows that no test cites");
  assert.deepEqual([...cited].filter((id) => !rows.includes(id)), [], "ids that are no row");
});
