/** One tool over HTTP, by us. */
import mcp from "./ours.ts";

const server = await mcp.serve({ port: 0 });
console.log(server.url);
