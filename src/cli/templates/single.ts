/**
 * A server in one file; the texts by their paths.
 *
 * @param name Name of the server
 */
export function single(name: string): Readonly<Record<string, string>> {
  return {
    "server.ts": SERVER.replace("NAME", name),
    "server_test.ts": TEST,
  };
}

const SERVER = `import { McpServer } from "@x/mcp";

const mcp = new McpServer({
  name: "NAME",
  version: "0.1.0",
});

/** What reading a text comes to. */
interface ReadingTime {
  /**
   * How many words it has.
   * @integer
   */
  words: number;
  /** How many minutes it takes. */
  minutes: number;
}

/**
 * Tells how long a text takes to read.
 *
 * @param text What is to be read.
 * @param wordsPerMinute How fast the reader is. @minimum 50 @maximum 1000
 */
function reading_time(text: string, wordsPerMinute = 230): ReadingTime {
  const words = text.match(/\\S+/g)?.length ?? 0;
  return { words, minutes: words / wordsPerMinute };
}

/**
 * Asks for a text to be made shorter.
 *
 * @param text What is too long.
 * @param minutes How long it may take to read. @minimum 1
 */
function shorten(text: string, minutes = 1): string {
  return \`Make this text so short that it takes \${minutes} min to read. \` +
    \`Keep its tone, and everything that is a fact.\\n\\n\${text}\`;
}

mcp.tool(reading_time, import.meta, { annotations: { readOnlyHint: true } });
mcp.resource("reading://speeds", {
  name: "reading_speeds",
  description: "How fast people read, in words a minute.",
}, { careful: 150, usual: 230, fast: 400 });
mcp.prompt(shorten, import.meta);

export default mcp;
if (import.meta.main) await mcp.run();
`;

const TEST = `import { testClient } from "@x/mcp/testing";
import assert from "node:assert/strict";
import mcp from "./server.ts";

Deno.test("reading_time counts the words, and the minutes that they take", async () => {
  await using client = await testClient(mcp);
  const { data } = await client.callTool("reading_time", {
    text: "Read me,\\n please.",
    wordsPerMinute: 60,
  });
  assert.deepEqual(data, { words: 3, minutes: 0.05 });
});

Deno.test("reading_time refuses readers that there are not", async () => {
  await using client = await testClient(mcp);
  const { isError } = await client.callTool("reading_time", {
    text: "Read me.",
    wordsPerMinute: 1,
  });
  assert.ok(isError);
});

Deno.test("reading_speeds go from careful to fast", async () => {
  await using client = await testClient(mcp);
  const [{ text }] = await client.readResource("reading://speeds");
  const speeds = JSON.parse(text ?? "");
  assert.ok(speeds.careful < speeds.usual && speeds.usual < speeds.fast);
});

Deno.test("shorten asks for the minutes", async () => {
  await using client = await testClient(mcp);
  const { messages } = await client.getPrompt("shorten", {
    text: "Once upon a time.",
    minutes: "2",
  });
  assert.match(JSON.stringify(messages), / 2 min /);
});
`;
