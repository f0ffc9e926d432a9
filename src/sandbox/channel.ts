import type { Socket } from "node:net";
import { readMessage } from "./from_sandbox.ts";
import { encodeFrame, FrameError, FrameReader, MOST_BYTES } from "./frames.ts";
import type { FromSandbox, ToSandbox } from "./messages.ts";
import { Pace } from "./pace.ts";
import type { Blobs } from "./remote_call.ts";

/** What a call waits for; all else a sandbox says unasked. */
const ANSWERS = new Set<FromSandbox["type"]>(["hello", "loaded", "returned", "threw"]);

/** Hears what comes through a channel. */
export interface Listener {
  /** @throws {FrameError} for what no sandbox says by itself */
  readonly take: (message: FromSandbox, blobs: Blobs) => void;
  /** Something came that is not from the sandbox itself; nothing more is read. */
  readonly broken: (error: FrameError) => void;
}

/** Our end of the pipe to a sandbox. */
export class Channel {
  readonly #socket: Socket;
  readonly #listener: Listener;
  readonly #reader = new FrameReader({ maxBytes: MOST_BYTES, signed: true });
  readonly #pace = new Pace();
  readonly #closed = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  #sent = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(socket: Socket, listener: Listener) {
    this.#socket = socket;
    this.#listener = listener;
    socket.on("data", (chunk: Uint8Array) => this.#read(chunk));
    // What is written to a process that has ended, or read from it.
    socket.on("error", () => {});
    socket.once("end", this.#ended.resolve);
    socket.once("close", this.#closed.resolve);
  }

  /**
   * Sends a message.
   *
   * @throws {FrameSizeError} if it is too large
   */
  send(message: ToSandbox, blobs: readonly Uint8Array[] = []): void {
    const frame = encodeFrame(message, blobs, this.#sent);
    this.#sent++;
    this.#socket.write(frame);
  }

  /** Says that nothing more will be sent, by which the sandbox ends. */
  end(): void {
    this.#socket.end();
  }

  /** Reads what a process that is gone has left, for as long as that may take in milliseconds. */
  async drained(limitMs: number): Promise<void> {
    clearTimeout(this.#rest);
    this.#socket.resume();
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, limitMs);
    await Promise.race([this.#ended.promise, this.#closed.promise, late]);
    clearTimeout(timer);
  }

  /** Closes it, whatever is still there. */
  async destroy(): Promise<void> {
    clearTimeout(this.#rest);
    this.#socket.destroy();
    await this.#closed.promise;
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
      this.#socket.destroy();
      this.#listener.broken(error instanceof FrameError ? error : new FrameError(String(error)));
      return;
    }
    const wait = this.#pace.wait();
    if (wait > 0) this.#pause(wait);
  }

  #pause(milliseconds: number): void {
    this.#socket.pause();
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#socket.resume(), milliseconds);
    Deno.unrefTimer(this.#rest);
  }
}
