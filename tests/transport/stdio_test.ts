import assert from "node:assert/strict";
import { LineWriter, readLines } from "../../src/transport/stdio.ts";

/** Reads lines from the given pieces of bytes. */
async function read(pieces: readonly (string | Uint8Array)[], limit?: number) {
  const queue = pieces.map((piece) =>
    typeof piece === "string" ? new TextEncoder().encode(piece) : piece
  );
  const lines: string[] = [];
  const bad: string[] = [];
  await readLines(
    {
      read: (buffer) => {
        const piece = queue.shift();
        if (piece === undefined) return Promise.resolve(null);
        buffer.set(piece);
        return Promise.resolve(piece.length);
      },
    },
    { line: (text) => lines.push(text), bad: (text) => bad.push(text), ready: () => undefined },
    limit,
  );
  return { lines, bad };
}

Deno.test("readLines takes lines however the bytes are cut, also inside a character", async () => {
  const text = '{"a":"ü€😀"}\n\r\n  \n{"b":1}\r\n{"c":2}';
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 2, 3, 5, 7, 100]) {
    const pieces = Array.from(
      { length: Math.ceil(bytes.length / size) },
      (_, i) => bytes.slice(i * size, (i + 1) * size),
    );
    assert.deepEqual(await read(pieces), {
      lines: ['{"a":"ü€😀"}', '{"b":1}', '{"c":2}'],
      bad: [],
    });
  }
});

Deno.test("readLines takes a line of the limit, and reports and skips a longer one", async () => {
  const { lines, bad } = await read(["1234567\n", "12345", "678\n12", "345678", "9\nok\n"], 8);
  assert.deepEqual(lines, ["1234567", "12345678", "ok"]);
  assert.equal(bad.length, 1);
  assert.match(bad[0], /has 9 bytes, more than 8/);
});

Deno.test("readLines reports bytes that are not UTF-8 and goes on", async () => {
  const { lines, bad } = await read([new Uint8Array([0x22, 0xff, 0x22, 10]), "next\n"]);
  assert.deepEqual(lines, ["next"]);
  assert.match(bad[0], /not UTF-8/);
});

Deno.test("LineWriter writes whole lines in order through a writer that takes a few bytes at a time", async () => {
  let written = "";
  const writer = new LineWriter((bytes) => {
    const part = bytes.subarray(0, 3);
    written += new TextDecoder("latin1").decode(part);
    return Promise.resolve(part.length);
  }, () => assert.fail("not broken"));
  const lines = Array.from({ length: 5000 }, (_, i) => `line ${i}`);
  for (const line of lines) writer.push(line, "keep");
  await writer.flush();
  assert.equal(written, lines.join("\n") + "\n");
});

Deno.test("LineWriter holds back its makers while the queue is full, leaves out what can be spared, and loses nothing else", async () => {
  const gate = Promise.withResolvers<void>();
  let bytes = 0;
  const writer = new LineWriter(async (chunk) => {
    await gate.promise;
    bytes += chunk.length;
    return chunk.length;
  }, () => assert.fail("not broken"));
  const megabyte = "x".repeat(1024 * 1024);
  for (let i = 0; i < 257; i++) writer.push(megabyte, "keep");
  writer.push("spared", "spare");
  const room = writer.room();
  assert.ok(room instanceof Promise);
  gate.resolve();
  await room;
  await writer.flush();
  assert.equal(bytes, 257 * (1024 * 1024 + 1));
  assert.equal(writer.room(), undefined);
});

Deno.test("LineWriter tells once that nobody reads, and takes no more", async () => {
  let broken = 0;
  const writer = new LineWriter(
    () => Promise.reject(new Deno.errors.BrokenPipe("gone")),
    () => broken++,
  );
  writer.push("a", "keep");
  writer.push("b", "keep");
  await writer.flush();
  writer.push("c", "keep");
  await writer.flush();
  assert.equal(broken, 1);
});

Deno.test("readLines and LineWriter try again where a pipe is not ready yet", async () => {
  let refusals = 3;
  const pieces = [new TextEncoder().encode("a\n"), undefined];
  const lines: string[] = [];
  await readLines({
    read: (buffer) => {
      if (refusals-- > 0) return Promise.reject(new Deno.errors.WouldBlock("not yet"));
      const piece = pieces.shift();
      if (piece !== undefined) buffer.set(piece);
      return Promise.resolve(piece?.length ?? null);
    },
  }, { line: (text) => lines.push(text), bad: () => assert.fail(), ready: () => undefined });
  assert.deepEqual(lines, ["a"]);
  refusals = 3;
  let written = "";
  const writer = new LineWriter((bytes) => {
    if (refusals-- > 0) return Promise.reject(new Deno.errors.WouldBlock("not yet"));
    written += new TextDecoder().decode(bytes);
    return Promise.resolve(bytes.length);
  }, () => assert.fail("not broken"));
  writer.push("b", "keep");
  await writer.flush();
  assert.equal(written, "b\n");
});

Deno.test("LineWriter leaves out a line that waits already, where once is enough", async () => {
  const gate = Promise.withResolvers<void>();
  let written = "";
  const writer = new LineWriter(async (bytes) => {
    await gate.promise;
    written += new TextDecoder().decode(bytes);
    return bytes.length;
  }, () => assert.fail("not broken"));
  for (let i = 0; i < 5; i++) {
    writer.push("changed", "once");
    writer.push(`kept ${i}`, "keep");
  }
  gate.resolve();
  await writer.flush();
  assert.equal(written.match(/changed/g)?.length, 1);
  assert.equal(written.match(/kept/g)?.length, 5);
  writer.push("changed", "once");
  await writer.flush();
  assert.equal(written.match(/changed/g)?.length, 2);
});

Deno.test("LineWriter waits for a slow reader while it reads, and no longer", async () => {
  let slow = 5;
  const writer = new LineWriter(async (bytes) => {
    if (slow-- > 0) await new Promise((resolve) => setTimeout(resolve, 60));
    else if (slow > -5) return await new Promise<number>(() => {});
    return bytes.length;
  }, () => assert.fail("not broken"));
  writer.push("x".repeat(64 * 1024 * 8), "keep");
  const start = performance.now();
  await writer.flush(100);
  const took = performance.now() - start;
  assert.ok(took > 300 && took < 2000, `${took} ms`);
});
