import type { JsonSchema } from "@x/mcp";
import type { RawClient } from "./raw_client.ts";

/** What a list says of a tool. */
export interface Listed {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

/** The tools that a client gets. */
export async function listed(client: RawClient): Promise<Listed[]> {
  const { result } = await client.request("tools/list");
  return (result as { tools: Listed[] }).tools;
}
