import { joined, RawHttp } from "./http_raw.ts";
import type { Message } from "./raw_client.ts";

/** A request as it goes over the wire; a header may come several times. */
export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
}

/** An answer as it came. */
export interface RawResponse {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The JSON-RPC messages in the body, be it JSON or a stream. */
  readonly messages: readonly Message[];
}

const encoder = new TextEncoder();

/** Sends one request over a connection of its own, and reads the answer. */
export async function rawRequest(url: string, request: RawRequest): Promise<RawResponse> {
  const { host, pathname } = new URL(url);
  const { method = "POST", path = pathname, headers = {}, body = "" } = request;
  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  const all: RawRequest["headers"] = {
    host,
    connection: "close",
    ...(method === "GET" || method === "HEAD" ? {} : { "content-length": String(bytes.length) }),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${one}\r\n`)
  );
  using connection = await RawHttp.open(url);
  const head = encoder.encode(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  // A body that is too large is refused before its end.
  await connection.write(joined(head, bytes));
  const answer = await connection.answer(method);
  if (answer === undefined) throw new Error("The connection ended without an answer");
  const { status, text } = answer;
  return {
    status,
    headers: Object.fromEntries(answer.headers),
    body: text,
    messages: messagesOf(text),
  };
}

/** The messages of a body that is JSON or a stream of events. */
export function messagesOf(body: string): Message[] {
  if (/^\s*[{[]/.test(body)) return [JSON.parse(body)].flat();
  return body.split("\n\n").flatMap((event) => {
    const data = /^data: (.+)$/m.exec(event)?.[1];
    return data === undefined ? [] : [JSON.parse(data)];
  });
}
