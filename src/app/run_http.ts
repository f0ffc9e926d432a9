import type { Report } from "../server/errors.ts";
import { reportStrays } from "../server/strays.ts";
import { onStopSignal } from "../transport/signals.ts";
import { writeStderr } from "../transport/stderr_log.ts";
import type { ServerHandle } from "./serve.ts";

/**
 * Serves until a signal comes, and ends the process after it. A second signal ends it at once.
 *
 * @param serve Begins to serve
 * @param graceMs How long calls may still run after the signal
 * @throws whatever `serve` throws; then nothing has been served
 */
export async function runHttp(
  serve: () => Promise<ServerHandle>,
  report: Report,
  graceMs?: number,
): Promise<never> {
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  let signals = 0;
  // Whoever reads where it serves may stop it at once.
  onStopSignal(() => {
    if (++signals > 1) Deno.exit(0);
    resolve();
  });
  const handle = await serve();
  stopped.then(() => handle.shutdown(graceMs));
  reportStrays(report);
  if (Deno.stderr.isTerminal()) writeStderr("mcp: Ctrl+C ends it\n");
  await handle.finished;
  // Timers and sockets of tools would keep the process.
  return Deno.exit(0);
}
