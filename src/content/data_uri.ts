import { typeInHeader } from "./media_type.ts";

/**
 * Reads a data URI: base64 of either alphabet, with or without padding, or percent-encoded text.
 *
 * @returns the bytes, and the media type by {@linkcode typeInHeader}
 * @throws {TypeError} if it is no data URI, or holds no base64 where it says so
 * @see {@link https://www.rfc-editor.org/rfc/rfc2397}
 */
export function parseDataUri(
  uri: string,
): { readonly bytes: Uint8Array; readonly mimeType?: string } {
  const comma = uri.indexOf(",");
  const head = comma < 0 ? null : /^data:(.*?)(;\s*base64\s*)?$/is.exec(uri.slice(0, comma));
  if (head === null) throw new TypeError("a data URI reads data:TYPE;base64,DATA");
  const [, parameters, base64] = head;
  const bytes = percentDecoded(uri.slice(comma + 1));
  return {
    bytes: base64 === undefined ? bytes : fromBase64(new TextDecoder().decode(bytes)),
    mimeType: typeInHeader(/^\s*(;|$)/.test(parameters) ? `text/plain${parameters}` : parameters),
  };
}

function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    throw new TypeError("the data URI says base64, and what follows the comma is none");
  }
}

function percentDecoded(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  if (!text.includes("%")) return bytes;
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const pair = bytes[i] === PERCENT ? String.fromCharCode(...bytes.subarray(i + 1, i + 3)) : "";
    const isPair = /^[0-9a-f]{2}$/i.test(pair);
    bytes[length++] = isPair ? parseInt(pair, 16) : bytes[i];
    if (isPair) i += 2;
  }
  return bytes.subarray(0, length);
}

const PERCENT = 0x25;
