import {
  createMcpHandler,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type McpHttpHandler,
  type RequestId,
} from "@modelcontextprotocol/server";
import { headerParams } from "../schema/header_params.ts";
import { isRecord } from "../schema/json_schema.ts";
import type { Change } from "../server/catalog.ts";
import { ErrorCode } from "../server/errors.ts";
import type { Calls } from "./calls.ts";
import { EventStream } from "./event_stream.ts";
import { accepts, refuse } from "./http_answer.ts";
import { type LaneOptions, LaneServer, type StateCodec } from "./lane_server.ts";
import { errorText, isRequest } from "./messages.ts";

const HEADER_MISMATCH = -32020;
/** After how long a call that has sent nothing yet is answered by a stream, in milliseconds. */
const STREAM_AFTER_MS = 1000;

const code = ErrorCode.InternalError;
const GOING = "The server is shutting down";

/** One request, while it is answered. */
interface Call {
  /** As it came. */
  readonly request: Request;
  /** Whether its client takes a stream of events. */
  readonly streams: boolean;
  /** The answer, once it is a stream. */
  stream: EventStream | undefined;
  /** Whether its handler has come to an end. */
  answered: boolean;
}

/** Serves modern clients over HTTP, request by request, by the SDK's handler. */
export class ModernHttp {
  readonly #lane: LaneOptions;
  readonly #keepAliveMs: number;
  readonly #calls: Calls;
  readonly #handler: McpHttpHandler;
  readonly #forget: () => void;
  /** By the request that the SDK sees. */
  readonly #underway = new WeakMap<Request, Call>();

  constructor(lane: LaneOptions, codec: StateCodec, calls: Calls, keepAliveMs: number) {
    this.#lane = lane;
    this.#keepAliveMs = keepAliveMs;
    this.#calls = calls;
    this.#handler = createMcpHandler(({ requestInfo }) => {
      const call = this.#underway.get(requestInfo!)!;
      return new LaneServer(lane, codec, {
        era: "modern",
        lasting: false,
        httpRequest: call.request,
        hasRoom: () => call.streams && !call.stream?.full,
        onAnswer: () => void (call.answered = true),
      });
    }, {
      legacy: "reject",
      // Comments come from the stream around that of the SDK.
      keepAliveMs: 0,
      onerror: ({ message }) => lane.report({ level: "debug", message }),
    });
    this.#forget = lane.registry.catalog.onChange((change) => tell(this.#handler, change));
  }

  /** Ends all streams, and aborts what still runs. */
  async close(): Promise<void> {
    this.#forget();
    await this.#handler.close();
  }

  /** Answers a request or a notification. */
  async post(request: Request, message: JSONRPCMessage): Promise<Response> {
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
    const listens = isRequest(message) && message.method === "subscriptions/listen";
    const call: Call = {
      request,
      streams: accepts(request.headers, "text/event-stream"),
      stream: undefined,
      // Whoever listens gets the SDK's answer at the end, which no handler gives.
      answered: listens,
    };
    this.#underway.set(own, call);
    const answer = this.#handler.fetch(own, { parsedBody: message });
    if (!isRequest(message)) return await answer;
    if (!listens) this.#calls.begin();
    const end = () => {
      if (!listens) this.#calls.end();
    };
    let early: Response | undefined;
    try {
      early = call.streams && !listens ? await inTime(answer, STREAM_AFTER_MS) : await answer;
    } catch (error) {
      end();
      throw error;
    }
    if (early !== undefined && !isStream(early)) {
      end();
      // The SDK's answer to a client that is gone; but this one may wait, while the server goes.
      return early.status === 499 ? refuse(503, GOING, { code, id: message.id }) : early;
    }
    call.stream = new EventStream({
      keepAliveMs: this.#keepAliveMs,
      onGone: () => gone.abort(),
    });
    this.#pump(answer, call, call.stream, message.id).finally(end);
    return call.stream.response;
  }

  /**
   * Sends an answer as events. What the SDK has ready is taken at once, since its own stream would
   * grow without bound if the client does not read.
   */
  async #pump(answer: Promise<Response>, call: Call, stream: EventStream, id: RequestId) {
    try {
      const response = await answer;
      let answered = response.status !== 499;
      if (isStream(response)) {
        await stream.pipe(response.body!);
        ({ answered } = call);
      } else if (answered) {
        stream.event(await response.text());
      }
      if (!answered) {
        stream.event(errorText(id, code, GOING));
      }
    } catch (error) {
      this.#lane.report({ level: "error", message: "A stream failed", error });
    } finally {
      stream.end();
    }
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

/** What a promise gives within a time, or `undefined`. */
async function inTime<Value>(work: Promise<Value>, limitMs: number): Promise<Value | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), limitMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
