import { isBase64 } from "./blocks.ts";
import { bytesOf, isBytes } from "./bytes.ts";
import { ContentError } from "./content_error.ts";
import { toJson } from "./json.ts";
import { isListOf } from "./list.ts";
import { isMedia, type Media } from "./media.ts";
import { contentsOf } from "./media_block.ts";
import { typeInHeader, UNKNOWN, withCharsetOf } from "./media_type.ts";
import { metadata } from "./metadata.ts";
import { type Conversion, warnOfContradiction } from "./read_media.ts";
import { read } from "./to_block.ts";
import type { ReadResourceResult, ResourceContents } from "./types.ts";

/** One of several contents of a resource. */
export type ResourceContent =
  & {
    /** URI of this part; that of the resource, if left out. */
    readonly uri?: string;
    /** Media type of this part, where the resource declares none or the URI is another. */
    readonly mimeType?: string;
    /** Free metadata. */
    readonly _meta?: Readonly<Record<string, unknown>>;
  }
  & (
    | { readonly text: string; readonly blob?: undefined }
    | { readonly blob: string | Uint8Array | ArrayBuffer | Blob; readonly text?: undefined }
  );

/** Several contents of one resource, or contents with types of their own. */
export interface ResourceResult {
  /** The contents, at least one. */
  readonly contents: ReadonlyArray<ResourceContent | Media>;
  /** Free metadata. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/**
 * Turns what a resource yields into its wire form.
 *
 * | Value | Contents | Media type |
 * | --- | --- | --- |
 * | text | text | `text/plain` |
 * | bytes | base64 | `application/octet-stream` |
 * | `Blob` | base64 | its own, or `application/octet-stream` |
 * | media | text where they mean text, else base64 | their own |
 * | list with media in it | one for each item, in order | each as above |
 * | {@linkcode ResourceResult} | as it says | as it says, or each as above |
 * | all else | its JSON by {@linkcode toJson} | `application/json` |
 *
 * A media type that the resource declares wins, save for a part that has a URI and a type of its own.
 *
 * @throws {ContentError} for a value with no JSON form, and contents of the wrong form
 */
export async function toContents(
  value: unknown,
  uri: string,
  declared: string | undefined,
  how: Conversion,
): Promise<ReadResourceResult> {
  if (isResourceResult(value)) {
    const { contents, _meta } = value;
    if (contents.length === 0) throw new ContentError("a resource has at least one content");
    return {
      contents: await Promise.all(
        contents.map((item) =>
          isMedia(item) ? one(item, uri, declared, how) : part(item, uri, declared, how)
        ),
      ),
      ...metadata(_meta),
    };
  }
  return {
    contents: isListWithMedia(value)
      ? await Promise.all(Array.from(value, (item) => one(item, uri, declared, how)))
      : [await one(value, uri, declared, how)],
  };
}

/** The media type that {@linkcode toContents} gives a constant, where it is one and known unread. */
export function mimeTypeOf(value: unknown): string | undefined {
  if (isMedia(value) || isResourceResult(value) || isListWithMedia(value)) return undefined;
  if (typeof value === "string") return "text/plain";
  return isBytes(value) ? typeOfBytes(value) : "application/json";
}

async function one(
  value: unknown,
  uri: string,
  declared: string | undefined,
  how: Conversion,
): Promise<ResourceContents> {
  if (typeof value === "string") return { uri, mimeType: declared ?? "text/plain", text: value };
  if (isMedia(value)) {
    const { bytes, mimeType } = await read(value, how);
    if (declared === undefined) return contentsOf({ bytes, mimeType }, uri);
    if (declared !== mimeType) warnOfContradiction(declared, bytes, how.warn);
    const contents = contentsOf({ bytes, mimeType: withCharsetOf(declared, mimeType) }, uri);
    return { ...contents, mimeType: declared };
  }
  if (isBytes(value)) {
    const bytes = await bytesOf(value);
    if (declared !== undefined) warnOfContradiction(declared, bytes, how.warn);
    return { uri, mimeType: declared ?? typeOfBytes(value), blob: bytes.toBase64() };
  }
  const json = JSON.stringify(toJson(value) ?? null);
  return { uri, mimeType: declared ?? "application/json", text: json };
}

async function part(
  item: ResourceContent,
  resourceUri: string,
  declared: string | undefined,
  how: Conversion,
): Promise<ResourceContents> {
  const { uri = resourceUri, mimeType: own, blob, text, _meta } = item;
  const mimeType = uri === resourceUri ? declared ?? own : own ?? declared;
  if (typeof uri !== "string") throw new ContentError("the uri of a content must be text");
  if (mimeType !== undefined && typeof mimeType !== "string") {
    throw new ContentError("the mimeType of a content must be text");
  }
  const given = isBase64(blob) ? Uint8Array.fromBase64(blob) : blob ?? text;
  if (!isBytes(given) && !(blob === undefined && typeof text === "string")) {
    throw new ContentError("a content has text, or a blob of bytes or base64");
  }
  return { ...await one(given, uri, mimeType, how), ...metadata(_meta) };
}

function typeOfBytes(value: unknown): string {
  return value instanceof Blob ? typeInHeader(value.type) ?? UNKNOWN : UNKNOWN;
}

function isListWithMedia(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.some(isMedia);
}

function isResourceResult(value: unknown): value is ResourceResult {
  if (typeof value !== "object" || value === null) return false;
  const { contents, _meta, ...rest } = value as Partial<ResourceResult>;
  return Object.keys(rest).length === 0 &&
    isListOf(contents, (item) =>
      typeof item === "object" && item !== null &&
      (isMedia(item) || "text" in item || "blob" in item));
}
