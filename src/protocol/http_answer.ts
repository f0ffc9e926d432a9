import type { RequestId } from "@modelcontextprotocol/server";
import { ErrorCode } from "../server/errors.ts";

/** What a refusal carries besides its text. */
export interface RefusalDetails {
  /** JSON-RPC error code; -32600 if left out. */
  readonly code?: number;
  /** Id of the request, where it can be read. */
  readonly id?: RequestId | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An HTTP answer that refuses a request, with a JSON-RPC error as its body. */
export function refuse(
  status: number,
  message: string,
  { code = ErrorCode.InvalidRequest, id = null, headers = {} }: RefusalDetails = {},
): Response {
  return Response.json({ jsonrpc: "2.0", id, error: { code, message } }, { status, headers });
}

/** Headers of an answer that is a stream of events. */
export const STREAM_HEADERS: Readonly<Record<string, string>> = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  // Proxies such as nginx would hold events back.
  "x-accel-buffering": "no",
};

/** Whether a client takes a media type; one that does not say takes all. */
export function accepts(headers: Headers, type: string): boolean {
  const accept = headers.get("accept");
  if (accept === null || accept.trim() === "") return true;
  const [main] = type.split("/");
  return accept.toLowerCase().split(",").some((range) => {
    const [named, ...parameters] = range.split(";").map((part) => part.trim());
    // RFC 9110, 12.4.2: a weight of 0 means not acceptable.
    return [type, `${main}/*`, "*/*"].includes(named) &&
      !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
