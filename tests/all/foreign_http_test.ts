import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as HttpV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import assert from "node:assert/strict";
import {
  INFO,
  Inspector,
  NEGOTIATIONS,
  useClientV1,
  useClientV2,
} from "../support/foreign_clients.ts";
import { HttpProcess } from "../support/http_server.ts";
import { until } from "../support/server_process.ts";
import { WatchedFetch } from "../support/watched_fetch.ts";

const HELLO = "examples/hello.ts";
const LIMIT_MS = 15_000;

Deno.test("HTTP: the official client 1.x lists, calls, reads and gets", async () => {
  await using server = await HttpProcess.cli(HELLO);
  await useClientV1(new HttpV1(new URL(server.url)));
});

for (const negotiation of NEGOTIATIONS) {
  Deno.test(`HTTP: the official client 2.x, ${negotiation[0]}, lists, calls, reads and completes`, async () => {
    await using server = await HttpProcess.cli(HELLO);
    await useClientV2(new StreamableHTTPClientTransport(new URL(server.url)), negotiation);
  });
}

Deno.test("HTTP: the official Inspector's command line lists, calls, reads and gets, in both eras", async () => {
  await using inspector = await Inspector.install();
  await using server = await HttpProcess.cli(HELLO);
  await inspector.use("--transport", "http", "--server-url", server.url);
});

/** What the two versions of the client have in common. */
interface Session {
  readonly transport: { readonly sessionId?: string; terminateSession(): Promise<void> };
  connect(): Promise<void>;
  reveal(): Promise<unknown>;
  close(): Promise<void>;
}

/** Sessions of both versions, by what they fetch with and who hears of changes. */
const SESSIONS: Record<string, (url: URL, watched: WatchedFetch, heard: () => void) => Session> = {
  "1.x": (url, { fetch }, heard) => {
    const transport = new HttpV1(url, { fetch });
    const client = new ClientV1(INFO);
    client.setNotificationHandler(ToolListChangedNotificationSchema, heard);
    return {
      transport,
      connect: () => client.connect(transport),
      reveal: () => client.callTool({ name: "reveal" }),
      close: () => client.close(),
    };
  },
  "2.x, legacy,": (url, { fetch }, heard) => {
    const transport = new StreamableHTTPClientTransport(url, { fetch });
    const client = new Client(INFO, { versionNegotiation: { mode: "legacy" } });
    client.setNotificationHandler("notifications/tools/list_changed", heard);
    return {
      transport,
      connect: () => client.connect(transport),
      reveal: () => client.callTool({ name: "reveal" }),
      close: () => client.close(),
    };
  },
};

for (const [version, open] of Object.entries(SESSIONS)) {
  Deno.test(`HTTP: the official client ${version} hears of changes on its own stream, and ends its session`, async () => {
    await using server = await HttpProcess.cli("tests/fixtures/turns.ts");
    using watched = new WatchedFetch();
    let changes = 0;
    const session = open(new URL(server.url), watched, () => void changes++);
    await session.connect();
    try {
      const { sessionId } = session.transport;
      assert.ok(sessionId);
      assert.ok(await until(() => watched.answers.includes("GET 200"), LIMIT_MS), "no stream");
      await session.reveal();
      assert.ok(await until(() => changes === 1, LIMIT_MS), "the change was not heard of");
      await session.transport.terminateSession();
      assert.equal(watched.answers.at(-1), "DELETE 200");
      assert.equal(session.transport.sessionId, undefined);
      const { status, body } = await fetch(server.url, {
        headers: { "accept": "text/event-stream", "mcp-session-id": sessionId },
      });
      await body?.cancel();
      assert.equal(status, 404);
    } finally {
      await session.close();
    }
  });
}
