import { inputRequired } from "@modelcontextprotocol/server";
import { McpServer } from "@x/mcp";
import assert from "node:assert/strict";
import "../support/quiet.ts";
import { HTTP_REQUIREMENTS, type HttpRequirement } from "../http_requirements.ts";
import { type RawRequest, rawRequest } from "../support/raw_http.ts";

function make(): McpServer {
  const mcp = new McpServer({ name: "required", version: "1.0.0", logging: true });
  mcp.tool<{ text: string }>("echo", {
    input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  }, ({ text }) => text);
  mcp.tool<{ region?: string }>("region", {
    input: {
      type: "object",
      properties: {
        region: { type: "string", "x-mcp-header": "Region" },
        zone: { type: "integer", "x-mcp-header": "Zone" },
      },
    },
  }, ({ region = "none" }) => region);
  mcp.tool("progress", {}, (_, ctx) => {
    ctx.progress(1, 2);
    ctx.progress(2, 2);
    return "done";
  });
  mcp.tool("ask", {}, () =>
    inputRequired({
      inputRequests: {
        who: inputRequired.elicit({
          message: "Who?",
          requestedSchema: { type: "object", properties: { name: { type: "string" } } },
        }),
      },
    }));
  mcp.resource("data://config", {}, { debug: false });
  mcp.prompt("hello", {}, () => "Hello");
  return mcp;
}

async function newSession(url: string): Promise<string> {
  const { headers } = await rawRequest(url, HTTP_REQUIREMENTS["initialize.session"].send);
  return headers["mcp-session-id"];
}

function filled(send: RawRequest, values: Record<string, string>): RawRequest {
  const headers = Object.entries(send.headers ?? {}).map(([name, value]) => [
    name,
    typeof value === "string" ? value.replace(/\{(\w+)\}/, (_, key) => values[key]) : value,
  ]);
  return { ...send, headers: Object.fromEntries(headers) };
}

async function check({ send, expect }: HttpRequirement, url: string): Promise<void> {
  const ended = await newSession(url);
  await rawRequest(url, { method: "DELETE", headers: { "mcp-session-id": ended } });
  const values = { session: await newSession(url), ended, host: new URL(url).host };
  const { status, headers, body, messages } = await rawRequest(url, filled(send, values));
  assert.equal(status, expect.status, body);
  const answer = messages.at(-1);
  if (expect.code !== undefined) assert.equal(answer?.error?.code, expect.code, body);
  if (answer?.error !== undefined) {
    assert.ok(Number.isInteger(answer.error.code) && typeof answer.error.message === "string");
  }
  if (expect.id !== undefined) assert.equal(answer?.id, expect.id);
  for (const [name, pattern] of Object.entries(expect.headers ?? {})) {
    assert.match(headers[name] ?? "", pattern, name);
  }
  if (expect.body !== undefined) assert.match(body, expect.body);
  if (expect.empty) assert.equal(body, "");
}

for (const [id, row] of Object.entries(HTTP_REQUIREMENTS)) {
  Deno.test(`${row.era} ${id}: ${row.behaviour}`, async () => {
    const mcp = make();
    await using server = await mcp.serve({ port: 0 });
    await check(row, server.url);
  });
}
