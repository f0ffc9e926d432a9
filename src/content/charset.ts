const PARAMETER = /[ \t]*;[ \t]*charset[ \t]*=[ \t]*"?([^\s;,"]+)"?/i;

/** Names of UTF-8, and of what UTF-8 reads as well. */
const UTF_8 = new Set(["utf-8", "utf8", "us-ascii", "ascii"]);

const BIG_ENDIAN_MARK = "feff";

/** Whether a media type names a charset. */
export function namesCharset(mimeType: string): boolean {
  return PARAMETER.test(mimeType);
}

/** The charset that a media type names, in lower case; `undefined` for none, UTF-8 and ASCII. */
export function charsetOf(mimeType: string): string | undefined {
  const charset = PARAMETER.exec(mimeType)?.[1].toLowerCase();
  return charset === undefined || UTF_8.has(charset) ? undefined : charset;
}

/** A media type as it is for text that was decoded. */
export function withoutCharset(mimeType: string): string {
  return charsetOf(mimeType) === undefined ? mimeType : mimeType.replace(PARAMETER, "");
}

/**
 * The text that bytes stand for.
 *
 * @param charset Its name, as for `TextDecoder`; UTF-8 if left out
 * @returns `undefined` for a charset that is not known, and bytes that are not of it
 */
export function decoded(bytes: Uint8Array, charset?: string): string | undefined {
  const isBigEndian = charset === "utf-16" && bytes.subarray(0, 2).toHex() === BIG_ENDIAN_MARK;
  try {
    return new TextDecoder(isBigEndian ? "utf-16be" : charset, {
      fatal: true,
      // Of UTF-8, text keeps its mark, so that a file stays what it is.
      ignoreBOM: charset === undefined,
    }).decode(bytes);
  } catch {
    return undefined;
  }
}
