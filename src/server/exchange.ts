/** A family of protocol revisions: up to 2025-11-25 with a handshake, from 2026-07-28 without. */
export type Era = "legacy" | "modern";

/** A severity of a log message to the client (RFC 5424). */
export type LogLevel =
  | "debug"
  | "info"
  | "notice"
  | "warning"
  | "error"
  | "critical"
  | "alert"
  | "emergency";

/** The severities, lowest first. */
export const LOG_LEVELS: readonly LogLevel[] = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
];

/** What is known of the program that calls. */
export interface ClientInfo {
  /** Its name, where it says. */
  readonly name?: string;
  /** Its version, where it says. */
  readonly version?: string;
  /** What it declares it can do: `sampling`, `elicitation`, `roots`, `extensions`. */
  readonly capabilities: Readonly<Record<string, unknown>>;
}

/** What a lane tells the registry about one request, and how to speak to its caller meanwhile. */
export interface Exchange {
  /** Era the request came in. */
  readonly era: Era;
  /** Protocol revision, such as `2025-11-25`. */
  readonly protocolVersion: string;
  /** JSON-RPC id. */
  readonly requestId: string | number;
  /** Session, in the legacy era over HTTP. */
  readonly sessionId?: string;
  /** The caller. */
  readonly client: ClientInfo;
  /** HTTP request that carried it. */
  readonly httpRequest?: Request;
  /** The request's `_meta` without the protocol's envelope. */
  readonly meta: Readonly<Record<string, unknown>>;
  /**
   * Aborts when the caller cancels or is gone; the reason is whatever the lane has. Left out where the
   * context is told itself.
   */
  readonly signal?: AbortSignal;
  /** Lowest level the caller wants to hear, or `undefined` for none. */
  readonly logLevel: LogLevel | undefined;
  /** Answers of the round before, by key. */
  readonly inputResponses: Readonly<Record<string, unknown>>;
  /** What the round before left for this one, unsealed. */
  readonly requestState: unknown;
  /** Ends the HTTP stream of this request, whose client will come back for the rest. */
  readonly closeStream?: () => void;
  /** Sends a notification about this request to its caller. */
  readonly notify: (method: string, params: Record<string, unknown>) => void;
}
