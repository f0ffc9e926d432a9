import type { ReadMessage, ReadReply, ReplyMessage } from "./messages.ts";
import { QUIET, runnableDeno } from "../../deno/run_deno.ts";
import { textLines } from "./text_lines.ts";

/** How the process that reads signatures is started. */
export interface ProcessOptions {
  /** URL of its program. */
  readonly program: string;
  /** The longest that it may be silent over a message, in milliseconds. */
  readonly patienceMs: number;
}

/** Most characters of its stderr that are kept. */
const MOST_STDERR = 4000;

/** The process that reads signatures, for as long as it runs. */
export class ReaderProcess implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: AsyncGenerator<string>;
  readonly #stderr: Promise<string>;
  readonly #patienceMs: number;
  #now = "nothing yet";

  /** @throws {Error} if this process may not start it */
  constructor({ program, patienceMs }: ProcessOptions) {
    this.#child = new Deno.Command(runnableDeno() ?? Deno.execPath(), {
      args: [
        "run",
        "--quiet",
        "--no-prompt",
        "--no-config",
        "--no-lock",
        "--node-modules-dir=none",
        ...hostOf(program),
        "--allow-read",
        // TypeScript looks at variables as it loads.
        "--ignore-env",
        program,
      ],
      env: { ...QUIET, DENO_NO_PACKAGE_JSON: "1" },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#lines = textLines(this.#child.stdout);
    this.#stderr = lastOf(this.#child.stderr);
    this.#patienceMs = patienceMs;
    // It would compute on until it finds nobody there.
    addEventListener("unload", this.#kill);
  }

  /**
   * Asks it to read.
   *
   * @throws {Error} if it fails, ends, is silent for too long, or says what it should not; it is stopped
   * then
   */
  async ask(message: ReadMessage): Promise<ReadReply> {
    try {
      // Of one that has ended, more is known below than that it does not listen.
      this.#writer.write(new TextEncoder().encode(JSON.stringify(message) + "\n")).catch(() => {});
      for (;;) {
        const reply = parse(await this.#nextLine());
        if ("failure" in reply) throw new Error(`it failed with ${reply.failure}`);
        if ("readings" in reply) return reply;
        this.#now = reply.now;
      }
    } catch (error) {
      await this[Symbol.asyncDispose]();
      const said = await this.#stderr;
      const more = said === "" ? "" : `; it said: ${said}`;
      throw new Error(
        `Cannot read signatures: the process that reads them was at ${this.#now}, and ${
          (error as Error).message
        }${more}`,
      );
    }
  }

  /** Stops it. */
  async [Symbol.asyncDispose](): Promise<void> {
    removeEventListener("unload", this.#kill);
    this.#kill();
    await this.#child.status;
    await this.#writer.abort().catch(() => {});
    for await (const _ of this.#lines);
    await this.#stderr;
  }

  readonly #kill = (): void => {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
  };

  async #nextLine(): Promise<string> {
    const { promise: silent, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(new Error(`was silent for ${this.#patienceMs / 1000} seconds`)),
      this.#patienceMs,
    );
    try {
      const { value, done } = await Promise.race([this.#lines.next(), silent]);
      if (!done) return value;
    } finally {
      clearTimeout(timer);
    }
    const { code, signal } = await this.#child.status;
    throw new Error(`ended with ${signal ?? `exit code ${code}`}`);
  }
}

function parse(line: string): ReplyMessage {
  try {
    const reply = JSON.parse(line);
    if ("failure" in reply || "readings" in reply || "now" in reply) return reply;
  } catch {
    // It is said below.
  }
  throw new Error(`said ${JSON.stringify(line.slice(0, 200))}`);
}

/** What a program that is not on this machine may be loaded from; npm needs no permission. */
function hostOf(program: string): string[] {
  return program.startsWith("file:") ? [] : [`--allow-import=${new URL(program).host}`];
}

async function lastOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  let last = "";
  const decoder = new TextDecoder();
  for await (const bytes of stream) {
    last = (last + decoder.decode(bytes, { stream: true })).slice(-MOST_STDERR);
  }
  return last.trim();
}
