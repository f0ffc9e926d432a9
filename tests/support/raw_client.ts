import assert from "node:assert/strict";
import "./quiet.ts";
import type { McpServer } from "@x/mcp";

/** A decoded line of a server. */
export interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: string | number | null;
  readonly method?: string;
  // deno-lint-ignore no-explicit-any
  readonly params?: any;
  // deno-lint-ignore no-explicit-any
  readonly result?: any;
  // deno-lint-ignore no-explicit-any
  readonly error?: { code: number; message: string; data?: any };
}

export type TestEra = "legacy" | "modern";
export const ERAS = ["legacy", "modern"] as const;

const PREFIX = "io.modelcontextprotocol/";

/** The `_meta` that a modern request carries. */
export function envelope(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    [`${PREFIX}protocolVersion`]: "2026-07-28",
    [`${PREFIX}clientInfo`]: { name: "raw", version: "1.0.0" },
    [`${PREFIX}clientCapabilities`]: {},
    ...more,
  };
}

/** A client that knows nothing of the protocol but lines of JSON: it sends what a test tells it to. */
export class RawClient implements AsyncDisposable {
  /** Every message that came, in order. */
  readonly messages: Message[] = [];
  readonly #send: (line: string) => void;
  readonly #close: () => Promise<void>;
  readonly #waiting = new Set<{ test: (m: Message) => boolean; resolve: (m: Message) => void }>();
  #nextId = 1;

  constructor(send: (line: string) => void, close: () => Promise<void>) {
    this.#send = send;
    this.#close = close;
  }

  /** Connects to a server in this process. */
  static async to(server: McpServer): Promise<RawClient> {
    const connection = await server.connect((line) => client.take(line));
    const client = new RawClient((line) => connection.receive(line), () => connection.close());
    return client;
  }

  /** Connects to a server in this process, and shakes hands if the era asks for it. */
  static async open(server: McpServer, era: TestEra, capabilities = {}): Promise<RawClient> {
    const client = await RawClient.to(server);
    if (era === "legacy") await client.initialize(capabilities);
    return client;
  }

  /** Takes a line from the server, which must be one JSON-RPC message. */
  take(line: string): void {
    assert.ok(!line.includes("\n"), "a line holds one message");
    const message = JSON.parse(line) as Message;
    assert.equal(message.jsonrpc, "2.0");
    this.messages.push(message);
    for (const waiter of this.#waiting) {
      if (!waiter.test(message)) continue;
      this.#waiting.delete(waiter);
      waiter.resolve(message);
    }
  }

  /** Sends a value, or text as it is. */
  send(message: unknown): void {
    this.#send(typeof message === "string" ? message : JSON.stringify(message));
  }

  notify(method: string, params?: unknown): void {
    this.send({ jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) });
  }

  /** Sends a request as it is, and waits for its answer. */
  async request(
    method: string,
    params?: Record<string, unknown>,
    id: string | number = this.#nextId++,
  ): Promise<Message> {
    const answer = this.wait((message) => message.id === id && message.method === undefined);
    this.send({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });
    return await answer;
  }

  /** Sends a request in an era, with the envelope that the modern one asks for. */
  ask(
    era: TestEra,
    method: string,
    params: Record<string, unknown> = {},
    meta: Record<string, unknown> = {},
  ): Promise<Message> {
    const all = era === "modern" ? envelope(meta) : meta;
    return this.request(method, Object.keys(all).length > 0 ? { ...params, _meta: all } : params);
  }

  async initialize(capabilities = {}, protocolVersion = "2025-11-25"): Promise<Message> {
    const answer = await this.request("initialize", {
      protocolVersion,
      capabilities,
      clientInfo: { name: "raw", version: "1.0.0" },
    });
    this.notify("notifications/initialized");
    return answer;
  }

  /** The first message, from now on or among those that came, that passes a test. */
  wait(test: (message: Message) => boolean, limitMs = 15_000): Promise<Message> {
    const { promise, resolve, reject } = Promise.withResolvers<Message>();
    const waiter = { test, resolve: (message: Message) => (clearTimeout(timer), resolve(message)) };
    const timer = setTimeout(() => {
      this.#waiting.delete(waiter);
      reject(new Error(`No such message in ${limitMs} ms; got ${JSON.stringify(this.messages)}`));
    }, limitMs);
    this.#waiting.add(waiter);
    return promise;
  }

  /** The notifications of a method that came. */
  notifications(method: string): Message[] {
    return this.messages.filter((message) => message.method === method);
  }

  close(): Promise<void> {
    return this.#close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** Waits until everything that was begun in this turn of the event loop had its chance. */
export function settled(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      port2.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
