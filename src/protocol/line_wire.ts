import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from "@modelcontextprotocol/server";
import { isRecord } from "../schema/json_schema.ts";
import { ErrorCode, type Report } from "../server/errors.ts";
import { checkInitialize, checkMeta, PARAMS } from "./params.ts";
import type { SendLine } from "./server_connection.ts";

/** Key of a request's `_meta` that only the modern era sends. */
const PROTOCOL_VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const MODERN_VERSIONS: readonly unknown[] = ["2026-07-28"];
const UNSUPPORTED_VERSION = -32022;

/**
 * What the lane throws where it means {@linkcode ErrorCode.ResourceNotFound}, which the SDK would
 * turn into -32602 in both eras; the wire puts the real code in.
 */
export const RESOURCE_NOT_FOUND = -3200200;

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
  readonly #waiters = new Set<() => void>();
  #running = 0;
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
    const problem = problemOf(message);
    if (problem !== undefined) {
      return this.refuse(ErrorCode.InvalidRequest, `Invalid Request: ${problem}`);
    }
    const { id, method, params, result, error } = message as Record<string, unknown>;
    if (typeof method !== "string") {
      const answer = { jsonrpc: "2.0", id, ...(error === undefined ? { result } : { error }) };
      return this.onmessage?.(answer as JSONRPCMessage);
    }
    // Only what a message has: the SDK drops those with anything else in them, unanswered.
    const clean = {
      jsonrpc: "2.0",
      ...(id === undefined ? {} : { id }),
      method,
      ...(isRecord(params) ? { params } : {}),
    } as JSONRPCMessage;
    if (id !== undefined) {
      if (!this.#accept(id as RequestId, method, isRecord(params) ? params : {})) return;
    } else if (method === "notifications/cancelled") {
      // 2025-11-25 cancellation: initialize is not cancelled, and what is malformed is ignored.
      const cancelled = cancelledId(params);
      if (cancelled === undefined || this.#pending.get(cancelled) === "initialize") return;
      this.#settle(cancelled);
    }
    this.onmessage?.(clean);
  }

  /** Notes a request; refuses one that the SDK would drop, or refuse in its schema library's words. */
  #accept(id: RequestId, method: string, params: Record<string, unknown>): boolean {
    if (this.#pending.has(id)) {
      this.refuse(ErrorCode.InvalidRequest, `Invalid Request: id ${id} is in use`);
      return false;
    }
    // Hosts write null where they mean none.
    if (method === "tools/call" && params.arguments === null) delete params.arguments;
    const wrong = checkMeta(params) ??
      (method === "tools/call"
        ? PARAMS[method](params)
        : method === "initialize"
        ? checkInitialize(params)
        : undefined);
    if (wrong !== undefined || !isTaken(id, method, params)) {
      this.#error(
        id,
        ErrorCode.InvalidParams,
        `Invalid params for ${method}: ${wrong ?? "_meta has a member of the wrong form"}`,
      );
      return false;
    }
    const version = (params._meta as Record<string, unknown> | undefined)?.[PROTOCOL_VERSION_KEY];
    // The SDK looks at the version of the first request only.
    if (version !== undefined && !MODERN_VERSIONS.includes(version)) {
      this.#error(id, UNSUPPORTED_VERSION, `Unsupported protocol version: ${version}`, {
        supported: MODERN_VERSIONS,
        requested: version,
      });
      return false;
    }
    this.#pending.set(id, method);
    if (runs(method)) this.#running++;
    return true;
  }

  /** Answers input that is no message, or cannot be taken. */
  refuse(code: number, message: string): void {
    // JSON-RPC 2.0, 5: without a readable request the id is null.
    this.#error(null, code, message);
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return Promise.resolve();
    if ("method" in message) {
      const line = this.#encode(message);
      if (line !== undefined) this.#write(line, WEIGHTS[message.method] ?? "keep");
      return Promise.resolve();
    }
    const id = message.id as RequestId;
    this.#settle(id);
    const line = this.#encode(
      "error" in message && message.error.code === RESOURCE_NOT_FOUND
        ? { ...message, error: { ...message.error, code: ErrorCode.ResourceNotFound } }
        : message,
    );
    if (line !== undefined) this.#write(line, "keep");
    else this.#error(id, ErrorCode.InternalError, "The answer has no JSON form");
    return Promise.resolve();
  }

  #encode(message: object): string | undefined {
    try {
      return JSON.stringify(message);
    } catch (error) {
      this.#report({ level: "error", message: "A message has no JSON form", error });
    }
  }

  close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true;
      this.#pending.clear();
      this.#release();
      this.onclose?.();
    }
    return Promise.resolve();
  }

  /**
   * Waits until every request is answered.
   *
   * @param limitMs How long at most, in milliseconds
   */
  async drained(limitMs: number): Promise<void> {
    if (this.#running === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = limitMs === Infinity ? undefined : setTimeout(resolve, limitMs);
    this.#waiters.add(resolve);
    await promise;
    clearTimeout(timer);
    this.#waiters.delete(resolve);
  }

  #settle(id: RequestId): void {
    const method = this.#pending.get(id);
    if (method === undefined) return;
    this.#pending.delete(id);
    if (runs(method) && --this.#running === 0) this.#release();
  }

  #release(): void {
    for (const resolve of this.#waiters) resolve();
  }

  #error(id: RequestId | null, code: number, message: string, data?: unknown): void {
    const error = { code, message, ...(data === undefined ? {} : { data }) };
    this.#write(JSON.stringify({ jsonrpc: "2.0", id, error }), "keep");
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

/** Members of `_meta` whose form is checked here, or by the SDK with an answer. */
const PLAIN_META = new Set([
  "progressToken",
  PROTOCOL_VERSION_KEY,
  "io.modelcontextprotocol/clientInfo",
  "io.modelcontextprotocol/clientCapabilities",
  "io.modelcontextprotocol/logLevel",
]);

/** Whether the SDK takes a request at all; where not, it would leave it without an answer. */
function isTaken(id: RequestId, method: string, params: Record<string, unknown>): boolean {
  const meta = Object.keys(params._meta ?? {});
  return meta.every((key) => PLAIN_META.has(key)) ||
    isJSONRPCRequest({ jsonrpc: "2.0", id, method, params });
}

/** The request that a notification cancels, if it is one that the SDK takes. */
function cancelledId(params: unknown): RequestId | undefined {
  if (!isRecord(params)) return undefined;
  const { requestId, reason, _meta } = params;
  const fits = (typeof requestId === "string" || Number.isSafeInteger(requestId)) &&
    (reason === undefined || typeof reason === "string") &&
    (_meta === undefined || isRecord(_meta));
  return fits ? requestId as RequestId : undefined;
}

/** Why a JSON value is no JSON-RPC message, or `undefined` if it is one. */
function problemOf(message: unknown): string | undefined {
  if (Array.isArray(message)) return "send one message a line, not a batch";
  if (!isRecord(message)) return "a message is an object";
  const { jsonrpc, id, method, params, result, error } = message;
  if (jsonrpc !== "2.0") return 'jsonrpc must be "2.0"';
  if (method === undefined) {
    return id !== undefined && (isRecord(result) || isRecord(error))
      ? undefined
      : "a message has a method, or an id with a result or an error";
  }
  if (typeof method !== "string") return "method must be text";
  if (id !== undefined && typeof id !== "string" && !Number.isSafeInteger(id)) {
    return "id must be text or a whole number below 2 ** 53";
  }
  // Some write null where they mean none.
  return params === undefined || params === null || isRecord(params)
    ? undefined
    : "params must be an object";
}
