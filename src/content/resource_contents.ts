import { toJson } from "./json.ts";
import type { ReadResourceResult, ResourceContents } from "./types.ts";

/** Several contents of one resource, or contents with types of their own. */
export interface ResourceResult {
  /** The contents; `uri` is filled in where it is left out. */
  readonly contents: ReadonlyArray<
    & { readonly uri?: string; readonly mimeType?: string }
    & (
      | { readonly text: string; readonly blob?: undefined }
      | { readonly blob: string | Uint8Array; readonly text?: undefined }
    )
  >;
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
    return {
      contents: value.contents.map((item) => {
        const { uri: own = uri, mimeType: type = mimeType } = item;
        if (item.blob === undefined) return { ...item, uri: own, mimeType: type ?? "text/plain" };
        return blob(typeof item.blob === "string" ? item.blob : item.blob.toBase64(), own, type);
      }),
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

function isResourceResult(value: unknown): value is ResourceResult {
  if (typeof value !== "object" || value === null) return false;
  const { contents, ...rest } = value as Partial<ResourceResult>;
  return Array.isArray(contents) && Object.keys(rest).length === 0 && contents.length > 0 &&
    contents.every((item) =>
      typeof item === "object" && item !== null && ("text" in item || "blob" in item)
    );
}
