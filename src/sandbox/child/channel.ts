import { writeSync } from "node:fs";
import { Socket } from "node:net";
import { makeTag, TAG_WORDS } from "../frame_tag.ts";
import {
  type Frame,
  FrameReader,
  FrameSizeError,
  HEADER_BYTES,
  MOST_BLOBS,
  MOST_BYTES,
  TAGGED_FROM,
  TAGGED_JSON,
} from "../frames.ts";
import type { FromSandbox } from "../messages.ts";

/** The descriptor of the pipe to the server. */
const TO_SERVER = 3;
/** The descriptor of the pipe from the server. */
const FROM_SERVER = 4;

/** Longer texts are written from a buffer of their own. */
const SHORT_CHARACTERS = 16 * 1024;

/** The channel is closed, or code of a user has taken it. */
export class ChannelError extends Error {
  /** Name of the class. */
  override readonly name = "ChannelError";
}

// Code of a user can replace what all code of a process calls. What writes frames is kept from before
// that, and what it is given decides over nothing but its own member of a message.
const writeAll = writeSync;
const { stringify } = JSON;
const { hasOwn } = Object;
const Bytes = Uint8Array;
const encoder = new TextEncoder();
const encodeInto = encoder.encodeInto.bind(encoder);
const encode = encoder.encode.bind(encoder);
const SizeError = FrameSizeError;
const Closed = ChannelError;

/** The members of all messages, those first that say what a message is. */
const MEMBERS = [
  "type",
  "id",
  "read",
  "module",
  "level",
  "progress",
  "total",
  "message",
  "uri",
  "logger",
  "data",
  "thrown",
  "value",
] as const;

/**
 * Sends a message to the server, and waits while the pipe is full. Throws a {@linkcode FrameSizeError} for
 * one that is too large, and a `TypeError` for one that has no JSON form: nothing of it was sent then.
 */
export type Send = (message: FromSandbox, blobs?: readonly Uint8Array[]) => void;

/**
 * Opens the way to the server: makes the secret of this process, and sends it with the first message. Code
 * of a user can call this as well, but only later, when the server knows a secret and takes no other.
 *
 * @returns sends messages; throws a {@linkcode ChannelError} when that is over
 */
export function openChannel(): Send {
  // Numbers in a buffer are in no snapshot of the heap.
  const secret = crypto.getRandomValues(new Uint32Array(TAG_WORDS));
  const tag = new Uint32Array(TAG_WORDS);
  const head = new Bytes(HEADER_BYTES + 3 * SHORT_CHARACTERS);
  const room = new Bytes(head.buffer, HEADER_BYTES);
  const prefix = new Bytes(4);
  let sequence = 0;
  const send: Send = (message, blobs) => {
    // What may run code of a user comes before the buffer is filled.
    const count = blobs === undefined ? 0 : blobs.length;
    let body = 0;
    for (let i = 0; i < count; i++) body += 4 + blobs![i].byteLength;
    const text = textOf(message);
    const long = text.length > SHORT_CHARACTERS ? encode(text) : undefined;
    const length = long === undefined ? encodeInto(text, room).written : long.length;
    body += length;
    if (body > MOST_BYTES || count > MOST_BLOBS) throw new SizeError("A message is too large");
    if (long !== undefined) {
      for (let i = 0; i < TAGGED_JSON && i < length; i++) room[i] = long[i];
    }
    writeU32(head, 16, body);
    writeU32(head, 20, sequence);
    writeU32(head, 24, length);
    if (sequence === 0) {
      for (let i = 0; i < TAG_WORDS; i++) tag[i] = secret[i];
    } else {
      const tagged = length < TAGGED_JSON ? length : TAGGED_JSON;
      makeTag(secret, head, TAGGED_FROM, HEADER_BYTES + tagged, tag);
    }
    for (let i = 0; i < TAG_WORDS; i++) writeU32(head, i * 4, tag[i]);
    sequence++;
    write(head, HEADER_BYTES + (long === undefined ? length : 0));
    if (long !== undefined) write(long, length);
    for (let i = 0; i < count; i++) {
      const blob = blobs![i];
      writeU32(prefix, 0, blob.byteLength);
      write(prefix, 4);
      if (blob.byteLength > 0) write(blob, blob.byteLength);
    }
  };
  send({ type: "hello" });
  for (let i = 0; i < HEADER_BYTES; i++) head[i] = 0;
  return send;
}

/** A message in JSON, whose members are its own and none that a prototype has. */
function textOf(message: FromSandbox): string {
  let text = "";
  for (let i = 0; i < MEMBERS.length; i++) {
    const name = MEMBERS[i];
    if (!hasOwn(message, name)) continue;
    const json = stringify((message as Record<string, unknown>)[name]);
    if (json !== undefined) text += `${text === "" ? "{" : ","}"${name}":${json}`;
  }
  return `${text}}`;
}

function write(bytes: Uint8Array, length: number): void {
  try {
    writeAll(TO_SERVER, bytes, 0, length);
  } catch (cause) {
    throw new Closed("Cannot write to the server", { cause });
  }
}

function writeU32(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
  bytes[at + 2] = value >>> 16;
  bytes[at + 3] = value >>> 24;
}

/**
 * Reads frames until the server closes the channel. Code of a user may get at the way by which they come;
 * nothing that it does there reaches beyond this process.
 *
 * @param take Takes each frame; must not throw
 * @param end Called when it is over, with what went wrong if it was that
 */
export function readChannel(take: (frame: Frame) => void, end: (error?: unknown) => void): void {
  const reader = new FrameReader({ maxBytes: MOST_BYTES, signed: false });
  const socket = new Socket({ fd: FROM_SERVER, readable: true, writable: false });
  socket.on("data", (bytes: Uint8Array) => {
    try {
      const frames = reader.push(bytes);
      for (let i = 0; i < frames.length; i++) take(frames[i]);
    } catch (error) {
      end(error);
    }
  });
  socket.on("error", end);
  socket.on("close", () => end());
}
