/** A project with one component a file; the texts by their paths. */
export const PROJECT: Readonly<Record<string, string>> = {
  "tools/reading_time.ts": `/**
 * Tells how long a text takes to read.
 *
 * @module
 */

export const annotations = { readOnlyHint: true, openWorldHint: false };

/** What reading a text comes to. */
export interface ReadingTime {
  /**
   * How many words it has.
   * @integer
   */
  words: number;
  /** How many minutes it takes. */
  minutes: number;
}

/**
 * @param text What is to be read.
 * @param wordsPerMinute How fast the reader is. @minimum 50 @maximum 1000
 */
export default function readingTime(
  text: string,
  wordsPerMinute = 230,
): ReadingTime {
  const words = text.match(/\\S+/g)?.length ?? 0;
  return { words, minutes: words / wordsPerMinute };
}
`,
  "tools/reading_time_test.ts": `import assert from "node:assert/strict";
import readingTime from "./reading_time.ts";

Deno.test("reading_time counts the words, and the minutes that they take", () => {
  const time = readingTime("Read me,\\n please.", 60);
  assert.deepEqual(time, { words: 3, minutes: 0.05 });
});

Deno.test("reading_time of nothing is none", () => {
  assert.deepEqual(readingTime(" "), { words: 0, minutes: 0 });
});
`,
  "resources/reading_speeds.ts": `/**
 * How fast people read, in words a minute.
 *
 * @module
 */

export const uri = "reading://speeds";

export default { careful: 150, usual: 230, fast: 400 };
`,
  "resources/reading_speeds_test.ts": `import assert from "node:assert/strict";
import speeds from "./reading_speeds.ts";

Deno.test("reading_speeds go from careful to fast", () => {
  assert.ok(speeds.careful < speeds.usual && speeds.usual < speeds.fast);
});
`,
  "prompts/shorten.ts": `/**
 * Asks for a text to be made shorter.
 *
 * @module
 */

/**
 * @param text What is too long.
 * @param minutes How long it may take to read. @minimum 1
 */
export default function shorten(text: string, minutes = 1): string {
  return \`Make this text so short that it takes \${minutes} min to read. \` +
    \`Keep its tone, and everything that is a fact.\\n\\n\${text}\`;
}
`,
  "prompts/shorten_test.ts": `import assert from "node:assert/strict";
import shorten from "./shorten.ts";

Deno.test("shorten asks for the minutes, and has the text at its end", () => {
  const asked = shorten("Once upon a time.", 2);
  assert.match(asked, / 2 min .*\\n\\nOnce upon a time\\.$/s);
});
`,
};
