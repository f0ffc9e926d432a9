import type {
  JSONRPCMessage,
  RequestId,
  Transport,
  TransportSendOptions,
} from "@modelcontextprotocol/server";
import { ErrorCode, type Report } from "../server/errors.ts";
import type { Calls } from "./calls.ts";
import type { EventStore, StoredEvent } from "./event_store.ts";
import { EventStream } from "./event_stream.ts";
import { cancelledId, encoded, errorText, isRequest } from "./messages.ts";

/** How long a client waits before it comes back for a stream that ended early. */
const RETRY_MS = 1000;
/** First revision whose clients take an event without data. */
const PRIMED_SINCE = "2025-11-25";
/** Most streams that one client may hold open by GET; the oldest gives way. */
const MAX_OPENED = 16;

/** Settings of an {@linkcode HttpSession}. */
export interface HttpSessionOptions {
  /** Id of the session, or nothing where the client is served for one request only. */
  readonly id?: string;
  /** Keeps what is sent, for clients that come back; only for sessions. */
  readonly store?: EventStore;
  readonly keepAliveMs: number;
  readonly calls: Calls;
  readonly report: Report;
  /** Hears that it has been closed. */
  readonly onClosed: () => void;
}

/** Where messages for the client go: what a GET opened, or the answer to a POST. */
interface Stream {
  readonly key: string;
  /** Requests that it still has to answer. */
  readonly waiting: Set<RequestId>;
  /** Whether its client has an event to come back to. */
  primed: boolean;
  /** What carries it now, if anything does. */
  body: EventStream | Collected | undefined;
  /** All that was sent is sent when this settles. */
  tail: Promise<void>;
}

/** What the client of a request understands. */
export interface ClientForm {
  /** Protocol revision of the request. */
  readonly version: string;
  /** Whether it takes a stream of events, or JSON only. */
  readonly streams: boolean;
  /** Whether the messages came as a list. */
  readonly batch: boolean;
}

/**
 * The SDK's end of a legacy client over HTTP: each answer goes to the stream of its request, what
 * nobody asked for to one of those that a GET opened, and a client that lost a stream gets the rest.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http}
 */
export class HttpSession implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];
  readonly sessionId?: string;

  readonly #options: HttpSessionOptions;
  /** Streams that more is sent on, by their keys. */
  readonly #live = new Map<string, Stream>();
  /** Those that have a request to answer, by its id. */
  readonly #answers = new Map<RequestId, Stream>();
  /** Those that a GET opened, oldest first; one that lost its client waits at the end of the line. */
  #opened: Stream[] = [];
  #streams = 0;
  #closed = false;

  constructor(options: HttpSessionOptions) {
    this.#options = options;
    if (options.id !== undefined) this.sessionId = options.id;
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  /** Whether a request waits for its answer, or a stream is open. */
  get busy(): boolean {
    return this.calling || this.#opened.some(isOpen);
  }

  /** Whether a request waits for its answer. */
  get calling(): boolean {
    return this.#answers.size > 0;
  }

  /** Whether a request of this id waits for its answer. */
  has(id: RequestId): boolean {
    return this.#answers.has(id);
  }

  /**
   * Takes messages with a request among them.
   *
   * @returns the answer: a stream, or JSON for a client that takes no other
   */
  post(
    messages: readonly JSONRPCMessage[],
    request: Request,
    { version, streams, batch }: ClientForm,
  ): Response | Promise<Response> {
    const ids = messages.filter(isRequest).map(({ id }) => id);
    const primed = streams && this.#options.store !== undefined && version >= PRIMED_SINCE;
    const body = streams ? this.#eventStream() : new Collected(batch, this.#headers());
    const stream = this.#stream(body, ids, primed);
    for (const id of ids) {
      this.#answers.set(id, stream);
      this.#options.calls.begin();
    }
    const closeSSEStream = primed ? () => this.#endEarly(stream) : undefined;
    for (const message of messages) {
      this.#receive(message, request, isRequest(message) ? closeSSEStream : undefined);
    }
    return body.response;
  }

  /** Takes messages that need no answer: notifications, and answers to requests of the server. */
  notify(messages: readonly JSONRPCMessage[], request: Request): void {
    for (const message of messages) this.#receive(message, request);
  }

  /** Opens a stream for what nobody asked for. */
  open(version: string): Response {
    const body = this.#eventStream();
    const lost = this.#opened.filter((stream) => !isOpen(stream));
    const oldest = this.#opened.length - lost.length < MAX_OPENED
      ? []
      : [this.#opened.find(isOpen)!];
    for (const stream of [...lost, ...oldest]) {
      stream.body?.end();
      this.#live.delete(stream.key);
    }
    this.#opened = this.#opened.filter(({ key }) => this.#live.has(key));
    this.#opened.push(this.#stream(body, [], version >= PRIMED_SINCE));
    return body.response;
  }

  /**
   * Gives a client that lost a stream what it has missed, and the rest.
   *
   * @param after Id of the event that it saw last
   * @returns the answer, or `undefined` if no such event is known
   */
  async resume(after: string): Promise<Response | undefined> {
    const replay = await this.#options.store!.replay(this.sessionId!, after);
    if (replay === undefined || this.#closed) return undefined;
    const body = this.#eventStream();
    const stream = this.#live.get(replay.stream);
    if (stream === undefined) {
      sendAgain(body, replay.events);
      body.end();
      return body.response;
    }
    // The client has lost what it had, whether the server has noticed or not.
    stream.body?.end();
    this.#then(stream, async () => {
      stream.body = body;
      // What was sent meanwhile has been kept as well.
      const missed = await this.#options.store!.replay(this.sessionId!, after);
      sendAgain(body, missed?.events ?? []);
      if (this.#opened.includes(stream)) {
        this.#opened = [...this.#opened.filter((other) => other !== stream), stream];
      }
      // It may have ended while what was missed was looked up.
      if (this.#closed || !this.#live.has(stream.key)) body.end();
    });
    return body.response;
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (this.#closed) return;
    const answered = "method" in message ? undefined : message.id as RequestId;
    const asked = answered ?? options?.relatedRequestId;
    const stream = asked === undefined
      ? this.#opened.findLast(isOpen) ?? this.#opened.at(-1)
      : this.#answers.get(asked);
    const asks = "method" in message && "id" in message;
    if (stream === undefined || answered === undefined && stream.body instanceof Collected) {
      if (asks) throw new Error("The client takes no stream on which it could be asked");
      return;
    }
    // What can be spared must not push out of the store what somebody has to come back to.
    if (isSpare(message) && !hasRoom(stream)) return;
    const data = encoded(message, this.#options.report);
    if (data !== undefined) this.#then(stream, () => this.#put(stream, data));
    if (answered !== undefined) this.#settle(answered);
    await stream.tail;
  }

  close(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#closed = true;
    const { calls, store, id } = this.#options;
    for (const [asked, stream] of this.#answers) {
      const data = errorText(asked, ErrorCode.InternalError, "The session has ended");
      this.#then(stream, () => this.#put(stream, data));
      calls.end();
    }
    // What was sent before goes out first.
    for (const stream of this.#live.values()) this.#then(stream, () => stream.body?.end());
    this.#answers.clear();
    this.#opened = [];
    this.onclose?.();
    this.#options.onClosed();
    if (id === undefined || store === undefined) return Promise.resolve();
    return Promise.try(() => store.drop(id)).catch((error) => this.#storeFailed(error));
  }

  #receive(message: JSONRPCMessage, request: Request, closeSSEStream?: () => void): void {
    if ("method" in message && message.method === "notifications/cancelled") {
      const cancelled = cancelledId(message.params);
      if (cancelled === undefined) return;
      this.onmessage?.(message, { request });
      // The SDK answers no more.
      return this.#settle(cancelled);
    }
    this.onmessage?.(message, {
      request,
      ...(closeSSEStream === undefined ? {} : { closeSSEStream }),
    });
  }

  #stream(body: Stream["body"], ids: readonly RequestId[], primed: boolean): Stream {
    const stream: Stream = {
      key: String(++this.#streams),
      waiting: new Set(ids),
      primed: false,
      body,
      tail: Promise.resolve(),
    };
    this.#live.set(stream.key, stream);
    if (primed) {
      this.#then(stream, async () => void (stream.primed = await this.#put(stream, "", RETRY_MS)));
    }
    return stream;
  }

  #eventStream(): EventStream {
    const { id, keepAliveMs } = this.#options;
    return new EventStream({
      headers: this.#headers(),
      keepAliveMs,
      // 2025-11-25 transports: to disconnect is not to cancel; but one that cannot come back is gone.
      ...(id === undefined ? { onGone: () => void this.close() } : {}),
    });
  }

  #headers(): Record<string, string> {
    const { id } = this.#options;
    return id === undefined ? {} : { "mcp-session-id": id };
  }

  /** Sends and keeps an event; tells whether it has got an id. */
  async #put(stream: Stream, data: string, retryMs?: number): Promise<boolean> {
    const { id, store } = this.#options;
    let event: string | undefined;
    // What is kept for a session that has ended would stay for ever.
    const keeps = !this.#closed && !(stream.body instanceof Collected);
    if (keeps && id !== undefined && store !== undefined) {
      try {
        event = checkedId(await store.append(id, stream.key, data));
      } catch (error) {
        this.#storeFailed(error);
      }
    }
    stream.body?.event(data, event, retryMs);
    return event !== undefined;
  }

  #storeFailed(error: unknown): void {
    this.#options.report({ level: "error", message: "The event store failed", error });
  }

  #settle(id: RequestId): void {
    const stream = this.#answers.get(id);
    if (stream === undefined) return;
    this.#answers.delete(id);
    stream.waiting.delete(id);
    if (stream.waiting.size === 0) {
      this.#then(stream, () => {
        stream.body?.end();
        this.#live.delete(stream.key);
      });
    }
    this.#options.calls.end();
    if (this.#answers.size === 0 && this.#options.id === undefined) {
      stream.tail.then(() => this.close());
    }
  }

  #endEarly(stream: Stream): void {
    this.#then(stream, () => {
      if (!stream.primed) return;
      stream.body?.end();
      stream.body = undefined;
    });
  }

  #then(stream: Stream, act: () => unknown): void {
    stream.tail = stream.tail.then(async () => void await act()).catch((error) =>
      this.#options.report({ level: "error", message: "A stream failed", error })
    );
  }
}

/** An id as it may stand in a stream of events. */
function checkedId(id: unknown): string {
  if (typeof id === "string" && id !== "" && !/[\r\n\0]/.test(id)) return id;
  throw new TypeError(`The event store gave an id that is none: ${JSON.stringify(id)}`);
}

/** An answer that is JSON, for clients that take no stream. */
class Collected {
  readonly response: Promise<Response>;
  readonly #answers: string[] = [];
  readonly #end: () => void;

  constructor(batch: boolean, headers: Record<string, string>) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#end = resolve;
    this.response = promise.then(() => {
      const all = this.#answers.join();
      // A request that was cancelled is not answered.
      if (all === "") return new Response(null, { status: 202, headers });
      return new Response(batch ? `[${all}]` : all, {
        headers: { "content-type": "application/json", ...headers },
      });
    });
  }

  event(data: string): void {
    this.#answers.push(data);
  }

  end(): void {
    this.#end();
  }
}

/** Sends kept events, but for those that began a stream. */
function sendAgain(body: EventStream, events: readonly StoredEvent[]): void {
  for (const { id, data } of events) if (data !== "") body.event(data, id);
}

function isOpen({ body }: Stream): boolean {
  return body instanceof EventStream && body.open;
}

function hasRoom(stream: Stream): boolean {
  return isOpen(stream) && !(stream.body as EventStream).full;
}

const SPARE = new Set(["notifications/message", "notifications/progress"]);

function isSpare(message: JSONRPCMessage): boolean {
  return "method" in message && SPARE.has(message.method);
}
