import { MemoryEventStore } from "../protocol/event_store.ts";
import { refuse } from "../protocol/http_answer.ts";
import { HttpLane } from "../protocol/http_lane.ts";
import type { LaneOptions } from "../protocol/lane_server.ts";
import { ErrorCode } from "../server/errors.ts";
import { readBody } from "../transport/http_body.ts";
import type { Refusal } from "../transport/http_guard.ts";
import type { HttpSettings } from "./http_options.ts";

/**
 * Answers HTTP requests for one endpoint: looks at path, host and origin, reads the body, and hands on
 * to the lane.
 */
export class HttpHandler {
  /** What speaks the protocol. */
  readonly lane: HttpLane;
  readonly #settings: HttpSettings;
  readonly #report: LaneOptions["report"];

  constructor(settings: HttpSettings, lane: LaneOptions) {
    const { sessions, keepAliveMs } = settings;
    this.#settings = settings;
    this.#report = lane.report;
    this.lane = new HttpLane({
      ...lane,
      keepAliveMs,
      sessions: sessions && { ...sessions, store: sessions.eventStore ?? new MemoryEventStore() },
    });
  }

  /** Answers a request, whatever it is. */
  async fetch(request: Request): Promise<Response> {
    try {
      return await this.#answer(request);
    } catch (error) {
      this.#report({ level: "error", message: "A request failed", error });
      return refuse(500, "Internal server error", { code: ErrorCode.InternalError });
    }
  }

  async #answer(request: Request): Promise<Response> {
    const url = URL.parse(request.url);
    if (url === null) return refuse(400, "The request has no valid URL or Host header");
    const { guard, path } = this.#settings;
    const refused = guard.check(request, url);
    if (refused !== undefined) return refusal(refused);
    const preflight = guard.preflight(request);
    if (preflight !== undefined) {
      return preflight instanceof Response ? preflight : refusal(preflight);
    }
    const answer = url.pathname.replace(/\/$/, "").endsWith(path)
      ? await this.#serve(request)
      : refuse(404, `Not found: the server answers at ${path}`);
    return guard.share(request, answer);
  }

  async #serve(request: Request): Promise<Response> {
    if (request.method !== "POST") return await this.lane.serve(request);
    const { maxBodyBytes: maxBytes, bodyTimeoutMs: timeoutMs } = this.#settings;
    const body = await readBody(request, { maxBytes, timeoutMs });
    return typeof body === "string" ? await this.lane.post(request, body) : refusal(body);
  }
}

function refusal({ status, message, ...details }: Refusal): Response {
  return refuse(status, message, details);
}
