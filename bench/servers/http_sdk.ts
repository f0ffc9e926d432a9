/** The same tool over HTTP, by the official SDK alone. */
import { createMcpHandler } from "@modelcontextprotocol/server";
import { make } from "./sdk.ts";

const handler = createMcpHandler(make);
Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => console.log(`http://127.0.0.1:${port}/mcp`),
}, (request) => handler.fetch(request));
