import { ErrorCode, type Report } from "../server/errors.ts";
import { onStopSignal } from "../transport/signals.ts";
import { LineWriter, readLines } from "../transport/stdio.ts";
import { guardStdout } from "../transport/stdout_guard.ts";
import type { McpServer, RunOptions, ServerConnection } from "./mcp_server.ts";

const DRAIN_MS = 2000;
/** How long what is written may take to leave once everything else is done. */
const FLUSH_MS = 300;

/**
 * Serves the client at the other end of stdin and stdout, and ends the process after it.
 *
 * @throws whatever a start hook throws; then nothing has been served
 */
export async function runStdio(
  server: McpServer,
  { drainMs = DRAIN_MS }: RunOptions,
  report: Report,
): Promise<never> {
  const raw = guardStdout();
  let client: ServerConnection | undefined = undefined;
  let ending = false;
  const end = async (graceMs: number) => {
    ending = true;
    await client?.drained(graceMs);
    await client?.close();
    await within(FLUSH_MS, writer.flush());
    // Timers and sockets of tools would keep the process.
    Deno.exit(0);
  };
  onStopSignal(() => {
    if (ending) Deno.exit(0);
    end(drainMs);
  });
  const writer = new LineWriter(raw, () => {
    // Nobody is left to answer.
    if (!ending) end(0);
  });

  const connection = await server.connect((line, droppable) => writer.push(line, droppable));
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
  await readLines(Deno.stdin, {
    line: (text) => connection.receive(text),
    bad: (problem) => connection.refuse(ErrorCode.ParseError, `Parse error: ${problem}`),
    ready: () => writer.room(),
  });
  if (!ending) end(drainMs);
  return await new Promise<never>(() => {});
}

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limitMs);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
