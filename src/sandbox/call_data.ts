import type { CallContext } from "../server/context.ts";
import type { CallData } from "./messages.ts";

/** What the context of a call holds, for a sandbox to make one like it. */
export function callData(ctx: CallContext): CallData {
  const { era, protocolVersion, requestId, sessionId, client, meta, logLevel } = ctx;
  const { inputResponses, requestState, request } = ctx;
  return {
    era,
    protocolVersion,
    requestId,
    sessionId,
    client,
    meta: orNone(meta),
    logLevel,
    inputResponses: orNone(inputResponses),
    requestState,
    request: request &&
      { url: request.url, method: request.method, headers: [...request.headers] },
  };
}

function orNone<Value extends object>(value: Value): Value | undefined {
  for (const _ in value) return value;
  return undefined;
}
