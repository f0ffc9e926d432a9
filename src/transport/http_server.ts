import { inTime } from "./in_time.ts";

/** Where an {@linkcode HttpServer} listens. */
export interface Address {
  /** Name or address of the network interface. */
  readonly host: string;
  /** Port, 0 for any that is free. */
  readonly port: number;
}

/** How long connections may take to close once everything on them has ended, in milliseconds. */
const CLOSE_MS = 1000;

/** A listening socket, and the end of its life. */
export class HttpServer {
  /** Port that it listens on. */
  readonly port: number;
  /** Settles when the last connection is closed. */
  readonly finished: Promise<void>;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #cut = new AbortController();

  /** @throws {Error} if the address cannot be listened on, saying why and what to do */
  constructor({ host, port }: Address, fetch: (request: Request) => Promise<Response>) {
    try {
      this.#server = Deno.serve({
        hostname: host,
        port,
        signal: this.#cut.signal,
        onListen: () => {},
      }, fetch);
    } catch (error) {
      throw new Error(`Cannot serve on ${host}:${port}: ${reason(error, port)}`, { cause: error });
    }
    this.port = this.#server.addr.port;
    this.finished = this.#server.finished;
  }

  /**
   * Takes no more connections, lets what runs end, and closes the rest.
   *
   * @param ended Settles when nothing runs any more, and all streams have been ended
   */
  async close(ended: Promise<void>): Promise<void> {
    const closed = this.#server.shutdown();
    await ended;
    if (!await inTime(closed, CLOSE_MS)) this.#cut.abort();
    await this.finished;
  }
}

function reason(error: unknown, port: number): string {
  if (error instanceof Deno.errors.AddrInUse) {
    return `another program listens on port ${port}; choose another port (--port), or 0 for any`;
  }
  if (error instanceof Deno.errors.NotCapable) {
    return "that needs permission; run with --allow-net or --allow-net=HOST:PORT";
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return `the system does not let you; choose a port (--port) above 1023`;
  }
  return (error as Error).message;
}
