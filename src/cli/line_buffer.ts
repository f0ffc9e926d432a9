import { ReadBuffer } from "@modelcontextprotocol/client";
import { Buffer } from "node:buffer";

const NEWLINE = 10;

/**
 * A buffer that takes time in proportion to what comes in. That of the SDK copies and searches a long
 * line from its beginning for each part of it.
 */
export class LineBuffer extends ReadBuffer {
  readonly #most: number;
  #parts: Buffer[] = [];
  #length = 0;

  /** @param maxBufferSize Most bytes of a line */
  constructor(maxBufferSize: number) {
    super({ maxBufferSize });
    this.#most = maxBufferSize;
  }

  /** Keeps a part of a line to itself until its end has come, or it is too long. */
  override append(chunk: Buffer): void {
    this.#parts.push(chunk);
    this.#length += chunk.length;
    if (this.#length <= this.#most && !chunk.includes(NEWLINE)) return;
    const whole = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    super.append(whole);
  }
}
