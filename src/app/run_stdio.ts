import type { SendLine, ServerConnection } from "../protocol/server_connection.ts";
import { ErrorCode, type Report } from "../server/errors.ts";
import { reportStrays } from "../server/strays.ts";
import { onStopSignal } from "../transport/signals.ts";
import { writeStderr } from "../transport/stderr_log.ts";
import { openStdin } from "../transport/stdin.ts";
import { inTime } from "../transport/in_time.ts";
import { LineWriter } from "../transport/stdio.ts";
import { guardStdout } from "../transport/stdout_guard.ts";

/** How long calls may still run after the end of input, where the file does not say. */
let standardDrainMs = 2000;
/**
 * How long a start, or the loading of modules before it, may go on after the input has ended; first
 * starts download packages.
 */
export const START_MS = 10_000;
/** How long a reader that takes nothing is waited for once everything else is done. */
const IDLE_MS = 5000;

/** Sets how long calls may still run after the end of input, where a file does not say. */
export function setDrainMs(ms: number): void {
  standardDrainMs = ms;
}

/**
 * Serves the client at the other end of stdin and stdout, and ends the process after it.
 *
 * @param connect Begins to serve the client
 * @param drainMs How long calls may still run after the end of input; `Infinity` for as long as they do
 * @throws whatever a start hook throws; then nothing has been served
 */
export async function runStdio(
  connect: (send: SendLine) => Promise<ServerConnection>,
  report: Report,
  drainMs = standardDrainMs,
): Promise<never> {
  const raw = guardStdout();
  const input = openStdin();
  // Settles when the client is served, or when a signal says that it is not worth waiting for.
  const started = Promise.withResolvers<void>();
  let connection: ServerConnection | undefined = undefined;
  let ending = false;
  let signals = 0;
  const end = async (graceMs: number, startMs: number) => {
    if (ending) return;
    ending = true;
    try {
      await inTime(started.promise, startMs);
      await connection?.drained(graceMs);
      await connection?.close();
      await writer.flush(IDLE_MS);
    } finally {
      // Timers and sockets of tools would keep the process.
      Deno.exit(0);
    }
  };
  const writer = new LineWriter(raw, () => {
    // Nobody is left to answer.
    end(0, 0);
  });
  onStopSignal(() => {
    // Hosts end the input and send a signal after it; a second signal means it.
    if (++signals > 1) Deno.exit(0);
    started.resolve();
    end(drainMs, 0);
  });
  input.ended
    .catch((error) => report({ level: "debug", message: "Reading the input failed", error }))
    .then(() => end(drainMs, START_MS));

  connection = await connect((line, weight) => writer.push(line, weight));
  const { receive, refuse } = connection;
  input.take({
    line: receive,
    bad: (problem) => refuse(ErrorCode.ParseError, `Parse error: ${problem}`),
    ready: () => writer.room(),
  });
  started.resolve();
  if (Deno.stdin.isTerminal() && Deno.stderr.isTerminal()) {
    writeStderr("mcp: waits for a host on stdin; Ctrl+C ends it\n");
  }
  reportStrays(report);
  return await new Promise<never>(() => {});
}
