import { joined } from "./http_raw.ts";
import { mutatedBytes, mutatedJson, type Random } from "./http_random.ts";
import { envelope } from "./raw_client.ts";

/** A request that may be wrong in many ways, and what may come of it. */
export interface FuzzRequest {
  readonly method: string;
  readonly bytes: Uint8Array;
  /** Ids of the JSON-RPC requests in it, as far as it can be read at all. */
  readonly ids: readonly unknown[];
  /** What the answer has to be, if nothing is wrong with it. */
  readonly valid?: { readonly id: number; readonly text?: string };
  /** HTTP itself is broken: the HTTP layer may answer, or close the connection. */
  readonly broken: boolean;
  /** Its head has no end, so that nothing can come of it but a timeout of its sender. */
  readonly headless: boolean;
  /** It comes from where nobody may call from. */
  readonly foreign: boolean;
  /** More of it would have to come, or less has: no other request can follow. */
  readonly last: boolean;
}

interface Draft {
  method: string;
  target: string;
  version: string;
  /** Values are bytes: one for each character. */
  headers: [string, string][];
  message: unknown;
  body: Uint8Array | undefined;
  text?: string;
  /** Puts the body into a form of its own, and adds the headers that say so. */
  frame: ((draft: Draft, body: Uint8Array) => Uint8Array) | undefined;
  broken: boolean;
  last: boolean;
  /** How much of the head is sent, if not all, and nothing after it. */
  share: number | undefined;
}

/** Whom fuzzed requests pretend to be. */
export interface Identities {
  readonly host: string;
  /** A session for requests that are right. */
  readonly own: string;
  /** One for those that are not. */
  readonly victim: string;
}

const META = "io.modelcontextprotocol/";
const encoder = new TextEncoder();

/** One byte for each character. */
function latin1(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Makes the request of an id: one in six is right. */
export function fuzzed(random: Random, id: number, who: Identities): FuzzRequest {
  const right = random.chance(1 / 6);
  const draft = random.chance(0.5) ? modern(random, id, who) : legacy(random, id, who, right);
  if (!right) {
    const turns = 1 + random.below(3);
    for (let turn = 0; turn < turns; turn++) random.pick(MUTATIONS)(draft, random, who);
  }
  return finished(draft, random, right ? id : undefined);
}

const CAPABILITIES = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {} },
  experimental: { "example.com/a": { b: [1] } },
  extensions: { "example.com/c": { d: { e: 1 } } },
};
/** What the SDK knows of, and drops requests for if it is wrong. */
const TASK = { "io.modelcontextprotocol/related-task": { taskId: "one" } };
const CLIENT = {
  name: "fuzz",
  version: "1",
  title: "Fuzz",
  websiteUrl: "https://example.com",
  icons: [{ src: "data:image/png;base64,", mimeType: "image/png", sizes: ["1x1"] }],
};

const tool = (name: string, args: Record<string, unknown>) => ({ name, arguments: args });

/** Requests of both eras, by method; the first few are made most often. */
const REQUESTS: readonly [method: string, params: (text: string) => Record<string, unknown>][] = [
  ["tools/call", (text) => tool("echo", { text })],
  ["tools/call", (text) => tool("later", { text, ms: 2 })],
  ["tools/call", (text) => tool("mirror", { text, list: [1, { deep: [text] }], none: null })],
  ["tools/call", () => tool("add", { a: 1, b: 2 })],
  ["tools/call", () => tool("ask", {})],
  ["tools/list", () => ({})],
  ["resources/list", () => ({})],
  ["resources/templates/list", () => ({})],
  ["resources/read", () => ({ uri: "data://config" })],
  ["resources/read", () => ({ uri: "note://a" })],
  ["prompts/list", () => ({})],
  ["prompts/get", (text) => ({ name: "hello", arguments: { who: text } })],
  ["completion/complete", () => ({
    ref: { type: "ref/prompt", name: "hello" },
    argument: { name: "who", value: "" },
  })],
];

const LEGACY: typeof REQUESTS = [
  ...REQUESTS,
  ["ping", () => ({})],
  ["logging/setLevel", () => ({ level: "info" })],
  ["resources/subscribe", () => ({ uri: "data://config" })],
  ["resources/unsubscribe", () => ({ uri: "data://config" })],
];

/** What has no place among requests that are right: it opens something, or has no answer. */
const LEGACY_ODD: typeof REQUESTS = [
  ["initialize", () => ({
    protocolVersion: "2025-11-25",
    capabilities: { ...CAPABILITIES, roots: { listChanged: true } },
    clientInfo: CLIENT,
  })],
  ["notifications/initialized", () => ({})],
  ["notifications/cancelled", (text) => ({ requestId: text, reason: "why not" })],
  ["notifications/progress", () => ({ progressToken: 1, progress: 1 })],
  ["notifications/roots/list_changed", () => ({})],
  ["no/such", () => ({ a: 1 })],
];

const MODERN: typeof REQUESTS = [...REQUESTS, ["server/discover", () => ({})]];

function legacy(
  random: Random,
  id: number,
  { host, own, victim }: Identities,
  right: boolean,
): Draft {
  const text = `legacy ${id}`;
  const [method, params] = random.pick(right || random.chance(0.7) ? LEGACY : LEGACY_ODD);
  const answer = !right && random.chance(0.03);
  const message = answer ? { jsonrpc: "2.0", id, result: { roots: [] } } : {
    jsonrpc: "2.0",
    ...(method.startsWith("notifications/") ? {} : { id }),
    method,
    params: {
      ...params(text),
      ...(random.chance(0.3) ? { _meta: { ...TASK, progressToken: id } } : {}),
    },
  };
  const json = random.chance(0.2);
  return draftOf(host, message, text, [
    ["accept", json ? "application/json" : "application/json, text/event-stream"],
    ["content-type", "application/json"],
    ["mcp-protocol-version", "2025-11-25"],
    ...(method === "initialize" ? [] : [["mcp-session-id", right ? own : victim] as const]),
  ]);
}

function modern(random: Random, id: number, { host }: Identities): Draft {
  const text = `modern ${id}`;
  const listens = random.chance(0.02);
  const [method, params] = listens
    ? ["subscriptions/listen", () => ({ notifications: { toolsListChanged: true } })] as const
    : random.pick(MODERN);
  const all = params(text) as { name?: string; uri?: string };
  const meta = {
    [`${META}clientCapabilities`]: CAPABILITIES,
    [`${META}clientInfo`]: CLIENT,
    "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    ...(random.chance(0.3) ? { progressToken: id } : {}),
    ...(random.chance(0.2) ? { [`${META}logLevel`]: "debug" } : {}),
  };
  const message = { jsonrpc: "2.0", id, method, params: { ...all, _meta: envelope(meta) } };
  const name = all.name ?? all.uri;
  return {
    ...draftOf(host, message, text, [
      ["accept", "application/json, text/event-stream"],
      ["content-type", "application/json"],
      ["mcp-protocol-version", "2026-07-28"],
      ["mcp-method", method],
      ...(name === undefined ? [] : [["mcp-name", name] as const]),
      ...(name === "add" ? [["mcp-param-a", "1"] as const] : []),
    ]),
    last: listens,
  };
}

function draftOf(
  host: string,
  message: unknown,
  text: string,
  headers: readonly (readonly [string, string])[],
): Draft {
  return {
    method: "POST",
    target: "/mcp",
    version: "HTTP/1.1",
    headers: [["host", host], ...headers.map(([name, value]): [string, string] => [name, value])],
    message,
    body: undefined,
    text,
    frame: undefined,
    broken: false,
    last: false,
    share: undefined,
  };
}

type Mutation = (draft: Draft, random: Random, who: Identities) => void;

const HUGE = "x".repeat(9000);
const NO_ASCII = ["\xff", "caf\xe9", "\xe2\x82\xac", "\x80\x81"];

/** Odd values of headers; `undefined` takes the header away. */
const VALUES: Readonly<Record<string, readonly (string | undefined)[]>> = {
  "host": [undefined, "", " ", "localhost", "LOCALHOST:80", "127.0.0.1:99999", "[::1]:1", "[::1"],
  "origin": ["http://localhost:1", "https://127.0.0.1", "", "http://[", "localhost", "\xe9"],
  "accept": [
    undefined,
    "",
    "*/*",
    "application/*",
    "text/event-stream",
    "text/html",
    ";",
    ",,",
    "*",
  ],
  "content-type": [
    ...[undefined, "", ";", "text/plain", "application/jsonx", "application", "\xff", "a/b/c"],
    ...["application/json; charset=utf-8", "application/json;charset=latin1", "APPLICATION/JSON"],
    ...[
      "application/json, text/plain",
      "application/json;a, text/plain",
      "application/json ; x",
      "multipart/form-data; boundary=a",
    ],
  ],
  "content-encoding": ["gzip", "identity", "br", "", "x", "identity, gzip"],
  "mcp-protocol-version": [
    ...[undefined, "", "2024-10-07", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"],
    ...["2026-07-28", "2099-01-01", "1", "2025-11-25, 2026-07-28", "DRAFT", ...NO_ASCII, HUGE],
  ],
  "mcp-method": [undefined, "", "tools/call", "TOOLS/CALL", "no/such", ...NO_ASCII, HUGE],
  "mcp-name": [
    undefined,
    "",
    "echo",
    "ECHO",
    "=?base64?ZWNobw==?=",
    "=?base64?!?=",
    ...NO_ASCII,
    HUGE,
  ],
  "mcp-session-id": [undefined, "", "x", "00000000-0000-4000-8000-000000000000", ...NO_ASCII, HUGE],
  "mcp-param-a": [undefined, "", "2", "one", "=?base64?MQ==?=", ...NO_ASCII, HUGE],
  "last-event-id": ["", "0", "1", "-1", "99999999999999999999", "x", ...NO_ASCII, HUGE],
  "expect": ["100-continue", "x"],
  "connection": ["close", "keep-alive", "x", "upgrade, close"],
  "upgrade": ["websocket", "h2c", "x"],
  "access-control-request-method": ["POST", "x", ""],
  "authorization": ["Bearer x", "", HUGE],
  "cookie": ["a=b", HUGE],
  "x-forwarded-host": ["evil.example"],
};
const NAMES = Object.keys(VALUES);

const header: Mutation = (draft, random) => {
  const name = random.pick(NAMES);
  const value = random.pick(VALUES[name]);
  const twice = random.chance(0.15);
  if (!twice) draft.headers = draft.headers.filter(([other]) => other !== name);
  if (value !== undefined) draft.headers.push([name, value]);
  // The HTTP layer looks at these as well.
  if (name === "host" || name === "upgrade" || name === "expect") draft.broken = true;
};

const method: Mutation = (draft, random) => {
  draft.method = random.pick([
    ...[
      "GET",
      "HEAD",
      "PUT",
      "PATCH",
      "DELETE",
      "OPTIONS",
      "TRACE",
      "QUERY",
      "post",
      "get",
      "Post",
    ],
    ...["GET", "GET", "DELETE", "BREW", "M-SEARCH", "CONNECT", "P@ST", "", "G\x80T", HUGE],
  ]);
  if (/[^A-Z-]/i.test(draft.method) || /^$|CONNECT|^x/.test(draft.method)) draft.broken = true;
  if (draft.method === "GET" && random.chance(0.7)) {
    draft.headers = draft.headers.filter(([name]) => name !== "accept");
    draft.headers.push(["accept", "text/event-stream"]);
  }
};

const target: Mutation = (draft, random, { host }) => {
  const [path, broken] = random.pick<[string, boolean?]>([
    ...[["/"], ["/mcp/"], ["/mcp?x=1"], ["/a/b/mcp"], ["//mcp"], ["/mcp//"], ["/mcp/../mcp"]],
    ...[["/%6dcp"], ["/mcp%00"], ["/mcp%"], ["/MCP"], ["/mcpx"], ["/?/mcp"], ["/mcp?".repeat(99)]],
    ...[["*", true], [`http://${host}/mcp`, true], ["http://evil.example/mcp", true], [
      "mcp",
      true,
    ]],
    ...[["/m cp", true], ["", true], ["/\x80", true], ["/mcp#x", true], ["//", true], [
      "http://",
      true,
    ]],
    ...[[`/${"a".repeat(70_000)}`, true], ["/mcp\t", true]],
  ] as [string, boolean?][]);
  draft.target = path;
  draft.broken ||= broken === true;
};

const FOREIGN: readonly [string, string][] = [
  ...["evil.example", "localhost.evil.example", "127.0.0.1.evil", "169.254.169.254", "0.0.0.0"]
    .map((host): [string, string] => ["host", host]),
  ...["https://evil.example", "null", "http://localhost.evil", "file://", "http://[::1].evil"]
    .map((origin): [string, string] => ["origin", origin]),
];

const foreign: Mutation = (draft, random) => {
  const [name, value] = random.pick(FOREIGN);
  draft.headers = draft.headers.filter(([other]) => other !== name);
  draft.headers.push([name, value]);
};

const brokenHead: Mutation = (draft, random) => {
  draft.broken = true;
  const bad = random.pick<[string, string]>([
    ["bad name", "x"],
    ["", "x"],
    ["x\x00", "x"],
    ["x", "a\x00b"],
    ["x", "a\r\n folded"],
    ["x", "a\nb: c"],
    ["content-length", "abc"],
    ["content-length", "-1"],
    ["content-length", "99999999999999999999999"],
    ["transfer-encoding", "gzip"],
    ["transfer-encoding", "chunked, chunked"],
    ["x", "y".repeat(random.pick([20_000, 100_000]))],
  ]);
  draft.headers.push(bad);
  if (random.chance(0.2)) {
    for (let count = 0; count < 150; count++) draft.headers.push([`x-${count}`, "y"]);
  }
  if (random.chance(0.3)) {
    draft.version = random.pick(["HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "HTP/1.1", ""]);
  }
  draft.last = true;
};

const halfHead: Mutation = (draft, random) => {
  draft.broken = true;
  draft.share = random.below(100) / 100;
};

const members: Mutation = (draft, random) => {
  draft.body = encoder.encode(mutatedJson(draft.message, random, 1 + random.below(3)));
};

const octets: Mutation = (draft, random) => {
  draft.body = mutatedBytes(bodyOf(draft), random);
};

const batch: Mutation = (draft, random) => {
  const one = new TextDecoder().decode(bodyOf(draft));
  const notice =
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}';
  const ping = '{"jsonrpc":"2.0","id":"batched","method":"ping"}';
  draft.body = encoder.encode(random.pick([
    ...[
      "[]",
      `[${one}]`,
      `[${one},${one}]`,
      `[${one},${notice},${ping}]`,
      `[${notice}]`,
      `[[${one}]]`,
    ],
    ...[`[1]`, `[null,${one}]`, `[${Array(101).fill(notice).join()}]`, `[${one},`],
  ]));
  if (random.chance(0.7)) {
    draft.headers = draft.headers.filter(([name]) => name !== "mcp-protocol-version");
    draft.headers.push(["mcp-protocol-version", "2025-03-26"]);
  }
};

const noBody: Mutation = (draft, random) => {
  draft.body = encoder.encode(random.pick(["", " ", "null", "1", '"x"', "{", "{}", "[", "\n\n"]));
};

const large: Mutation = (draft, random, who) => {
  // Just what is let in, or too much by one; and it takes its time.
  if (!random.chance(0.03)) return members(draft, random, who);
  const body = bodyOf(draft);
  // It may have been made large before.
  const missing = Math.max(0, MAX_BODY_BYTES + random.below(2) - body.length);
  const padding = new Uint8Array(missing).fill(0x20);
  draft.body = joined(body, padding);
  draft.last = true;
};

/** Largest body that the server takes in this test, so that too much of it is cheap. */
export const MAX_BODY_BYTES = 256 * 1024;

const chunked: Mutation = (draft, random) => {
  const sizes = Array.from({ length: 100 }, () => 1 + random.below(random.pick([1, 7, 64, 5000])));
  const end = random.pick(["0\r\n\r\n", "0\r\n\r\n", "000\r\n\r\n", "0\r\nx: y\r\n\r\n"]);
  draft.frame = ({ headers }, body) => {
    headers.push(["transfer-encoding", "chunked"]);
    const parts: Uint8Array[] = [];
    for (let at = 0, turn = 0; at < body.length; turn++) {
      // A thousand chunks show no more than a hundred.
      const part = body.subarray(at, turn < sizes.length ? at + sizes[turn] : body.length);
      const size = part.length.toString(16);
      const line = [size, size, size.toUpperCase(), `000${size}`, `${size};x=y`][turn % 5];
      parts.push(latin1(`${line}\r\n`), part, latin1("\r\n"));
      at += part.length;
    }
    return joined(...parts, latin1(end));
  };
};

/** Chunks that are none, or too few. */
const BAD_CHUNKS = [
  ...["zz\r\n{}\r\n0\r\n\r\n", "ffffffffffffffff1\r\n{}", "2\r\n{}x\r\n0\r\n\r\n", "-1\r\n"],
  ...["2\r\n{}", "5\r\n{}\r\n", "0\r\n", "2", ""],
];

const brokenFrame: Mutation = (draft, random) => {
  draft.broken = draft.last = true;
  const more = 1 + random.below(100);
  const share = random.below(100) / 100;
  const chunks = random.pick(BAD_CHUNKS);
  const kind = random.below(6);
  draft.frame = ({ headers }, body) => {
    const { length } = body;
    const says = (...sizes: (number | string)[]) => {
      for (const size of sizes) headers.push(["content-length", String(size)]);
    };
    if (kind === 0) says(length + more);
    if (kind === 1) says(Math.floor(length * share));
    if (kind === 2) says(length, length + 1);
    if (kind === 3) says(more % 2 === 0 ? MAX_BODY_BYTES + 1 : 2 ** 40);
    if (kind === 4) says(length);
    if (kind < 4) return body;
    headers.push(["transfer-encoding", "chunked"]);
    return kind === 4 ? body : latin1(chunks);
  };
};

const MUTATIONS: readonly Mutation[] = [
  ...[header, header, header, header, method, target, foreign],
  ...[members, members, members, members, members, octets, octets, batch, noBody, large],
  ...[chunked, chunked],
  ...[brokenHead, brokenFrame, halfHead],
];

function bodyOf({ body, message }: Draft): Uint8Array {
  return body ?? encoder.encode(JSON.stringify(message));
}

function finished(draft: Draft, random: Random, right: number | undefined): FuzzRequest {
  const { method, target, version, headers, frame, text = "" } = draft;
  const body = bodyOf(draft);
  // A body is nothing that these have.
  const bare = /^(GET|HEAD|DELETE)$/.test(method) && frame === undefined && random.chance(0.8);
  const framed = frame?.(draft, body) ?? (bare ? new Uint8Array() : body);
  if (frame === undefined && !bare) headers.push(["content-length", String(body.length)]);
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const head = latin1(`${method} ${target} ${version}\r\n${lines}\r\n`);
  const { share } = draft;
  const bytes = share === undefined
    ? joined(head, framed)
    : head.subarray(0, Math.floor(share * (head.length - 4)));
  const echoed = JSON.stringify(draft.message).includes(text) ? { text } : {};
  return {
    method,
    bytes,
    headless: share !== undefined,
    ids: method === "POST" ? idsOf(body) : [],
    broken: draft.broken,
    foreign: target.startsWith("http://evil") ||
      headers.some(([name, value]) => FOREIGN.some((bad) => bad[0] === name && bad[1] === value)),
    last: draft.last || draft.broken || method === "GET",
    ...(right === undefined ? {} : { valid: { id: right, ...echoed } }),
  };
}

/** Ids of the requests in a body. */
function idsOf(body: Uint8Array): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return [];
  }
  // deno-lint-ignore no-explicit-any
  return [value].flat().flatMap((message: any) => {
    const { id, method } = message ?? {};
    return typeof method === "string" && (typeof id === "string" || Number.isSafeInteger(id))
      ? [id === 0 ? 0 : id]
      : [];
  });
}
