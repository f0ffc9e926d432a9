import assert from "node:assert/strict";
import { Random } from "../support/http_random.ts";
import { atOnce } from "../support/http_rough.ts";
import { ERAS, type TestEra } from "../support/raw_client.ts";
import { path, ServerProcess } from "../support/server_process.ts";
import { checkAnswer, randomRequest, toolSchemas } from "../support/values_fuzz.ts";

const SEED = Number(Deno.env.get("FUZZ_SEED") ?? Math.floor(Math.random() * 2 ** 32));
const REQUESTS = Number(Deno.env.get("FUZZ_REQUESTS") ?? 50_000) / ERAS.length;
/** After how many of them the memory is measured first. */
const WARM = REQUESTS / 5;
const AT_ONCE = 16;
const LIFE_MS = 300_000;

for (const era of ERAS) {
  Deno.test(`${era}: whatever arguments, results and URIs hold is answered, and harms nobody`, async () => {
    const fixture = path("tests/fixtures/values.ts");
    await using server = new ServerProcess({
      args: ["run", "--no-prompt", "--v8-flags=--expose-gc", fixture, String(SEED)],
      lifeMs: LIFE_MS,
    });
    try {
      if (era === "legacy") await server.client.initialize();
      const fuzz = new Fuzz(server, era);
      await fuzz.run(0, WARM);
      const heap = await fuzz.heap();
      await fuzz.run(WARM, REQUESTS);
      const grown = await fuzz.heap() / heap;
      console.log(`${fuzz.summary()}; the heap grew by ${grown.toFixed(2)}`);
      assert.ok(grown <= 1.1, `the heap grew by ${grown.toFixed(2)}`);
      assert.ok(fuzz.results > 0.3 * REQUESTS, "enough is answered by a result");

      const alive = await server.client.ask(era, era === "legacy" ? "ping" : "server/discover");
      assert.ok(alive.result);
      await server.end();
      assert.equal((await server.ended).code, 0);
    } catch (error) {
      await server.stop();
      const said = (await server.stderr()).slice(-2000);
      throw new Error(`FUZZ_SEED=${SEED}: ${(error as Error).message}\n${said}`);
    }
  });
}

/** A client that sends what nobody expects. */
class Fuzz {
  results = 0;
  readonly #server: ServerProcess;
  readonly #era: TestEra;
  readonly #schemas = toolSchemas(SEED);
  readonly #outcomes = new Map<string, number>();

  constructor(server: ServerProcess, era: TestEra) {
    this.#server = server;
    this.#era = era;
  }

  /** Sends the requests from one to another, some at once. */
  run(from: number, to: number): Promise<void> {
    return atOnce(to - from, AT_ONCE, (index) => this.#send(from + index));
  }

  /** Bytes in use after a collection. */
  async heap(): Promise<number> {
    const { result } = await this.#server.client.ask(this.#era, "tools/call", { name: "heap" });
    return result.structuredContent.result;
  }

  summary(): string {
    return [...this.#outcomes].sort().map((each) => each.join(": ")).join(", ");
  }

  async #send(index: number): Promise<void> {
    const request = randomRequest(new Random(SEED, 1000 + index), this.#schemas);
    const { client } = this.#server;
    let answer;
    try {
      answer = await client.ask(this.#era, request.method, request.params);
      // What came is kept nowhere, since it is a lot.
      client.messages.length = 0;
      checkAnswer(request, answer);
    } catch (error) {
      const shown = [request, answer].map((one) => JSON.stringify(one)?.slice(0, 1000));
      throw new Error([`${(error as Error).message}, request ${index}`, ...shown].join("\n"));
    }
    if (answer.result && !answer.result.isError) this.results++;
    const outcome = answer.error?.code ?? (answer.result.isError ? "isError" : "result");
    const kind = `${request.method} ${outcome}`;
    this.#outcomes.set(kind, (this.#outcomes.get(kind) ?? 0) + 1);
  }
}
