import type { LaneOptions } from "../protocol/lane_server.ts";
import { ErrorCode, type LogEntry } from "../server/errors.ts";
import { onStopSignal } from "../transport/signals.ts";
import { announce, GRACE_MS } from "./announce.ts";
import type { HttpHandler } from "./http_handler.ts";
import type { HttpSettings } from "./http_options.ts";
import type { Life } from "./life.ts";
import { failureEntry } from "./signature_error.ts";

/** How long the process stays for connections to close, at most. */
const LINGER_MS = 1000;

/**
 * The server as a function from request to response, which nobody starts or stops: the first request
 * makes it, and it is there until the process ends.
 */
export class FetchFace {
  readonly #settings: HttpSettings;
  readonly #lane: LaneOptions;
  readonly #life: Life;
  #handler: Promise<HttpHandler> | undefined;
  #watching = false;
  #parallel = false;
  #ending = false;
  /** Whether this is the worker that was told the address. */
  #announced = false;
  /** What was last said of a start that failed. */
  #failed: string | undefined;

  constructor(settings: HttpSettings, lane: LaneOptions, life: Life) {
    this.#settings = settings;
    this.#lane = lane;
    this.#life = life;
  }

  /** Answers a request, also if the server cannot start. */
  async fetch(request: Request): Promise<Response> {
    let handler: HttpHandler;
    try {
      handler = await (this.#handler ??= this.#start());
    } catch (error) {
      this.#handler = undefined;
      this.#sayFailed(failureEntry("Cannot start", error));
      const { refuse } = await import("../protocol/http_answer.ts");
      return refuse(500, "The server cannot start", { code: ErrorCode.InternalError });
    }
    return await handler.fetch(request);
  }

  /**
   * Listens for other workers of `deno serve --parallel`, which share nothing: with them, nobody can
   * have a session. Deno tells no worker of the others, but they hear one another.
   */
  async watchWorkers(): Promise<void> {
    if (this.#watching) return;
    this.#watching = true;
    // Unlike the one of the web, this one can be kept from holding up the end of the process.
    const { BroadcastChannel } = await import("node:worker_threads");
    onStopSignal(() => this.#end());
    const channel = new BroadcastChannel("@x/mcp deno serve").unref();
    channel.onmessage = (event) => {
      if ((event as MessageEvent).data === "here") channel.postMessage("here too");
      if (this.#parallel) return;
      this.#parallel = true;
      this.#handler?.then(({ lane }) => lane.dropSessions(), () => {/* it could not start */});
      if (this.#announced) this.#sayStateless();
    };
    channel.postMessage("here");
  }

  /** Says where the server is reached. */
  listening(name: string, address: Deno.Addr): void {
    if (address.transport !== "tcp") return;
    const { hostname: host, port } = address;
    announce(name, { host, port }, this.#settings, this.#lane.report);
    this.#announced = true;
    if (this.#parallel) this.#sayStateless();
  }

  /** Says why the server does not start; what the lines of functions say, they say once. */
  #sayFailed(entry: LogEntry): void {
    if (entry.error === undefined && entry.message === this.#failed) return;
    this.#failed = entry.message;
    this.#lane.report(entry);
  }

  #sayStateless(): void {
    this.#lane.report({
      level: "warning",
      message:
        "Serving without sessions after all: the workers of deno serve --parallel share nothing",
    });
  }

  /**
   * Ends by a signal: lets calls end, and ends streams, for which `deno serve` would wait for ever. A
   * second signal does not wait.
   */
  async #end(): Promise<void> {
    if (this.#ending) Deno.exit(0);
    this.#ending = true;
    const handler = await this.#handler?.catch(() => undefined);
    if (handler !== undefined) {
      await handler.lane.drained(GRACE_MS);
      await handler.lane.close();
      await this.#life.end();
    }
    // Timers of tools would keep the process; but what was sent last has to leave, and calls of other
    // workers may still run.
    const left = LINGER_MS + (this.#parallel ? GRACE_MS : 0);
    Deno.unrefTimer(setTimeout(() => Deno.exit(0), left));
  }

  async #start(): Promise<HttpHandler> {
    await this.#life.begin();
    const { HttpHandler } = await import("./http_handler.ts");
    const handler = new HttpHandler(this.#settings, this.#lane);
    if (this.#parallel) handler.lane.dropSessions();
    return handler;
  }
}
