import assert from "node:assert/strict";
import { type Answer, type Head, NoAnswer, RawHttp, requestBytes } from "./http_raw.ts";
import { envelope, type Message } from "./raw_client.ts";

/**
 * How a client speaks: the legacy era in a session, the same without streams, the same where there are
 * no sessions, or the modern era.
 */
export type PeerKind = "session" | "json" | "stateless" | "modern";

/** A request for {@linkcode HttpPeer.bytes}. */
export interface PeerRequest {
  readonly id?: string | number;
  readonly params?: Record<string, unknown>;
  readonly meta?: Record<string, unknown>;
  /** Headers that differ from those of its kind. */
  readonly headers?: Record<string, string>;
}

/** A client over HTTP, as bytes on one connection of its own. */
export class HttpPeer implements Disposable {
  readonly url: string;
  readonly kind: PeerKind;
  /** The session, in an era and on a server that has such. */
  readonly session: string | undefined;
  readonly raw: RawHttp;

  private constructor(url: string, kind: PeerKind, raw: RawHttp, session?: string) {
    this.url = url;
    this.kind = kind;
    this.raw = raw;
    this.session = session;
  }

  /** Connects, and shakes hands where there are sessions. */
  static async open(url: string, kind: PeerKind, limitMs?: number): Promise<HttpPeer> {
    const raw = await RawHttp.open(url, limitMs);
    const peer = new HttpPeer(url, kind, raw);
    if (kind === "modern" || kind === "stateless") return peer;
    const answer = await peer.answer("initialize", INITIALIZE);
    assert.equal(answer.status, 200, answer.text);
    const session = answer.headers.get("mcp-session-id");
    assert.ok(session);
    const begun = new HttpPeer(url, kind, raw, session);
    assert.equal((await begun.answer("notifications/initialized")).status, 202);
    return begun;
  }

  /** Another connection of the same client. */
  async again(limitMs?: number): Promise<HttpPeer> {
    return new HttpPeer(this.url, this.kind, await RawHttp.open(this.url, limitMs), this.session);
  }

  /** A request as bytes; a notification if it has no id. */
  bytes(method: string, { id, params, meta = {}, headers }: PeerRequest = {}): Uint8Array {
    const all = this.kind === "modern" ? envelope(meta) : meta;
    const body = JSON.stringify({
      jsonrpc: "2.0",
      ...(id === undefined ? {} : { id }),
      method,
      params: { ...params, ...(Object.keys(all).length > 0 ? { _meta: all } : {}) },
    });
    return requestBytes("POST", new URL(this.url).pathname, {
      ...this.headers(method, params),
      ...headers,
    }, body);
  }

  /** Headers of a POST. */
  headers(method?: string, params: Record<string, unknown> = {}): Record<string, string> {
    const name = params.name ?? params.uri;
    return {
      "host": new URL(this.url).host,
      "content-type": "application/json",
      "accept": this.kind === "json" ? "application/json" : "application/json, text/event-stream",
      ...(this.kind === "modern"
        ? {
          "mcp-protocol-version": "2026-07-28",
          ...(method === undefined ? {} : { "mcp-method": method }),
          ...(name === undefined ? {} : { "mcp-name": String(name) }),
        }
        : { "mcp-protocol-version": "2025-11-25" }),
      ...(this.session === undefined ? {} : { "mcp-session-id": this.session }),
    };
  }

  /**
   * Sends a request, and waits for its answer.
   *
   * @throws {NoAnswer} if there is none, or only half of one
   */
  async answer(method: string, request?: PeerRequest): Promise<Answer> {
    await this.raw.write(this.bytes(method, request));
    const answer = await this.raw.answer();
    if (answer === undefined) throw new NoAnswer("The connection ended before the answer");
    return answer;
  }

  /** Calls a tool, and returns all that the answer holds; the last of it answers the call. */
  async call(
    name: string,
    args: Record<string, unknown> = {},
    { id = 1, meta }: { id?: string | number; meta?: Record<string, unknown> } = {},
  ): Promise<Message[]> {
    const params = { name, arguments: args };
    const answer = await this.answer("tools/call", {
      id,
      params,
      ...(meta === undefined ? {} : { meta }),
    });
    if (!answer.whole) throw new NoAnswer("The connection ended within the answer");
    assert.equal(answer.status, 200, answer.text);
    return messagesOf(answer);
  }

  /**
   * Sends all but the last byte of a request.
   *
   * @returns what sends the rest
   */
  async half(method: string, request: PeerRequest): Promise<() => Promise<boolean>> {
    const bytes = this.bytes(method, request);
    await this.raw.write(bytes.subarray(0, -1));
    return () => this.raw.write(bytes.subarray(-1));
  }

  /** Opens the stream of its era for what nobody asked for, and waits for its head. */
  async listen(id: string | number = "listen"): Promise<void> {
    const opened = this.kind === "modern"
      ? this.bytes("subscriptions/listen", {
        id,
        params: { notifications: { toolsListChanged: true } },
      })
      : requestBytes("GET", new URL(this.url).pathname, {
        ...this.headers(),
        accept: "text/event-stream",
      });
    await this.raw.write(opened);
    const head = await this.raw.head();
    assert.equal(head?.status, 200);
    assert.equal(head.headers.get("content-type"), "text/event-stream");
    // The first event is there at once: the acknowledgement, or where to go on from.
    assert.ok(await this.raw.part());
  }

  close(): void {
    this.raw.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

/** What a legacy client begins with. */
export const INITIALIZE: PeerRequest = {
  id: "begin",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "raw", version: "1.0.0" },
  },
};

/** The messages of an answer, be it JSON or a stream of events. */
export function messagesOf({ headers, text }: Head & { readonly text: string }): Message[] {
  if (headers.get("content-type") !== "text/event-stream") {
    const body = JSON.parse(text);
    return Array.isArray(body) ? body : [body];
  }
  return eventsOf(text);
}

/** The messages of a stream's text. */
export function eventsOf(text: string): Message[] {
  return text.split("\n").filter((line) => /^data: ./.test(line))
    .map((line) => JSON.parse(line.slice("data: ".length)));
}

/** The text that a tool has returned. */
export function textOf(message: Message | undefined): string {
  return message?.result?.content?.[0]?.text;
}
