import assert from "node:assert/strict";
import { path } from "../support/server_process.ts";

const PAGE = "examples/from_fastmcp/README.md";
const HEADING = "## Where we differ on purpose";
// Put together, so that this file does not contain it.
const MARK = ["differs from", "FastMCP"].join(" ");

/** Words without markup. */
const plain = (words: string) => words.replaceAll("`", "").toLowerCase();

/** What names of tests say behind the mark, to their end or that of their brackets. */
async function tested(folder: string): Promise<{ file: string; words: string }[]> {
  const found = [];
  for await (const { name, isFile, isDirectory } of Deno.readDir(folder)) {
    const file = `${folder}/${name}`;
    if (isDirectory) found.push(...await tested(file));
    if (!isFile || !name.endsWith(".ts")) continue;
    const [, ...rest] = (await Deno.readTextFile(file)).split(MARK);
    for (const text of rest) {
      const words = /^(?: \d)?: ([^"\n]+?)(?=\)?")/.exec(text)?.[1];
      assert.ok(words !== undefined && words.length > 10, `${file}: write "${MARK}: WORDS"`);
      found.push({ file, words });
    }
  }
  return found;
}

Deno.test("house: what tests say we do in another way is what the page for users of FastMCP says", async () => {
  const page = await Deno.readTextFile(path(PAGE));
  const rows = page.slice(page.indexOf(HEADING)).split("\n").filter((line) => /^\| /.test(line))
    .map((line) => plain(line.split("|")[1].trim()))
    // Neither the head of the table nor what parts it.
    .filter((cell) => cell !== "here" && !/^(-+|\*\*.*\*\*)$/.test(cell));
  const tests = await tested(path("tests"));
  for (const { file, words } of tests) {
    assert.ok(rows.some((row) => row.includes(plain(words))), `${PAGE} lacks "${words}", ${file}`);
  }
  for (const row of rows) {
    assert.ok(tests.some(({ words }) => row.includes(plain(words))), `No test says "${row}"`);
  }
  assert.ok(rows.length > 30);
});
