import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import assert from "node:assert/strict";
import { GRACE_MS } from "../../src/app/announce.ts";
import { ensureProgram, succeeds } from "../support/debian.ts";
import { fakeJsr } from "../support/fake_jsr.ts";
import { HttpProcess } from "../support/http_server.ts";
import { envelope, ERAS } from "../support/raw_client.ts";
import { rawRequest, type RawResponse } from "../support/raw_http.ts";
import { deno, path, until } from "../support/server_process.ts";
import { WatchedFetch } from "../support/watched_fetch.ts";

const HOSTED = path("examples/hosted");
const NAME = "mcp.example.com";
const LIMIT_MS = 15_000;

/** A port that nobody listens on. */
function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** Text in which something that is there once is replaced. */
function replaced(text: string, what: string, by: string): string {
  assert.equal(text.split(what).length, 2, `${what} once in:\n${text}`);
  return text.replace(what, () => by);
}

/** One modern call of a tool. */
function call(url: string, host: string, name: string, args: unknown): Promise<RawResponse> {
  return rawRequest(url, {
    headers: {
      host,
      "content-type": "application/json",
      "accept": "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": name,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: args, _meta: envelope() },
    }),
  });
}

/** nginx with the site of the example before a server. */
class Nginx implements AsyncDisposable {
  readonly url: string;
  readonly #child: Deno.ChildProcess;
  readonly #folder: string;

  private constructor(url: string, child: Deno.ChildProcess, folder: string) {
    this.url = url;
    this.#child = child;
    this.#folder = folder;
  }

  static async before(server: string): Promise<Nginx> {
    const folder = await Deno.makeTempDir();
    const port = freePort();
    const site = await Deno.readTextFile(`${HOSTED}/site.conf`);
    await Deno.writeTextFile(
      `${folder}/site.conf`,
      replaced(
        replaced(site, "listen 80;", `listen 127.0.0.1:${port};`),
        "http://127.0.0.1:8000",
        new URL(server).origin,
      ),
    );
    const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    await Deno.writeTextFile(
      `${folder}/nginx.conf`,
      `${Deno.uid() === 0 ? "user root;" : ""}
      pid ${folder}/pid;
      error_log ${folder}/error.log;
      events {}
      http {
        access_log off;
        ${temp.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n")}
        include ${folder}/site.conf;
      }`,
    );
    const child = new Deno.Command(await ensureProgram("nginx", "nginx-light"), {
      args: ["-p", folder, "-c", `${folder}/nginx.conf`, "-g", "daemon off;"],
      stdin: "null",
    }).spawn();
    const nginx = new Nginx(`http://127.0.0.1:${port}/apps/blue/mcp`, child, folder);
    if (!await until(() => listens(port), LIMIT_MS)) {
      await nginx[Symbol.asyncDispose]();
      throw new Error("nginx does not listen");
    }
    return nginx;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#child.kill("SIGTERM");
    } catch {
      // It has ended by itself.
    }
    await this.#child.status;
    await Deno.remove(this.#folder, { recursive: true });
  }
}

async function listens(port: number): Promise<boolean> {
  try {
    (await Deno.connect({ hostname: "127.0.0.1", port })).close();
    return true;
  } catch {
    return false;
  }
}

Deno.test.beforeAll(async () => void await ensureProgram("nginx", "nginx-light"));

for (const era of ERAS) {
  Deno.test(`${era}: through the site of the example, a client has all of a session, and events come as they are sent`, async () => {
    await using server = await HttpProcess.cli("tests/fixtures/turns.ts", "--allow-host", NAME);
    await using nginx = await Nginx.before(server.url);
    using watched = new WatchedFetch(NAME);
    const transport = new StreamableHTTPClientTransport(new URL(nginx.url), {
      fetch: watched.fetch,
    });
    const client = new Client({ name: "hosted", version: "1.0.0" }, {
      versionNegotiation: { mode: era === "legacy" ? "legacy" : { pin: "2026-07-28" } },
    });
    let changes = 0;
    client.setNotificationHandler("notifications/tools/list_changed", () => void changes++);
    await client.connect(transport);
    try {
      assert.equal(client.getProtocolEra(), era);
      const { tools } = await client.listTools();
      assert.ok(tools.some(({ name }) => name === "wait_at"));

      // nginx would keep a body of this size in a file.
      const { content } = await client.callTool({
        name: "length",
        arguments: { text: "x".repeat(300_000) },
      });
      assert.deepEqual(content, [{ type: "text", text: "300000" }]);

      // The gate is opened by who has seen the first event; held back, it would never open.
      const seen: number[] = [];
      const waiting = client.callTool({ name: "wait_at", arguments: { gate: "a" } }, {
        onprogress: ({ progress }) => void seen.push(progress),
      });
      waiting.catch(() => {/* it is told below */});
      assert.ok(await until(() => seen.length > 0, LIMIT_MS), "the first event is held back");
      assert.deepEqual(seen, [1]);
      await client.callTool({ name: "open", arguments: { gate: "a" } });
      assert.deepEqual((await waiting).content, [{ type: "text", text: "through a" }]);
      assert.deepEqual(seen, [1, 2]);

      if (era === "legacy") {
        assert.ok(await until(() => watched.answers.includes("GET 200"), LIMIT_MS), "no stream");
        await client.callTool({ name: "reveal" });
        assert.ok(await until(() => changes === 1, LIMIT_MS), "no event on the stream of the GET");
        await transport.terminateSession();
        assert.equal(watched.answers.at(-1), "DELETE 200");
      }
    } finally {
      await client.close();
    }
  });
}

Deno.test("the site of the example hands on the name that was asked for, and bounds bodies", async () => {
  await using server = await HttpProcess.cli("tests/fixtures/turns.ts", "--allow-host", NAME);
  await using nginx = await Nginx.before(server.url);
  const ours = await call(nginx.url, NAME, "length", { text: "four" });
  assert.equal(ours.status, 200, ours.body);
  assert.equal(ours.messages[0].result.content[0].text, "4");
  const foreign = await call(nginx.url, "evil.example", "mark", {});
  assert.equal(foreign.status, 403);
  assert.match(foreign.messages[0].error!.message, /^Host not allowed: "evil\.example"/);
  const large = await call(nginx.url, NAME, "length", { text: "x".repeat(4 * 1024 * 1024) });
  assert.equal(large.status, 413);
  const elsewhere = await call(new URL("/mcp", nginx.url).href, NAME, "length", { text: "four" });
  assert.equal(elsewhere.status, 404);
  assert.ok(!server.stderr.includes("marked"));
});

/** A call that the server of the example answers by its public name only. */
async function checkHosted(server: HttpProcess): Promise<void> {
  const answer = await call(server.url, NAME, "count_words", { text: "one two three" });
  assert.equal(answer.status, 200, answer.body);
  assert.deepEqual(answer.messages[0].result.structuredContent, { result: 3 });
  assert.equal((await call(server.url, "evil.example", "count_words", { text: "" })).status, 403);
}

Deno.test("the container and the service of the example run a project as they stand, with the permissions that they give", async (t) => {
  await using jsr = await fakeJsr();
  const project = await Deno.makeTempDir();
  try {
    await Deno.copyFile(`${HOSTED}/server.ts`, `${project}/server.ts`);
    const readme = await Deno.readTextFile(`${HOSTED}/README.md`);
    await Deno.writeTextFile(`${project}/deno.json`, /```json\n([^]*?)```/.exec(readme)![1]);
    const run = async (args: readonly string[]) => {
      const { code, stderr } = await deno(args, { cwd: project, env: jsr.env });
      assert.equal(code, 0, stderr);
    };
    /** Starts a command line on a port that is free. */
    const start = (args: readonly string[], env: Record<string, string>) => {
      const port = String(freePort());
      const [net] = args.filter((arg) => arg.startsWith("--allow-net="));
      return HttpProcess.start(
        args.map((arg) => arg === net ? replaced(arg, "8000", port) : arg),
        { cwd: project, env: { ...env, ...jsr.env, PORT: replaced(env.PORT, "8000", port) } },
      );
    };

    await t.step("Dockerfile", async () => {
      const dockerfile = await Deno.readTextFile(`${HOSTED}/Dockerfile`);
      const line = (word: string) => new RegExp(`^${word} (.+)$`, "m").exec(dockerfile)![1];
      const version = (await Deno.readTextFile(path(".dvmrc"))).trim();
      assert.equal(line("FROM"), `denoland/deno:${version}`);
      await run(replaced(line("RUN"), "deno ", "").split(" "));
      await using server = await start(JSON.parse(line("CMD")), {
        ...variables(line("ENV")),
        ALLOWED_HOSTS: NAME,
      });
      await checkHosted(server);
      assert.equal(line("STOPSIGNAL"), "SIGTERM");
      assert.equal((await server.stop()).code, 0);
    });

    const unit = await Deno.readTextFile(`${HOSTED}/mcp.service`);
    const setting = (name: string) => new RegExp(`^${name}=(.+)$`, "m").exec(unit)![1];
    await t.step("mcp.service", async () => {
      const words = (name: string) => {
        const [program, ...args] = setting(name).split(" ");
        assert.equal(program, "/usr/local/bin/deno");
        return args;
      };
      await run(words("ExecStartPre"));
      await using server = await start(words("ExecStart"), variables(setting("Environment")));
      await checkHosted(server);
      assert.equal(setting("KillSignal"), "SIGTERM");
      assert.ok(Number(setting("TimeoutStopSec")) * 1000 > GRACE_MS + 2000);
      assert.equal((await server.stop()).code, 0);
    });

    const analyze = await succeeds("systemd-analyze", "--version");
    await t.step({
      name: `systemd-analyze verify${analyze ? "" : ": left out, it is not on this machine"}`,
      ignore: !analyze,
      fn: async () => {
        // It looks whether the program is there.
        const file = `${project}/mcp.service`;
        await Deno.writeTextFile(file, unit.replaceAll("/usr/local/bin/deno", Deno.execPath()));
        const { code, stdout, stderr } = await new Deno.Command("systemd-analyze", {
          args: ["verify", "--man=no", file],
        }).output();
        const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
        assert.equal(code, 0, said);
        assert.ok(!said.includes("mcp.service"), said);
      },
    });
  } finally {
    await Deno.remove(project, { recursive: true });
  }
});

/** `A=1 B=2` as an object. */
function variables(text: string): Record<string, string> {
  return Object.fromEntries(text.split(" ").map((pair) => pair.split("=")));
}
