import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { LineBuffer } from "../../src/cli/line_buffer.ts";

const message = (id: number, text: string) => ({ jsonrpc: "2.0", id, result: { text } });

Deno.test("LineBuffer gives the messages that came, however they were cut", () => {
  const messages = [message(1, ""), message(2, "é".repeat(50)), message(3, "\n"), message(4, "x")];
  const bytes = Buffer.from(messages.map((each) => `${JSON.stringify(each)}\r\n`).join(""));
  for (const size of [1, 2, 7, 64, bytes.length]) {
    const buffer = new LineBuffer(1024);
    const got: unknown[] = [];
    for (let at = 0; at < bytes.length; at += size) {
      buffer.append(bytes.subarray(at, at + size));
      for (let each; (each = buffer.readMessage()) !== null;) got.push(each);
    }
    assert.deepEqual(got, messages, `${size} bytes at a time`);
  }
});

Deno.test("LineBuffer refuses a line that is longer than its limit", () => {
  const buffer = new LineBuffer(10);
  buffer.append(Buffer.from("123456"));
  assert.throws(() => buffer.append(Buffer.from("78901")), /exceeded maximum size/);
});
