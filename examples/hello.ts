/**
 * A first server: a tool, a resource, a resource template and a prompt.
 *
 * @module
 */
import { McpServer } from "@x/mcp";
import { z } from "zod";

const mcp = new McpServer({ name: "hello", version: "1.0.0", title: "Hello" });

mcp.tool("add", {
  description: "Adds two integers.",
  input: z.object({
    a: z.int().describe("First term."),
    b: z.int().describe("Second term."),
  }),
  output: z.int(),
  annotations: { readOnlyHint: true },
}, ({ a, b }) => a + b);

mcp.resource("resource://greeting", {
  name: "greeting",
  description: "A friendly word.",
}, () => "Hello from @x/mcp!");

mcp.resource("weather://{city}/current", {
  name: "current_weather",
  description: "The weather of a city, right now.",
  mimeType: "application/json",
  complete: {
    city: (typed) => ["Lima", "London", "Oslo"].filter((city) => city.startsWith(typed)),
  },
}, ({ city }) => ({ city, celsius: 22 }));

mcp.prompt("summarize_pr", {
  description: "Drafts a pull-request summary from a diff.",
  args: z.object({
    diff: z.string().describe("The diff to summarize."),
    tone: z.enum(["concise", "detailed", "playful"]).default("concise").describe("How to write."),
  }),
}, ({ diff, tone }) =>
  `Write a ${tone} pull-request summary for the following diff. ` +
  `Group changes by theme and flag any breaking changes.\n\n${diff}`);

export default mcp;
if (import.meta.main) await mcp.run();
