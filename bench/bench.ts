/**
 * Compares us, over stdio and HTTP, with the official SDK alone and with a bare loop, all in one run
 * and turn by turn. It prints ratios only, since absolute times say more of the machine than of the code.
 *
 * @module
 */

const ROUNDS = 9;
const CALLS = 1000;
const SERVERS = ["ours", "sdk", "bare"] as const;

type Name = typeof SERVERS[number];

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** A server in a process of its own, asked for one line at a time. */
class Server {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: AsyncIterator<string>;
  readonly #encoder = new TextEncoder();

  constructor(name: Name) {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-prompt", `${import.meta.dirname}/servers/${name}.ts`],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#lines = lines(this.#child.stdout);
  }

  async ask(id: number, method: string, params: unknown): Promise<string> {
    const message = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    await this.#writer.write(this.#encoder.encode(message + "\n"));
    return (await this.#lines.next()).value;
  }

  initialize(): Promise<string> {
    const clientInfo = { name: "bench", version: "1.0.0" };
    return this.ask(0, "initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo,
    });
  }

  async stop(): Promise<void> {
    await this.#writer.close();
    await this.#child.status;
  }
}

async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop()!;
    yield* parts;
  }
}

/** Milliseconds from the start of the process to its first answer. */
async function start(name: Name): Promise<number> {
  const begin = performance.now();
  const server = new Server(name);
  await server.initialize();
  const took = performance.now() - begin;
  await server.stop();
  return took;
}

/** Milliseconds of one call after another. */
async function calls(server: Server): Promise<number> {
  const begin = performance.now();
  for (let i = 1; i <= CALLS; i++) {
    await server.ask(i, "tools/call", { name: "add", arguments: { a: i, b: 1 } });
  }
  return performance.now() - begin;
}

function report(title: string, times: Record<Name, number[]>): void {
  console.log(title);
  for (const other of ["sdk", "bare"] as const) {
    const ratio = median(times.ours.map((ours, i) => ours / times[other][i]));
    const reference = other === "sdk" ? "the official SDK" : "a bare loop";
    console.log(`  ${ratio.toFixed(2)} times as long as ${reference}`);
  }
}

const empty = (): Record<Name, number[]> => ({ ours: [], sdk: [], bare: [] });

const starts = empty();
for (const name of SERVERS) await start(name);
for (let round = 0; round < ROUNDS; round++) {
  for (const name of SERVERS) starts[name].push(await start(name));
}
report("From the start of the process to its first answer:", starts);

const running = empty();
const servers = SERVERS.map((name) => [name, new Server(name)] as const);
for (const [, server] of servers) {
  await server.initialize();
  await calls(server);
}
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, server] of servers) running[name].push(await calls(server));
}
report("A call of a small tool:", running);
for (const [, server] of servers) await server.stop();

/** A server over HTTP in a process of its own, called over connections that stay open. */
class HttpServer {
  readonly #child: Deno.ChildProcess;
  readonly #url: Promise<string>;

  constructor(name: Name) {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--no-prompt",
        "--allow-net=127.0.0.1",
        `${import.meta.dirname}/servers/http_${name}.ts`,
      ],
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#url = lines(this.#child.stdout).next().then(({ value }) => value);
  }

  async post(
    method: string,
    params: Record<string, unknown>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return await fetch(await this.#url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "accept": "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
  }

  stop(): void {
    this.#child.kill("SIGKILL");
  }
}

/** Milliseconds of calls in the modern era, one after another. */
async function modernCalls(server: HttpServer): Promise<number> {
  const begin = performance.now();
  for (let i = 1; i <= CALLS; i++) {
    const response = await server.post("tools/call", {
      name: "add",
      arguments: { a: i, b: 1 },
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    }, {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "add",
    });
    await response.json();
  }
  return performance.now() - begin;
}

/** Milliseconds of calls in a legacy session, or of the same requests without one. */
async function legacyCalls(server: HttpServer, session: string | null): Promise<number> {
  const begin = performance.now();
  for (let i = 1; i <= CALLS; i++) {
    const response = await server.post(
      "tools/call",
      { name: "add", arguments: { a: i, b: 1 } },
      session === null ? {} : { "mcp-session-id": session },
    );
    await response.text();
  }
  return performance.now() - begin;
}

const served = SERVERS.map((name) => [name, new HttpServer(name)] as const);
const modern = empty();
const legacy = empty();
const begun = await served[0][1].post("initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bench", version: "1.0.0" },
});
await begun.text();
const session = begun.headers.get("mcp-session-id");
const inEra = async (name: Name, server: HttpServer) => {
  modern[name].push(await modernCalls(server));
  legacy[name].push(await legacyCalls(server, name === "ours" ? session : null));
};
for (const [name, server] of served) await inEra(name, server);
for (const times of [modern, legacy]) for (const name of SERVERS) times[name].length = 0;
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, server] of served) await inEra(name, server);
}
report("A call over HTTP, 2026-07-28:", modern);
report("A call over HTTP, 2025-11-25 (in a session; the SDK's without one):", legacy);
for (const [, server] of served) server.stop();
