/** One tool, by us. */
import { McpServer } from "@x/mcp";
import { z } from "zod";

const mcp = new McpServer({ name: "bench", version: "1.0.0" });
mcp.tool("add", { input: z.object({ a: z.number(), b: z.number() }) }, ({ a, b }) => `${a + b}`);

export default mcp;
if (import.meta.main) await mcp.run();
