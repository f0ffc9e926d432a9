import { type Bytes, bytesOf, isBytes } from "./bytes.ts";
import { parseDataUri } from "./data_uri.ts";
import { typeInHeader } from "./media_type.ts";

/**
 * Where bytes come from: bytes, a `Blob`, a URL (`http:`, `https:`, `file:`, `data:`), or text, which
 * is such a URL or else the path of a file.
 */
export type MediaSource = Uint8Array | ArrayBuffer | Blob | URL | string;

/** A source that was looked at, and what it says of itself. */
export interface Source {
  /** The URI to tell clients, where it has one. */
  readonly uri?: () => Promise<string>;
  /** Name of the file, where it has one. */
  readonly name?: string;
  /** Gets the bytes, and the media type that came with them. */
  readonly read: (
    signal?: AbortSignal,
  ) => Promise<{ readonly bytes: Uint8Array; readonly mimeType?: string }>;
}

/** Longer than any path; what is longer is base64 whose writer took it for a source. */
const MOST_CHARACTERS = 4096;

/**
 * Looks at a source without reading it.
 *
 * @throws {TypeError} if it is no source, or a data URI that cannot be decoded
 */
export function sourceOf(source: MediaSource): Source {
  if (isBytes(source)) return ofBytes(source);
  const text = source instanceof URL ? source.href : source;
  if (typeof text !== "string" || text === "") {
    throw new TypeError("give bytes, a Blob, a URL, or the path of a file");
  }
  switch (/^([a-z][a-z0-9+.-]+):/i.exec(text.slice(0, 64))?.[1].toLowerCase()) {
    case "data": {
      const { bytes, mimeType } = parseDataUri(text);
      return { read: () => Promise.resolve({ bytes, mimeType }) };
    }
    case "http":
    case "https":
      return ofUrl(new URL(text));
    case "file":
      return ofFile(new URL(text));
  }
  if (source instanceof URL || /^[a-z][a-z0-9+.-]+:\/\//i.test(text)) {
    throw new TypeError("a URL begins with http:, https:, file: or data:");
  }
  if (text.length > MOST_CHARACTERS || text.includes("\0")) {
    throw new TypeError("text is a URL or the path of a file; base64 goes into a data URI");
  }
  return ofFile(text);
}

function ofBytes(source: Bytes): Source {
  const { name } = source as { name?: unknown };
  return {
    ...(source instanceof Blob && typeof name === "string" ? { name } : {}),
    read: async () => ({
      bytes: await bytesOf(source),
      mimeType: source instanceof Blob ? typeInHeader(source.type) : undefined,
    }),
  };
}

function ofUrl(url: URL): Source {
  // What comes behind the path, or before the host, is often a secret.
  const shown = url.origin + url.pathname;
  return {
    uri: () => Promise.resolve(shown),
    name: lastSegment(url),
    read: async (signal) => {
      const response = await fetch(url, signal === undefined ? {} : { signal });
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`Cannot read ${shown}: the answer is ${response.status}`);
      }
      return {
        bytes: await response.bytes(),
        mimeType: typeInHeader(response.headers.get("content-type") ?? ""),
      };
    },
  };
}

function ofFile(path: string | URL): Source {
  return {
    uri: async () => {
      const { pathToFileURL } = await import("node:url");
      return path instanceof URL ? path.href : pathToFileURL(path).href;
    },
    name: path instanceof URL ? lastSegment(path) : path.split(/[/\\]/).at(-1)!,
    read: async (signal) => {
      const { readFile } = await import("node:fs/promises");
      return { bytes: await readFile(path, { signal }) };
    },
  };
}

function lastSegment({ pathname }: URL): string {
  const segment = pathname.split("/").at(-1)!;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
