/** How a program is run. */
export interface ProgramOptions {
  /** The folder that it runs in; that of this process if left out. */
  readonly cwd?: string | URL;
  /** Variables besides those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads from stdin, which is empty if this is left out. */
  readonly input?: string | Uint8Array<ArrayBuffer>;
  /** Kills it when this aborts, such as the signal of a call. */
  readonly signal?: AbortSignal;
  /** Kills it after this many milliseconds. */
  readonly timeout?: number;
  /** Most bytes of stdout, and of stderr; 4 MiB if left out. More of it kills the program. */
  readonly maxBytes?: number;
}

/** What a program came to. */
export interface ProgramResult {
  /** Its exit code. */
  readonly code: number;
  /** The signal that ended it, if one did. */
  readonly signal: string | null;
  /** Whether the code is 0. */
  readonly success: boolean;
  /** What it wrote, as text. */
  readonly stdout: string;
  /** What it wrote to stderr, as text. */
  readonly stderr: string;
}

const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Runs a program to its end, for tools. It shares nothing with the server: its stdin is empty unless
 * `input` is given, and what it prints is captured, so that it neither waits for input nor writes among
 * the messages of the protocol. In a sandbox it has to be declared, as `permissions: { run: ["git"] }`.
 *
 * What the program starts in its turn is not killed with it.
 *
 * @param program Name or path
 * @param args Its arguments; no shell reads them
 * @returns what it came to, whatever its exit code
 * @throws {Deno.errors.NotCapable} if it may not be run
 * @throws {Error} if there is no such program, it took too long, or wrote too much
 * @throws the reason of `signal`, if that aborts
 *
 * @example A tool that asks git
 * ```ts
 * import { type Context, McpServer, runProgram, UserError } from "@x/mcp";
 *
 * const mcp = new McpServer({ name: "history", version: "1.0.0" });
 *
 * export async function lastCommit(_args: unknown, ctx: Context): Promise<string> {
 *   const { success, stdout, stderr } = await runProgram("git", ["log", "-1", "--format=%s"], {
 *     signal: ctx.signal,
 *     timeout: 5_000,
 *   });
 *   if (!success) throw new UserError(stderr);
 *   return stdout.trim();
 * }
 *
 * mcp.tool("last_commit", { description: "Tells the subject of the last commit." }, lastCommit);
 * ```
 */
export async function runProgram(
  program: string | URL,
  args: readonly string[] = [],
  options: ProgramOptions = {},
): Promise<ProgramResult> {
  const { input, signal: abort, timeout, maxBytes = MOST_BYTES } = options;
  abort?.throwIfAborted();
  const child = spawned(program, args, options);
  const early = Promise.withResolvers<never>();
  const onAbort = () => early.reject(abort?.reason);
  abort?.addEventListener("abort", onAbort);
  const timer = timeout === undefined ? undefined : setTimeout(
    () => early.reject(new Error(`${program} timed out after ${timeout} ms`)),
    timeout,
  );
  const [output, problems] = [child.stdout, child.stderr].map((stream) =>
    captured(stream, maxBytes)
  );
  try {
    const ended = Promise.all([child.status, output.text, problems.text, written(child, input)]);
    const [{ code, signal, success }, stdout, stderr] = await Promise.race([ended, early.promise]);
    return { code, signal, success, stdout, stderr };
  } catch (error) {
    kill(child);
    await child.status;
    throw error instanceof TooMuch
      ? new Error(
        `${program} wrote more than ${maxBytes} bytes; set maxBytes, or let it write a file`,
      )
      : error;
  } finally {
    clearTimeout(timer);
    abort?.removeEventListener("abort", onAbort);
    await Promise.all([output.stop(), problems.stop()]);
  }
}

function spawned(
  program: string | URL,
  args: readonly string[],
  { cwd, env, input }: ProgramOptions,
): Deno.ChildProcess {
  try {
    return new Deno.Command(program, {
      args: [...args],
      ...(cwd === undefined ? {} : { cwd }),
      ...(env === undefined ? {} : { env: { ...env } }),
      stdin: input === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable || !(error instanceof Error)) throw error;
    const reason = error.message.replace(/^Failed to spawn '[^]*?': /, "");
    const isMissing = error instanceof Deno.errors.NotFound && !/\bcwd\b/.test(reason);
    throw new Error(`Cannot run ${program}: ${isMissing ? "there is no such program" : reason}`, {
      cause: error,
    });
  }
}

class TooMuch extends Error {}

interface Captured {
  readonly text: Promise<string>;
  readonly stop: () => Promise<void>;
}

function captured(stream: ReadableStream<Uint8Array>, most: number): Captured {
  const reader = stream.getReader();
  const text = async () => {
    const decoder = new TextDecoder();
    let [text, size] = ["", 0];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.length;
      if (size > most) throw new TooMuch();
      text += decoder.decode(value, { stream: true });
    }
  };
  // What it started may hold the pipe open after its end.
  return { text: text(), stop: () => reader.cancel() };
}

async function written(child: Deno.ChildProcess, input: ProgramOptions["input"]): Promise<void> {
  if (input === undefined) return;
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  try {
    await new Response(bytes).body?.pipeTo(child.stdin);
  } catch {
    // It ended, or closed its stdin, before it had read all.
  }
}

function kill(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has ended.
  }
}
