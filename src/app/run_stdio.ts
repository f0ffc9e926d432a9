import type { SendLine, ServerConnection } from "../protocol/server_connection.ts";
import { ErrorCode, type Report } from "../server/errors.ts";
import { onStopSignal } from "../transport/signals.ts";
import { LineWriter, readLines } from "../transport/stdio.ts";
import { guardStdout } from "../transport/stdout_guard.ts";

const DRAIN_MS = 2000;
/** How long what is written may take to leave once everything else is done. */
const FLUSH_MS = 300;

/**
 * Serves the client at the other end of stdin and stdout, and ends the process after it.
 *
 * @param connect Begins to serve the client
 * @param drainMs How long calls may still run after the end of input
 * @throws whatever a start hook throws; then nothing has been served
 */
export async function runStdio(
  connect: (send: SendLine) => Promise<ServerConnection>,
  report: Report,
  drainMs = DRAIN_MS,
): Promise<never> {
  const raw = guardStdout();
  let client: ServerConnection | undefined = undefined;
  let ending = false;
  const end = async (graceMs: number) => {
    ending = true;
    try {
      await client?.drained(graceMs);
      await client?.close();
      await within(FLUSH_MS, writer.flush());
    } finally {
      // Timers and sockets of tools would keep the process.
      Deno.exit(0);
    }
  };
  onStopSignal(() => {
    if (ending) Deno.exit(0);
    end(drainMs);
  });
  const writer = new LineWriter(raw, () => {
    // Nobody is left to answer.
    if (!ending) end(0);
  });

  const connection = await connect((line, droppable) => writer.push(line, droppable));
  client = connection;
  // One stray rejection of one tool must not end the calls of all others.
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    report({ level: "error", message: "Unhandled rejection", error: event.reason });
  });
  addEventListener("error", (event) => {
    event.preventDefault();
    report({ level: "error", message: "Uncaught error", error: event.error });
  });
  try {
    await readLines(Deno.stdin, {
      line: (text) => connection.receive(text),
      bad: (problem) => connection.refuse(ErrorCode.ParseError, `Parse error: ${problem}`),
      ready: () => writer.room(),
    });
  } catch (error) {
    report({ level: "debug", message: "Reading the input failed, which ends it", error });
  }
  if (!ending) end(drainMs);
  return await new Promise<never>(() => {});
}

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limitMs);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
