import {
  createMcpHandler,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type McpHttpHandler,
} from "@modelcontextprotocol/server";
import { headerParams } from "../schema/header_params.ts";
import { isRecord } from "../schema/json_schema.ts";
import type { Change } from "../server/catalog.ts";
import type { Calls } from "./calls.ts";
import { EventStream } from "./event_stream.ts";
import { refuse } from "./http_answer.ts";
import { type LaneOptions, LaneServer, type StateCodec } from "./lane_server.ts";
import { isRequest } from "./messages.ts";

const HEADER_MISMATCH = -32020;
/** After how long a call that has sent nothing yet is answered by a stream, in milliseconds. */
const STREAM_AFTER_MS = 1000;

/** Serves modern clients over HTTP, request by request, by the SDK's handler. */
export class ModernHttp {
  readonly #lane: LaneOptions;
  readonly #keepAliveMs: number;
  readonly #calls: Calls;
  readonly #handler: McpHttpHandler;
  readonly #forget: () => void;
  /** The request that the SDK's one stands for. */
  readonly #originals = new WeakMap<Request, Request>();

  constructor(lane: LaneOptions, codec: StateCodec, calls: Calls, keepAliveMs: number) {
    this.#lane = lane;
    this.#keepAliveMs = keepAliveMs;
    this.#calls = calls;
    this.#handler = createMcpHandler(
      ({ requestInfo }) =>
        new LaneServer(lane, codec, {
          era: "modern",
          lasting: false,
          ...(requestInfo === undefined
            ? {}
            : { httpRequest: this.#originals.get(requestInfo) ?? requestInfo }),
        }),
      {
        legacy: "reject",
        keepAliveMs,
        onerror: ({ message }) => lane.report({ level: "debug", message }),
      },
    );
    this.#forget = lane.registry.catalog.onChange((change) => tell(this.#handler, change));
  }

  /** Answers a request or a notification. */
  async post(request: Request, message: JSONRPCMessage): Promise<Response> {
    const response = await this.#answer(request, message);
    // The SDK says it of streams; it is the connection's own business, and wrong in HTTP/2.
    response.headers.delete("connection");
    return response;
  }

  /** Ends all streams, and aborts what still runs. */
  async close(): Promise<void> {
    this.#forget();
    await this.#handler.close();
  }

  async #answer(request: Request, message: JSONRPCMessage): Promise<Response> {
    const stray = isRequest(message) && this.#strayHeader(message, request.headers);
    if (stray) {
      return refuse(400, `Header mismatch: ${stray} came, but the body has no such argument`, {
        code: HEADER_MISMATCH,
        id: (message as JSONRPCRequest).id,
      });
    }
    // The signal of a request of Deno.serve aborts after success as well, and says so on stderr.
    const gone = new AbortController();
    const own = new Request(request.url, {
      method: "POST",
      headers: request.headers,
      signal: gone.signal,
    });
    this.#originals.set(own, request);
    if (!isRequest(message) || message.method === "subscriptions/listen") {
      return await this.#handler.fetch(own, { parsedBody: message });
    }
    this.#calls.begin();
    const answer = this.#handler.fetch(own, { parsedBody: message });
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, STREAM_AFTER_MS);
    try {
      const early = await Promise.race([answer, late]);
      return ending(early ?? this.#stream(answer, gone), () => this.#calls.end());
    } catch (error) {
      this.#calls.end();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** A stream for a call that takes long, so that no proxy gives up, and a client that does is noticed. */
  #stream(answer: Promise<Response>, gone: AbortController): Response {
    const stream = new EventStream({
      keepAliveMs: this.#keepAliveMs,
      onGone: () => gone.abort(),
    });
    answer.then(async (response) => {
      if (isStream(response)) await stream.pipe(response.body!);
      else stream.event(await response.text());
    }).catch(() => {/* the client is gone */}).finally(() => stream.end());
    return stream.response;
  }

  /** A header that mirrors an argument which is not there. */
  #strayHeader({ method, params }: JSONRPCRequest, headers: Headers): string | undefined {
    if (method !== "tools/call" || typeof params?.name !== "string") return undefined;
    const schema = this.#lane.registry.toolInput(params.name);
    return schema &&
      headerParams(schema).find(({ header, path }) =>
        headers.has(header) && valueAt(params.arguments, path) === undefined
      )?.header;
  }
}

/** Tells modern clients that listen what has changed. */
function tell({ notify }: McpHttpHandler, change: Change): void {
  if ("updated" in change) return notify.resourceUpdated(change.updated);
  switch (change.list) {
    case "tools":
      return notify.toolsChanged();
    case "resources":
      return notify.resourcesChanged();
    case "prompts":
      return notify.promptsChanged();
  }
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  for (const key of path) value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : null;
  return value ?? undefined;
}

function isStream(response: Response): boolean {
  return response.headers.get("content-type") === "text/event-stream";
}

/** The same answer, which tells when it has been given. */
function ending(response: Response, end: () => void): Response {
  if (!isStream(response)) {
    end();
    return response;
  }
  const body = response.body!.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({ flush: end, cancel: end }),
  );
  return new Response(body, response);
}
