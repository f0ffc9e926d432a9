import type { Socket } from "node:net";
import { readMessage } from "./from_sandbox.ts";
import { encodeFrame, FrameError, FrameReader, MOST_BYTES } from "./frames.ts";
import type { FromSandbox, ToSandbox } from "./messages.ts";
import { Pace } from "./pace.ts";
import type { Blobs } from "./remote_call.ts";
import type { Pipes } from "./spawn_deno.ts";

/** What a call waits for; all else a sandbox says unasked. */
const ANSWERS = new Set<FromSandbox["type"]>([
  "hello",
  "loading",
  "waiting",
  "loaded",
  "returned",
  "threw",
]);

/** Hears what comes through a channel. */
export interface Listener {
  /** @throws {FrameError} for what no sandbox says by itself */
  readonly take: (message: FromSandbox, blobs: Blobs) => void;
  /** Something came that is not from the sandbox itself; nothing more is read. */
  readonly broken: (error: FrameError) => void;
}

/** Our end of the pipes to a sandbox. */
export class Channel {
  readonly #pipes: Pipes;
  readonly #listener: Listener;
  readonly #reader = new FrameReader({ maxBytes: MOST_BYTES, signed: true });
  readonly #pace = new Pace();
  readonly #closed: Promise<unknown>;
  readonly #ended = Promise.withResolvers<void>();
  #sent = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(pipes: Pipes, listener: Listener) {
    const { from, to } = pipes;
    this.#pipes = pipes;
    this.#listener = listener;
    from.on("data", (chunk: Uint8Array) => this.#read(chunk));
    from.once("end", this.#ended.resolve);
    // What is written to a process that has ended, or read from it.
    for (const pipe of [from, to]) pipe.on("error", () => {});
    this.#closed = Promise.all([closed(from), closed(to)]);
  }

  /**
   * Sends a message.
   *
   * @throws {FrameSizeError} if it is too large
   */
  send(message: ToSandbox, blobs: readonly Uint8Array[] = []): void {
    const frame = encodeFrame(message, blobs, this.#sent);
    this.#sent++;
    this.#pipes.to.write(frame);
  }

  /** Says that nothing more will be sent, by which the sandbox ends. */
  end(): void {
    this.#pipes.to.end();
  }

  /** Reads what a process that is gone has left, for as long as that may take in milliseconds. */
  async drained(limitMs: number): Promise<void> {
    clearTimeout(this.#rest);
    this.#pipes.from.resume();
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, limitMs);
    await Promise.race([this.#ended.promise, this.#closed, late]);
    clearTimeout(timer);
  }

  /** Closes it, whatever is still there. */
  async destroy(): Promise<void> {
    clearTimeout(this.#rest);
    this.#destroy();
    await this.#closed;
  }

  #read(chunk: Uint8Array): void {
    try {
      for (const { message, blobs, size } of this.#reader.push(chunk)) {
        const read = readMessage(message);
        if (!ANSWERS.has(read.type)) this.#pace.spend(size);
        this.#listener.take(read, blobs);
      }
    } catch (error) {
      // What is unpacked throws in other ways as well.
      this.#destroy();
      this.#listener.broken(error instanceof FrameError ? error : new FrameError(String(error)));
      return;
    }
    const wait = this.#pace.wait();
    if (wait > 0) this.#pause(wait);
  }

  #pause(milliseconds: number): void {
    const { from } = this.#pipes;
    from.pause();
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => from.resume(), milliseconds);
    Deno.unrefTimer(this.#rest);
  }

  #destroy(): void {
    this.#pipes.from.destroy();
    this.#pipes.to.destroy();
  }
}

function closed(pipe: Socket): Promise<void> {
  return new Promise((resolve) => pipe.once("close", () => resolve()));
}
