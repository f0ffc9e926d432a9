const encoder = new TextEncoder();
const TAG_BYTES = 16;

/** Makes and checks the opaque cursors of paged lists. */
export interface Cursors {
  /** A cursor that stands behind one position of one list. */
  readonly seal: (list: string, position: number) => Promise<string>;
  /** The position a cursor stands for, or `undefined` if this server did not make it for that list. */
  readonly open: (list: string, cursor: string) => Promise<number | undefined>;
}

/**
 * Cursors that are signed (HMAC-SHA-256), so that nobody makes up positions.
 *
 * @param secret Key; servers that share it accept each other's cursors
 */
export function signedCursors(secret: Uint8Array<ArrayBuffer>): Cursors {
  let imported: Promise<CryptoKey> | undefined;
  const key = () =>
    imported ??= crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, [
      "sign",
    ]);
  const seal = async (list: string, position: number) => {
    const tag = await crypto.subtle.sign(
      "HMAC",
      await key(),
      encoder.encode(`cursor:${list}:${position}`),
    );
    const text = new Uint8Array(tag, 0, TAG_BYTES).toBase64({
      alphabet: "base64url",
      omitPadding: true,
    });
    return `${position.toString(36)}.${text}`;
  };
  return {
    seal,
    open: async (list, cursor) => {
      const position = parseInt(cursor, 36);
      if (!Number.isSafeInteger(position)) return undefined;
      return await seal(list, position) === cursor ? position : undefined;
    },
  };
}
