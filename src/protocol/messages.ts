import {
  isInitializeRequest,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
} from "@modelcontextprotocol/server";
import { isRecord } from "../schema/json_schema.ts";
import { ErrorCode, type Report } from "../server/errors.ts";
import { checkInitialize, checkMeta, PARAMS } from "./params.ts";

/** Key of a request's `_meta` that only the modern era sends. */
const PROTOCOL_VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

/** The versions of the modern era that are served. */
export const MODERN_VERSIONS: readonly unknown[] = ["2026-07-28"];

/**
 * What the lane throws where it means {@linkcode ErrorCode.ResourceNotFound}, which the SDK would
 * turn into -32602 in both eras; {@linkcode encoded} puts the real code in.
 */
export const RESOURCE_NOT_FOUND = -3200200;

/** Whether a message asks for an answer. */
export function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return "method" in message && "id" in message;
}

/** Why a JSON value is no JSON-RPC message, or `undefined` if it is one. */
export function problemOf(message: unknown): string | undefined {
  if (!isRecord(message)) return "a message is an object";
  const { jsonrpc, id, method, params, result, error } = message;
  if (jsonrpc !== "2.0") return 'jsonrpc must be "2.0"';
  if (method === undefined) {
    return isId(id) && (isRecord(result) || isRecord(error)) || id === null
      ? undefined
      : "a message has a method, or an id with a result or an error";
  }
  if (typeof method !== "string") return "method must be text";
  if (id !== undefined && !isId(id)) {
    return "id must be text or a whole number below 2 ** 53";
  }
  // Some write null where they mean none.
  return params === undefined || params === null || isRecord(params)
    ? undefined
    : "params must be an object";
}

/**
 * A message with nothing in it but what a message has: the SDK drops others, unanswered.
 *
 * @param message One that {@linkcode problemOf} has nothing to say about
 */
export function taken(message: Record<string, unknown>): JSONRPCMessage {
  const { id, method, params, result, error } = message;
  if (method === undefined) {
    const answer = {
      jsonrpc: "2.0",
      id,
      ...(isRecord(error) ? { error: asError(error) } : { result }),
    };
    return answer as JSONRPCMessage;
  }
  return {
    jsonrpc: "2.0",
    ...(id === undefined ? {} : { id }),
    method,
    ...(isRecord(params) ? { params } : {}),
  } as JSONRPCMessage;
}

function isId(id: unknown): boolean {
  return typeof id === "string" || Number.isSafeInteger(id);
}

/** An error that has what the SDK asks of one, so that whoever waits for an answer hears of it. */
function asError({ code, message, data }: Record<string, unknown>) {
  return {
    code: Number.isSafeInteger(code) ? code : ErrorCode.InternalError,
    message: typeof message === "string" ? message : "The client failed",
    ...(data === undefined ? {} : { data }),
  };
}

/** The protocol version that a message claims in its `_meta`; only the modern era does. */
export function claimedVersion(message: JSONRPCMessage): unknown {
  const params: unknown = "method" in message ? message.params : undefined;
  const meta = isRecord(params) ? params._meta : undefined;
  return isRecord(meta) ? meta[PROTOCOL_VERSION_KEY] : undefined;
}

/**
 * What is wrong with the parameters of a request that the SDK would drop, or refuse in its schema
 * library's words. Arguments that are null are taken out, since hosts write null where they mean none.
 */
export function paramsProblem(request: JSONRPCRequest): string | undefined {
  const { id, method, params = {} } = request;
  if (method === "tools/call" && params.arguments === null) delete params.arguments;
  if (isDeep(params._meta, MOST_LEVELS) || isDeep(params.capabilities, MOST_LEVELS)) {
    return "_meta and capabilities must not be nested so deeply";
  }
  return checkMeta(params) ??
    (method === "tools/call"
      ? PARAMS[method](params)
      : method === "initialize" && claimedVersion(request) === undefined
      ? checkInitialize(params) ??
        (isInitializeRequest(request) ? undefined : "capabilities has a member of the wrong form")
      : undefined) ??
    (isTaken(id, method, params) ? undefined : "_meta has a member of the wrong form");
}

/** How deeply what the SDK checks may be nested; its checks call themselves for each level. */
const MOST_LEVELS = 50;

function isDeep(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeep(part, levels - 1));
}

/**
 * A message as it is sent: the code of {@linkcode RESOURCE_NOT_FOUND} is the real one, and an answer
 * that has no JSON form is an error that says so.
 *
 * @returns JSON, or `undefined` for a notification or a request without a JSON form
 */
export function encoded(message: JSONRPCMessage, report: Report): string | undefined {
  try {
    return JSON.stringify(
      "error" in message && message.error.code === RESOURCE_NOT_FOUND
        ? { ...message, error: { ...message.error, code: ErrorCode.ResourceNotFound } }
        : message,
    );
  } catch (error) {
    report({ level: "error", message: "A message has no JSON form", error });
    return "method" in message
      ? undefined
      : errorText(message.id, ErrorCode.InternalError, "The answer has no JSON form");
  }
}

/** An error as it is sent. */
export function errorText(
  id: RequestId | null | undefined,
  code: number,
  message: string,
  data?: unknown,
): string {
  const error = { code, message, ...(data === undefined ? {} : { data }) };
  return JSON.stringify({ jsonrpc: "2.0", id, error });
}

/** The request that a notification cancels, if it is one that the SDK takes. */
export function cancelledId(params: unknown): RequestId | undefined {
  if (!isRecord(params)) return undefined;
  const { requestId, reason, _meta } = params;
  const fits = (typeof requestId === "string" || Number.isSafeInteger(requestId)) &&
    (reason === undefined || typeof reason === "string") &&
    (_meta === undefined || isRecord(_meta));
  return fits ? requestId as RequestId : undefined;
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
