import type { McpServer } from "@x/mcp";
import { z } from "zod";
import { IMAGE, PNG } from "./media.ts";

export function addResources(mcp: McpServer): void {
  // The suite reads the first resource of the list for its cache hint.
  mcp.resource("test://static-text", {
    name: "static-text",
    description: "Text.",
    mimeType: "text/plain",
    cache: { ttlMs: 1000, cacheScope: "public" },
  }, "This is the content of the static text resource.");
  mcp.resource("test://static-binary", {
    name: "static-binary",
    description: "An image.",
    mimeType: "image/png",
  }, Uint8Array.fromBase64(PNG));
  mcp.resource("test://watched-resource", {
    name: "watched-resource",
    description: "One to subscribe to.",
    mimeType: "text/plain",
  }, "Nothing happens here.");
  mcp.resource("test://template/{id}/data", {
    name: "template",
    description: "Data for an id.",
    mimeType: "application/json",
  }, ({ id }) => ({ id, templateTest: true, data: `Data for ID: ${id}` }));
}

export function addPrompts(mcp: McpServer): void {
  mcp.prompt(
    "test_simple_prompt",
    { description: "Says one sentence." },
    () => "This is a simple prompt for testing.",
  );
  mcp.prompt("test_prompt_with_arguments", {
    description: "Repeats its arguments.",
    args: z.object({
      arg1: z.string().describe("First argument"),
      arg2: z.string().describe("Second argument"),
    }),
    complete: {
      arg1: (typed) => ["test one", "test two"].filter((value) => value.startsWith(typed)),
    },
  }, ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`);
  mcp.prompt("test_prompt_with_embedded_resource", {
    description: "Shows a resource.",
    args: z.object({ resourceUri: z.string().describe("URI of the resource") }),
  }, ({ resourceUri }) => [
    {
      type: "resource",
      resource: {
        uri: resourceUri,
        mimeType: "text/plain",
        text: "Embedded resource content for testing.",
      },
    },
    "Please process the embedded resource above.",
  ]);
  mcp.prompt(
    "test_prompt_with_image",
    { description: "Shows an image." },
    () => [IMAGE, "Please analyze the image above."],
  );
}
