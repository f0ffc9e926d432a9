import { charsetOf, decoded, withoutCharset } from "./charset.ts";
import { extensionOf, extensionOfType } from "./file_name.ts";
import { essenceOf, isTextType } from "./media_type.ts";
import type { ReadMedia } from "./read_media.ts";
import type { ContentBlock, ResourceContents } from "./types.ts";

/** The content block of media that was read. */
export async function mediaBlock(read: ReadMedia): Promise<ContentBlock> {
  const { kind, bytes, mimeType, annotations, _meta } = read;
  const rest = {
    ...(annotations === undefined ? {} : { annotations }),
    ...(_meta === undefined ? {} : { _meta }),
  };
  if (kind === "file") {
    return { type: "resource", resource: contentsOf(read, await uriOf(read)), ...rest };
  }
  return { type: kind, data: bytes.toBase64(), mimeType, ...rest };
}

/** Bytes as the contents of a resource: text where they mean text, and are of its charset. */
export function contentsOf(
  { bytes, mimeType }: Pick<ReadMedia, "bytes" | "mimeType">,
  uri: string,
): ResourceContents {
  const text = isTextType(mimeType) ? decoded(bytes, charsetOf(mimeType)) : undefined;
  return text === undefined
    ? { uri, mimeType, blob: bytes.toBase64() }
    : { uri, mimeType: withoutCharset(mimeType), text };
}

async function uriOf({ uri, name = "resource", mimeType }: ReadMedia): Promise<string> {
  if (uri !== undefined) return uri;
  const full = extensionOf(name) === undefined
    ? `${name}.${await extensionOfType(essenceOf(mimeType))}`
    : name;
  return `file:///${encodeURIComponent(full)}`;
}
