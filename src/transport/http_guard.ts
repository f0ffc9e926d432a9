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

/** A pattern for hosts: a name, `*.` and a name, or `*`; and a port, if it has to be that one. */
interface HostPattern {
  readonly name: string;
  readonly port: string | undefined;
}

/**
 * Reads `example.com`, `example.com:8443`, `*.example.com`, `[2001:db8::1]`, or `*` for every host.
 *
 * @returns the pattern with its name as requests spell it, or `undefined` if it is none
 */
function hostPattern(text: string): HostPattern | undefined {
  const [, wild = "", name = "", port] =
    /^(\*\.(?=.)|\*(?=$|:))?([^*,]*?)(?::(\d+))?$/.exec(text) ??
      [];
  if (wild === "*") return name === "" ? { name: "*", port } : undefined;
  if (!HOST.test(name) || /:$/.test(text)) return undefined;
  const url = URL.parse(`http://${name}${port === undefined ? "" : `:${port}`}`);
  return url === null || url.hostname === "" ? undefined : { name: wild + url.hostname, port };
}

/** The ports that a client leaves out. */
const STANDARD_PORTS: readonly unknown[] = ["80", "443"];

function hostMatcher(allowed: readonly string[]): (host: string, port: string) => boolean {
  const rules = allowed.map((entry) => {
    const rule = hostPattern(entry);
    if (rule === undefined) {
      throw new TypeError(
        `allowedHosts takes names such as example.com, example.com:8443 or *.example.com, not ${
          JSON.stringify(entry)
        }`,
      );
    }
    return rule;
  });
  return (host, port) =>
    rules.some((rule) =>
      fits(rule.name, host) &&
      (rule.port === undefined || rule.port === port ||
        port === "" && STANDARD_PORTS.includes(rule.port))
    );
}

/** `https://example.com`, `https://*.example.com:8443`, `null`, or `*` for every origin. */
function originMatcher(allowed: readonly string[]): (origin: string) => boolean {
  const rules = allowed.map((entry) => {
    if (entry === "*" || entry === "null") return { whole: entry };
    const [, scheme = "", rest = ""] = ORIGIN.exec(entry.toLowerCase()) ?? [];
    const pattern = hostPattern(rest);
    if (scheme === "" || pattern === undefined) {
      throw new TypeError(
        `allowedOrigins takes origins such as https://example.com, without a path, not ${
          JSON.stringify(entry)
        }`,
      );
    }
    const standard = scheme === "https" ? "443" : scheme === "http" ? "80" : undefined;
    return {
      scheme,
      name: pattern.name,
      port: pattern.port === standard ? "" : pattern.port ?? "",
    };
  });
  return (origin) => {
    const [, scheme, rest = ""] = ORIGIN.exec(origin.toLowerCase()) ?? [];
    const [, name = "", port = ""] = HOST.exec(rest) ?? [];
    return rules.some((rule) =>
      "whole" in rule
        ? rule.whole === "*" || rule.whole === origin
        : scheme === rule.scheme && fits(rule.name, name) && port === rule.port
    );
  };
}

function fits(rule: string, name: string): boolean {
  return rule === "*" || rule === name || rule.startsWith("*.") && name.endsWith(rule.slice(1));
}

/** What came, short enough and harmless in a message. */
function shown(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
