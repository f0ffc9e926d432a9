import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { ErrorCode } from "../server/errors.ts";
import { Calls } from "./calls.ts";
import { refuse } from "./http_answer.ts";
import { LegacyHttp, type SessionSettings } from "./http_legacy.ts";
import { ModernHttp } from "./http_modern.ts";
import { type LaneOptions, stateCodec } from "./lane_server.ts";
import {
  claimedVersion,
  isRequest,
  MODERN_VERSIONS,
  paramsProblem,
  problemOf,
  taken,
} from "./messages.ts";

/** Settings of an {@linkcode HttpLane}. */
export interface HttpLaneOptions extends LaneOptions {
  /** Bounds of legacy sessions and what keeps their events, or `false` for none. */
  readonly sessions: SessionSettings | false;
  /** How often a quiet stream gets a comment, in milliseconds. */
  readonly keepAliveMs: number;
}

const MAX_BATCH = 100;

/**
 * Serves clients of both eras over HTTP, told apart by what they send. Hosts, origins, paths and sizes
 * have been looked at before.
 */
export class HttpLane {
  readonly #calls = new Calls();
  readonly #modern: ModernHttp;
  readonly #legacy: LegacyHttp;
  #closed = false;

  constructor({ sessions, keepAliveMs, ...lane }: HttpLaneOptions) {
    const codec = stateCodec(lane.secret);
    this.#modern = new ModernHttp(lane, codec, this.#calls, keepAliveMs);
    this.#legacy = new LegacyHttp(lane, codec, this.#calls, keepAliveMs, sessions);
  }

  /** Serves legacy clients without sessions from here on. */
  dropSessions(): void {
    this.#legacy.dropSessions();
  }

  /** Answers a request that is no POST. */
  async serve(request: Request): Promise<Response> {
    const { method, headers } = request;
    // 2026-07-28 transports: 405 for what only the legacy era knows.
    const sessions = this.#legacy.sessions && !isModern(headers.get("mcp-protocol-version"));
    if (sessions && (method === "GET" || method === "DELETE")) {
      return await this.#legacy.serve(request);
    }
    const allow = sessions ? "GET, POST, DELETE" : "POST";
    return refuse(405, `Method not allowed: ${method.slice(0, 50)}; send ${allow}`, {
      headers: { allow },
    });
  }

  /**
   * Answers a POST.
   *
   * @param text Its body
   */
  async post(request: Request, text: string): Promise<Response> {
    if (this.#closed) return refuse(503, "The server is shutting down");
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return refuse(400, "Parse error: the body is not JSON", { code: ErrorCode.ParseError });
    }
    const batch = Array.isArray(body);
    const raw = batch ? body as unknown[] : [body];
    if (raw.length === 0) return refuse(400, "Invalid Request: a batch must not be empty");
    if (raw.length > MAX_BATCH) {
      return refuse(400, `Invalid Request: a batch holds ${MAX_BATCH} messages at most`);
    }
    const messages: JSONRPCMessage[] = [];
    for (const one of raw) {
      const problem = problemOf(one);
      if (problem !== undefined) return refuse(400, `Invalid Request: ${problem}`);
      const message = taken(one as Record<string, unknown>);
      if (isRequest(message)) {
        const wrong = paramsProblem(message);
        if (wrong !== undefined) {
          return refuse(400, `Invalid params for ${message.method}: ${wrong}`, {
            code: ErrorCode.InvalidParams,
            id: message.id,
          });
        }
      }
      messages.push(message);
    }
    const modern = isModern(request.headers.get("mcp-protocol-version")) ||
      messages.some((message) => claimedVersion(message) !== undefined);
    if (!modern) return await this.#legacy.post(request, messages, batch);
    if (batch) return refuse(400, "Invalid Request: send one message a request, not a batch");
    return await this.#modern.post(request, messages[0]);
  }

  /** Waits, at most so many milliseconds, until every request is answered. */
  drained(limitMs: number): Promise<void> {
    return this.#calls.drained(limitMs);
  }

  /** Ends all sessions and streams, and aborts what still runs. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#legacy.close();
    await this.#modern.close();
  }
}

function isModern(version: string | null): boolean {
  return version !== null && MODERN_VERSIONS.includes(version.trim());
}
