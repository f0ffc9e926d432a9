import type {
  JSONRPCMessage,
  JSONRPCRequest,
  RequestId,
  Transport,
} from "@modelcontextprotocol/server";
import { ErrorCode, type Report } from "../server/errors.ts";
import { Calls } from "./calls.ts";
import {
  cancelledId,
  claimedVersion,
  encoded,
  errorText,
  MODERN_VERSIONS,
  paramsProblem,
  problemOf,
  taken,
} from "./messages.ts";
import type { SendLine } from "./server_connection.ts";

const UNSUPPORTED_VERSION = -32022;

/**
 * The SDK's end of a connection that carries one JSON-RPC message a line: decodes and encodes,
 * refuses what is no message, knows which requests wait for their answer, and mends what the SDK
 * would send or accept differently from what the registry means.
 */
export class LineWire implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];

  readonly #write: SendLine;
  readonly #report: Report;
  /** Methods of the requests that wait for their answer. */
  readonly #pending = new Map<RequestId, string>();
  readonly #calls = new Calls();
  #closed = false;

  constructor(write: SendLine, report: Report) {
    this.#write = write;
    this.#report = report;
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  /** Takes one line of input. */
  receive(line: string): void {
    if (this.#closed) return;
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return this.refuse(ErrorCode.ParseError, "Parse error: the line is not JSON");
    }
    const problem = Array.isArray(message)
      ? "send one message a line, not a batch"
      : problemOf(message);
    if (problem !== undefined) {
      return this.refuse(ErrorCode.InvalidRequest, `Invalid Request: ${problem}`);
    }
    const clean = taken(message as Record<string, unknown>);
    if ("method" in clean) {
      if ("id" in clean) {
        if (!this.#accept(clean)) return;
      } else if (clean.method === "notifications/cancelled") {
        // 2025-11-25 cancellation: initialize is not cancelled, and what is malformed is ignored.
        const cancelled = cancelledId(clean.params);
        if (cancelled === undefined || this.#pending.get(cancelled) === "initialize") return;
        this.#settle(cancelled);
      }
    }
    this.onmessage?.(clean);
  }

  /** Notes a request; refuses one that the SDK would drop, or refuse in its schema library's words. */
  #accept(request: JSONRPCRequest): boolean {
    const { id, method } = request;
    if (this.#pending.has(id)) {
      this.refuse(ErrorCode.InvalidRequest, `Invalid Request: id ${id} is in use`);
      return false;
    }
    const wrong = paramsProblem(request);
    if (wrong !== undefined) {
      this.#error(id, ErrorCode.InvalidParams, `Invalid params for ${method}: ${wrong}`);
      return false;
    }
    const version = claimedVersion(request);
    // The SDK looks at the version of the first request only.
    if (version !== undefined && !MODERN_VERSIONS.includes(version)) {
      this.#error(id, UNSUPPORTED_VERSION, `Unsupported protocol version: ${version}`, {
        supported: MODERN_VERSIONS,
        requested: version,
      });
      return false;
    }
    this.#pending.set(id, method);
    if (runs(method)) this.#calls.begin();
    return true;
  }

  /** Answers input that is no message, or cannot be taken. */
  refuse(code: number, message: string): void {
    // JSON-RPC 2.0, 5: without a readable request the id is null.
    this.#error(null, code, message);
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return Promise.resolve();
    if (!("method" in message)) this.#settle(message.id as RequestId);
    const line = encoded(message, this.#report);
    const weight = "method" in message ? WEIGHTS[message.method] : undefined;
    if (line !== undefined) this.#write(line, weight ?? "keep");
    return Promise.resolve();
  }

  close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true;
      this.#pending.clear();
      this.#calls.release();
      this.onclose?.();
    }
    return Promise.resolve();
  }

  /** Waits, at most so many milliseconds, until every request is answered. */
  drained(limitMs: number): Promise<void> {
    return this.#calls.drained(limitMs);
  }

  #settle(id: RequestId): void {
    const method = this.#pending.get(id);
    if (method === undefined) return;
    this.#pending.delete(id);
    if (runs(method)) this.#calls.end();
  }

  #error(id: RequestId | null, code: number, message: string, data?: unknown): void {
    this.#write(errorText(id, code, message, data), "keep");
  }
}

/** What may become of a notification while the client cannot keep up. */
const WEIGHTS: Readonly<Record<string, "spare" | "once">> = {
  "notifications/message": "spare",
  "notifications/progress": "spare",
  "notifications/tools/list_changed": "once",
  "notifications/prompts/list_changed": "once",
  "notifications/resources/list_changed": "once",
  "notifications/resources/updated": "once",
};

/** A subscription is answered when it ends, and it ends with the connection: nothing to wait for. */
function runs(method: string): boolean {
  return method !== "subscriptions/listen";
}
