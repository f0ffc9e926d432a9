import { isContentBlock, text } from "./blocks.ts";
import { isPlain, textOf, toJson } from "./json.ts";
import { isListOf } from "./list.ts";
import type { Conversion } from "./read_media.ts";
import { isContent, toBlock } from "./to_block.ts";
import type { CallToolResult, ContentBlock } from "./types.ts";

/**
 * Turns what a tool without an output schema returned into its wire form.
 *
 * | Value | Content | Structured content |
 * | --- | --- | --- |
 * | `undefined`, null | none | |
 * | text | the text | |
 * | content block, media | one block | |
 * | bytes, `Blob` | an image or a sound if that is what they are, else an embedded file | |
 * | list with one of these in it | a block for each item, in order | |
 * | any other list | its JSON; none if it is empty | |
 * | object, and what becomes one by {@linkcode toJson} | its JSON | the object |
 * | number, boolean, bigint, `Date` | its text | |
 * | result in the form of the wire | as it is | as it is |
 *
 * @throws {ContentError} for a value that has none of these forms
 */
export async function fromValue(value: unknown, how: Conversion): Promise<CallToolResult> {
  if (value === undefined || value === null) return { content: [] };
  if (typeof value === "string") return { content: [text(value)] };
  if (isContent(value)) return { content: [await toBlock(value, how)] };
  if (Array.isArray(value) || value instanceof Set) {
    const list = [...value];
    return {
      content: list.some(isContent)
        ? await Promise.all(list.map((item) => toBlock(item, how)))
        : list.length === 0
        ? []
        : [text(textOf(toJson(list)))],
    };
  }
  const data = toJson(value);
  if (data === undefined) return { content: [] };
  if (isWireResult(value) && isWireResult(data)) return data;
  return {
    content: [text(textOf(data))],
    ...(isPlain(data) ? { structuredContent: data } : {}),
  };
}

/**
 * Builds the wire form of structured data.
 *
 * @param data The data as {@linkcode toJson} makes it, unwrapped
 * @param wrapped Whether programs get it as `{ result: data }`
 * @param content Blocks that stand for the data; left out, its text form
 */
export function fromData(
  data: unknown,
  wrapped: boolean,
  content?: readonly ContentBlock[],
): CallToolResult {
  return {
    // 2025-11-25 tools: structured content is also given as text.
    content: content ?? [text(textOf(data))],
    structuredContent: wrapped ? { result: data } : data as Readonly<Record<string, unknown>>,
    // FastMCP's clients unwrap by this mark, as by the one in the schema.
    ...(wrapped ? { _meta: { fastmcp: { wrap_result: true } } } : {}),
  };
}

/** A failed call that the model can read about. */
export function fromFailure(message: string): CallToolResult {
  return { content: [text(message)], isError: true };
}

/** Whether a value has exactly the shape of a result of `tools/call`. */
export function isWireResult(value: unknown): value is CallToolResult {
  if (typeof value !== "object" || value === null) return false;
  const { content, structuredContent, isError, _meta, ...rest } = value as Partial<CallToolResult>;
  return isListOf(content, isContentBlock) &&
    (structuredContent === undefined || isPlain(structuredContent)) &&
    (isError === undefined || typeof isError === "boolean") &&
    (_meta === undefined || isPlain(_meta)) && Object.keys(rest).length === 0;
}
