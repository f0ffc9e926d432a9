import type { ResourceContents } from "../content/types.ts";
import type { UnknownKey } from "../schema/check/unknown_keys.ts";
import { AbortedError } from "./errors.ts";
import { type ClientInfo, type Era, type Exchange, LOG_LEVELS, type LogLevel } from "./exchange.ts";

/** Sends log messages to the client that called, as far as it wants to hear them. */
export type Log = {
  readonly [
    /** Sends one message at this level. `data` is text or any JSON value. */
    Level in LogLevel
  ]: (data: unknown, logger?: string) => void;
};

/** What a handler can know of the call it serves, and say to its caller meanwhile. */
export interface Context {
  /** Sends log messages to the client. */
  readonly log: Log;
  /**
   * Reports progress to a client that asked for it; otherwise does nothing.
   *
   * Values that do not rise are left out, and so are those that come too fast (more than 20 a second
   * after a first ten); the last one before the answer is always sent.
   *
   * @param progress How far the call is, rising
   * @param total What `progress` will be at the end, if known
   * @param message What is being done
   */
  readonly progress: (progress: number, total?: number, message?: string) => void;
  /**
   * Aborts when the call is cancelled, its client is gone, or its time limit has passed.
   * The reason is an {@linkcode AbortedError} whose `code` says which.
   */
  readonly signal: AbortSignal;
  /** The calling program. */
  readonly client: ClientInfo;
  /** Era of the connection. */
  readonly era: Era;
  /** Protocol revision, such as `2026-07-28`. */
  readonly protocolVersion: string;
  /** JSON-RPC id of the request. */
  readonly requestId: string | number;
  /** Session, in the legacy era over HTTP. */
  readonly sessionId: string | undefined;
  /** HTTP request that carried the call, where there is one. */
  readonly request: Request | undefined;
  /**
   * Ends the HTTP stream of this call before its answer, for work that takes long: the client comes
   * back for what is sent from here on. Does nothing for clients that cannot (stdio, other revisions
   * than 2025-11-25, no session).
   */
  readonly closeStream: () => void;
  /** The request's `_meta`. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Reads a resource of this server. */
  readonly readResource: (uri: string) => Promise<readonly ResourceContents[]>;
  /** The client's answers, by key, when the handler runs again after it asked for input. */
  readonly inputResponses: Readonly<Record<string, unknown>>;
  /** The `requestState` that the handler returned when it asked for input. */
  readonly requestState: unknown;
}

const BURST = 10;
const INTERVAL_MS = 50;

/**
 * The life of one call: its context, and the end after which nothing is sent for it. The members of
 * the context are the object's own, so that handlers can take it apart or spread it.
 */
export class CallContext implements Context {
  readonly log: Log;
  readonly progress: Context["progress"];
  readonly signal: AbortSignal;
  readonly client: ClientInfo;
  readonly era: Era;
  readonly protocolVersion: string;
  readonly requestId: string | number;
  readonly sessionId: string | undefined;
  readonly request: Request | undefined;
  readonly closeStream: () => void;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly readResource: Context["readResource"];
  readonly inputResponses: Readonly<Record<string, unknown>>;
  readonly requestState: unknown;
  /** Lowest level that the client wants to hear, if any. */
  readonly logLevel: LogLevel | undefined;

  /** The arguments that the component does not know. */
  unknown: readonly UnknownKey[] | undefined;
  readonly #exchange: Exchange;
  readonly #outlast: (work: Promise<unknown>) => void;
  readonly #controller = new AbortController();
  readonly #follow: () => void;
  #ended = false;
  #reached = -Infinity;
  #allowance = BURST;
  #refilled = 0;
  #waiting: Record<string, unknown> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param outlast Hears of what a call that lost its client still has to do
   */
  constructor(
    exchange: Exchange,
    readResource: Context["readResource"],
    outlast: (work: Promise<unknown>) => void = () => {},
  ) {
    this.#exchange = exchange;
    this.#outlast = outlast;
    this.log = logOf((level, data, logger) => this.#sendLog(level, data, logger));
    this.progress = (progress, total, message) => this.#sendProgress(progress, total, message);
    this.signal = this.#controller.signal;
    this.client = exchange.client;
    this.era = exchange.era;
    this.protocolVersion = exchange.protocolVersion;
    this.requestId = exchange.requestId;
    this.sessionId = exchange.sessionId;
    this.request = exchange.httpRequest;
    this.closeStream = () => {
      if (!this.#ended) exchange.closeStream?.();
    };
    this.meta = exchange.meta;
    this.readResource = readResource;
    this.inputResponses = exchange.inputResponses;
    this.requestState = exchange.requestState;
    this.logLevel = exchange.logLevel;
    const { signal } = exchange;
    this.#follow = () => this.abort(reasonOf(signal?.reason));
    if (signal?.aborted) this.#follow();
    else signal?.addEventListener("abort", this.#follow, { once: true });
  }

  /** Aborts the signal; nothing is sent from here on. */
  abort(reason: AbortedError): void {
    if (this.#ended) return;
    this.#waiting = undefined;
    this.end();
    this.#controller.abort(reason);
  }

  /**
   * Makes the context of a part of the call, which can be aborted by itself; it says to the client what the
   * call may say.
   */
  part(readResource: Context["readResource"]): CallContext {
    const notify: Exchange["notify"] = (
      method,
      { level, data, logger, progress, total, message },
    ) =>
      method === "notifications/progress"
        ? this.progress(progress as number, total as number, message as string)
        : this.log[level as LogLevel](data, logger as string);
    return new CallContext(
      { ...this.#exchange, signal: this.signal, notify },
      readResource,
      this.#outlast,
    );
  }

  /** Has an end that comes with the connection wait for work that the abort has begun. */
  outlast(work: Promise<unknown>): void {
    if ((this.signal.reason as Partial<AbortedError>)?.code === "disconnected") this.#outlast(work);
  }

  /** Ends the call: what progress still waits is sent, and nothing after it. */
  end(): void {
    if (this.#ended) return;
    this.#flush();
    this.#ended = true;
    this.#exchange.signal?.removeEventListener("abort", this.#follow);
  }

  #sendProgress(progress: number, total?: number, message?: string): void {
    // Any token counts, 0 and "" among them (2025-11-25 progress).
    const { progressToken } = this.meta;
    if (this.#ended || progressToken === undefined) return;
    if (!Number.isFinite(progress) || progress <= this.#reached) return;
    this.#reached = progress;
    const params = {
      progressToken,
      progress,
      ...(Number.isFinite(total) ? { total } : {}),
      ...(message === undefined ? {} : { message: String(message) }),
    };
    const now = performance.now();
    this.#allowance = Math.min(BURST, this.#allowance + (now - this.#refilled) / INTERVAL_MS);
    this.#refilled = now;
    if (this.#allowance >= 1) {
      this.#allowance--;
      this.#waiting = undefined;
      this.#exchange.notify("notifications/progress", params);
    } else {
      this.#waiting = params;
      this.#timer ??= setTimeout(() => this.#flush(), INTERVAL_MS);
    }
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const params = this.#waiting;
    this.#waiting = undefined;
    if (params !== undefined && !this.#ended) {
      this.#exchange.notify("notifications/progress", params);
    }
  }

  #sendLog(level: LogLevel, data: unknown, logger?: string): void {
    const { logLevel, notify } = this.#exchange;
    if (this.#ended || logLevel === undefined) return;
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(logLevel)) return;
    notify("notifications/message", {
      level,
      data: logData(data),
      ...(logger === undefined ? {} : { logger }),
    });
  }
}

function logOf(send: (level: LogLevel, data: unknown, logger?: string) => void): Log {
  return {
    debug: (data, logger) => send("debug", data, logger),
    info: (data, logger) => send("info", data, logger),
    notice: (data, logger) => send("notice", data, logger),
    warning: (data, logger) => send("warning", data, logger),
    error: (data, logger) => send("error", data, logger),
    critical: (data, logger) => send("critical", data, logger),
    alert: (data, logger) => send("alert", data, logger),
    emergency: (data, logger) => send("emergency", data, logger),
  };
}

/** What a log message carries: JSON, or text where there is none. */
function logData(data: unknown): unknown {
  if (data instanceof Error) return `${data.name}: ${data.message}`;
  if (data === undefined) return null;
  return ["function", "symbol", "bigint"].includes(typeof data) ? String(data) : data;
}

/** Lanes abort with the client's own words, with nothing, or with the error that ended the connection. */
function reasonOf(reason: unknown): AbortedError {
  if (reason instanceof AbortedError) return reason;
  if (reason instanceof Error && reason.name !== "AbortError") {
    return new AbortedError("disconnected", "The connection to the client ended");
  }
  return typeof reason === "string" && reason !== ""
    ? new AbortedError("cancelled", `The client cancelled the call: ${reason}`)
    : new AbortedError("cancelled", "The client cancelled the call");
}
