import { inTime } from "./in_time.ts";
import type { RawStdout } from "./stdout_guard.ts";

/** Longest line of input that is taken, in bytes. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

const CHUNK_BYTES = 64 * 1024;
const NEWLINE = 10;
const CARRIAGE_RETURN = 13;

/** What comes of reading lines. */
export interface LineReader {
  /** Takes a line that is not empty, without its end. */
  readonly line: (text: string) => void;
  /** Hears of a line that cannot be taken. */
  readonly bad: (problem: string) => void;
  /** Waits before more is read. */
  readonly ready: () => Promise<void> | undefined;
}

/**
 * Reads lines until the input ends. A last line without an end counts.
 *
 * @param input Where bytes come from; 0 or `null` bytes mean the end
 * @param limit Longest line in bytes; a longer one is reported and skipped
 */
export async function readLines(
  input: { read(buffer: Uint8Array): Promise<number | null> },
  { line, bad, ready }: LineReader,
  limit = MAX_LINE_BYTES,
): Promise<void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (part: Uint8Array) => {
    length += part.length;
    if (length <= limit) parts.push(part);
    else parts = [];
  };
  const finish = () => {
    const bytes = parts.length === 1 ? parts[0] : concat(parts, length);
    const size = length;
    parts = [];
    length = 0;
    if (size > limit) return bad(`the line has ${size} bytes, more than ${limit}`);
    let text: string;
    try {
      text = decoder.decode(bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes);
    } catch {
      return bad("the line is not UTF-8");
    }
    if (text.trim() !== "") line(text);
  };
  const buffer = new Uint8Array(CHUNK_BYTES);
  while (true) {
    const full = ready();
    if (full !== undefined) await full;
    const count = await whenReady(() => input.read(buffer));
    if (!count) break;
    const chunk = buffer.subarray(0, count);
    let start = 0;
    for (let end; (end = chunk.indexOf(NEWLINE, start)) >= 0; start = end + 1) {
      take(chunk.subarray(start, end));
      finish();
    }
    // The next read writes over the buffer.
    if (start < count) take(chunk.slice(start));
  }
  if (length > 0) finish();
}

/** How much may wait before lines that can be spared are left out, in characters. */
const SPARE_ABOVE = 16 * 1024 * 1024;
/** How much may wait before no more input is taken, in characters. */
const FULL_ABOVE = 256 * 1024 * 1024;
const BATCH_CHARS = 256 * 1024;
/** Most bytes of one write, so that a slow reader can be told from one that does not read. */
const WRITE_BYTES = 64 * 1024;

/**
 * What may become of a line while others wait before it: `keep` it, leave it out when too much waits
 * (`spare`), or leave it out when the same line waits already (`once`).
 */
export type LineWeight = "keep" | "spare" | "once";

/**
 * Writes lines whole and in order, however slowly they are read. Lines wait in a queue; when it is
 * full, {@linkcode LineWriter.room} holds back whoever makes more.
 */
export class LineWriter {
  readonly #write: RawStdout;
  readonly #broken: () => void;
  readonly #once = new Set<string>();
  #queue: string[] = [];
  #waiting = 0;
  #written = 0;
  #pump: Promise<void> | undefined;
  #room: PromiseWithResolvers<void> | undefined;

  /**
   * @param write Writes some of the bytes, and says how many
   * @param broken Called once when nobody reads any more
   */
  constructor(write: RawStdout, broken: () => void) {
    this.#write = write;
    this.#broken = broken;
  }

  /**
   * Puts a line in the queue.
   *
   * @param line Text without a line end
   * @param weight What may become of it while it waits
   */
  push(line: string, weight: LineWeight): void {
    if (weight === "spare" && this.#waiting > SPARE_ABOVE) return;
    if (weight === "once") {
      if (this.#once.has(line)) return;
      this.#once.add(line);
    }
    this.#queue.push(line);
    this.#waiting += line.length;
    this.#pump ??= this.#run();
  }

  /**
   * Waits until all is written, or nobody reads any more.
   *
   * @param idleMs How long to wait for a reader that takes nothing, in milliseconds
   */
  async flush(idleMs = Infinity): Promise<void> {
    while (this.#pump !== undefined) {
      const before = this.#written;
      if (!await inTime(this.#pump, idleMs) && this.#written === before) return;
    }
  }

  /** Waits while the queue is full; `undefined` while it is not. */
  room(): Promise<void> | undefined {
    if (this.#waiting <= FULL_ABOVE) return undefined;
    return (this.#room ??= Promise.withResolvers<void>()).promise;
  }

  async #run(): Promise<void> {
    const encoder = new TextEncoder();
    try {
      // What is pushed in the same turn goes out in one write.
      await Promise.resolve();
      for (let at = 0; at < this.#queue.length;) {
        let batch = "";
        while (at < this.#queue.length && batch.length < BATCH_CHARS) {
          const line = this.#queue[at++];
          if (this.#once.size > 0) this.#once.delete(line);
          batch += line + "\n";
          this.#waiting -= line.length;
        }
        if (at > 1024) at = (this.#queue = this.#queue.slice(at), 0);
        const bytes = encoder.encode(batch);
        for (let sent = 0; sent < bytes.length;) {
          const part = bytes.subarray(sent, sent + WRITE_BYTES);
          const count = await whenReady(() => this.#write(part));
          sent += count;
          this.#written += count;
        }
        if (this.#waiting <= FULL_ABOVE / 2) this.#room = void this.#room?.resolve();
      }
    } catch {
      this.push = () => {};
      this.#room = void this.#room?.resolve();
      this.#broken();
    }
    this.#queue = [];
    this.#once.clear();
    this.#waiting = 0;
    this.#pump = undefined;
  }
}

const RETRY_MS = 5;

/** Tries again while a pipe that a host set to non-blocking is not ready. */
async function whenReady<Value>(act: () => Promise<Value>): Promise<Value> {
  while (true) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof Deno.errors.WouldBlock)) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

function concat(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(Math.min(length, parts.reduce((sum, part) => sum + part.length, 0)));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
