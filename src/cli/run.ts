import { writeStderr } from "../transport/stderr_log.ts";
import { setLogLevel, type StderrLevel } from "../transport/stderr_log.ts";
import { guardStdout } from "../transport/stdout_guard.ts";
import { type Input, UsageError } from "./command.ts";
import { loadServer } from "./target.ts";

/** `run [TARGET]`: serves until the client is gone. */
export async function run({ words, flags }: Input): Promise<number> {
  const [target, ...more] = words;
  if (more.length > 0) throw new UsageError(`run takes one target, not also ${more.join(" ")}`);
  const drain = flags["drain-ms"] as string | undefined;
  if (drain !== undefined && !/^\d+$/.test(drain)) {
    throw new UsageError(`--drain-ms takes milliseconds, not ${JSON.stringify(drain)}`);
  }
  if (flags["log-level"] !== undefined) setLogLevel(flags["log-level"] as StderrLevel);
  // Before any module of the user runs.
  guardStdout();
  const server = await loadServer(target);
  if (Deno.stdin.isTerminal() && Deno.stderr.isTerminal()) {
    writeStderr(
      `mcp: ${server.name} ${server.version} waits for a host on stdin; Ctrl+C ends it\n`,
    );
  }
  // A file without an `import.meta.main` guard has begun to serve by itself.
  await (server.running ?? server.run(drain === undefined ? {} : { drainMs: Number(drain) }));
  return 0;
}
