/**
 * One spelling of a URI, or of a part of it: characters that a URI cannot hold, and a `%` that begins
 * no escape, are percent-encoded; escapes are in upper case, and letters, digits and marks are none.
 * Dots are left as they are written, so that no segment goes away.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2} Syntax-based normalization
 */
export function normal(uri: string): string {
  return uri
    .replace(/%(?![0-9a-f]{2})/gi, "%25")
    .replace(
      /[^!#$%&'()*+,\-./0-9:;=?@A-Z_a-z~]+/gu,
      (text) => encodeURIComponent(text.toWellFormed()),
    )
    .replace(/%[0-9a-f]{2}/gi, (escape) => {
      const char = String.fromCharCode(parseInt(escape.slice(1), 16));
      return /[A-Za-z0-9_~!*'()-]/.test(char) ? char : escape.toUpperCase();
    });
}

/** A form in which equal URIs are equal: as {@linkcode normal}, scheme and host in lower case. */
export function sameUri(uri: string): string {
  return normal(uri)
    // RFC 3986, 6.2.2: an encoded dot is a dot. This form is compared, and never taken apart.
    .replaceAll("%2E", ".")
    .replace(/^[^:]+:(\/\/[^/?#]*)?/, (start) => start.toLowerCase())
    // RFC 3986, 6.2.3: no path is the path /; libraries that parse URLs write it so.
    .replace(/^(https?|wss?|ftp):\/\/[^/?#]*(?=[?#]|$)/, "$&/");
}

/** What an escaped text stands for, each escape decoded once; `undefined` if it is no UTF-8. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
