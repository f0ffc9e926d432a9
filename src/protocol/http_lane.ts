import {
  createMcpHandler,
  type JSONRPCMessage,
  type JSONRPCRequest,
  LATEST_PROTOCOL_VERSION,
  type McpHttpHandler,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import { headerParams } from "../schema/header_params.ts";
import { isRecord } from "../schema/json_schema.ts";
import type { Change } from "../server/catalog.ts";
import { ErrorCode } from "../server/errors.ts";
import { Calls } from "./calls.ts";
import type { EventStore } from "./event_store.ts";
import { EventStream } from "./event_stream.ts";
import { refuse } from "./http_answer.ts";
import { HttpSession } from "./http_session.ts";
import { type LaneOptions, LaneServer, type StateCodec, stateCodec } from "./lane_server.ts";
import { claimedVersion, MODERN_VERSIONS, paramsProblem, problemOf, taken } from "./messages.ts";
import { type Session, type SessionBounds, Sessions } from "./sessions.ts";

/** Settings of an {@linkcode HttpLane}. */
export interface HttpLaneOptions extends LaneOptions {
  /** Bounds of legacy sessions and what keeps their events, or `false` for none. */
  readonly sessions: false | SessionBounds & { readonly store: EventStore };
  /** How often a quiet stream gets a comment, in milliseconds. */
  readonly keepAliveMs: number;
}

const HEADER_MISMATCH = -32020;
/** First revision without batches. */
const UNBATCHED_SINCE = "2025-06-18";
const MAX_BATCH = 100;
/** Revision of a client that does not say (2025-11-25 transports). */
const ASSUMED_VERSION = "2025-03-26";
/** After how long a modern call that has sent nothing yet is answered by a stream, in milliseconds. */
const STREAM_AFTER_MS = 1000;

/**
 * Serves clients of both eras over HTTP: modern ones request by request, legacy ones in sessions or
 * request by request as well. Hosts, origins, paths and sizes have been looked at before.
 */
export class HttpLane {
  readonly #options: HttpLaneOptions;
  readonly #codec: StateCodec;
  readonly #calls = new Calls();
  readonly #modern: McpHttpHandler;
  readonly #forget: () => void;
  #sessions: Sessions | undefined;
  #closed = false;
  /** The request that a modern one stands for. */
  readonly #originals = new WeakMap<Request, Request>();

  constructor(options: HttpLaneOptions) {
    const { registry, report, keepAliveMs, secret, sessions } = options;
    this.#options = options;
    this.#codec = stateCodec(secret);
    this.#modern = createMcpHandler(
      ({ requestInfo }) =>
        new LaneServer(options, this.#codec, {
          era: "modern",
          lasting: false,
          ...(requestInfo === undefined
            ? {}
            : { httpRequest: this.#originals.get(requestInfo) ?? requestInfo }),
        }),
      {
        legacy: "reject",
        keepAliveMs,
        onerror: ({ message }) => report({ level: "debug", message }),
      },
    );
    this.#forget = registry.catalog.onChange((change) => tell(this.#modern, change));
    if (sessions !== false) this.#sessions = new Sessions(sessions);
  }

  /** Whether legacy clients have sessions. */
  get sessions(): boolean {
    return this.#sessions !== undefined;
  }

  /** Serves legacy clients request by request from here on; ends the sessions there are. */
  dropSessions(): void {
    this.#sessions?.endAll();
    this.#sessions = undefined;
  }

  /** Answers a request that is no POST. */
  async serve(request: Request): Promise<Response> {
    const { method, headers } = request;
    // 2026-07-28 transports: 405 for what only the legacy era knows.
    const legacy = !isModern(headers.get("mcp-protocol-version"));
    if (this.#sessions === undefined || !legacy || method !== "GET" && method !== "DELETE") {
      const allow = this.#sessions !== undefined && legacy ? "GET, POST, DELETE" : "POST";
      return refuse(405, `Method not allowed: ${method}; send ${allow}`, { headers: { allow } });
    }
    if (method === "GET" && !accepts(headers, "text/event-stream")) {
      return refuse(406, "Not acceptable: a GET must accept text/event-stream");
    }
    const session = this.#session(request, null);
    if (session instanceof Response) return session;
    const version = versionOf(session.server, headers);
    if (!SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return unsupported(version);
    if (method === "DELETE") {
      this.#sessions.end(session.wire.sessionId!);
      return new Response(null, { status: 200 });
    }
    const last = headers.get("last-event-id");
    if (last === null) return session.wire.open(version);
    return await session.wire.resume(last) ??
      refuse(400, "No such event: Last-Event-ID is unknown, or too old to be resumed from");
  }

  /**
   * Answers a POST.
   *
   * @param text Its body
   */
  async post(request: Request, text: string): Promise<Response> {
    if (this.#closed) return refuse(503, "The server is shutting down");
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return refuse(400, "Parse error: the body is not JSON", { code: ErrorCode.ParseError });
    }
    const batch = Array.isArray(body);
    const raw = batch ? body as unknown[] : [body];
    if (raw.length === 0) return refuse(400, "Invalid Request: a batch must not be empty");
    if (raw.length > MAX_BATCH) {
      return refuse(400, `Invalid Request: a batch holds ${MAX_BATCH} messages at most`);
    }
    const messages: JSONRPCMessage[] = [];
    for (const one of raw) {
      const problem = problemOf(one);
      if (problem !== undefined) return refuse(400, `Invalid Request: ${problem}`);
      const message = taken(one as Record<string, unknown>);
      if (isRequest(message)) {
        const wrong = paramsProblem(message);
        if (wrong !== undefined) {
          return refuse(400, `Invalid params for ${message.method}: ${wrong}`, {
            code: ErrorCode.InvalidParams,
            id: message.id,
          });
        }
      }
      messages.push(message);
    }
    const modern = isModern(request.headers.get("mcp-protocol-version")) ||
      messages.some((message) => claimedVersion(message) !== undefined);
    if (!modern) return await this.#legacy(request, messages, batch);
    if (batch) return refuse(400, "Invalid Request: send one message a request, not a batch");
    const response = await this.#serveModern(request, messages[0]);
    // The SDK says it of streams; it is the connection's own business, and wrong in HTTP/2.
    response.headers.delete("connection");
    return response;
  }

  /** Waits, at most so many milliseconds, until every request is answered. */
  drained(limitMs: number): Promise<void> {
    return this.#calls.drained(limitMs);
  }

  /** Ends all sessions and streams, and aborts what still runs. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#forget();
    this.#sessions?.endAll();
    await this.#modern.close();
  }

  async #serveModern(request: Request, message: JSONRPCMessage): Promise<Response> {
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
      return await this.#modern.fetch(own, { parsedBody: message });
    }
    this.#calls.begin();
    const answer = this.#modern.fetch(own, { parsedBody: message });
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
      keepAliveMs: this.#options.keepAliveMs,
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
    const schema = this.#options.registry.toolInput(params.name);
    return schema &&
      headerParams(schema).find(({ header, path }) =>
        headers.has(header) && valueAt(params.arguments, path) === undefined
      )?.header;
  }

  async #legacy(
    request: Request,
    messages: readonly JSONRPCMessage[],
    batch: boolean,
  ): Promise<Response> {
    const { headers } = request;
    const id = idOf(messages);
    const streams = accepts(headers, "text/event-stream");
    if (!streams && !accepts(headers, "application/json")) {
      return refuse(406, "Not acceptable: accept application/json and text/event-stream", { id });
    }
    const begins = messages.some((message) =>
      isRequest(message) && message.method === "initialize"
    );
    if (begins && batch) return refuse(400, "Invalid Request: initialize stands alone");
    const { wire, version } = headers.get("mcp-session-id") === null && begins ||
        this.#sessions === undefined
      ? { wire: undefined, version: headers.get("mcp-protocol-version") ?? ASSUMED_VERSION }
      : this.#named(request, id);
    if (version instanceof Response) return version;
    if (!begins && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
      return unsupported(version, id);
    }
    if (batch && version >= UNBATCHED_SINCE) {
      return refuse(400, "Invalid Request: send one message a request, not a batch");
    }
    if (wire !== undefined && begins) {
      return refuse(400, "Invalid Request: the session is initialized already", { id });
    }
    const requests = messages.filter(isRequest);
    const ids = new Set(requests.map(({ id }) => id));
    const taken = requests.find(({ id }) => wire?.has(id) || !ids.delete(id));
    if (taken !== undefined) {
      return refuse(400, `Invalid Request: id ${taken.id} is in use`, { id });
    }
    if (requests.length === 0) {
      wire?.notify(messages, request);
      return new Response(null, { status: 202 });
    }
    const form = {
      version: begins ? agreed(requests[0].params?.protocolVersion) : version,
      streams,
    };
    if (wire !== undefined) return await wire.post(messages, request, form);
    const opened = await this.#open(begins);
    if (opened === undefined) {
      return refuse(429, "Too many sessions: every one has a call running; try again later", {
        id,
        headers: { "retry-after": "10" },
      });
    }
    return await opened.post(messages, request, form);
  }

  /** The session that a request names, and the revision it speaks. */
  #named(request: Request, id: JSONRPCRequest["id"] | null) {
    const session = this.#session(request, id);
    return session instanceof Response
      ? { wire: undefined, version: session }
      : { wire: session.wire, version: versionOf(session.server, request.headers) };
  }

  #session({ headers }: Request, id: JSONRPCRequest["id"] | null): Session | Response {
    const named = headers.get("mcp-session-id");
    if (named === null) {
      return refuse(400, "No session: send initialize first, then its Mcp-Session-Id header", {
        id,
      });
    }
    return this.#sessions!.use(named) ??
      refuse(404, "Session not found: it has ended, or never was; send initialize again", { id });
  }

  /** Serves a new legacy client: in a session if there are such and it begins one. */
  async #open(begins: boolean): Promise<HttpSession | undefined> {
    const { sessions: settings, keepAliveMs, report } = this.#options;
    const sessions = begins ? this.#sessions : undefined;
    const id = crypto.randomUUID();
    const wire = new HttpSession({
      ...(sessions !== undefined && settings !== false ? { id, store: settings.store } : {}),
      keepAliveMs,
      calls: this.#calls,
      report,
      onRefused: () => sessions?.end(id),
    });
    const server = new LaneServer(this.#options, this.#codec, {
      era: "legacy",
      lasting: sessions !== undefined,
    });
    await server.connect(wire);
    if (sessions !== undefined) {
      if (!sessions.makeRoom()) return void await server.close();
      sessions.add(id, wire, server);
    }
    return wire;
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

function isModern(version: string | null): boolean {
  return version !== null && MODERN_VERSIONS.includes(version.trim());
}

/** The revision of a request in a session: that of its header, or the one agreed on. */
function versionOf(server: LaneServer, headers: Headers): string {
  return headers.get("mcp-protocol-version") ??
    server.server.getNegotiatedProtocolVersion() ?? ASSUMED_VERSION;
}

function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return "method" in message && "id" in message;
}

/** The id of a request that stands alone. */
function idOf(messages: readonly JSONRPCMessage[]): JSONRPCRequest["id"] | null {
  const [message] = messages;
  return messages.length === 1 && isRequest(message) ? message.id : null;
}

/** The revision that comes of a handshake. */
function agreed(asked: unknown): string {
  return SUPPORTED_PROTOCOL_VERSIONS.find((version) => version === asked) ??
    LATEST_PROTOCOL_VERSION;
}

function unsupported(version: string, id: JSONRPCRequest["id"] | null = null): Response {
  const served = SUPPORTED_PROTOCOL_VERSIONS.join(", ");
  return refuse(400, `Unsupported protocol version: ${version}; served are ${served}`, { id });
}

/** Whether a client takes a media type; one that does not say takes all. */
function accepts(headers: Headers, type: string): boolean {
  const accept = headers.get("accept");
  if (accept === null || accept.trim() === "") return true;
  const [main] = type.split("/");
  return accept.split(",").some((range) =>
    [type, `${main}/*`, "*/*"].includes(range.split(";")[0].trim().toLowerCase())
  );
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
