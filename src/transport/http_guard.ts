/** Why a request is refused, as HTTP says it. */
export interface Refusal {
  readonly status: number;
  /** What is wrong, and what to do. */
  readonly message: string;
  /** JSON-RPC error code, if it is not that of an invalid request. */
  readonly code?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Whom an {@linkcode HttpGuard} lets in besides the programs and pages of this machine. */
export interface Allowed {
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const HOST = /^(\[[0-9a-f:.]+\]|[^:[\]@/?#\s]+?)\.?(?::(\d+))?$/;
const ORIGIN = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/;

/** What a page may send, and read of the answer. */
const CORS_METHODS = "GET, POST, DELETE";
const CORS_REQUEST_HEADERS = [
  "content-type",
  "accept",
  "authorization",
  "last-event-id",
  "mcp-session-id",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
];
const CORS_EXPOSED = "mcp-session-id, www-authenticate, retry-after";
const CORS_MAX_AGE_SECONDS = "7200";

/** Whether a host name or address means this machine. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return LOOPBACK.test(name) || name === "::1";
}

/**
 * Refuses requests that a web page has made without being allowed to: those with a foreign `Host`
 * (DNS rebinding) or a foreign `Origin`; and answers pages that are allowed the way browsers ask.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#security-warning}
 */
export class HttpGuard {
  readonly #hosts: (host: string, port: string) => boolean;
  readonly #origins: (origin: string) => boolean;

  /** @throws {TypeError} for a host or an origin that cannot be one */
  constructor({ hosts, origins }: Allowed) {
    this.#hosts = hostMatcher(hosts);
    this.#origins = originMatcher(origins);
  }

  /**
   * Why a request is refused, if it is.
   *
   * @param url Where it went
   */
  check({ headers }: Request, url: URL): Refusal | undefined {
    // The host of the URL may come from the request line, and that of the header from a proxy.
    const named = headers.get("host");
    for (const host of named === null ? [url.host] : [named, url.host]) {
      const [, name, port = ""] = HOST.exec(host.toLowerCase()) ?? [];
      if (name === undefined || !isLoopback(name) && !this.#hosts(name, port)) {
        return {
          status: 403,
          message: `Host not allowed: ${shown(host)}; the server's allowedHosts (--allow-host) ` +
            "names those that are",
        };
      }
    }
    const origin = headers.get("origin");
    if (origin === null || isLoopbackOrigin(origin) || this.#origins(origin)) return undefined;
    return {
      status: 403,
      message: `Origin not allowed: ${shown(origin)}; the server's allowedOrigins ` +
        "(--allow-origin) names those that are",
    };
  }

  /** What a browser is told that asks first, if the request is such a question. */
  preflight({ method, headers }: Request): Response | Refusal | undefined {
    const origin = headers.get("origin");
    if (method !== "OPTIONS" || origin === null) return undefined;
    if (!headers.has("access-control-request-method")) return undefined;
    if (!this.#origins(origin)) {
      return {
        status: 403,
        message: `Pages from ${shown(origin)} may not call: name it in the server's ` +
          "allowedOrigins (--allow-origin)",
      };
    }
    // Arguments that are mirrored into headers have names that only the tools know.
    const asked = (headers.get("access-control-request-headers") ?? "").toLowerCase().split(",")
      .map((name) => name.trim()).filter((name) =>
        /^mcp-param-[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)
      );
    return new Response(null, {
      status: 204,
      headers: {
        "access-control-allow-origin": origin,
        "access-control-allow-methods": CORS_METHODS,
        "access-control-allow-headers": [...CORS_REQUEST_HEADERS, ...asked].join(", "),
        "access-control-max-age": CORS_MAX_AGE_SECONDS,
        "vary": "origin, access-control-request-headers",
      },
    });
  }

  /** Lets the page that asked, if it may, read an answer. */
  share({ headers }: Request, response: Response): Response {
    const origin = headers.get("origin");
    if (origin === null) return response;
    response.headers.append("vary", "origin");
    if (this.#origins(origin)) {
      response.headers.set("access-control-allow-origin", origin);
      response.headers.set("access-control-expose-headers", CORS_EXPOSED);
    }
    return response;
  }
}

function isLoopbackOrigin(origin: string): boolean {
  const [, scheme, host] = ORIGIN.exec(origin.toLowerCase()) ?? [];
  const [, name] = HOST.exec(host ?? "") ?? [];
  return (scheme === "http" || scheme === "https") && name !== undefined && isLoopback(name);
}

/** `example.com`, `example.com:8443`, `*.example.com`, `[2001:db8::1]`, or `*` for every host. */
function hostMatcher(allowed: readonly string[]): (host: string, port: string) => boolean {
  const rules = allowed.map((entry) => {
    const [, name, port] = HOST.exec(entry.toLowerCase()) ?? [];
    if (name === undefined || !isPattern(name)) {
      throw new TypeError(
        `allowedHosts takes names such as example.com, example.com:8443 or *.example.com, not ${
          JSON.stringify(entry)
        }`,
      );
    }
    return { name, port };
  });
  return (host, port) =>
    rules.some((rule) => fits(rule.name, host) && (rule.port === undefined || rule.port === port));
}

/** `https://example.com`, `https://*.example.com:8443`, `null`, or `*` for every origin. */
function originMatcher(allowed: readonly string[]): (origin: string) => boolean {
  const rules = allowed.map((entry) => {
    const whole = entry.toLowerCase();
    const [, scheme, rest] = ORIGIN.exec(whole) ?? [];
    const [, name, port = ""] = HOST.exec(rest ?? "") ?? [];
    if (whole !== "*" && whole !== "null" && (name === undefined || !isPattern(name))) {
      throw new TypeError(
        `allowedOrigins takes origins such as https://example.com, without a path, not ${
          JSON.stringify(entry)
        }`,
      );
    }
    return { whole, scheme, name, port };
  });
  return (origin) => {
    const whole = origin.toLowerCase();
    const [, scheme, rest] = ORIGIN.exec(whole) ?? [];
    const [, name, port = ""] = HOST.exec(rest ?? "") ?? [];
    return rules.some((rule) =>
      rule.whole === "*" || rule.whole === whole ||
      name !== undefined && rule.name !== undefined && fits(rule.name, name) &&
        rule.scheme === scheme && rule.port === port
    );
  };
}

function isPattern(name: string): boolean {
  return name === "*" || !name.slice(name.startsWith("*.") ? 2 : 0).includes("*");
}

function fits(rule: string, name: string): boolean {
  return rule === "*" || rule === name || rule.startsWith("*.") && name.endsWith(rule.slice(1));
}

/** What came, short enough and harmless in a message. */
function shown(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
