/**
 * Keeps stdout for the protocol from the first import on, for servers that are started by a bare
 * `deno run`: what modules print while they load goes to stderr instead.
 *
 * @example
 * ```sh
 * deno run --preload jsr:@x/mcp/guard server.ts
 * ```
 *
 * @module
 */
import { guardStdout } from "./stdout_guard.ts";

guardStdout();
