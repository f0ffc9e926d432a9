/**
 * Tests a server in the process of the test, through the same lane as over the wire.
 *
 * @example
 * ```ts
 * import { McpServer } from "@x/mcp";
 * import { testClient } from "@x/mcp/testing";
 * import assert from "node:assert/strict";
 *
 * const mcp = new McpServer({ name: "demo", version: "1.0.0" });
 * mcp.tool("greet", {}, () => "Hello!");
 *
 * Deno.test("greet says hello", async () => {
 *   await using client = await testClient(mcp);
 *   const { content } = await client.callTool("greet");
 *   assert.deepEqual(content, [{ type: "text", text: "Hello!" }]);
 * });
 * ```
 *
 * @module
 */
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { McpServer } from "../app/mcp_server.ts";
import type { ServerConnection } from "../protocol/server_connection.ts";
import { Client, type ClientOptions } from "./client.ts";

export type { CallOptions, CallResult, ClientOptions, LogMessage } from "./client.ts";
export type {
  ContentAnnotations,
  ContentBlock,
  EmbeddedResource,
  GetPromptResult,
  MediaContent,
  PromptMessage,
  ResourceContents,
  ResourceLink,
  TextContent,
} from "../content/types.ts";
export type { Era, LogLevel } from "../server/exchange.ts";
export type { ListedTool, ToolAnnotations } from "../server/tool.ts";
export type { ListedResource } from "../server/resource.ts";
export type { ListedPrompt } from "../server/prompt.ts";
export type { JsonSchema } from "../schema/standard_schema.ts";
export { Client };

/**
 * Connects a client to a server in the same process. Messages pass as lines of JSON, as they do over
 * stdio, and are checked by the official client.
 *
 * @param server The server to test
 * @param options Era (`"modern"` if left out), and handlers
 * @returns a client; close it, or declare it with `await using`
 */
export function testClient(server: McpServer, options: ClientOptions = {}): Promise<Client> {
  return Client.over(new MemoryTransport(server), options);
}

/** The client's end of a connection to a server in the same process. */
class MemoryTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];
  readonly #server: McpServer;
  #connection: ServerConnection | undefined;

  constructor(server: McpServer) {
    this.#server = server;
  }

  async start(): Promise<void> {
    this.#connection = await this.#server.connect((line) => {
      queueMicrotask(() => this.onmessage?.(JSON.parse(line) as JSONRPCMessage));
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.#connection?.receive(JSON.stringify(message));
    return Promise.resolve();
  }

  async close(): Promise<void> {
    const connection = this.#connection;
    if (connection === undefined) return;
    this.#connection = undefined;
    await connection.close();
    this.onclose?.();
  }
}
