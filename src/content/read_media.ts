import { mediaTypeOf, typeOfExtension } from "./file_name.ts";
import { signatureOf } from "./media_signatures.ts";
import type { Source } from "./media_source.ts";
import { essenceOf, isMediaType, UNKNOWN, withCharsetOf } from "./media_type.ts";
import type { ContentAnnotations } from "./types.ts";

/** What something was sent as. */
export type MediaKind = "image" | "audio" | "file";

/** How values are turned into what is sent. */
export interface Conversion {
  /** Hears what is wrong with a value that is sent all the same. */
  readonly warn?: (message: string) => void;
  /** Ends what still reads. */
  readonly signal?: AbortSignal;
}

/** Bytes with their media type, and what an author said of them. */
export interface ReadMedia {
  /** What to send it as. */
  readonly kind: MediaKind;
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly name: string | undefined;
  readonly uri: string | undefined;
  readonly annotations: ContentAnnotations | undefined;
  readonly _meta: Readonly<Record<string, unknown>> | undefined;
}

/** Reads a source whose options were checked. */
export type Read = (how: Conversion) => Promise<ReadMedia>;

/** Options of media, checked. */
export interface ReadOptions {
  readonly mimeType?: string;
  readonly name?: string;
  readonly uri?: string;
  readonly annotations?: ContentAnnotations;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/**
 * Reads a source, and settles its media type: the stated one, or what the first bytes say, or what
 * came with the source, or what its name says.
 *
 * @param kind What it was made as; left out for bytes, which are whatever they look like
 */
export async function readMedia(
  kind: MediaKind | undefined,
  source: Source,
  options: ReadOptions,
  { warn = () => {}, signal }: Conversion,
): Promise<ReadMedia> {
  const { bytes, mimeType: given } = await source.read(signal);
  const name = options.name ?? source.name;
  const { annotations, _meta } = options;
  const mimeType = options.mimeType === undefined
    ? await typeOf(kind, bytes, given, name)
    : withCharsetOf(await stated(options.mimeType), given ?? "");
  if (options.mimeType !== undefined) warnOfContradiction(mimeType, bytes, warn);
  const is = essenceOf(mimeType).split("/")[0];
  if ((kind === "image" || kind === "audio") && kind !== is) {
    warn(`${kind}() was given ${mimeType}, which is sent as an embedded file`);
  }
  const fits = kind === undefined ? is === "image" || is === "audio" : is === kind;
  return {
    kind: fits ? is as MediaKind : "file",
    bytes,
    mimeType,
    name,
    uri: fits ? undefined : options.uri ?? await source.uri?.(),
    annotations,
    _meta,
  };
}

/** Warns if bytes begin as those of another type than the stated one do. */
export function warnOfContradiction(
  mimeType: string,
  bytes: Uint8Array,
  warn: Conversion["warn"],
): void {
  const signature = signatureOf(bytes);
  const essence = essenceOf(mimeType);
  if (
    signature !== undefined && !signature.container && essence !== UNKNOWN &&
    essence !== signature.mimeType
  ) {
    warn?.(`the media type is stated as ${mimeType}, but the bytes are ${signature.mimeType}`);
  }
}

async function stated(mimeType: string): Promise<string> {
  if (isMediaType(mimeType)) return mimeType;
  // A word stands for an extension, which only files may have of any kind.
  const extension = mimeType.toLowerCase();
  return await typeOfExtension(extension) ?? `application/${extension}`;
}

async function typeOf(
  kind: MediaKind | undefined,
  bytes: Uint8Array,
  given: string | undefined,
  name: string | undefined,
): Promise<string> {
  const named = async () => name === undefined ? undefined : await mediaTypeOf(name);
  const signature = signatureOf(bytes);
  if (signature !== undefined) {
    const { container } = signature;
    // The same forms hold sound without pictures.
    const mimeType = kind === "audio"
      ? signature.mimeType.replace(/^video\//, "audio/")
      : signature.mimeType;
    if (!container || mimeType.startsWith(`${kind}/`)) return mimeType;
    return given ?? await named() ?? mimeType;
  }
  return given ?? await named() ?? UNKNOWN;
}
