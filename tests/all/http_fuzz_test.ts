import assert from "node:assert/strict";
import { fuzzed, type FuzzRequest, type Identities, MAX_BODY_BYTES } from "../support/http_fuzz.ts";
import { HttpPeer, messagesOf, textOf } from "../support/http_peer.ts";
import { Random } from "../support/http_random.ts";
import { type Head, joined, RawHttp } from "../support/http_raw.ts";
import { isIdle, type RoughState, socketsOf, startRough, stateOf } from "../support/http_rough.ts";
import { until } from "../support/server_process.ts";

const SEED = Number(Deno.env.get("FUZZ_SEED") ?? Math.floor(Math.random() * 2 ** 32));
const REQUESTS = Number(Deno.env.get("FUZZ_REQUESTS") ?? 50_000);
/** After how many of them the memory is measured first. */
const WARM = REQUESTS / 10;
const WORKERS = 12;
const LIMIT_MS = 10_000;
/** Most connections that are left half open until the end. */
const MOST_LEFT = 200;

Deno.test("http: whatever is sent is answered or cut off, and harms nobody", async () => {
  await using server = await startRough({
    http: {
      sessions: { idleMs: 2000, max: 200 },
      maxBodyBytes: MAX_BODY_BYTES,
      bodyTimeoutMs: 500,
    },
  });
  const { url } = server;
  const rest = async (): Promise<RoughState> => {
    await fuzz.settle();
    assert.ok(await until(async () => isIdle(await stateOf(server)), LIMIT_MS), "it never rests");
    return await stateOf(server);
  };
  const sockets = await socketsOf(server.child.pid);
  const fuzz = new Fuzz(url);
  try {
    await fuzz.run(WARM);
    const { heap } = await rest();
    await fuzz.run(REQUESTS);
    const grown = (await rest()).heap / heap;
    console.log(`${fuzz.summary()}; the heap grew by ${grown.toFixed(2)}`);
    assert.ok(grown <= 1.2, `the heap grew by ${grown.toFixed(2)}`);
    assert.ok(fuzz.answered > 0.7 * REQUESTS, "most is answered");

    assert.ok(await until(async () => await socketsOf(server.child.pid) <= sockets, LIMIT_MS));
    for (const kind of ["session", "json", "modern"] as const) {
      using peer = await HttpPeer.open(url, kind);
      assert.equal(textOf((await peer.call("echo", { text: "well" })).at(-1)), "well");
    }
    assert.equal((await server.stop()).code, 0);
    // The line that says where it serves, results that are too deep to be sent, and the stop hook
    const lines = server.stderr.split("\n").slice(1);
    assert.deepEqual(lines.filter((line) => !line.includes("more than 1000 levels")), ["stopped"]);
  } catch (error) {
    const message = `FUZZ_SEED=${SEED}: ${(error as Error).message}\n${server.stderr.slice(-2000)}`;
    throw new Error(message, { cause: error });
  } finally {
    fuzz.close();
  }
});

/** A connection, and whether its last request was refused, perhaps unread: then it may end. */
interface Line {
  readonly raw: RawHttp;
  refused: boolean;
}

/** Clients that send what nobody should. */
class Fuzz {
  answered = 0;
  readonly #url: string;
  readonly #statuses = new Map<number, number>();
  readonly #left: { raw: RawHttp; request: FuzzRequest }[] = [];
  #next = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** Sends all requests up to one. */
  async run(end: number): Promise<void> {
    await Promise.all(Array.from({ length: WORKERS }, () => this.#work(end)));
  }

  /** Closes what was left open; where there was a whole head, something has come by now. */
  async settle(): Promise<void> {
    for (const { raw, request } of this.#left) {
      try {
        if (!request.headless) await raw.head(request.method);
      } catch (error) {
        throw new Error(`${(error as Error).message}\nafter ${shown([request])}`, { cause: error });
      }
    }
    this.close();
  }

  close(): void {
    for (const { raw } of this.#left.splice(0)) raw.close();
  }

  summary(): string {
    const statuses = [...this.#statuses].sort(([a], [b]) => a - b).map((each) => each.join(": "));
    return `${this.answered} of ${this.#next} answered (${statuses.join(", ")})`;
  }

  async #work(end: number): Promise<void> {
    using peer = await HttpPeer.open(this.#url, "session");
    let line: Line | undefined;
    while (this.#next < end) {
      // Whatever it does to its session, there will be another.
      using victim = await HttpPeer.open(this.#url, "session");
      const who = {
        host: new URL(this.#url).host,
        own: peer.session!,
        victim: victim.session!,
      };
      for (let batch = 0; batch < 20 && this.#next < end; batch++) {
        line ??= { raw: await RawHttp.open(this.#url, LIMIT_MS), refused: false };
        if (!await this.#batch(line, who, end)) line = undefined;
      }
    }
    line?.raw.close();
  }

  /** Sends some requests in one go; whether the connection can take more. */
  async #batch(line: Line, who: Identities, end: number): Promise<boolean> {
    const random = new Random(SEED, this.#next);
    const requests: FuzzRequest[] = [];
    const size = 1 + random.below(6);
    do {
      const id = this.#next++;
      requests.push(fuzzed(new Random(SEED, id), id, who));
    } while (requests.length < size && this.#next < end && !requests.at(-1)!.last);
    const { raw } = line;
    let on = false;
    let left = false;
    try {
      const bytes = joined(...requests.map(({ bytes }) => bytes));
      const half = random.chance(0.1) ? random.below(bytes.length) : 0;
      await raw.write(bytes.subarray(0, half));
      await raw.write(bytes.subarray(half));
      for (const request of requests) {
        on = false;
        // A broken one is the last, and what comes of it is seen in one of three ways.
        const way = random.below(3);
        if (request.broken && way === 0) break;
        left = request.broken && way === 1 && this.#left.length < MOST_LEFT;
        if (left) break;
        if (request.broken) await raw.closeWrite();
        on = await this.#read(line, request) && !request.last;
        if (!on) break;
      }
    } catch (error) {
      throw new Error(`${(error as Error).message}\nafter ${shown(requests)}`, { cause: error });
    } finally {
      if (left) this.#left.push({ raw, request: requests.at(-1)! });
      else if (!on) raw.close();
    }
    return on;
  }

  /** Reads one answer, and looks at it; whether the connection can take more. */
  async #read(line: Line, request: FuzzRequest): Promise<boolean> {
    const { raw, refused } = line;
    const head = await raw.head(request.method);
    if (head === undefined) {
      assert.ok(request.broken || refused, "the connection was closed without an answer");
      return false;
    }
    this.answered++;
    this.#statuses.set(head.status, (this.#statuses.get(head.status) ?? 0) + 1);
    line.refused = head.status >= 400;
    // What was only opened has no end.
    if (request.last && head.headers.get("content-type") === "text/event-stream") return false;
    let text = "";
    for (let part; (part = await raw.part()) !== undefined;) text += part;
    assert.ok(raw.whole, `${head.status}, then the connection was closed: ${text}`);
    check(request, head, text);
    return head.headers.get("connection") !== "close";
  }
}

/** Requests in a form that can be looked at. */
function shown(requests: readonly FuzzRequest[]): string {
  return requests.map(({ bytes }) =>
    JSON.stringify(new TextDecoder("latin1").decode(bytes)).slice(0, 3000)
  ).join("\n");
}

/** Whether an answer is one that the request could have. */
function check(request: FuzzRequest, head: Head, text: string): void {
  const { status, headers } = head;
  const what = `${status} ${headers.get("content-type")} ${text.slice(0, 500)}`;
  assert.ok(status < 500, what);
  assert.equal(headers.get("access-control-allow-origin"), null, what);
  if (request.foreign && !request.broken) assert.equal(status, 403, what);
  if (request.foreign) assert.ok(status >= 400, what);
  if (request.valid) assert.equal(status, 200, what);
  if (status === 202) assert.deepEqual(request.broken ? [] : request.ids, [], what);
  if (text === "") {
    // Only the HTTP layer refuses without a word, and only what is no HTTP.
    assert.ok(request.method === "HEAD" || status < 400 || request.broken, what);
    return;
  }
  const messages = messagesOf({ ...head, text });
  const answers = messages.filter(({ method }) => method === undefined);
  assert.ok(answers.length > 0, what);
  for (const { jsonrpc, id, error } of answers) {
    assert.equal(jsonrpc, "2.0", what);
    if (!request.broken) assert.ok(id === null || request.ids.includes(id), what);
    if (status >= 400) assert.ok(error, what);
    if (error === undefined) continue;
    assert.ok(Number.isSafeInteger(error.code) && typeof error.message === "string", what);
    // Nothing inside the server has failed, and no library has spoken.
    assert.notEqual(error.code, -32603, what);
    assert.doesNotMatch(error.message, /call stack|"expected"|^\[/, what);
    // Of the codes that older protocols gave away, one is known: a legacy resource that is not there.
    assert.ok(error.code > -32000 || error.code < -32019 || error.code === -32002, what);
  }
  if (status < 400 && !request.broken && request.ids.length > 0) {
    const answered = answers.map(({ id }) => id);
    assert.deepEqual(answered.toSorted(), request.ids.toSorted(), what);
  }
  if (request.valid) {
    const { id, text: echoed = "" } = request.valid;
    const [answer] = answers;
    assert.equal(answer.id, id, what);
    assert.ok(answer.result, what);
    assert.ok(JSON.stringify(answer.result).includes(echoed), what);
  }
}
