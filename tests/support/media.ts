/** The smallest PNG that shows something. */
export const PNG = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);

/** A sound of no length. */
export const WAV = Uint8Array.fromHex(
  "524946462400000057415645666d74201000000001000100401f0000803e0000020010006461746100000000",
);

/** Bytes that are nothing known, and no text. */
export const NOISE = Uint8Array.fromHex("00fe80ff");

/** Text as bytes. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
