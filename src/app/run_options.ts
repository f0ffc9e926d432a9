import type { ServeOptions } from "./http_options.ts";

/** Options of `McpServer.run`; those of {@linkcode ServeOptions} are for HTTP. */
export interface RunOptions extends ServeOptions {
  /** How clients reach the server: `"stdio"` if left out. */
  readonly transport?: "stdio" | "http" | "streamable-http";
  /**
   * How long calls may still run after the end of input or a signal, in milliseconds, up to `Infinity`;
   * if left out, 2000 over stdio and 5000 over HTTP.
   */
  readonly drainMs?: number;
}

const TRANSPORTS: readonly string[] = ["stdio", "http", "streamable-http"];

/**
 * Checks what of the options of `run` the types may not have seen.
 *
 * @throws {TypeError} for the first that is wrong
 */
export function checkRun(transport: string, drainMs: number | undefined): void {
  const fail = (what: string) => {
    throw new TypeError(`Cannot run: ${what}`);
  };
  if (transport === "sse") {
    fail(
      'the "sse" transport is no longer part of the protocol; use "http", which streams as well',
    );
  }
  if (!TRANSPORTS.includes(transport)) {
    fail(`transport is one of ${TRANSPORTS.join(", ")}, not ${JSON.stringify(transport)}`);
  }
  if (drainMs !== undefined && !(drainMs >= 0 && (drainMs < 2 ** 31 || drainMs === Infinity))) {
    fail("drainMs must be milliseconds from 0 to 2 ** 31, or Infinity");
  }
}
