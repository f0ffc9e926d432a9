import { isContentBlock, text } from "./blocks.ts";
import { type Bytes, isBytes } from "./bytes.ts";
import { textOf, toJson } from "./json.ts";
import { isMedia, type Media, readerOf } from "./media.ts";
import { mediaBlock } from "./media_block.ts";
import { sourceOf } from "./media_source.ts";
import { type Conversion, type ReadMedia, readMedia } from "./read_media.ts";
import type { ContentBlock } from "./types.ts";

/** Whether a value has a form of its own in content, which data could not give it. */
export function isContent(value: unknown): value is ContentBlock | Media | Bytes {
  return isMedia(value) || isBytes(value) || isContentBlock(value);
}

/**
 * Turns a value into a content block: blocks, media and bytes into themselves, text into text, and
 * all else into the text of its JSON.
 *
 * @throws {ContentError} for a value with no JSON form
 */
export async function toBlock(value: unknown, how: Conversion): Promise<ContentBlock> {
  if (typeof value === "string") return text(value);
  if (isMedia(value) || isBytes(value)) return await mediaBlock(await read(value, how));
  const data = toJson(value) ?? null;
  return isContentBlock(value) && isContentBlock(data) ? data : text(textOf(data));
}

/** Reads media; bytes are taken for what they look like. */
export async function read(value: Media | Bytes, how: Conversion): Promise<ReadMedia> {
  return isMedia(value)
    ? await readerOf(value)(how)
    : await readMedia(undefined, sourceOf(value), {}, how);
}
