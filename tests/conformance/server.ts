/** The server that the official conformance suite asks, with the names and answers that it expects. */
import { McpServer } from "@x/mcp";
import { addQuestions } from "./questions.ts";
import { addPrompts, addResources } from "./resources_prompts.ts";
import { addTools } from "./tools.ts";

const mcp = new McpServer({ name: "conformance", version: "1.0.0" });
addTools(mcp);
addQuestions(mcp);
addResources(mcp);
addPrompts(mcp);

export default mcp;
if (import.meta.main) await mcp.run({ transport: "http" });
