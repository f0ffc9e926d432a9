import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { makeTag } from "../../src/sandbox/frame_tag.ts";
import {
  encodeFrame,
  type Frame,
  FrameError,
  FrameReader,
  FrameSizeError,
  HEADER_BYTES,
  MOST_BLOBS,
  MOST_BYTES,
  TAGGED_FROM,
  TAGGED_JSON,
} from "../../src/sandbox/frames.ts";

const SECRET = Uint32Array.of(0x01234567, 0x89abcdef, 0xdeadbeef, 0x00000001);

/** A frame as a sandbox sends it. */
function signed(message: object, blobs: readonly Uint8Array[], sequence: number): Uint8Array {
  const frame = encodeFrame(message, blobs, sequence);
  const view = new DataView(frame.buffer);
  const tag = SECRET.slice();
  const end = HEADER_BYTES + Math.min(view.getUint32(24, true), TAGGED_JSON);
  if (sequence > 0) makeTag(SECRET, frame, TAGGED_FROM, end, tag);
  tag.forEach((word, i) => view.setUint32(i * 4, word, true));
  return frame;
}

function reader(options: Partial<{ maxBytes: number; signed: boolean }> = {}): FrameReader {
  return new FrameReader({ maxBytes: MOST_BYTES, signed: false, ...options });
}

const hello = signed({ type: "hello" }, [], 0);

function greeted(maxBytes = MOST_BYTES): FrameReader {
  const greeted = reader({ signed: true, maxBytes });
  assert.equal(greeted.push(hello).length, 1);
  return greeted;
}

const MESSAGES: readonly { message: object; blobs: Uint8Array[] }[] = [
  { message: { type: "a" }, blobs: [] },
  { message: { type: "b", text: "ä€🙂".repeat(100) }, blobs: [Uint8Array.of(1, 2, 3)] },
  { message: {}, blobs: [new Uint8Array(), new Uint8Array(5000).fill(7), new Uint8Array()] },
  { message: { type: "c", text: "x".repeat(TAGGED_JSON) }, blobs: [] },
  { message: { long: "🙂".repeat(20_000) }, blobs: [new Uint8Array(70_000).fill(9)] },
];

function joined(frames: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(frames));
}

for (const sign of [false, true]) {
  for (const size of [1, 7, 28, 257, 65_536, Infinity]) {
    Deno.test(`FrameReader reads ${sign ? "signed " : ""}frames in pieces of ${size}`, () => {
      const encode = sign ? signed : encodeFrame;
      const bytes = joined(MESSAGES.map(({ message, blobs }, i) => encode(message, blobs, i)));
      const to = reader({ signed: sign });
      const frames: Frame[] = [];
      const step = Math.min(size, bytes.length);
      for (let at = 0; at < bytes.length; at += step) {
        // A Buffer, as a socket of Node gives it.
        frames.push(...to.push(Buffer.from(bytes.subarray(at, at + step))));
      }
      assert.deepEqual(
        frames.map(({ message, blobs }) => ({ message, blobs: [...blobs] })),
        MESSAGES,
      );
    });
  }
}

Deno.test("FrameReader gives each blob a buffer of its own, which later bytes do not change", () => {
  const bytes = encodeFrame({}, [Uint8Array.of(1, 2, 3), new Uint8Array()], 0);
  const [{ blobs }] = reader().push(bytes);
  bytes.fill(0);
  assert.deepEqual([...blobs[0]], [1, 2, 3]);
  for (const blob of blobs) {
    assert.equal(blob.byteOffset, 0);
    assert.equal(blob.buffer.byteLength, blob.length);
  }
});

Deno.test("FrameReader reads 10 MB in pieces of 64 KB without copying it again and again", () => {
  const text = "x".repeat(10_000_000);
  const bytes = encodeFrame({ text }, [new Uint8Array(10_000_000).fill(1)], 0);
  const to = reader();
  const start = performance.now();
  const frames: Frame[] = [];
  for (let at = 0; at < bytes.length; at += 65_536) {
    frames.push(...to.push(bytes.subarray(at, at + 65_536)));
  }
  assert.ok(performance.now() - start < 1500);
  assert.equal((frames[0].message.text as string).length, text.length);
  assert.equal(frames[0].blobs[0].length, 10_000_000);
});

/** Changes a number in the header of a frame. */
function withNumber(frame: Uint8Array, at: number, value: number): Uint8Array {
  const changed = frame.slice();
  new DataView(changed.buffer).setUint32(at, value, true);
  return changed;
}

const WRONG: readonly [string, (next: Uint8Array) => Uint8Array][] = [
  ["a tag that is not its own", (frame) => withNumber(frame, 0, 1)],
  ["no tag", (frame) => joined([new Uint8Array(16), frame.subarray(16)])],
  ["the secret for a tag", (frame) => joined([hello.subarray(0, 16), frame.subarray(16)])],
  ["a sequence that goes back", (frame) => withNumber(frame, 20, 0)],
  ["a sequence that leaps", (frame) => withNumber(frame, 20, 2)],
  ["a body that is too large", (frame) => withNumber(frame, 16, MOST_BYTES + 1)],
  ["a body of another length", (frame) => withNumber(frame, 16, 5000)],
  ["JSON that is longer than the body", (frame) => withNumber(frame, 24, 5000)],
  ["JSON of another length", (frame) => withNumber(frame, 24, 5)],
  ["the first frame once more", () => hello],
];

for (const [what, change] of WRONG) {
  Deno.test(`FrameReader refuses a frame with ${what} before its body is there`, () => {
    const frame = change(signed({ type: "returned", id: 1 }, [new Uint8Array(64)], 1));
    const seen = HEADER_BYTES + '{"type":"returned","id":1}'.length;
    assert.throws(() => greeted().push(frame.subarray(0, seen)), FrameError);
  });
}

Deno.test("FrameReader refuses a frame that came before, and one whose message was changed", () => {
  const frame = signed({ type: "returned", id: 1, value: [0, 1] }, [], 1);
  const to = greeted();
  assert.equal(to.push(frame).length, 1);
  assert.throws(() => to.push(frame), FrameError);
  const changed = frame.slice();
  changed[frame.lastIndexOf("1".charCodeAt(0))] = "2".charCodeAt(0);
  assert.throws(() => greeted().push(changed), FrameError);
});

Deno.test("FrameReader keeps nothing of a body whose header is too large", () => {
  const to = reader({ maxBytes: 1000 });
  assert.throws(() => to.push(encodeFrame({ text: "x".repeat(1000) }, [], 0)), FrameError);
});

Deno.test("FrameReader refuses what is no message, and lengths that do not add up", () => {
  const body = (json: string, rest: number[] = []) => {
    const text = new TextEncoder().encode(json);
    const bytes = joined([new Uint8Array(HEADER_BYTES), text, Uint8Array.from(rest)]);
    return withNumber(
      withNumber(bytes, 16, text.length + rest.length),
      24,
      text.length,
    );
  };
  assert.equal(reader().push(body("{}", [1, 0, 0, 0, 5])).length, 1);
  for (const json of ["", "{", "[]", "null", "1", '"a"', "{}{}"]) {
    assert.throws(() => reader().push(body(json)), FrameError, json);
  }
  for (const rest of [[1], [2, 0, 0, 0, 5], [255, 255, 255, 255]]) {
    assert.throws(() => reader().push(body("{}", rest)), FrameError, String(rest));
  }
});

Deno.test("frames hold so many blobs and no more", () => {
  const most = Array.from({ length: MOST_BLOBS }, () => new Uint8Array());
  const frame = encodeFrame({}, most, 0);
  assert.equal(reader().push(frame)[0].blobs.length, MOST_BLOBS);
  assert.throws(() => encodeFrame({}, [...most, new Uint8Array()], 0), FrameSizeError);
  const longer = withNumber(joined([frame, new Uint8Array(4)]), 16, 2 + 4 * (MOST_BLOBS + 1));
  assert.throws(() => reader().push(longer), FrameError);
});

Deno.test("encodeFrame tells of a message that is too large", () => {
  assert.throws(() => encodeFrame({}, [new Uint8Array(MOST_BYTES)], 0), FrameSizeError);
  assert.equal(
    encodeFrame({}, [new Uint8Array(MOST_BYTES - 6)], 0).length,
    HEADER_BYTES + MOST_BYTES,
  );
});

Deno.test("makeTag depends on every bit of the secret and of the bytes, and on their length", () => {
  const bytes = Uint8Array.from({ length: 40 }, (_, i) => i * 7);
  const tags = new Set<string>();
  const add = (secret: Uint32Array, from: Uint8Array, length: number) => {
    const tag = new Uint32Array(4);
    makeTag(secret, from, 0, length, tag);
    tags.add(tag.join());
  };
  for (let length = 1; length <= 40; length++) add(SECRET, bytes, length);
  for (let bit = 0; bit < 320; bit++) {
    const changed = bytes.slice();
    changed[bit >> 3] ^= 1 << (bit & 7);
    add(SECRET, changed, 40);
  }
  for (let bit = 0; bit < 128; bit++) {
    const changed = SECRET.slice();
    changed[bit >> 5] ^= 1 << (bit & 31);
    add(changed, bytes, 40);
  }
  // A whole block is not the same as one that was filled up.
  add(SECRET, Uint8Array.of(...bytes.subarray(0, 15), 1), 16);
  assert.equal(tags.size, 40 + 320 + 128 + 1);
});

Deno.test("makeTag makes the tags that were published for 8 rounds", () => {
  const secret = Uint32Array.of(0x833d3433, 0x009f389f, 0x2398e64f, 0x417acf39);
  const published = [
    [0x13a9307b, 0x50e62c89, 0x4577bd88, 0xc0bbdc18],
    [0x55df8922, 0x2c7ff577, 0x73809ef4, 0x4e5084c0],
  ];
  published.forEach((expected, i) => {
    const tag = new Uint32Array(4);
    makeTag(secret, Uint8Array.of(0, 1), 0, i + 1, tag, 8);
    assert.deepEqual([...tag], expected);
  });
});
