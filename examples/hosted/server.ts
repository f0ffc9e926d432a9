/**
 * A server for many users, behind a proxy: who may reach it comes from the environment. The files
 * beside it run it in a container, as a service, and under a path of a site.
 *
 * @module
 */
import { McpServer } from "@x/mcp";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";

const mcp = new McpServer({
  name: "blue",
  version: "1.0.0",
  http: { allowedHosts: list("ALLOWED_HOSTS"), allowedOrigins: list("ALLOWED_ORIGINS") },
});

mcp.tool("count_words", {
  description: "Counts the words of a text.",
  input: z.object({ text: z.string() }),
  output: z.int(),
  annotations: { readOnlyHint: true },
}, ({ text }) => text.match(/\S+/g)?.length ?? 0);

mcp.tool("count_down", {
  description: "Counts down, a step a second, and reports each.",
  input: z.object({ from: z.int().min(1).max(60).default(5) }),
}, async ({ from }, { progress, signal }) => {
  for (let left = from; left > 0; left--) {
    progress(from - left, from, `${left}…`);
    await pause(1000, undefined, { signal });
  }
  return "Lift-off!";
});

/** The names in a variable, parted by commas. */
function list(variable: string): string[] {
  return (Deno.env.get(variable) ?? "").split(",").map((name) => name.trim()).filter(Boolean);
}

export default mcp;
if (import.meta.main) {
  await mcp.run({
    transport: "http",
    host: Deno.env.get("HOST") || "127.0.0.1",
    port: Number(Deno.env.get("PORT") || 8000),
  });
}
