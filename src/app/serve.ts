import { HttpServer } from "../transport/http_server.ts";
import type { LaneOptions } from "../protocol/lane_server.ts";
import { announce, GRACE_MS } from "./announce.ts";
import { HttpHandler } from "./http_handler.ts";
import type { HttpSettings, ServeOptions } from "./http_options.ts";

/** A server that serves over HTTP. */
export interface ServerHandle extends AsyncDisposable {
  /** Where clients reach it, such as `http://127.0.0.1:8000/mcp`. */
  readonly url: string;
  /** Settles when it has ended. */
  readonly finished: Promise<void>;
  /**
   * Takes no more connections, lets calls end, ends streams and sessions, and runs the stop hooks. A
   * client that does not let go of its connection is not waited for, but can keep the process.
   *
   * @param graceMs How long calls may still run, in milliseconds: 5000 if left out
   * @returns when all is closed; that is at most about two seconds after the grace time
   */
  shutdown(graceMs?: number): Promise<void>;
}

/**
 * Begins to serve.
 *
 * @param end Called once after all is closed
 * @throws {Error} if the address cannot be listened on
 */
export function serveHttp(
  lane: LaneOptions,
  settings: HttpSettings,
  { host: named = "127.0.0.1", port = 8000 }: ServeOptions,
  end: () => Promise<void>,
): ServerHandle {
  const host = named.replace(/^\[(.*)\]$/, "$1");
  const handler = new HttpHandler(settings, lane);
  const server = new HttpServer({ host, port }, (request) => handler.fetch(request));
  const url = announce(lane.identity.name, { host, port: server.port }, settings, lane.report);
  const { promise: finished, resolve } = Promise.withResolvers<void>();
  let closing: Promise<void> | undefined;
  const close = async (graceMs: number) => {
    await server.close(
      handler.lane.drained(graceMs).then(() => handler.lane.close()),
    );
    await end();
    resolve();
  };
  const shutdown = (graceMs = GRACE_MS) => {
    if (!(graceMs >= 0)) {
      return Promise.reject(
        new TypeError(`graceMs must be milliseconds from 0 on, not ${graceMs}`),
      );
    }
    return closing ??= close(graceMs);
  };
  return { url, finished, shutdown, [Symbol.asyncDispose]: () => shutdown() };
}
