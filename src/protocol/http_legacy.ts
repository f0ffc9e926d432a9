import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  LATEST_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import type { Calls } from "./calls.ts";
import type { EventStore } from "./event_store.ts";
import { accepts, refuse } from "./http_answer.ts";
import { HttpSession } from "./http_session.ts";
import { type LaneOptions, LaneServer, type StateCodec } from "./lane_server.ts";
import { isRequest } from "./messages.ts";
import { type Session, type SessionBounds, Sessions } from "./sessions.ts";

/** Bounds of sessions, and what keeps their events. */
export interface SessionSettings extends SessionBounds {
  readonly store: EventStore;
}

/** First revision without batches. */
const UNBATCHED_SINCE = "2025-06-18";
/** Revision of a client that does not say (2025-11-25 transports). */
const ASSUMED_VERSION = "2025-03-26";

/** Whom a POST is for. */
interface Target {
  /** The session, if there is one already. */
  readonly wire?: HttpSession;
  readonly version: string;
}

/** Serves legacy clients over HTTP: in sessions, or request by request where there are none. */
export class LegacyHttp {
  readonly #lane: LaneOptions;
  readonly #codec: StateCodec;
  readonly #calls: Calls;
  readonly #keepAliveMs: number;
  readonly #settings: SessionSettings | false;
  /** Those who serve one request, while they do. */
  readonly #alone = new Set<LaneServer>();
  #sessions: Sessions | undefined;

  constructor(
    lane: LaneOptions,
    codec: StateCodec,
    calls: Calls,
    keepAliveMs: number,
    settings: SessionSettings | false,
  ) {
    this.#lane = lane;
    this.#codec = codec;
    this.#calls = calls;
    this.#keepAliveMs = keepAliveMs;
    this.#settings = settings;
    if (settings !== false) this.#sessions = new Sessions(settings);
  }

  /** Whether clients have sessions. */
  get sessions(): boolean {
    return this.#sessions !== undefined;
  }

  /** Serves clients request by request from here on; ends the sessions there are. */
  dropSessions(): void {
    this.#sessions?.endAll();
    this.#sessions = undefined;
  }

  /** Ends all sessions and streams, and what still runs for them. */
  close(): void {
    this.#sessions?.endAll();
    for (const server of this.#alone) server.close().catch(() => {/* it is gone either way */});
  }

  /** Answers a GET or DELETE, which only those who have a session send. */
  async serve(request: Request): Promise<Response> {
    const { method, headers } = request;
    if (method === "GET" && !accepts(headers, "text/event-stream")) {
      return refuse(406, "Not acceptable: a GET must accept text/event-stream");
    }
    const session = this.#session(request, null);
    if (session instanceof Response) return session;
    const said = headers.get("mcp-protocol-version");
    if (said !== null && !SUPPORTED_PROTOCOL_VERSIONS.includes(said)) return unsupported(said);
    if (method === "DELETE") {
      this.#sessions!.end(session.wire.sessionId!);
      return new Response(null, { status: 200 });
    }
    const last = headers.get("last-event-id");
    if (last === null) return session.wire.open(versionOf(session.server));
    return await session.wire.resume(last) ??
      refuse(400, "No such event: Last-Event-ID is unknown, or too old to be resumed from");
  }

  /**
   * Answers a POST.
   *
   * @param batch Whether the messages came as a list
   */
  async post(
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
    const target = this.#target(request, begins, id);
    if (target instanceof Response) return target;
    const { wire, version } = target;
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
      batch,
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

  /** Whom a POST is for, and the revision that is spoken; or why it is refused. */
  #target(request: Request, begins: boolean, id: JSONRPCRequest["id"] | null): Target | Response {
    const { headers } = request;
    const said = headers.get("mcp-protocol-version");
    // Whatever initialize says in its headers, the revision is agreed on in its answer.
    if (!begins && said !== null && !SUPPORTED_PROTOCOL_VERSIONS.includes(said)) {
      return unsupported(said, id);
    }
    if (this.#sessions === undefined || begins && headers.get("mcp-session-id") === null) {
      return { version: said ?? ASSUMED_VERSION };
    }
    const session = this.#session(request, id);
    return session instanceof Response
      ? session
      : { wire: session.wire, version: versionOf(session.server) };
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
    const settings = this.#settings;
    const sessions = begins ? this.#sessions : undefined;
    const id = crypto.randomUUID();
    const wire = new HttpSession({
      ...(sessions !== undefined && settings !== false ? { id, store: settings.store } : {}),
      keepAliveMs: this.#keepAliveMs,
      calls: this.#calls,
      report: this.#lane.report,
      onClosed: () => void this.#alone.delete(server),
    });
    const server: LaneServer = new LaneServer(this.#lane, this.#codec, {
      era: "legacy",
      lasting: sessions !== undefined,
    });
    await server.connect(wire);
    if (sessions === undefined) {
      this.#alone.add(server);
      return wire;
    }
    if (!sessions.makeRoom()) return void await server.close();
    sessions.add(id, wire, server);
    return wire;
  }
}

/** The revision that a session has agreed on. */
function versionOf({ server }: LaneServer): string {
  return server.getNegotiatedProtocolVersion() ?? ASSUMED_VERSION;
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
  return refuse(
    400,
    `Unsupported protocol version: ${version.slice(0, 50)}; served are ${served}`,
    { id },
  );
}
