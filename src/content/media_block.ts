import { extensionOf, extensionOfType } from "./file_name.ts";
import { toJson } from "./json.ts";
import { essenceOf, isTextType } from "./media_type.ts";
import type { ReadMedia } from "./read_media.ts";
import type { ContentBlock, ResourceContents } from "./types.ts";

/** The content block of media that was read. */
export async function mediaBlock(read: ReadMedia): Promise<ContentBlock> {
  const { kind, bytes, mimeType, annotations, _meta } = read;
  const rest = {
    ...(annotations === undefined ? {} : { annotations }),
    ...(_meta === undefined ? {} : { _meta: toJson(_meta) as Record<string, unknown> }),
  };
  if (kind === "file") {
    return { type: "resource", resource: contentsOf(read, await uriOf(read)), ...rest };
  }
  return { type: kind, data: bytes.toBase64(), mimeType, ...rest };
}

/** Bytes as the contents of a resource: text where they mean text, and are UTF-8. */
export function contentsOf(
  { bytes, mimeType }: Pick<ReadMedia, "bytes" | "mimeType">,
  uri: string,
): ResourceContents {
  const text = isTextType(mimeType) ? utf8(bytes) : undefined;
  return text === undefined ? { uri, mimeType, blob: bytes.toBase64() } : { uri, mimeType, text };
}

async function uriOf({ uri, name = "resource", mimeType }: ReadMedia): Promise<string> {
  if (uri !== undefined) return uri;
  const full = extensionOf(name) === undefined
    ? `${name}.${await extensionOfType(essenceOf(mimeType))}`
    : name;
  return `file:///${encodeURIComponent(full)}`;
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
