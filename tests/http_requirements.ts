import { envelope } from "./support/raw_client.ts";
import type { RawRequest } from "./support/raw_http.ts";

/** One HTTP exchange that the specification decides. */
export interface HttpRequirement {
  /** Where it is said. */
  readonly spec: string;
  readonly behaviour: string;
  readonly era: "legacy" | "modern" | "both";
  /**
   * What is sent. In headers, `{session}` stands for the id of a session that was opened before,
   * `{ended}` for one that has ended, and `{host}` for the server's own host and port.
   */
  readonly send: RawRequest;
  readonly expect: {
    readonly status: number;
    /** Code of the JSON-RPC error in the body. */
    readonly code?: number;
    /** Id of the message in the body. */
    readonly id?: string | number | null;
    /** Patterns of headers. */
    readonly headers?: Readonly<Record<string, RegExp>>;
    /** Pattern of the body. */
    readonly body?: RegExp;
    /** That there is no body. */
    readonly empty?: true;
  };
}

const T25 = "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports";
const T26 =
  "https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http";
const JSON_RPC = "https://www.jsonrpc.org/specification#error_object";
const HTTP = "https://www.rfc-editor.org/rfc/rfc9110";

const BOTH = "application/json, text/event-stream";
const TYPE = { "content-type": "application/json", "accept": BOTH };
const IN_SESSION = { ...TYPE, "mcp-session-id": "{session}" };

const request = (method: string, params?: unknown, id: unknown = 7) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });

const INITIALIZE = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "raw", version: "1.0.0" },
};

/** A modern request with the headers that belong to it; what is given last goes over it. */
function modern(
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string | readonly string[]> = {},
  meta: Record<string, unknown> = envelope(),
): RawRequest {
  const name = params.name ?? params.uri;
  return {
    headers: {
      ...TYPE,
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(name === undefined ? {} : { "mcp-name": String(name) }),
      ...headers,
    },
    body: request(method, { ...params, _meta: meta }),
  };
}

/** The same request without some of its headers. */
function without(sent: RawRequest, ...names: string[]): RawRequest {
  const headers = Object.entries(sent.headers ?? {}).filter(([name]) => !names.includes(name));
  return { ...sent, headers: Object.fromEntries(headers) };
}

function nested(levels: number): unknown {
  return JSON.parse('{"a":'.repeat(levels) + "1" + "}".repeat(levels));
}

const echo = (text: string) => ({ name: "echo", arguments: { text } });
const ECHO = modern("tools/call", echo("hi"));
const region = (args: Record<string, unknown>, headers: Record<string, string> = {}) =>
  modern("tools/call", { name: "region", arguments: args }, headers);

/**
 * What the specification asks of a server over HTTP, one exchange each; a test sends every one.
 *
 * Elsewhere, since they take more than one exchange or another server: listening on loopback only and
 * servers without sessions (`all/cli_http_test.ts`, `protocol/http_streams_test.ts`), batches of older
 * revisions, streams, cancellation, DELETE in the middle. Not here, since there is no such thing yet:
 * authorization (401, sessions bound to a user), tasks, servers of one era only. Codes from -32000 to
 * -32019, which the SDK would send, are ours from -32600.
 */
export const HTTP_REQUIREMENTS: Readonly<Record<string, HttpRequirement>> = {
  // Whom to answer
  "origin.foreign": {
    spec: `${T26}#security-warning`,
    behaviour: "a foreign Origin is refused, and the option that allows it is named",
    era: "modern",
    send: modern("tools/list", {}, { origin: "http://evil.test" }),
    expect: { status: 403, code: -32600, body: /evil\.test.*allowedOrigins/ },
  },
  "origin.foreign-legacy": {
    spec: `${T25}#security-warning`,
    behaviour: "a foreign Origin is refused in a session as well",
    era: "legacy",
    send: { headers: { ...IN_SESSION, origin: "https://evil.test" }, body: request("ping") },
    expect: { status: 403, code: -32600 },
  },
  "origin.null": {
    spec: `${T26}#security-warning`,
    behaviour: "the Origin null is foreign",
    era: "modern",
    send: modern("tools/list", {}, { origin: "null" }),
    expect: { status: 403, code: -32600 },
  },
  "origin.loopback": {
    spec: `${T26}#security-warning`,
    behaviour: "an Origin of this machine passes",
    era: "modern",
    send: modern("tools/list", {}, { origin: "http://localhost:6274" }),
    expect: { status: 200 },
  },
  "host.foreign": {
    spec: `${T26}#security-warning`,
    behaviour: "a foreign Host is refused, and the option that allows it is named",
    era: "modern",
    send: modern("tools/list", {}, { host: "evil.test" }),
    expect: { status: 403, code: -32600, body: /evil\.test.*allowedHosts/ },
  },
  "host.foreign-legacy": {
    spec: `${T25}#security-warning`,
    behaviour: "a foreign Host is refused before a session is made",
    era: "legacy",
    send: { headers: { ...TYPE, host: "evil.test:80" }, body: request("initialize", INITIALIZE) },
    expect: { status: 403, code: -32600 },
  },
  "host.lookalike": {
    spec: `${T26}#security-warning`,
    behaviour: "a Host that only begins like a loopback address is foreign",
    era: "modern",
    send: modern("tools/list", {}, { host: "127.0.0.1.evil.test" }),
    expect: { status: 403, code: -32600 },
  },
  "host.url": {
    spec: `${T26}#security-warning`,
    behaviour: "the host of the URL counts as well as the header",
    era: "modern",
    send: { ...modern("tools/list"), path: "http://evil.test/mcp" },
    expect: { status: 403, code: -32600 },
  },
  "host.own": {
    spec: `${T26}#security-warning`,
    behaviour: "the server's own host in both headers passes",
    era: "modern",
    send: modern("server/discover", {}, { host: "{host}", origin: "http://{host}" }),
    expect: { status: 200 },
  },
  // Methods and paths
  "method.get": {
    spec: `${T26}#receiving-messages`,
    behaviour: "GET with a modern version gets 405",
    era: "modern",
    send: { method: "GET", headers: { accept: BOTH, "mcp-protocol-version": "2026-07-28" } },
    expect: { status: 405, code: -32600, headers: { allow: /^POST$/ } },
  },
  "method.delete": {
    spec: `${T26}#receiving-messages`,
    behaviour: "DELETE with a modern version gets 405, and ends no session",
    era: "modern",
    send: {
      method: "DELETE",
      headers: { "mcp-session-id": "{session}", "mcp-protocol-version": "2026-07-28" },
    },
    expect: { status: 405, code: -32600, headers: { allow: /^POST$/ } },
  },
  "method.put": {
    spec: `${HTTP}#section-15.5.6`,
    behaviour: "PUT gets 405",
    era: "both",
    send: { method: "PUT", headers: TYPE, body: request("ping") },
    expect: { status: 405, code: -32600, headers: { allow: /^GET, POST, DELETE$/ } },
  },
  "method.options": {
    spec: `${HTTP}#section-15.5.6`,
    behaviour: "OPTIONS of no browser gets 405",
    era: "both",
    send: { method: "OPTIONS" },
    expect: { status: 405, code: -32600, headers: { allow: /^GET, POST, DELETE$/ } },
  },
  "method.head": {
    spec: `${HTTP}#section-15.5.6`,
    behaviour: "HEAD gets 405",
    era: "both",
    send: { method: "HEAD" },
    expect: { status: 405, headers: { allow: /^GET, POST, DELETE$/ } },
  },
  "path.other": {
    spec: `${T26}`,
    behaviour: "the endpoint is one path; others get 404",
    era: "both",
    send: { ...ECHO, path: "/elsewhere" },
    expect: { status: 404, code: -32600 },
  },
  "path.slash": {
    spec: `${T26}`,
    behaviour: "a slash after the path changes nothing",
    era: "both",
    send: { ...ECHO, path: "/mcp/" },
    expect: { status: 200, body: /hi/ },
  },
  "path.prefix": {
    spec: `${T26}`,
    behaviour: "any base path before it changes nothing",
    era: "both",
    send: { ...ECHO, path: "/apps/blue/mcp" },
    expect: { status: 200, body: /hi/ },
  },
  // Bodies
  "body.batch": {
    spec: `${T26}#sending-messages`,
    behaviour: "a batch is refused",
    era: "modern",
    send: { ...ECHO, body: `[${ECHO.body}]` },
    expect: { status: 400, code: -32600 },
  },
  "body.batch-legacy": {
    spec: `${T25}#sending-messages-to-the-server`,
    behaviour: "a batch is refused from 2025-06-18 on",
    era: "legacy",
    send: { headers: IN_SESSION, body: `[${request("ping")}]` },
    expect: { status: 400, code: -32600 },
  },
  "body.batch-empty": {
    spec: JSON_RPC,
    behaviour: "an empty batch is refused",
    era: "both",
    send: { headers: IN_SESSION, body: "[]" },
    expect: { status: 400, code: -32600 },
  },
  "body.not-json": {
    spec: JSON_RPC,
    behaviour: "a body that is not JSON gets -32700 and id null",
    era: "both",
    send: { headers: TYPE, body: '{"jsonrpc": "2.0", ' },
    expect: { status: 400, code: -32700, id: null },
  },
  "body.empty": {
    spec: JSON_RPC,
    behaviour: "an empty body gets -32700",
    era: "both",
    send: { headers: TYPE },
    expect: { status: 400, code: -32700, id: null },
  },
  "body.not-utf8": {
    spec: `${T26}`,
    behaviour: "a body that is not UTF-8 is refused",
    era: "both",
    send: { headers: TYPE, body: new Uint8Array([0x22, 0xff, 0xfe, 0x22]) },
    expect: { status: 400, code: -32700 },
  },
  "body.not-an-object": {
    spec: JSON_RPC,
    behaviour: "JSON that is no message gets -32600",
    era: "both",
    send: { headers: TYPE, body: "5" },
    expect: { status: 400, code: -32600, id: null },
  },
  "body.no-jsonrpc": {
    spec: JSON_RPC,
    behaviour: "a message without jsonrpc gets -32600",
    era: "both",
    send: { headers: TYPE, body: '{"id": 1, "method": "ping"}' },
    expect: { status: 400, code: -32600 },
  },
  "body.id-null": {
    spec: `${T26}`,
    behaviour: "a request with the id null gets -32600",
    era: "both",
    send: { headers: TYPE, body: request("ping", undefined, null) },
    expect: { status: 400, code: -32600, id: null },
  },
  "body.response": {
    spec: `${T26}#sending-messages`,
    behaviour: "a response of a modern client is refused",
    era: "modern",
    send: {
      headers: { ...TYPE, "mcp-protocol-version": "2026-07-28" },
      body: '{"jsonrpc": "2.0", "id": 1, "result": {}}',
    },
    expect: { status: 400, code: -32600 },
  },
  "body.type": {
    spec: `${HTTP}#section-15.5.16`,
    behaviour: "another content type gets 415",
    era: "both",
    send: { ...ECHO, headers: { ...ECHO.headers, "content-type": "text/plain" } },
    expect: { status: 415, code: -32600 },
  },
  "body.two-types": {
    spec: `${HTTP}#section-15.5.16`,
    behaviour: "two content types get 415",
    era: "both",
    send: {
      ...ECHO,
      headers: { ...ECHO.headers, "content-type": ["application/json", "text/plain"] },
    },
    expect: { status: 415, code: -32600 },
  },
  "body.response-id": {
    spec: JSON_RPC,
    behaviour: "a response whose id is neither text nor a number is refused",
    era: "legacy",
    send: { headers: IN_SESSION, body: '{"jsonrpc":"2.0","id":[1],"result":{}}' },
    expect: { status: 400, code: -32600 },
  },
  "body.no-type": {
    spec: `${HTTP}#section-15.5.16`,
    behaviour: "no content type gets 415",
    era: "both",
    send: without(ECHO, "content-type"),
    expect: { status: 415, code: -32600 },
  },
  "body.charset": {
    spec: `${HTTP}#section-8.3`,
    behaviour: "a content type may have parameters",
    era: "both",
    send: {
      ...ECHO,
      headers: { ...ECHO.headers, "content-type": "Application/JSON; charset=utf-8" },
    },
    expect: { status: 200 },
  },
  "body.encoding": {
    spec: `${HTTP}#section-15.5.16`,
    behaviour: "a compressed body gets 415",
    era: "both",
    send: { ...ECHO, headers: { ...ECHO.headers, "content-encoding": "gzip" } },
    expect: { status: 415, code: -32600 },
  },
  "body.large": {
    spec: `${HTTP}#section-15.5.14`,
    behaviour: "a body of 300 kB passes",
    era: "modern",
    send: modern("tools/call", echo("x".repeat(300_000))),
    expect: { status: 200 },
  },
  "body.too-large": {
    spec: `${HTTP}#section-15.5.14`,
    behaviour: "a body of 4 MiB and a byte gets 413 as JSON",
    era: "both",
    send: { headers: TYPE, body: '"'.padEnd(4 * 1024 * 1024, "x") + '"' },
    expect: { status: 413, code: -32600, headers: { "content-type": /json/ } },
  },
  // Accept
  "accept.modern": {
    spec: `${T26}#sending-messages`,
    behaviour: "Accept is the client's duty; what it says is taken leniently",
    era: "modern",
    send: modern("tools/list", {}, { accept: "*/*" }),
    expect: { status: 200 },
  },
  "accept.none": {
    spec: `${HTTP}#section-15.5.7`,
    behaviour: "a legacy client that takes neither JSON nor a stream gets 406",
    era: "legacy",
    send: { headers: { ...IN_SESSION, accept: "text/html" }, body: request("ping") },
    expect: { status: 406, code: -32600, id: 7 },
  },
  "accept.any": {
    spec: `${T25}#sending-messages-to-the-server`,
    behaviour: "*/* is both",
    era: "legacy",
    send: { headers: { ...IN_SESSION, accept: "*/*" }, body: request("ping") },
    expect: { status: 200, headers: { "content-type": /event-stream/ } },
  },
  "accept.json": {
    spec: `${T25}#sending-messages-to-the-server`,
    behaviour: "a client that takes JSON only gets JSON",
    era: "legacy",
    send: { headers: { ...IN_SESSION, accept: "application/json" }, body: request("ping") },
    expect: { status: 200, id: 7, headers: { "content-type": /^application\/json/ } },
  },
  "accept.get": {
    spec: `${T25}#listening-for-messages-from-the-server`,
    behaviour: "a GET that takes no stream gets 406",
    era: "legacy",
    send: {
      method: "GET",
      headers: { accept: "application/json", "mcp-session-id": "{session}" },
    },
    expect: { status: 406, code: -32600 },
  },
  // Answers
  "answer.json": {
    spec: `${T26}#sending-messages`,
    behaviour: "a request is answered by JSON unless something streams",
    era: "modern",
    send: ECHO,
    expect: { status: 200, id: 7, headers: { "content-type": /^application\/json/ }, body: /hi/ },
  },
  "answer.stream": {
    spec: `${T26}#sending-messages`,
    behaviour:
      "a request that reports progress is answered by a stream that proxies do not hold back",
    era: "modern",
    send: modern(
      "tools/call",
      { name: "progress" },
      {},
      envelope({ progressToken: "abc" }),
    ),
    expect: {
      status: 200,
      headers: { "content-type": /event-stream/, "x-accel-buffering": /^no$/ },
      body: /"progressToken":"abc"[^]*"id":7/,
    },
  },
  "answer.stream-legacy": {
    spec: `${T25}#sending-messages-to-the-server`,
    behaviour: "a request is answered by a stream that begins with an event to come back to",
    era: "legacy",
    send: { headers: IN_SESSION, body: request("ping") },
    expect: {
      status: 200,
      headers: { "content-type": /event-stream/, "x-accel-buffering": /^no$/ },
      body: /^id: \d+\nretry: \d+\ndata: \n\nevent: message\nid: \d+\ndata: .*"id":7/,
    },
  },
  "answer.notification": {
    spec: `${T26}#sending-messages`,
    behaviour: "a notification gets 202 without a body",
    era: "modern",
    send: {
      headers: {
        ...TYPE,
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "notifications/invented",
      },
      body: '{"jsonrpc":"2.0","method":"notifications/invented"}',
    },
    expect: { status: 202, empty: true },
  },
  "answer.notification-legacy": {
    spec: `${T25}#sending-messages-to-the-server`,
    behaviour: "a notification gets 202 without a body",
    era: "legacy",
    send: { headers: IN_SESSION, body: '{"jsonrpc":"2.0","method":"notifications/invented"}' },
    expect: { status: 202, empty: true },
  },
  "answer.response-legacy": {
    spec: `${T25}#sending-messages-to-the-server`,
    behaviour: "a response gets 202 without a body, also if nobody asked",
    era: "legacy",
    send: { headers: IN_SESSION, body: '{"jsonrpc":"2.0","id":99,"result":{}}' },
    expect: { status: 202, empty: true },
  },
  // Headers of the modern era
  "header.version-missing": {
    spec: `${T26}#protocol-version-header`,
    behaviour: "a request without the version header gets -32020",
    era: "modern",
    send: without(ECHO, "mcp-protocol-version"),
    expect: { status: 400, code: -32020, id: 7 },
  },
  "header.version-differs": {
    spec: `${T26}#protocol-version-header`,
    behaviour: "a version header that differs from the body gets -32020",
    era: "modern",
    send: modern("tools/list", {}, { "mcp-protocol-version": "2025-11-25" }),
    expect: { status: 400, code: -32020, id: 7 },
  },
  "header.method-missing": {
    spec: `${T26}#standard-headers`,
    behaviour: "a request without Mcp-Method gets -32020",
    era: "modern",
    send: without(ECHO, "mcp-method"),
    expect: { status: 400, code: -32020, id: 7 },
  },
  "header.method-differs": {
    spec: `${T26}#standard-headers`,
    behaviour: "an Mcp-Method that differs from the body gets -32020",
    era: "modern",
    send: modern("tools/call", echo("hi"), { "mcp-method": "tools/list" }),
    expect: { status: 400, code: -32020, id: 7 },
  },
  "header.method-case": {
    spec: `${T26}#standard-headers`,
    behaviour: "the value of Mcp-Method has a case",
    era: "modern",
    send: modern("tools/call", echo("hi"), { "mcp-method": "TOOLS/CALL" }),
    expect: { status: 400, code: -32020, id: 7 },
  },
  "header.name-missing": {
    spec: `${T26}#standard-headers`,
    behaviour: "a call without Mcp-Name gets -32020",
    era: "modern",
    send: without(ECHO, "mcp-name"),
    expect: { status: 400, code: -32020, id: 7 },
  },
  "header.name-differs": {
    spec: `${T26}#standard-headers`,
    behaviour: "an Mcp-Name that differs from the body gets -32020",
    era: "modern",
    send: modern("tools/call", echo("hi"), { "mcp-name": "other" }),
    expect: { status: 400, code: -32020, id: 7 },
  },
  "header.name-of-resource": {
    spec: `${T26}#standard-headers`,
    behaviour: "the Mcp-Name of a read is its URI",
    era: "modern",
    send: modern("resources/read", { uri: "data://config" }, { "mcp-name": "data://other" }),
    expect: { status: 400, code: -32020, id: 7 },
  },
  "header.name-encoded": {
    spec: `${T26}#value-encoding`,
    behaviour: "a name in the Base64 form is decoded before it is compared",
    era: "modern",
    send: modern("tools/call", echo("hi"), { "mcp-name": "=?base64?ZWNobw==?=" }),
    expect: { status: 200, body: /hi/ },
  },
  "header.name-badly-encoded": {
    spec: `${T26}#value-encoding`,
    behaviour: "a broken Base64 form gets -32020",
    era: "modern",
    send: modern("tools/call", echo("hi"), { "mcp-name": "=?base64?ZWNob!==?=" }),
    expect: { status: 400, code: -32020, id: 7 },
  },
  "header.names-any-case": {
    spec: `${T26}#standard-headers`,
    behaviour: "names of headers have no case",
    era: "modern",
    send: {
      ...ECHO,
      headers: {
        "Content-Type": "application/json",
        "MCP-PROTOCOL-VERSION": "2026-07-28",
        "Mcp-Method": "tools/call",
        "mCP-nAME": "echo",
      },
    },
    expect: { status: 200 },
  },
  "param.equal": {
    spec: `${T26}#custom-headers`,
    behaviour: "a mirrored argument that is equal passes",
    era: "modern",
    send: region({ region: "eu" }, { "mcp-param-region": "eu" }),
    expect: { status: 200, body: /eu/ },
  },
  "param.missing": {
    spec: `${T26}#custom-headers`,
    behaviour: "an argument without its header gets -32020",
    era: "modern",
    send: region({ region: "eu" }),
    expect: { status: 400, code: -32020, id: 7 },
  },
  "param.differs": {
    spec: `${T26}#custom-headers`,
    behaviour: "a header that differs from its argument gets -32020",
    era: "modern",
    send: region({ region: "eu" }, { "mcp-param-region": "us" }),
    expect: { status: 400, code: -32020, id: 7 },
  },
  "param.stray": {
    spec: `${T26}#custom-headers`,
    behaviour: "a header whose argument is absent gets -32020",
    era: "modern",
    send: region({}, { "mcp-param-region": "eu" }),
    expect: { status: 400, code: -32020, id: 7 },
  },
  "param.number": {
    spec: `${T26}#custom-headers`,
    behaviour: "whole numbers are compared as numbers",
    era: "modern",
    send: region({ zone: 42 }, { "mcp-param-zone": "42.0" }),
    expect: { status: 200 },
  },
  "param.exponent": {
    spec: `${T26}#custom-headers`,
    behaviour: "a number that is not written as a decimal gets -32020",
    era: "modern",
    send: region({ zone: 42 }, { "mcp-param-zone": "4.2e1" }),
    expect: { status: 400, code: -32020, id: 7 },
  },
  "header.name-of-prompt": {
    spec: `${T26}#standard-headers`,
    behaviour: "the Mcp-Name of a prompt is its name",
    era: "modern",
    send: modern("prompts/get", { name: "hello" }, { "mcp-name": "other" }),
    expect: { status: 400, code: -32020, id: 7 },
  },
  // Versions and methods of the modern era
  "version.unknown": {
    spec: `${T26}#protocol-version-header`,
    behaviour: "an unknown version gets -32022 with those that are served",
    era: "modern",
    send: modern(
      "tools/list",
      {},
      { "mcp-protocol-version": "v999.0.0" },
      envelope({ "io.modelcontextprotocol/protocolVersion": "v999.0.0" }),
    ),
    expect: {
      status: 400,
      code: -32022,
      id: 7,
      body: /"supported":\["2026-07-28"[^]*"requested":"v999\.0\.0"/,
    },
  },
  "version.legacy-in-envelope": {
    spec: `${T26}#protocol-version-header`,
    behaviour: "a legacy version in the envelope gets -32022",
    era: "modern",
    send: modern(
      "tools/list",
      {},
      { "mcp-protocol-version": "2025-11-25" },
      envelope({ "io.modelcontextprotocol/protocolVersion": "2025-11-25" }),
    ),
    expect: {
      status: 400,
      code: -32022,
      id: 7,
      body: /"supported":\["2026-07-28"[^]*"requested":"2025-11-25"/,
    },
  },
  ...Object.fromEntries(
    [
      "ping",
      "initialize",
      "logging/setLevel",
      "resources/subscribe",
      "resources/unsubscribe",
      "foo/bar",
    ].map((method) => [`unknown-method.${method.replace("/", "-").toLowerCase()}`, {
      spec: `${T26}#sending-messages`,
      behaviour: `${method} gets 404 with -32601`,
      era: "modern" as const,
      send: modern(method),
      expect: { status: 404, code: -32601, id: 7 },
    }]),
  ),
  "meta.missing": {
    spec: "https://modelcontextprotocol.io/specification/2026-07-28/basic#meta",
    behaviour: "a request without the envelope gets -32602",
    era: "modern",
    send: {
      headers: { ...TYPE, "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" },
      body: request("tools/list"),
    },
    expect: { status: 400, code: -32602, id: 7 },
  },
  "meta.no-capabilities": {
    spec: "https://modelcontextprotocol.io/specification/2026-07-28/basic#meta",
    behaviour: "an envelope without capabilities gets -32602",
    era: "modern",
    send: modern("tools/list", {}, {}, {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    }),
    expect: { status: 400, code: -32602, id: 7 },
  },
  "meta.no-version": {
    spec: "https://modelcontextprotocol.io/specification/2026-07-28/basic#meta",
    behaviour: "an envelope without a version gets -32602",
    era: "modern",
    send: modern("tools/list", {}, {}, { "io.modelcontextprotocol/clientCapabilities": {} }),
    expect: { status: 400, code: -32602, id: 7 },
  },
  "meta.no-client": {
    spec: "https://modelcontextprotocol.io/specification/2026-07-28/basic#meta",
    behaviour: "an envelope need not name the client",
    era: "modern",
    send: modern("tools/list", {}, {}, {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    }),
    expect: { status: 200 },
  },
  "meta.deep": {
    spec: "https://modelcontextprotocol.io/specification/2026-07-28/basic#meta",
    behaviour: "an envelope that is nested without end gets -32602",
    era: "modern",
    send: modern("tools/list", {}, {}, {
      ...envelope(),
      "io.modelcontextprotocol/clientCapabilities": { experimental: nested(5000) },
    }),
    expect: { status: 400, code: -32602, id: 7 },
  },
  "meta.log-level": {
    spec: "https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging",
    behaviour: "a log level that is none gets -32602",
    era: "modern",
    send: modern("tools/list", {}, {}, envelope({ "io.modelcontextprotocol/logLevel": "loud" })),
    expect: { status: 400, code: -32602, id: 7 },
  },
  "capability.missing": {
    spec: "https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr",
    behaviour: "a question that the client's capabilities do not allow gets -32021",
    era: "modern",
    send: modern("tools/call", { name: "ask" }),
    expect: { status: 400, code: -32021, id: 7, body: /"requiredCapabilities":\{"elicitation"/ },
  },
  "session.stray": {
    spec: `${T26}#sessions`,
    behaviour: "session ids and event ids of the legacy era are ignored",
    era: "modern",
    send: modern("tools/list", {}, { "mcp-session-id": "stray", "last-event-id": "5" }),
    expect: { status: 200 },
  },
  "resource.missing": {
    spec: "https://modelcontextprotocol.io/specification/2026-07-28/server/resources",
    behaviour: "a resource that is not there gets -32602 with its URI",
    era: "modern",
    send: modern("resources/read", { uri: "data://nowhere" }),
    expect: { status: 200, code: -32602, id: 7, body: /"uri":"data:\/\/nowhere"/ },
  },
  // Legacy handshake and sessions
  "initialize.session": {
    spec: `${T25}#session-management`,
    behaviour: "initialize is answered with a session id of visible ASCII",
    era: "legacy",
    send: { headers: TYPE, body: request("initialize", INITIALIZE) },
    expect: {
      status: 200,
      headers: {
        "mcp-session-id": /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      },
      body: /"protocolVersion":"2025-11-25"/,
    },
  },
  "initialize.same-version": {
    spec:
      "https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#version-negotiation",
    behaviour: "a version that is served is answered with the same",
    era: "legacy",
    send: {
      headers: TYPE,
      body: request("initialize", { ...INITIALIZE, protocolVersion: "2025-06-18" }),
    },
    expect: { status: 200, body: /"protocolVersion":"2025-06-18"/ },
  },
  "initialize.modern-version": {
    spec:
      "https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#version-negotiation",
    behaviour: "a version without a handshake is answered with the latest that has one",
    era: "legacy",
    send: {
      headers: TYPE,
      body: request("initialize", { ...INITIALIZE, protocolVersion: "2026-07-28" }),
    },
    expect: { status: 200, body: /"protocolVersion":"2025-11-25"/ },
  },
  "initialize.unknown-version": {
    spec:
      "https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#version-negotiation",
    behaviour: "an unknown version is answered with the latest",
    era: "legacy",
    send: {
      headers: TYPE,
      body: request("initialize", { ...INITIALIZE, protocolVersion: "2099-01-01" }),
    },
    expect: { status: 200, body: /"protocolVersion":"2025-11-25"/ },
  },
  "initialize.malformed": {
    spec: `${T25}#session-management`,
    behaviour: "a malformed initialize gets -32602, and makes no session",
    era: "legacy",
    send: { headers: TYPE, body: request("initialize", { protocolVersion: "2025-11-25" }) },
    expect: { status: 400, code: -32602, id: 7 },
  },
  "initialize.malformed-within": {
    spec: `${T25}#session-management`,
    behaviour: "an initialize with a malformed capability gets -32602, and makes no session",
    era: "legacy",
    send: {
      headers: TYPE,
      body: request("initialize", { ...INITIALIZE, capabilities: { roots: 5 } }),
    },
    expect: { status: 400, code: -32602, id: 7 },
  },
  "initialize.modern-header": {
    spec: `${T26}#protocol-version-header`,
    behaviour: "initialize with a modern version header gets -32020",
    era: "legacy",
    send: {
      headers: { ...TYPE, "mcp-protocol-version": "2026-07-28" },
      body: request("initialize", INITIALIZE),
    },
    expect: { status: 400, code: -32020, id: 7 },
  },
  "initialize.again": {
    spec: `${T25}#session-management`,
    behaviour: "a second initialize in a session is refused",
    era: "legacy",
    send: { headers: IN_SESSION, body: request("initialize", INITIALIZE) },
    expect: { status: 400, code: -32600, id: 7 },
  },
  "session.missing": {
    spec: `${T25}#session-management`,
    behaviour: "a request without a session id gets 400",
    era: "legacy",
    send: { headers: TYPE, body: request("tools/list") },
    expect: { status: 400, code: -32600, id: 7 },
  },
  "session.missing-get": {
    spec: `${T25}#session-management`,
    behaviour: "a GET without a session id gets 400",
    era: "legacy",
    send: { method: "GET", headers: { accept: "text/event-stream" } },
    expect: { status: 400, code: -32600 },
  },
  "session.missing-delete": {
    spec: `${T25}#session-management`,
    behaviour: "a DELETE without a session id gets 400",
    era: "legacy",
    send: { method: "DELETE" },
    expect: { status: 400, code: -32600 },
  },
  "session.unknown": {
    spec: `${T25}#session-management`,
    behaviour: "a session id from before a restart gets 404",
    era: "legacy",
    send: {
      headers: { ...TYPE, "mcp-session-id": "00000000-0000-4000-8000-000000000000" },
      body: request("tools/list"),
    },
    expect: { status: 404, code: -32600, id: 7, headers: { "content-type": /json/ } },
  },
  "session.ended": {
    spec: `${T25}#session-management`,
    behaviour: "the id of a session that was deleted gets 404",
    era: "legacy",
    send: { headers: { ...TYPE, "mcp-session-id": "{ended}" }, body: request("tools/list") },
    expect: { status: 404, code: -32600, id: 7 },
  },
  "session.ended-get": {
    spec: `${T25}#session-management`,
    behaviour: "GET with the id of a session that was deleted gets 404",
    era: "legacy",
    send: {
      method: "GET",
      headers: { accept: "text/event-stream", "mcp-session-id": "{ended}" },
    },
    expect: { status: 404, code: -32600 },
  },
  "session.delete": {
    spec: `${T25}#session-management`,
    behaviour: "DELETE ends a session",
    era: "legacy",
    send: { method: "DELETE", headers: { "mcp-session-id": "{session}" } },
    expect: { status: 200, empty: true },
  },
  "session.delete-unknown": {
    spec: `${T25}#session-management`,
    behaviour: "DELETE with an id that is unknown gets 404",
    era: "legacy",
    send: { method: "DELETE", headers: { "mcp-session-id": "{ended}" } },
    expect: { status: 404, code: -32600 },
  },
  "session.bad-version-get": {
    spec: `${T25}#protocol-version-header`,
    behaviour: "an invalid version header of a GET gets 400",
    era: "legacy",
    send: {
      method: "GET",
      headers: {
        "accept": "text/event-stream",
        "mcp-session-id": "{session}",
        "mcp-protocol-version": "yesterday",
      },
    },
    expect: { status: 400, code: -32600 },
  },
  "session.bad-version": {
    spec: `${T25}#protocol-version-header`,
    behaviour: "an invalid version header gets 400",
    era: "legacy",
    send: {
      headers: { ...IN_SESSION, "mcp-protocol-version": "yesterday" },
      body: request("ping"),
    },
    expect: { status: 400, code: -32600, id: 7 },
  },
  "session.no-version": {
    spec: `${T25}#protocol-version-header`,
    behaviour: "no version header is no fault",
    era: "legacy",
    send: { headers: IN_SESSION, body: request("ping") },
    expect: { status: 200 },
  },
  "session.bad-event": {
    spec: `${T25}#resumability-and-redelivery`,
    behaviour: "an unknown Last-Event-ID gets 400",
    era: "legacy",
    send: {
      method: "GET",
      headers: {
        "accept": "text/event-stream",
        "mcp-session-id": "{session}",
        "last-event-id": "999999",
      },
    },
    expect: { status: 400, code: -32600 },
  },
  // Errors of the legacy era
  "legacy-error.method": {
    spec: JSON_RPC,
    behaviour: "an unknown method gets 200 with -32601",
    era: "legacy",
    send: { headers: IN_SESSION, body: request("foo/bar") },
    expect: { status: 200, code: -32601, id: 7 },
  },
  "legacy-error.tool": {
    spec: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
    behaviour: "an unknown tool gets 200 with -32602",
    era: "legacy",
    send: { headers: IN_SESSION, body: request("tools/call", { name: "nothing" }) },
    expect: { status: 200, code: -32602, id: 7 },
  },
  "legacy-error.prompt": {
    spec: "https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#error-handling",
    behaviour: "an unknown prompt gets 200 with -32602",
    era: "legacy",
    send: { headers: IN_SESSION, body: request("prompts/get", { name: "nothing" }) },
    expect: { status: 200, code: -32602, id: 7 },
  },
  "legacy-error.arguments": {
    spec: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
    behaviour: "wrong arguments are told to the model",
    era: "legacy",
    send: { headers: IN_SESSION, body: request("tools/call", { name: "echo", arguments: {} }) },
    expect: { status: 200, id: 7, body: /"isError":true/ },
  },
  "legacy-error.resource": {
    spec:
      "https://modelcontextprotocol.io/specification/2025-11-25/server/resources#error-handling",
    behaviour: "a resource that is not there gets 200 with -32002",
    era: "legacy",
    send: { headers: IN_SESSION, body: request("resources/read", { uri: "data://nowhere" }) },
    expect: { status: 200, code: -32002, id: 7 },
  },
  "legacy-error.log-level": {
    spec: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging",
    behaviour: "a log level that is none gets 200 with -32602",
    era: "legacy",
    send: { headers: IN_SESSION, body: request("logging/setLevel", { level: "loud" }) },
    expect: { status: 200, code: -32602, id: 7 },
  },
  "legacy.ping": {
    spec: "https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping",
    behaviour: "ping gets an empty result",
    era: "legacy",
    send: { headers: IN_SESSION, body: request("ping") },
    expect: { status: 200, id: 7, body: /"result":\{\}/ },
  },
  "legacy.unsubscribe": {
    spec: "https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions",
    behaviour: "resources/unsubscribe gets an empty result",
    era: "legacy",
    send: { headers: IN_SESSION, body: request("resources/unsubscribe", { uri: "data://config" }) },
    expect: { status: 200, id: 7, body: /"result":\{\}/ },
  },
  "body.batch-long": {
    spec: `${T25}#sending-messages-to-the-server`,
    behaviour: "a batch of more than a hundred messages is refused, at any revision",
    era: "legacy",
    send: { headers: TYPE, body: `[${Array(101).fill(request("ping")).join()}]` },
    expect: { status: 400, code: -32600, body: /100 messages at most/ },
  },
  "legacy.subscribe": {
    spec: "https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions",
    behaviour: "resources/subscribe gets an empty result",
    era: "legacy",
    send: { headers: IN_SESSION, body: request("resources/subscribe", { uri: "data://config" }) },
    expect: { status: 200, id: 7, body: /"result":\{\}/ },
  },
};
