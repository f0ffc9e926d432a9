import { areAnnotations } from "./blocks.ts";
import { toJson } from "./json.ts";
import { isMarked, MEDIA, MEDIA_PARTS } from "./marks.ts";
import { mediaBlock } from "./media_block.ts";
import { type MediaSource, type Source, sourceOf } from "./media_source.ts";
import { essenceOf, isMediaType, typeInHeader } from "./media_type.ts";
import { metadata } from "./metadata.ts";
import { type MediaKind, type Read, readMedia, type ReadOptions } from "./read_media.ts";
import type { ContentAnnotations, ContentBlock } from "./types.ts";

/** What may be said of an image or a sound. */
export interface MediaOptions {
  /**
   * Media type, or the last part of one: `image/png`, `png`, `jpg`, `mp3`. Left out, the first bytes
   * tell it, or else the data URI, the `Blob`, the HTTP header or the name of the file.
   */
  readonly mimeType?: string;
  /** Hints for the host. */
  readonly annotations?: ContentAnnotations;
  /** Free metadata. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** What may be said of a file. */
export interface FileOptions extends MediaOptions {
  /** Name of the file; left out, that of the source, or `resource`. */
  readonly name?: string;
  /**
   * URI that clients know it by. Left out, that of the file; the URL without user, query and fragment;
   * or `file:///NAME.EXTENSION` for bytes.
   */
  readonly uri?: string;
}

/** An image, a sound or a file on its way to a client; made by `image`, `audio` and `file` only. */
export interface Media {
  /** What it was made as. */
  readonly kind: "image" | "audio" | "file";
  /**
   * Reads it, and gives the content block, for use inside other structures.
   *
   * @throws whatever keeps the source from being read
   */
  readonly toContent: () => Promise<ContentBlock>;
  /**
   * Reads it, and gives a data URI, for icons and links.
   *
   * @throws whatever keeps the source from being read
   */
  readonly toDataUri: () => Promise<string>;
}

/**
 * An image to return from a handler, by itself or in a list.
 *
 * Bytes of another kind are sent as an embedded file. A source that clients can choose is a risk: text
 * may name any file or address that the server can reach.
 *
 * @example From a file, with a block of text beside it
 * ```ts
 * import { image, McpServer } from "@x/mcp";
 *
 * const mcp = new McpServer({ name: "charts", version: "1.0.0" });
 * mcp.tool("get_chart", {}, () => ["Sales by month", image("charts/sales.png")]);
 * ```
 *
 * @param source Bytes, `Blob`, URL, data URI or path; paths and URLs are read when the result is sent
 * @param options Media type, annotations, metadata
 * @throws {TypeError} for a source or an option of the wrong form, such as base64 that is none
 */
export function image(source: MediaSource, options: MediaOptions = {}): Media {
  return make("image", source, options);
}

/**
 * A sound to return from a handler, by itself or in a list.
 *
 * @example From bytes
 * ```ts
 * import { audio } from "@x/mcp";
 *
 * audio(new Uint8Array([0x49, 0x44, 0x33]), { annotations: { audience: ["user"] } });
 * ```
 *
 * @param source Bytes, `Blob`, URL, data URI or path; paths and URLs are read when the result is sent
 * @param options Media type, annotations, metadata
 * @throws {TypeError} for a source or an option of the wrong form
 */
export function audio(source: MediaSource, options: MediaOptions = {}): Media {
  return make("audio", source, options);
}

/**
 * A file to return from a handler as an embedded resource: text where its media type means text and
 * its bytes are of the charset that came with them, or UTF-8; else base64.
 *
 * @example Bytes with a name
 * ```ts
 * import { file } from "@x/mcp";
 *
 * file(new TextEncoder().encode("a,b\n1,2\n"), { name: "table.csv" });
 * ```
 *
 * @param source Bytes, `Blob`, URL, data URI or path; paths and URLs are read when the result is sent
 * @param options Media type, name, URI, annotations, metadata
 * @throws {TypeError} for a source or an option of the wrong form
 */
export function file(source: MediaSource, options: FileOptions = {}): Media {
  return make("file", source, options);
}

/** Whether a value was made by {@linkcode image}, {@linkcode audio} or {@linkcode file}. */
export function isMedia(value: unknown): value is Media {
  return isMarked(value, MEDIA);
}

/** The function that reads a media value, of this copy of the package or another. */
export function readerOf(media: Media): Read {
  return (media as Medium)[MEDIA];
}

/** A media value whose source was read, and whose media type is still to be settled. */
export interface ReadSource {
  readonly kind: MediaKind;
  /** What was said of it. */
  readonly options: FileOptions;
  readonly bytes: Uint8Array;
  /** The media type that came with the bytes. */
  readonly mimeType?: string;
  /** Name of the source. */
  readonly name?: string;
  /** URI of the source, where it has one that clients may know. */
  readonly uri?: string;
}

/**
 * Reads the source of a media value, so that it can be sent to another process.
 *
 * @throws whatever keeps the source from being read
 */
export async function readSource(media: Media, signal?: AbortSignal): Promise<ReadSource> {
  const { kind } = media;
  const { source, options } = (media as Medium)[MEDIA_PARTS];
  const { bytes, mimeType } = await source.read(signal);
  const uri = await source.uri?.();
  const { name } = source;
  return {
    kind,
    options,
    bytes,
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(name === undefined ? {} : { name }),
    ...(uri === undefined ? {} : { uri }),
  };
}

/**
 * Makes the media value again whose source was read.
 *
 * @throws {TypeError} for an option of the wrong form
 */
export function mediaOf({ kind, options, bytes, mimeType, name, uri }: ReadSource): Media {
  const came = { bytes, mimeType: mimeType && typeInHeader(mimeType) };
  return makeOf(kind, options, () => ({
    name,
    ...(uri === undefined ? {} : { uri: () => Promise.resolve(uri) }),
    read: () => Promise.resolve(came),
  }));
}

const ARTICLE: Readonly<Record<MediaKind, string>> = {
  image: "an image",
  audio: "a sound",
  file: "a file",
};

function make(kind: MediaKind, source: MediaSource, options: FileOptions): Media {
  return makeOf(kind, options, () => sourceOf(source));
}

function makeOf(kind: MediaKind, options: FileOptions, open: () => Source): Media {
  try {
    const said = checked(kind, options);
    return new Medium(kind, { source: open(), options: said });
  } catch (error) {
    throw new TypeError(`Cannot make ${ARTICLE[kind]}: ${(error as Error).message}`);
  }
}

function checked(kind: MediaKind, options: FileOptions): ReadOptions {
  const { mimeType, annotations, _meta, name, uri } = options;
  if (annotations !== undefined && !areAnnotations(annotations)) {
    throw new TypeError("annotations are of the wrong form");
  }
  for (const [option, value] of Object.entries({ mimeType, name, uri })) {
    if (value !== undefined && (typeof value !== "string" || value.trim() === "")) {
      throw new TypeError(`${option} must be text`);
    }
  }
  if (uri !== undefined && !/^[a-z][a-z0-9+.-]*:/i.test(uri)) {
    throw new TypeError("uri must begin with a scheme");
  }
  return {
    mimeType: mimeType === undefined ? undefined : statedType(kind, mimeType),
    name: name?.toWellFormed(),
    uri,
    ...toJson({ annotations }) as Pick<ReadOptions, "annotations">,
    ...metadata(_meta),
  };
}

/** A media type whose form was checked; what stands for the extension of a file is itself. */
function statedType(kind: MediaKind, mimeType: string): string {
  if (kind === "file" && /^\w+$/.test(mimeType)) return mimeType;
  const stated = mimeType.includes("/") ? mimeType : `${kind}/${mimeType}`;
  if (!isMediaType(stated)) throw new TypeError(`${JSON.stringify(mimeType)} is no media type`);
  const essence = essenceOf(stated);
  if (kind !== "file" && !essence.startsWith(`${kind}/`)) {
    throw new TypeError(`${JSON.stringify(mimeType)} is no type of ${kind}; file() takes any`);
  }
  return [essence, ...stated.split(";").slice(1)].join(";");
}

interface MediaParts {
  readonly source: Source;
  readonly options: ReadOptions;
}

/** Not a plain object, so that no copy of its members passes for one. */
class Medium implements Media {
  readonly kind: MediaKind;
  readonly toContent: Media["toContent"];
  readonly toDataUri: Media["toDataUri"];
  readonly [MEDIA]: Read;
  readonly [MEDIA_PARTS]: MediaParts;

  constructor(kind: MediaKind, parts: MediaParts) {
    const read: Read = (how) => readMedia(kind, parts.source, parts.options, how);
    this.kind = kind;
    this.toContent = async () => await mediaBlock(await read({}));
    this.toDataUri = async () => {
      const { mimeType, bytes } = await read({});
      return `data:${mimeType};base64,${bytes.toBase64()}`;
    };
    this[MEDIA] = read;
    this[MEDIA_PARTS] = parts;
    Object.freeze(this);
  }
}
