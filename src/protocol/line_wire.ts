import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/server";
import { isRecord } from "../schema/json_schema.ts";
import { ErrorCode, type Report } from "../server/errors.ts";
import { PARAMS } from "./params.ts";
import type { SendLine } from "./server_connection.ts";

/** Key of a request's `_meta` that only the modern era sends. */
const PROTOCOL_VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

interface Pending {
  readonly method: string;
  readonly modern: boolean;
}

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
  readonly #pending = new Map<RequestId, Pending>();
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
    const request = message as Record<string, unknown>;
    if (typeof request.method === "string") {
      const params = isRecord(request.params) ? request.params : undefined;
      if (request.id !== undefined) {
        const id = request.id as RequestId;
        if (this.#pending.has(id)) {
          return this.refuse(ErrorCode.InvalidRequest, `Invalid Request: id ${id} is in use`);
        }
        if (request.method === "tools/call") {
          // Hosts write null where they mean none.
          if (params?.arguments === null) delete params.arguments;
          // The SDK checks this one by itself, in its schema library's words.
          const wrong = PARAMS["tools/call"](params ?? {});
          if (wrong !== undefined) {
            return this.#error(
              id,
              ErrorCode.InvalidParams,
              `Invalid params for tools/call: ${wrong}`,
            );
          }
        }
        const meta = isRecord(params?._meta) ? params._meta : {};
        const { method } = request;
        this.#pending.set(id, { method, modern: meta[PROTOCOL_VERSION_KEY] !== undefined });
        if (runs(method)) this.#running++;
      } else if (request.method === "notifications/cancelled") {
        this.#settle(params?.requestId as RequestId);
      }
    }
    this.onmessage?.(message as JSONRPCMessage);
  }

  /** Answers input that is no message, or cannot be taken. */
  refuse(code: number, message: string): void {
    // JSON-RPC 2.0, 5: without a readable request the id is null.
    this.#error(null, code, message);
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return Promise.resolve();
    const answers = !("method" in message);
    let out: object = message;
    if (answers) {
      const pending = this.#settle(message.id as RequestId);
      // 2025-11-25 resources: not found is -32002; the SDK sends -32602 in both eras.
      if (
        "error" in message && pending?.method === "resources/read" && !pending.modern &&
        isNotFound(message.error)
      ) out = { ...message, error: { ...message.error, code: ErrorCode.ResourceNotFound } };
    }
    let line: string;
    try {
      line = JSON.stringify(out);
    } catch (error) {
      this.#report({ level: "error", message: "A message has no JSON form", error });
      if (answers) {
        this.#error(
          message.id as RequestId,
          ErrorCode.InternalError,
          "The answer has no JSON form",
        );
      }
      return Promise.resolve();
    }
    this.#write(
      line,
      "method" in message &&
        (message.method === "notifications/message" || message.method === "notifications/progress"),
    );
    return Promise.resolve();
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
    const timer = setTimeout(resolve, limitMs);
    this.#waiters.add(resolve);
    await promise;
    clearTimeout(timer);
    this.#waiters.delete(resolve);
  }

  #settle(id: RequestId): Pending | undefined {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    if (runs(pending.method) && --this.#running === 0) this.#release();
    return pending;
  }

  #release(): void {
    for (const resolve of this.#waiters) resolve();
  }

  #error(id: RequestId | null, code: number, message: string): void {
    this.#write(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }), false);
  }
}

/** A subscription is answered when it ends, and it ends with the connection: nothing to wait for. */
function runs(method: string): boolean {
  return method !== "subscriptions/listen";
}

function isNotFound(error: { code: number; data?: unknown }): boolean {
  return error.code === ErrorCode.InvalidParams && isRecord(error.data) &&
    Object.keys(error.data).join() === "uri";
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
  if (id !== undefined && typeof id !== "string" && !Number.isInteger(id)) {
    return "id must be text or a whole number";
  }
  return params === undefined || isRecord(params) ? undefined : "params must be an object";
}
