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
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  /** @throws {Error} if the address cannot be listened on, saying why and what to do */
  constructor({ host, port }: Address, fetch: (request: Request) => Promise<Response>) {
    try {
      this.#server = Deno.serve({ hostname: host, port, onListen: () => {} }, fetch);
    } catch (error) {
      throw new Error(`Cannot serve on ${host}:${port}: ${reason(error, port)}`);
    }
    this.port = this.#server.addr.port;
  }

  /**
   * Takes no more connections, lets what runs end, and closes the rest. A client that does not let go
   * of its connection is not waited for.
   *
   * @param ended Settles when nothing runs any more, and all streams have been ended
   */
  async close(ended: Promise<void>): Promise<void> {
    const closed = this.#server.shutdown();
    await ended;
    // Deno cannot cut connections once it shuts down, those with half a request among them.
    await inTime(closed, CLOSE_MS);
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
