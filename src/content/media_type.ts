import { charsetOf, namesCharset } from "./charset.ts";

/** Other names of media types. */
const ALIASES: Readonly<Record<string, string>> = {
  "image/jpg": "image/jpeg",
  "image/pjpeg": "image/jpeg",
  "image/x-png": "image/png",
  "image/apng": "image/png",
  "image/svg": "image/svg+xml",
  "image/x-ms-bmp": "image/bmp",
  "image/tif": "image/tiff",
  "image/ico": "image/x-icon",
  "image/vnd.microsoft.icon": "image/x-icon",
  "audio/mp3": "audio/mpeg",
  "audio/x-mp3": "audio/mpeg",
  "audio/wave": "audio/wav",
  "audio/x-wav": "audio/wav",
  "audio/vnd.wave": "audio/wav",
  "audio/x-flac": "audio/flac",
  "audio/m4a": "audio/mp4",
  "audio/x-m4a": "audio/mp4",
  "audio/x-aac": "audio/aac",
  "audio/oga": "audio/ogg",
  "audio/x-aiff": "audio/aiff",
};

/** What stands for bytes of which nothing is known. */
export const UNKNOWN = "application/octet-stream";

/** A media type in lower case, under the name that hosts know, without its parameters. */
export function essenceOf(mimeType: string): string {
  const essence = mimeType.split(";")[0].trim().toLowerCase();
  return ALIASES[essence] ?? essence;
}

/** Whether text is a media type, with or without parameters. */
export function isMediaType(text: string): boolean {
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+([ \t]*;[ \t!-~]*)?$/.test(text);
}

/**
 * The media type that comes with bytes: in an HTTP header, a data URI or a `Blob`.
 *
 * @returns the type without parameters, save for text with another charset than UTF-8; `undefined` if it
 * says nothing, or is no media type
 */
export function typeInHeader(header: string): string | undefined {
  const essence = essenceOf(header);
  if (!isMediaType(essence) || essence === UNKNOWN || essence === "binary/octet-stream") {
    return undefined;
  }
  return withCharsetOf(essence, header);
}

/** A media type with the charset of another, where it stands for text and names none. */
export function withCharsetOf(mimeType: string, other: string): string {
  const charset = charsetOf(other);
  return charset === undefined || namesCharset(mimeType) || !isTextType(mimeType)
    ? mimeType
    : `${mimeType};charset=${charset}`;
}

const TEXT = new RegExp(
  "^(text/.+|.+\\+(json|xml|yaml)|application/(json|json5|jsonc|jsonl|ndjson|x-ndjson|xml|yaml|" +
    "x-yaml|toml|javascript|x-javascript|ecmascript|typescript|sql|graphql|x-sh|" +
    "x-www-form-urlencoded))$",
);

/** Whether what a media type means is text. */
export function isTextType(mimeType: string): boolean {
  return TEXT.test(essenceOf(mimeType));
}
