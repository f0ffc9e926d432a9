import type { EventStore } from "../protocol/event_store.ts";
import { type Allowed, HttpGuard } from "../transport/http_guard.ts";

/** How a server is reached over HTTP. */
export interface HttpOptions {
  /** End of the paths that are answered, with and without a slash after it: `/mcp` if left out. */
  readonly path?: string;
  /**
   * Hosts that requests may name besides `localhost` and loopback addresses: `example.com` (any port),
   * `example.com:8443`, `*.example.com`, or `*` for every one. Without it, a web page could reach a
   * server on the machine of its reader (DNS rebinding).
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Origins of web pages that may call besides those of this machine, and that get CORS headers:
   * `https://app.example.com`, `https://*.example.com`, or `*` for every one. Name a loopback origin,
   * such as `http://localhost:5173`, if its pages call from a browser.
   */
  readonly allowedOrigins?: readonly string[];
  /**
   * Whether clients of 2025-11-25 and older have sessions, and their bounds: on if left out. `false`
   * serves them request by request, so that several processes can share the work; then tools cannot ask
   * the user for input, and nobody is told of changes. 2026-07-28 knows no sessions.
   */
  readonly sessions?: boolean | SessionOptions;
  /** Largest body of a request, in bytes: 4 MiB if left out. */
  readonly maxBodyBytes?: number;
  /** How long the body of a request may take, in milliseconds: 30,000 if left out. */
  readonly bodyTimeoutMs?: number;
  /** How often a quiet stream gets a comment, in milliseconds: 15,000 if left out. */
  readonly keepAliveMs?: number;
}

/** Bounds of legacy sessions. */
export interface SessionOptions {
  /** How long a session may be idle, in milliseconds: 30 minutes if left out. */
  readonly idleMs?: number;
  /** Most sessions at once: 10,000 if left out. The one that was idle longest gives way. */
  readonly max?: number;
  /** Keeps what is sent, for clients that lose a stream: a bounded one in memory if left out. */
  readonly eventStore?: EventStore;
}

/** Options of `McpServer.serve`. */
export interface ServeOptions extends HttpOptions {
  /** Name or address of the network interface: `127.0.0.1` if left out, which only this machine reaches. */
  readonly host?: string;
  /** Port, 0 for any that is free: 8000 if left out. */
  readonly port?: number;
}

/** {@linkcode HttpOptions} with nothing left out. */
export interface HttpSettings extends Allowed {
  /** Lets in who is allowed. */
  readonly guard: HttpGuard;
  readonly path: string;
  readonly sessions:
    | false
    | Required<Omit<SessionOptions, "eventStore">> & {
      readonly eventStore: EventStore | undefined;
    };
  readonly maxBodyBytes: number;
  readonly bodyTimeoutMs: number;
  readonly keepAliveMs: number;
}

const MOST_MS = 2 ** 31 - 1;

/**
 * Checks the options, which the types may not have seen, and fills in what is left out.
 *
 * @throws {TypeError} for the first that is wrong
 */
export function httpSettings(options: HttpOptions): HttpSettings {
  const {
    path = "/mcp",
    allowedHosts: hosts = [],
    allowedOrigins: origins = [],
    sessions = true,
    maxBodyBytes = 4 * 1024 * 1024,
    bodyTimeoutMs = 30_000,
    keepAliveMs = 15_000,
  } = options;
  checkTexts({ allowedHosts: hosts, allowedOrigins: origins });
  if (typeof sessions !== "boolean" && (typeof sessions !== "object" || sessions === null)) {
    throw new TypeError(`sessions is true, false or its bounds, not ${JSON.stringify(sessions)}`);
  }
  const { idleMs = 30 * 60_000, max = 10_000, eventStore } = sessions === true
    ? {}
    : sessions || {};
  for (const method of ["append", "replay", "drop"] as const) {
    if (eventStore !== undefined && typeof eventStore?.[method] !== "function") {
      throw new TypeError(`eventStore must have a method ${method}`);
    }
  }
  if (typeof path !== "string" || !/^\/[^?#\s]*$/.test(path)) {
    throw new TypeError(`path must begin with /, as in /mcp, not ${JSON.stringify(path)}`);
  }
  const guard = new HttpGuard({ hosts, origins });
  checkNumbers({ maxBodyBytes, max }, Number.MAX_SAFE_INTEGER);
  checkNumbers({ bodyTimeoutMs, keepAliveMs, idleMs }, MOST_MS);
  return {
    guard,
    // As requests spell it.
    path: new URL(path, "http://localhost").pathname.replace(/\/+$/, ""),
    hosts,
    origins,
    sessions: sessions === false ? false : { idleMs, max, eventStore },
    maxBodyBytes,
    bodyTimeoutMs,
    keepAliveMs,
  };
}

/**
 * How a server is reached by what `serve` is given, and else by the server's own options.
 *
 * @throws {TypeError} for the first option that is wrong
 */
export function serveSettings(http: HttpOptions | undefined, options: ServeOptions): HttpSettings {
  // What is left undefined says nothing.
  const own = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  );
  const settings = httpSettings({ ...http, ...own });
  checkAddress(options);
  return settings;
}

/**
 * Checks an address, which the types may not have seen.
 *
 * @throws {TypeError} if it is none
 */
function checkAddress({ host = "127.0.0.1", port = 8000 }: ServeOptions): void {
  if (typeof host !== "string" || !isHost(host)) {
    throw new TypeError(
      `host must be a name or an address, without a port, not ${JSON.stringify(host)}`,
    );
  }
  if (!(Number.isInteger(port) && port >= 0 && port <= 65535)) {
    throw new TypeError(
      `port must be a whole number from 0 to 65535, not ${JSON.stringify(port)}`,
    );
  }
}

function isHost(text: string): boolean {
  const bare = text.includes(":") && !text.startsWith("[") ? `[${text}]` : text;
  return bare !== "" && !/[/\\?#@\s]|\]./.test(bare) && URL.canParse(`http://${bare}`);
}

function checkTexts(lists: Readonly<Record<string, unknown>>): void {
  for (const [name, list] of Object.entries(lists)) {
    if (!Array.isArray(list) || list.some((entry) => typeof entry !== "string")) {
      throw new TypeError(`${name} must be a list of texts, not ${JSON.stringify(list)}`);
    }
  }
}

function checkNumbers(values: Readonly<Record<string, number>>, most: number): void {
  for (const [name, value] of Object.entries(values)) {
    if (!(Number.isSafeInteger(value) && value >= 1 && value <= most)) {
      throw new TypeError(
        `${name} must be a whole number from 1 to ${most}, not ${JSON.stringify(value)}`,
      );
    }
  }
}
