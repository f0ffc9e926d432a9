import { RawClient } from "./raw_client.ts";

export const ROOT = new URL("../../", import.meta.url);
export const CLI = new URL("cli.ts", ROOT).href;

/** Absolute path of a file of the repository. */
export function path(relative: string): string {
  return decodeURIComponent(new URL(relative, ROOT).pathname);
}

export interface StartOptions {
  /** Arguments of `deno`; the file to run among them. */
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** The longest that it lives, in milliseconds; a minute if left out. */
  readonly lifeMs?: number;
}

/** The longest that a server of a test lives, in milliseconds. */
const LIFE_MS = 60_000;

/** A server in a process of its own, and a raw client at its stdin and stdout. */
export class ServerProcess implements AsyncDisposable {
  readonly client: RawClient;
  readonly child: Deno.ChildProcess;
  /** Settles when the process has ended and its stdout has been read. */
  readonly ended: Promise<Deno.CommandStatus>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #stderr: Promise<string>;
  readonly #encoder = new TextEncoder();
  #paused: PromiseWithResolvers<void> | undefined;
  #sent: Promise<unknown> = Promise.resolve();

  constructor({ args, cwd, env, lifeMs = LIFE_MS }: StartOptions) {
    this.child = new Deno.Command(Deno.execPath(), {
      args: [...args],
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
      ...(cwd === undefined ? {} : { cwd }),
      ...(env === undefined ? {} : { env }),
    }).spawn();
    this.#writer = this.child.stdin.getWriter();
    this.client = new RawClient((line) => this.write(line + "\n"), () => this.stop());
    this.#stderr = new Response(this.child.stderr).text();
    const read = this.#read();
    // A server that should end and does not fails its test, rather than to hold up all others.
    const timer = setTimeout(() => this.child.kill("SIGKILL"), lifeMs);
    this.ended = Promise.all([this.child.status, read]).then(([status]) => {
      clearTimeout(timer);
      return status;
    });
  }

  /** Runs a file by `deno run` without any permission. */
  static bare(file: string, ...flags: string[]): ServerProcess {
    return new ServerProcess({ args: ["run", "--no-prompt", ...flags, path(file)] });
  }

  /** Runs a file by the command line's `run`. */
  static cli(file: string, ...flags: string[]): ServerProcess {
    return new ServerProcess({ args: ["run", "-A", CLI, "run", ...flags, path(file)] });
  }

  /** Writes text to stdin, as it is. */
  write(text: string): void {
    const bytes = this.#encoder.encode(text);
    this.#sent = this.#sent.then(() => this.#writer.write(bytes)).catch(() => {});
  }

  /** Ends stdin once all that was written has left. */
  async end(): Promise<void> {
    await this.#sent;
    await this.#writer.close().catch(() => {});
  }

  /** Stops reading stdout until {@linkcode resume}. */
  pause(): void {
    this.#paused ??= Promise.withResolvers();
  }

  resume(): void {
    this.#paused?.resolve();
    this.#paused = undefined;
  }

  /** All of stderr; ends with the process. */
  stderr(): Promise<string> {
    return this.#stderr;
  }

  async stop(): Promise<void> {
    this.resume();
    await this.end();
    const timer = setTimeout(() => this.child.kill("SIGKILL"), 10_000);
    await this.ended;
    clearTimeout(timer);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await this.#stderr;
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of this.child.stdout) {
      rest += decoder.decode(chunk, { stream: true });
      const lines = rest.split("\n");
      rest = lines.pop()!;
      for (const line of lines) this.client.take(line);
      await this.#paused?.promise;
    }
    if (rest !== "") this.client.take(rest);
  }
}

/** Runs `deno` to its end. */
export async function deno(
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; input?: string; clearEnv?: boolean } = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { input, ...rest } = options;
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args],
    stdin: input === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
    ...rest,
    env: { NO_COLOR: "1", ...rest.env },
  }).spawn();
  if (input !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  }
  const { code, stdout, stderr } = await child.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

/** Runs the command line to its end. */
export function mcp(
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; input?: string } = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  return deno(["run", "-A", CLI, ...args], options);
}

/** State letter and CPU time in ticks of a process, or `undefined` if there is none. */
export async function processState(
  pid: number,
): Promise<{ state: string; ticks: number } | undefined> {
  try {
    const text = await Deno.readTextFile(`/proc/${pid}/stat`);
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0], ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return undefined;
  }
}

/** Whether a process is there; one that only waits for its parent to take note is gone. */
export async function alive(pid: number): Promise<boolean> {
  const state = (await processState(pid))?.state;
  return state !== undefined && state !== "Z" && state !== "X";
}

/** Waits until something holds, looking at it again and again. */
export async function until(
  test: () => boolean | Promise<boolean>,
  limitMs: number,
): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (!await test()) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}
