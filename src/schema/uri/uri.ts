/** Scheme, authority, path, query and fragment (RFC 3986, appendix B). */
const PARTS = /^([a-z][a-z\d+.-]*:)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is;
const AUTHORITY = /^(?:[^@[\]]*@)?(?:\[([^\]]*)\]|[^:@[\]]*)(?::\d*)?$/;
/** What stands in a URI beside `%` and hexadecimal digits; `[` and `]` only around an address. */
const FOREIGN = /[^\w.~!$&'()*+,;=:@/?#[\]%-]/g;
const NO_ESCAPE = /%(?![\da-f]{2})/gi;
const IP_FUTURE = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i;

// No part is matched by a group that repeats: a data: URI may be too long for that.

/**
 * Whether a text is a URI, which has a scheme and no characters beyond ASCII.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc3986#appendix-A} RFC 3986
 */
export function isUri(text: string): boolean {
  return PARTS.exec(text)?.[1] !== undefined && isUriReference(text);
}

/** Whether a text is a URI, or what stands for one beside another URI (RFC 3986, 4.1). */
export function isUriReference(text: string): boolean {
  if (text.search(FOREIGN) >= 0 || text.search(NO_ESCAPE) >= 0) return false;
  const [, scheme, authority, path, ...rest] = PARTS.exec(text)!;
  if ([path, ...rest].some((part) => part !== undefined && /[[\]#]/.test(part))) return false;
  if (authority === undefined) return scheme !== undefined || !/^[^/]*:/.test(path);
  const match = AUTHORITY.exec(authority);
  return match !== null && (match[1] === undefined || isAddress(match[1]));
}

/** Whether a text is an address of IP version 6, as it stands in URIs without its brackets. */
export function isIpv6(text: string): boolean {
  return /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`);
}

function isAddress(text: string): boolean {
  return isIpv6(text) || IP_FUTURE.test(text);
}

/** A URL as a URI: what URLs may have and URIs may not is escaped. */
export function uriOf({ href }: URL): string {
  const [, scheme = "", authority, path, query, fragment] = PARTS.exec(href)!;
  const inside = (part: string) => escaped(part).replace(/[[\]#]/g, encodeURIComponent);
  return scheme + (authority === undefined ? "" : `//${escaped(authority)}`) + inside(path) +
    (query === undefined ? "" : `?${inside(query)}`) +
    (fragment === undefined ? "" : `#${inside(fragment)}`);
}

function escaped(part: string): string {
  return part.replace(NO_ESCAPE, "%25").replace(FOREIGN, encodeURIComponent);
}
