import assert from "node:assert/strict";
import { ensureProgram } from "../support/debian.ts";
import { HttpProcess } from "../support/http_server.ts";
import { path, until } from "../support/server_process.ts";

const SERVER = "tests/fixtures/turns.ts";
/** A name that is resolved to this machine, as one of an attacker may be. */
const REBOUND = "evil.test";
const LIMIT_MS = 60_000;

/** What came of each step of the page. */
type Outcome = Readonly<Record<string, unknown>>;

/** Serves the page, and what is handed on to a server; takes what the page tells. */
class PageServer implements AsyncDisposable {
  readonly port: number;
  readonly told: Promise<Outcome>;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  /** @param handOn Answers what is neither the page nor its outcome */
  constructor(handOn?: (request: Request) => Promise<Response>) {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    this.told = promise;
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      async (request) => {
        const { pathname } = new URL(request.url);
        if (pathname === "/") {
          const page = await Deno.readTextFile(path("tests/fixtures/browser_page.html"));
          return new Response(page, { headers: { "content-type": "text/html" } });
        }
        if (pathname === "/outcome") {
          resolve(await request.json());
          return new Response();
        }
        return await handOn?.(request) ?? new Response("Not found", { status: 404 });
      },
    );
    this.port = this.#server.addr.port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

/** Opens the page in Chromium, and waits for what it tells. */
async function visit(page: PageServer, host: string, server: string): Promise<Outcome> {
  const folder = await Deno.makeTempDir();
  const child = new Deno.Command(await ensureProgram("chromium", "chromium"), {
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
      "--no-first-run",
      `--user-data-dir=${folder}`,
      `--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`,
      `http://${host}:${page.port}/?server=${encodeURIComponent(server)}`,
    ],
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const stderr = new Response(child.stderr).text();
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, LIMIT_MS);
  const outcome = await Promise.race([page.told, child.status.then(() => {}), late]);
  clearTimeout(timer);
  try {
    child.kill("SIGTERM");
  } catch {
    // It has ended by itself.
  }
  await child.status;
  const said = await stderr;
  // Processes of the browser outlive it by a moment, and may still write.
  const remove = () => Deno.remove(folder, { recursive: true }).then(() => true, () => false);
  assert.ok(await until(remove, LIMIT_MS), `${folder} cannot be removed`);
  if (outcome === undefined) throw new Error(`The page told nothing; Chromium said:\n${said}`);
  return outcome;
}

Deno.test.beforeAll(async () => void await ensureProgram("chromium", "chromium"));

Deno.test("a page of an origin that is listed has all of both eras, from a browser", async () => {
  await using page = new PageServer();
  const origin = `http://127.0.0.1:${page.port}`;
  await using server = await HttpProcess.cli(SERVER, "--allow-origin", origin);
  assert.deepEqual(await visit(page, "127.0.0.1", server.url), {
    "initialize": { status: 200, session: true },
    "initialized": { status: 202 },
    "stream": { status: 200, event: "notifications/tools/list_changed" },
    "legacy call": { status: 200, text: "4" },
    "legacy progress": [1, "opened legacy", 2, "through legacy"],
    "modern call": { status: 200, text: "4" },
    "modern progress": [1, "opened modern", 2, "through modern"],
    "delete": { status: 200 },
    "after": {
      status: 404,
      error: "Session not found: it has ended, or never was; send initialize again",
    },
    "unasked": "opaque",
  });
  assert.ok(!server.stderr.includes("marked"));
});

for (
  const [what, host, serverHost] of [
    ["that is not listed, though of this machine,", "127.0.0.1", "127.0.0.1"],
    ["whose name leads to this machine", REBOUND, REBOUND],
  ]
) {
  Deno.test(`a page of an origin ${what} can neither read nor do anything`, async () => {
    await using page = new PageServer();
    await using server = await HttpProcess.cli(SERVER, "--allow-origin", "https://app.example.com");
    const url = server.url.replace("127.0.0.1", serverHost);
    const { unasked, ...asked } = await visit(page, host, url);
    assert.equal(Object.keys(asked).length, 9);
    for (const [step, came] of Object.entries(asked)) {
      assert.equal(came, "TypeError: Failed to fetch", step);
    }
    assert.equal(unasked, "opaque");
    assert.ok(!server.stderr.includes("marked"));
  });
}

Deno.test("a page whose name is made to lead to the server (DNS rebinding) gets 403, whatever it asks", async () => {
  await using server = await HttpProcess.cli(SERVER);
  const client = Deno.createHttpClient({ allowHost: true });
  // For the browser it is one origin, as if the name had been resolved anew between two requests.
  await using page = new PageServer(({ method, headers, body }) =>
    fetch(server.url, { method, headers, body, client })
  );
  const outcome = await visit(page, REBOUND, "/mcp");
  client.close();
  const { initialize, ...others } = outcome;
  const refused = {
    status: 403,
    error:
      `Host not allowed: "${REBOUND}:${page.port}"; the server's allowedHosts (--allow-host) ` +
      "names those that are",
  };
  assert.deepEqual(initialize, { ...refused, session: false });
  const { unasked, ...asked } = others;
  assert.equal(Object.keys(asked).length, 8);
  for (const [step, came] of Object.entries(asked)) assert.deepEqual(came, refused, step);
  assert.equal(unasked, "basic");
  assert.ok(!server.stderr.includes("marked"));
});
