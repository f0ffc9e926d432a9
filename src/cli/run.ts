import { setDrainMs, START_MS } from "../app/run_stdio.ts";
import { setLogLevel, type StderrLevel } from "../transport/stderr_log.ts";
import { openStdin } from "../transport/stdin.ts";
import { inTime } from "../transport/stdio.ts";
import { guardStdout } from "../transport/stdout_guard.ts";
import { type Input, UsageError } from "./command.ts";
import { loadServer } from "./target.ts";

/** `run [TARGET]`: serves until the client is gone. */
export async function run({ words, flags }: Input): Promise<number> {
  const [target, ...more] = words;
  if (more.length > 0) throw new UsageError(`run takes one target, not also ${more.join(" ")}`);
  const drain = flags["drain-ms"] as string | undefined;
  if (drain !== undefined && !/^\d{1,9}$/.test(drain)) {
    throw new UsageError(
      `--drain-ms takes milliseconds below 10 ** 9, not ${JSON.stringify(drain)}`,
    );
  }
  if (flags["log-level"] !== undefined) setLogLevel(flags["log-level"] as StderrLevel);
  if (drain !== undefined) setDrainMs(Number(drain));
  // Before any module of the user runs; and if the host goes away meanwhile, so do we.
  guardStdout();
  const { ended, taken } = openStdin();
  ended.catch(() => {}).then(async () => {
    if (!await inTime(taken, START_MS)) Deno.exit(0);
  });
  const server = await loadServer(target);
  // A file without an `import.meta.main` guard has begun to serve by itself.
  await (server.running ?? server.run());
  return 0;
}
