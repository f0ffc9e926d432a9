/** What the first bytes of a file say of its media type. */
export interface Signature {
  /** The media type. */
  readonly mimeType: string;
  /** Whether other types begin in the same way, so that a name or a header may know better. */
  readonly container: boolean;
}

/** Media type, where its bytes begin, and what they are; `?` stands for any half of a byte. */
const FIXED: ReadonlyArray<readonly [mimeType: string, offset: number, bytes: string]> = [
  ["image/png", 0, "89504e470d0a1a0a"],
  ["image/jpeg", 0, "ffd8ff"],
  ["image/gif", 0, "474946383761"],
  ["image/gif", 0, "474946383961"],
  ["image/webp", 0, "52494646????????57454250"],
  ["image/avif", 4, "6674797061766966"],
  ["image/avif", 4, "6674797061766973"],
  ["image/heic", 4, "6674797068656963"],
  ["image/heic", 4, "6674797068656978"],
  ["image/bmp", 0, "424d????????00000000"],
  ["image/tiff", 0, "49492a00"],
  ["image/tiff", 0, "4d4d002a"],
  ["image/x-icon", 0, "00000100??00"],
  ["audio/wav", 0, "52494646????????57415645"],
  ["audio/mpeg", 0, "494433"],
  // Frames without a tag before them, by version, protection and layer
  ["audio/mpeg", 0, "fffa"],
  ["audio/mpeg", 0, "fffb"],
  ["audio/mpeg", 0, "fff2"],
  ["audio/mpeg", 0, "fff3"],
  ["audio/mpeg", 0, "ffe2"],
  ["audio/mpeg", 0, "ffe3"],
  ["audio/flac", 0, "664c6143"],
  ["audio/aac", 0, "fff0"],
  ["audio/aac", 0, "fff1"],
  ["audio/aac", 0, "fff8"],
  ["audio/aac", 0, "fff9"],
  ["audio/aiff", 0, "464f524d????????41494646"],
  ["audio/midi", 0, "4d546864"],
  ["audio/mp4", 4, "667479704d3441"],
  ["audio/mp4", 4, "667479704d3442"],
  ["application/pdf", 0, "255044462d"],
  ["application/gzip", 0, "1f8b08"],
  ["application/wasm", 0, "0061736d"],
];

/** The same for forms that hold many things; looked at last. */
const CONTAINERS: typeof FIXED = [
  ["video/ogg", 0, "4f676753" + "?".repeat(48) + "807468656f7261"],
  ["audio/ogg", 0, "4f676753"],
  ["video/mp4", 4, "66747970"],
  ["video/webm", 0, "1a45dfa3"],
  ["application/zip", 0, "504b0304"],
  ["application/zip", 0, "504b0506"],
];

const SVG = /^\s*(<\?xml[^>]*>\s*)?(<!--(?:(?!-->)[^])*-->\s*)*(<!doctype svg[^>]*>\s*)?<svg[\s>]/i;
const SVG_BYTES = 1024;

/** Tells a media type from the first bytes; `undefined` for bytes that begin like nothing known. */
export function signatureOf(bytes: Uint8Array): Signature | undefined {
  const mimeType = FIXED.find((row) => begins(bytes, row))?.[0];
  if (mimeType !== undefined) return { mimeType, container: false };
  const container = CONTAINERS.find((row) => begins(bytes, row))?.[0];
  if (container !== undefined) return { mimeType: container, container: true };
  // XML is text, and has media types of its own.
  return SVG.test(new TextDecoder().decode(bytes.subarray(0, SVG_BYTES)))
    ? { mimeType: "image/svg+xml", container: true }
    : undefined;
}

function begins(bytes: Uint8Array, [, offset, pattern]: (typeof FIXED)[number]): boolean {
  const end = offset + pattern.length / 2;
  if (bytes.length < end) return false;
  const found = bytes.subarray(offset, end).toHex();
  return pattern === found ||
    pattern.includes("?") && [...pattern].every((half, i) => half === "?" || half === found[i]);
}
