import { type McpServer, UserError } from "@x/mcp";
import { AUDIO, IMAGE } from "./media.ts";

const PAUSE_MS = 50;

/** A schema with what only JSON Schema 2020-12 knows; clients get it word for word. */
const JSON_SCHEMA_2020_12 = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

/** Adds the tools that ask the user for nothing. */
export function addTools(mcp: McpServer): void {
  addContent(mcp);
  addReports(mcp);
  addSchemas(mcp);
  addChanges(mcp);
}

function addContent(mcp: McpServer): void {
  // The suite calls the first tool of the list without arguments to try headers.
  mcp.tool(
    "test_simple_text",
    { description: "Returns text." },
    () => "This is a simple text response for testing.",
  );
  mcp.tool("test_image_content", { description: "Returns an image." }, () => IMAGE);
  mcp.tool("test_audio_content", { description: "Returns a sound." }, () => AUDIO);
  mcp.tool("test_embedded_resource", { description: "Returns a resource." }, () => ({
    type: "resource",
    resource: {
      uri: "test://embedded-resource",
      mimeType: "text/plain",
      text: "This is an embedded resource content.",
    },
  }));
  mcp.tool("test_multiple_content_types", { description: "Returns blocks of three kinds." }, () => [
    { type: "text", text: "Multiple content types test:" },
    IMAGE,
    {
      type: "resource",
      resource: {
        uri: "test://mixed-content-resource",
        mimeType: "application/json",
        text: JSON.stringify({ test: "data", value: 123 }),
      },
    },
  ]);
  mcp.tool("test_error_handling", { description: "Fails always." }, () => {
    throw new UserError("This tool intentionally returns an error for testing");
  });
}

function addReports(mcp: McpServer): void {
  mcp.tool("test_tool_with_progress", { description: "Reports progress." }, async (_, ctx) => {
    for (const progress of [0, 50, 100]) {
      ctx.progress(progress, 100);
      await pause();
    }
    return "Progress was reported";
  });
  mcp.tool("test_tool_with_logging", { description: "Logs what it does." }, async (_, ctx) => {
    for (const step of ["execution started", "processing data", "execution completed"]) {
      ctx.log.info(`Tool ${step}`);
      await pause();
    }
    return "Messages were logged";
  });
  mcp.tool("test_logging_tool", { description: "Logs to those who ask for it." }, (_, ctx) => {
    ctx.log.info("Called");
    return "Logged if asked for";
  });
  mcp.tool(
    "test_reconnection",
    { description: "Closes its stream, and answers later." },
    async (_, ctx) => {
      ctx.closeStream();
      await pause(3 * PAUSE_MS);
      return "Answered after the stream was closed";
    },
  );
}

function addSchemas(mcp: McpServer): void {
  mcp.tool("json_schema_2020_12_tool", {
    description: "Takes what a schema of 2020-12 says.",
    input: JSON_SCHEMA_2020_12,
  }, (args) => args);
  mcp.tool<{ region?: string }>("test_x_mcp_header", {
    description: "Takes an argument that a header repeats.",
    input: {
      type: "object",
      properties: { region: { type: "string", "x-mcp-header": "Region" } },
    },
  }, ({ region }) => `region=${region}`);
}

function addChanges(mcp: McpServer): void {
  mcp.tool(
    "test_sometimes",
    { description: "Comes and goes.", enabled: false },
    () => "Here at the moment",
  );
  mcp.prompt(
    "test_prompt_sometimes",
    { description: "Comes and goes.", enabled: false },
    () => "Here at the moment",
  );
  const toggle = (name: string) => {
    let shown = false;
    return () => {
      shown = !shown;
      if (shown) mcp.enable(name);
      else mcp.disable(name);
      return `${name} ${shown ? "came" : "went"}`;
    };
  };
  mcp.tool(
    "test_trigger_tool_change",
    { description: "Changes the list of tools." },
    toggle("test_sometimes"),
  );
  mcp.tool(
    "test_trigger_prompt_change",
    { description: "Changes the list of prompts." },
    toggle("test_prompt_sometimes"),
  );
}

function pause(milliseconds = PAUSE_MS): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
