import { makeTag, TAG_WORDS } from "./frame_tag.ts";

/**
 * A frame is a header, and a body of a message in JSON with blobs behind it, each after its length.
 * Numbers have 32 bits, the lowest byte first.
 *
 * | Byte | Header |
 * | --- | --- |
 * | 0 | tag of what follows, up to {@linkcode TAGGED_JSON} bytes of JSON; in the first frame the secret |
 * | 16 | length of the body |
 * | 20 | how many frames came before |
 * | 24 | length of the JSON |
 *
 * The secret is sent before any code of a user runs, and never again. What names a message stands at the
 * beginning of its JSON, so that no frame can be made, sent twice or changed by who does not know it.
 */
export const HEADER_BYTES = 28;

/** Where the tagged part of a frame begins. */
export const TAGGED_FROM = 16;

/** How much of the JSON is tagged. */
export const TAGGED_JSON = 256;

/** Most bytes of a body. */
export const MOST_BYTES = 64 * 1024 * 1024;

/** Most blobs of a frame. */
export const MOST_BLOBS = 65_536;

/** A message, and the bytes that it speaks of by their places. */
export interface Frame {
  readonly message: Record<string, unknown>;
  /** Each has a buffer of its own. */
  readonly blobs: readonly Uint8Array<ArrayBuffer>[];
  /** How many bytes its body has. */
  readonly size: number;
}

/** What came is no frame, or nothing that a sandbox sends by itself: it can be trusted no more. */
export class FrameError extends Error {
  /** Name of the class. */
  override readonly name = "FrameError";
}

/** A message is larger than {@linkcode MOST_BYTES}, or has too many blobs; nothing of it was sent. */
export class FrameSizeError extends RangeError {
  /** Name of the class. */
  override readonly name = "FrameSizeError";
}

/**
 * Makes a frame that has no tag, as the server sends them.
 *
 * @param message JSON and nothing else
 * @param sequence How many frames were sent before
 * @throws {FrameSizeError} if it is too large
 */
export function encodeFrame(
  message: object,
  blobs: readonly Uint8Array[],
  sequence: number,
): Uint8Array<ArrayBuffer> {
  const text = textOf(message);
  const blobBytes = blobs.reduce((sum, blob) => sum + 4 + blob.length, 0);
  const simple = simpleFrame(text, blobBytes);
  const json = simple === undefined ? encoder.encode(text) : undefined;
  const jsonLength = json?.length ?? text.length;
  const body = jsonLength + blobBytes;
  if (body > MOST_BYTES || blobs.length > MOST_BLOBS) {
    throw new FrameSizeError(`A message of ${body} bytes is too large`);
  }
  const frame = simple ?? new Uint8Array(HEADER_BYTES + body);
  const view = new DataView(frame.buffer);
  view.setUint32(16, body, true);
  view.setUint32(20, sequence, true);
  view.setUint32(24, jsonLength, true);
  if (json !== undefined) frame.set(json, HEADER_BYTES);
  let at = HEADER_BYTES + jsonLength;
  for (const blob of blobs) {
    view.setUint32(at, blob.length, true);
    frame.set(blob, at + 4);
    at += 4 + blob.length;
  }
  return frame;
}

const encoder = new TextEncoder();
const SHORT_CHARACTERS = 16 * 1024;
const NOTHING = new Uint8Array();

/** Room for a frame that holds its JSON already; only where a short text has nothing but ASCII. */
function simpleFrame(text: string, blobBytes: number): Uint8Array<ArrayBuffer> | undefined {
  if (text.length > SHORT_CHARACTERS) return undefined;
  const frame = new Uint8Array(HEADER_BYTES + text.length + blobBytes);
  const room = frame.subarray(HEADER_BYTES, HEADER_BYTES + text.length);
  return encoder.encodeInto(text, room).read === text.length ? frame : undefined;
}

function textOf(message: object): string {
  try {
    return JSON.stringify(message);
  } catch (error) {
    if (error instanceof RangeError) throw new FrameSizeError("A message is too large for a text");
    throw error;
  }
}

/** How frames are read. */
export interface FrameReaderOptions {
  /** Most bytes of a body. */
  readonly maxBytes: number;
  /** Whether frames have tags. */
  readonly signed: boolean;
}

/** What is known of the frame that is being read. */
interface Header {
  readonly size: number;
  readonly jsonLength: number;
  /** Bytes of blobs that are still to come. */
  rest: number;
  readonly blobs: Uint8Array<ArrayBuffer>[];
  /** What of the JSON has come. */
  text?: string;
  message?: Record<string, unknown>;
  blobLength?: number;
}

/** Reads frames out of bytes that come in pieces of any size. */
export class FrameReader {
  readonly #options: FrameReaderOptions;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #tagged = new Uint8Array(HEADER_BYTES - TAGGED_FROM + TAGGED_JSON);
  readonly #claimed = new Uint32Array(TAG_WORDS);
  readonly #tag = new Uint32Array(TAG_WORDS);
  #secret: Uint32Array | undefined;
  #sequence = 0;
  #header: Header | undefined;
  #input = NOTHING;
  #at = 0;
  #part: Uint8Array<ArrayBuffer> | undefined;
  #filled = 0;

  constructor(options: FrameReaderOptions) {
    this.#options = options;
  }

  /**
   * Takes bytes.
   *
   * @returns the frames that they complete
   * @throws {FrameError} as soon as a header is wrong, before anything of the body is kept; nothing can be
   * read after that
   */
  push(bytes: Uint8Array): readonly Frame[] {
    // A Buffer of Node cuts and copies in other ways.
    this.#input = new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
    this.#at = 0;
    const frames: Frame[] = [];
    for (let frame = this.#next(); frame !== undefined; frame = this.#next()) frames.push(frame);
    this.#input = NOTHING;
    return frames;
  }

  #next(): Frame | undefined {
    const header = this.#header ??= this.#readHeader();
    if (header === undefined || !this.#readMessage(header) || !this.#readBlobs(header)) return;
    this.#header = undefined;
    this.#sequence++;
    return { message: header.message!, blobs: header.blobs, size: header.size };
  }

  #readHeader(): Header | undefined {
    const bytes = this.#take(HEADER_BYTES);
    if (bytes === undefined) return undefined;
    const bodyLength = u32(bytes, 16);
    const jsonLength = u32(bytes, 24);
    if (u32(bytes, 20) !== this.#sequence) throw new FrameError("A frame is out of its order");
    if (bodyLength > this.#options.maxBytes) throw new FrameError("A frame is too large");
    if (jsonLength > bodyLength) throw new FrameError("A frame is shorter than its message");
    if (this.#options.signed) {
      for (let i = 0; i < TAG_WORDS; i++) this.#claimed[i] = u32(bytes, i * 4);
      this.#tagged.set(bytes.subarray(TAGGED_FROM));
    }
    return { size: bodyLength, jsonLength, rest: bodyLength - jsonLength, blobs: [] };
  }

  #readMessage(header: Header): boolean {
    if (header.message !== undefined) return true;
    const { jsonLength } = header;
    if (header.text === undefined && this.#part === undefined && this.#left >= jsonLength) {
      const whole = this.#take(jsonLength)!;
      if (this.#options.signed) this.#checkTag(whole.subarray(0, TAGGED_JSON));
      header.message = parsed(this.#decoder.decode(whole));
      return true;
    }
    if (header.text === undefined) {
      const head = this.#take(Math.min(jsonLength, TAGGED_JSON));
      if (head === undefined) return false;
      if (this.#options.signed) this.#checkTag(head);
      header.text = this.#decoder.decode(head, { stream: jsonLength > TAGGED_JSON });
    }
    if (jsonLength > TAGGED_JSON) {
      const tail = this.#take(jsonLength - TAGGED_JSON);
      if (tail === undefined) return false;
      header.text += this.#decoder.decode(tail);
    }
    header.message = parsed(header.text);
    return true;
  }

  #readBlobs(header: Header): boolean {
    while (header.rest > 0) {
      if (header.blobLength === undefined) {
        if (header.blobs.length === MOST_BLOBS) throw new FrameError("A frame has too many blobs");
        if (header.rest < 4) throw new FrameError("A frame ends within a length");
        const length = this.#take(4);
        if (length === undefined) return false;
        header.blobLength = u32(length, 0);
        header.rest -= 4;
        if (header.blobLength > header.rest) {
          throw new FrameError("A blob is longer than its frame");
        }
      }
      const isInput = this.#part === undefined;
      const blob = this.#take(header.blobLength);
      if (blob === undefined) return false;
      header.blobs.push(isInput ? blob.slice() : blob);
      header.rest -= header.blobLength;
      header.blobLength = undefined;
    }
    return true;
  }

  /** Takes the secret of the first frame, and holds it against all others. */
  #checkTag(head: Uint8Array): void {
    if (this.#secret === undefined) {
      this.#secret = this.#claimed.slice();
      return;
    }
    const from = HEADER_BYTES - TAGGED_FROM;
    this.#tagged.set(head, from);
    makeTag(this.#secret, this.#tagged, 0, from + head.length, this.#tag);
    let difference = 0;
    for (let i = 0; i < TAG_WORDS; i++) difference |= this.#tag[i] ^ this.#claimed[i];
    if (difference !== 0) throw new FrameError("A frame does not come from the sandbox itself");
  }

  /** How many bytes of the input are not read yet. */
  get #left(): number {
    return this.#input.length - this.#at;
  }

  /** Bytes that are there in one piece: part of the input, or a buffer of their own. */
  #take(length: number): Uint8Array<ArrayBuffer> | undefined {
    const input = this.#input;
    if (this.#part === undefined) {
      if (this.#left >= length) {
        return input.subarray(this.#at, this.#at += length);
      }
      this.#part = new Uint8Array(length);
      this.#filled = 0;
    }
    const more = input.subarray(this.#at, this.#at + length - this.#filled);
    this.#part.set(more, this.#filled);
    this.#at += more.length;
    this.#filled += more.length;
    if (this.#filled < length) return undefined;
    const whole = this.#part;
    this.#part = undefined;
    return whole;
  }
}

function parsed(text: string): Record<string, unknown> {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    throw new FrameError("A frame holds no JSON");
  }
  if (typeof message !== "object" || message === null || Array.isArray(message)) {
    throw new FrameError("A frame holds no message");
  }
  return message as Record<string, unknown>;
}

function u32(bytes: Uint8Array, at: number): number {
  return (bytes[at] | bytes[at + 1] << 8 | bytes[at + 2] << 16 | bytes[at + 3] << 24) >>> 0;
}
