import assert from "node:assert/strict";
import { batches } from "../../src/deno/batches.ts";

Deno.test("batches names all modules in order, and no more at once than a command takes", () => {
  const urls = Array.from({ length: 40 }, (_, i) => `file:///tools/${"%C3%BC".repeat(i)}.ts`);
  const most = 2000;
  const lists = batches(urls, most);
  assert.deepEqual(lists.flat(), urls);
  const lengths = lists.map((list) =>
    encodeURIComponent(list.map((url) => `import "${url}";`).join("")).length
  );
  assert.ok(lengths.every((length) => length <= most), String(lengths));
  assert.ok(lists[0].length > 5, String(lengths));
});

Deno.test("batches gives a module that is longer than that a command of its own", () => {
  assert.deepEqual(batches(["file:///a.ts", "file:///long.ts", "file:///b.ts"], 1), [
    ["file:///a.ts"],
    ["file:///long.ts"],
    ["file:///b.ts"],
  ]);
  assert.deepEqual(batches([], 1), []);
});
