import { CLI, path } from "./server_process.ts";

/** The longest that any server of a test lives, in milliseconds. */
const LIFE_MS = 240_000;

/** A server over HTTP in a process of its own. */
export class HttpProcess implements AsyncDisposable {
  /** Where it answers. */
  readonly url: string;
  readonly child: Deno.ChildProcess;
  /** Settles when the process has ended. */
  readonly ended: Promise<Deno.CommandStatus>;
  readonly #lines: string[];
  #stdout = "";

  private constructor(
    url: string,
    child: Deno.ChildProcess,
    ended: Promise<Deno.CommandStatus>,
    lines: string[],
  ) {
    this.url = url;
    this.child = child;
    this.ended = Promise.all([ended, this.#read()]).then(([status]) => status);
    this.#lines = lines;
  }

  async #read(): Promise<void> {
    for await (const chunk of this.child.stdout.pipeThrough(new TextDecoderStream())) {
      this.#stdout += chunk;
    }
  }

  /**
   * Starts `deno` with arguments, and waits until it says where it serves.
   *
   * @throws {Error} with what it printed, if it ends before
   */
  static async start(
    args: readonly string[],
    options: { cwd?: string; env?: Record<string, string> } = {},
  ): Promise<HttpProcess> {
    const child = new Deno.Command(Deno.execPath(), {
      args: [...args],
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      ...options,
    }).spawn();
    const timer = setTimeout(() => child.kill("SIGKILL"), LIFE_MS);
    const lines: string[] = [];
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const read = (async () => {
      let rest = "";
      for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
        const parts = (rest + chunk).split("\n");
        rest = parts.pop()!;
        for (const line of parts) {
          lines.push(line);
          const url = /Serving .* at (http:\S+)/.exec(line)?.[1];
          if (url !== undefined) resolve(url);
        }
      }
      if (rest !== "") lines.push(rest);
      reject(new Error(`The server ended before it served:\n${lines.join("\n")}`));
    })();
    const ended = Promise.all([child.status, read]).then(([status]) => {
      clearTimeout(timer);
      return status;
    });
    return new HttpProcess(await promise, child, ended, lines);
  }

  /** Runs a file by the command line's `run`, on a free port. */
  static cli(file: string, ...flags: string[]): Promise<HttpProcess> {
    return HttpProcess.start(["run", "-A", CLI, "run", "--port", "0", ...flags, path(file)]);
  }

  /** The lines that it has printed on stderr. */
  get stderr(): string {
    return this.#lines.join("\n");
  }

  /** What it has printed on stdout. */
  get stdout(): string {
    return this.#stdout;
  }

  /** Ends it by SIGTERM, or by SIGKILL if it does not. */
  async stop(): Promise<Deno.CommandStatus> {
    try {
      this.child.kill("SIGTERM");
    } catch {
      // It has ended by itself.
    }
    const timer = setTimeout(() => this.child.kill("SIGKILL"), 15_000);
    const status = await this.ended;
    clearTimeout(timer);
    return status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
