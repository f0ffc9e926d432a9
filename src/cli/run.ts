import type { RunOptions } from "../app/run_options.ts";
import { httpSettings } from "../app/http_options.ts";
import { setDrainMs, START_MS } from "../app/run_stdio.ts";
import { inTime } from "../transport/in_time.ts";
import { setLogLevel, type StderrLevel, writeStderr } from "../transport/stderr_log.ts";
import { openStdin } from "../transport/stdin.ts";
import { guardStdout } from "../transport/stdout_guard.ts";
import { CommandError, type Input, UsageError } from "./command.ts";
import { loadServer, locate } from "./target.ts";

/** Flags that mean HTTP. */
const HTTP_FLAGS = ["host", "port", "path", "stateless", "allow-host", "allow-origin"] as const;

/** `run [TARGET]`: serves until the client is gone, or over HTTP until a signal. */
export async function run({ words, flags }: Input): Promise<number> {
  const [target, ...more] = words;
  if (more.length > 0) throw new UsageError(`run takes one target, not also ${more.join(" ")}`);
  const options = runOptions(flags);
  if (flags["log-level"] !== undefined) setLogLevel(flags["log-level"] as StderrLevel);
  await limitSandboxes(flags.limit as readonly string[] | undefined);
  const { transport, drainMs } = options;
  if (transport === "stdio") {
    if (drainMs !== undefined) setDrainMs(drainMs);
    // Before any module of the user runs; and if the host goes away meanwhile, so do we.
    guardStdout();
    const { ended, taken } = openStdin();
    ended.catch(() => {}).then(async () => {
      if (await inTime(taken, START_MS)) return;
      writeStderr(
        `mcp: gave up loading the server: nobody has been at stdin for ${
          START_MS / 1000
        } seconds\n`,
      );
      Deno.exit(1);
    });
  }
  const server = await loadServer(await locate(target));
  // A file without an `import.meta.main` guard has begun to serve by itself.
  if (server.running !== undefined && transport !== "stdio") {
    throw new CommandError(
      "Cannot serve over HTTP: the file calls run() by itself; write if (import.meta.main) before it",
    );
  }
  await (server.running ?? server.run(options));
  return 0;
}

/** Sets what components may be granted at most, before any of them is loaded. */
async function limitSandboxes(texts: readonly string[] | undefined): Promise<void> {
  if (texts === undefined) return;
  const { readLimit } = await import("../sandbox/permissions/limit.ts");
  const { setLimit } = await import("../sandbox/permissions/refusal.ts");
  try {
    setLimit(readLimit(texts, `${Deno.cwd()}/`));
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** What the flags say. */
function runOptions(flags: Input["flags"]): RunOptions {
  const given = HTTP_FLAGS.filter((name) => flags[name] !== undefined);
  const transport = flags.transport as RunOptions["transport"] ??
    (given.length > 0 ? "http" : "stdio");
  if (transport === "stdio" && given.length > 0) {
    throw new UsageError(`--${given[0]} is for HTTP, not for --transport stdio`);
  }
  const drain = flags["drain-ms"] as string | undefined;
  if (drain !== undefined && !/^\d{1,9}$/.test(drain)) {
    throw new UsageError(
      `--drain-ms takes milliseconds below 10 ** 9, not ${JSON.stringify(drain)}`,
    );
  }
  const port = flags.port as string | undefined;
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65535)) {
    throw new UsageError(`--port takes a number from 0 to 65535, not ${JSON.stringify(port)}`);
  }
  const options: RunOptions = {
    transport,
    ...(drain === undefined ? {} : { drainMs: Number(drain) }),
    ...(port === undefined ? {} : { port: Number(port) }),
    ...(flags.host === undefined ? {} : { host: flags.host as string }),
    ...(flags.path === undefined ? {} : { path: flags.path as string }),
    ...(flags.stateless ? { sessions: false } : {}),
    ...(flags["allow-host"] === undefined
      ? {}
      : { allowedHosts: flags["allow-host"] as readonly string[] }),
    ...(flags["allow-origin"] === undefined
      ? {}
      : { allowedOrigins: flags["allow-origin"] as readonly string[] }),
  };
  try {
    httpSettings(options);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  return options;
}
