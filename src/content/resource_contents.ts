import { isBase64 } from "./blocks.ts";
import { toJson } from "./json.ts";
import type { ReadResourceResult, ResourceContents } from "./types.ts";

/** Several contents of one resource, or contents with types of their own. */
export interface ResourceResult {
  /** The contents, at least one; `uri` is filled in where it is left out. */
  readonly contents: ReadonlyArray<
    & { readonly uri?: string; readonly mimeType?: string }
    & (
      | { readonly text: string; readonly blob?: undefined }
      | { readonly blob: string | Uint8Array; readonly text?: undefined }
    )
  >;
  /** Free metadata. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/**
 * Turns what a resource yields into its wire form.
 *
 * Text is sent as text (`text/plain`), bytes as base64 (`application/octet-stream`), a value of
 * {@linkcode ResourceResult} as it says, and all else as JSON text (`application/json`). A declared
 * media type always wins.
 *
 * @throws {TypeError} for a value with no JSON form
 */
export function toContents(value: unknown, uri: string, mimeType?: string): ReadResourceResult {
  if (isResourceResult(value)) {
    if (value.contents.length === 0) throw new TypeError("a resource has at least one content");
    return {
      contents: value.contents.map((item) => oneOf(item, uri, mimeType)),
      ...(value._meta === undefined ? {} : { _meta: value._meta }),
    };
  }
  if (typeof value === "string") {
    return { contents: [{ uri, mimeType: mimeType ?? "text/plain", text: value }] };
  }
  if (value instanceof Uint8Array) return { contents: [blob(value.toBase64(), uri, mimeType)] };
  if (value instanceof ArrayBuffer) return toContents(new Uint8Array(value), uri, mimeType);
  const { text } = toJson(value);
  return { contents: [{ uri, mimeType: mimeType ?? "application/json", text }] };
}

/** The media type that {@linkcode toContents} gives a constant. */
export function mimeTypeOf(value: unknown): string {
  if (typeof value === "string") return "text/plain";
  return value instanceof Uint8Array || value instanceof ArrayBuffer
    ? "application/octet-stream"
    : "application/json";
}

function blob(base64: string, uri: string, mimeType?: string): ResourceContents {
  return { uri, mimeType: mimeType ?? "application/octet-stream", blob: base64 };
}

function oneOf(
  item: ResourceResult["contents"][number],
  resourceUri: string,
  declared: string | undefined,
): ResourceContents {
  const { uri = resourceUri, blob: bytes, text } = item;
  const mimeType = uri === resourceUri ? declared ?? item.mimeType : item.mimeType ?? declared;
  if (typeof uri !== "string") throw new TypeError("the uri of a content must be text");
  if (bytes === undefined && typeof text === "string") {
    return { ...item, uri, mimeType: mimeType ?? "text/plain", text };
  }
  const base64 = bytes instanceof Uint8Array ? bytes.toBase64() : bytes;
  if (!isBase64(base64)) {
    throw new TypeError("a content has text, or a blob of bytes or base64");
  }
  return blob(base64, uri, mimeType);
}

function isResourceResult(value: unknown): value is ResourceResult {
  if (typeof value !== "object" || value === null) return false;
  const { contents, _meta, ...rest } = value as Partial<ResourceResult>;
  return Array.isArray(contents) && Object.keys(rest).length === 0 &&
    contents.every((item) =>
      typeof item === "object" && item !== null && ("text" in item || "blob" in item)
    );
}
