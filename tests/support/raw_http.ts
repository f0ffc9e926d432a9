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

/** Sends one request over a connection of its own, and reads the answer until its end. */
export async function rawRequest(url: string, request: RawRequest): Promise<RawResponse> {
  const { hostname, port, host, pathname } = new URL(url);
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
  using connection = await Deno.connect({ hostname, port: Number(port) });
  await write(connection, encoder.encode(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`));
  await write(connection, bytes).catch(() => {/* it was refused before its end */});
  return parse(await new Response(connection.readable).bytes());
}

/** The messages of a body that is JSON or a stream of events. */
export function messagesOf(body: string): Message[] {
  if (/^\s*[{[]/.test(body)) return [JSON.parse(body)].flat();
  return body.split("\n\n").flatMap((event) => {
    const data = /^data: (.+)$/m.exec(event)?.[1];
    return data === undefined ? [] : [JSON.parse(data)];
  });
}

function parse(bytes: Uint8Array<ArrayBuffer>): RawResponse {
  const text = new TextDecoder("latin1").decode(bytes);
  const end = text.indexOf("\r\n\r\n");
  const [start, ...lines] = text.slice(0, end).split("\r\n");
  const headers = Object.fromEntries(lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  }));
  const rest = bytes.slice(end + 4);
  const body = new TextDecoder().decode(
    headers["transfer-encoding"] === "chunked" ? unchunked(rest) : rest,
  );
  return { status: Number(start.split(" ")[1]), headers, body, messages: messagesOf(body) };
}

function unchunked(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < bytes.length;) {
    const line = bytes.indexOf(13, at);
    const size = parseInt(new TextDecoder().decode(bytes.subarray(at, line)), 16);
    if (!(size > 0)) break;
    parts.push(bytes.slice(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

async function write(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  while (bytes.length > 0) bytes = bytes.subarray(await connection.write(bytes));
}
