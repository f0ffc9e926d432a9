/**
 * The command line: runs, shows and calls MCP servers.
 *
 * @example
 * ```sh
 * deno run -A jsr:@x/mcp/cli run server.ts
 * deno run -A jsr:@x/mcp/cli call server.ts add a=1 b=2
 * ```
 *
 * @module
 */
import { main } from "./src/cli/main.ts";

// Timers and sockets of a module that was loaded would keep the process.
if (import.meta.main) Deno.exit(await main(Deno.args));
