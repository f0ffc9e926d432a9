import { isContentBlock, text } from "./blocks.ts";
import { isPlain, toJson } from "./json.ts";
import type { CallToolResult, ContentBlock } from "./types.ts";

const MARK = Symbol.for("@x/mcp.toolResult");

/** What {@linkcode toolResult} takes. */
export interface ToolResultParts {
  /** Blocks for the model; left out, the text form of `structured`. */
  readonly content?: readonly ContentBlock[];
  /** Data for programs; must match the tool's `output`, where it has one. */
  readonly structured?: unknown;
  /** Whether the call failed. */
  readonly isError?: boolean;
  /** Free metadata. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A tool result whose parts the author set one by one; made by {@linkcode toolResult} only. */
export class ToolResult {
  readonly #parts: ToolResultParts;

  /** Takes the parts as they are. */
  constructor(parts: ToolResultParts) {
    this.#parts = parts;
    Object.defineProperty(this, MARK, { value: parts });
  }

  /** The parts it was made of. */
  get parts(): ToolResultParts {
    return this.#parts;
  }
}

/**
 * Sets the parts of a tool result one by one, where a plain return value does not say enough.
 *
 * @example Blocks of our own beside data
 * ```ts
 * import { toolResult } from "@x/mcp";
 *
 * toolResult({
 *   content: [{ type: "text", text: "It rains in Oslo." }],
 *   structured: { rain: true },
 * });
 * ```
 *
 * @param parts What to send; at least `content` or `structured`
 * @returns the value to return from a handler
 * @throws {TypeError} if both `content` and `structured` are missing, or a part has the wrong form
 */
export function toolResult(parts: ToolResultParts): ToolResult {
  const { content, structured, isError, meta } = parts;
  const fail = (what: string) => {
    throw new TypeError(`Cannot make a tool result: ${what}`);
  };
  if (content === undefined && structured === undefined) fail("give content, structured or both");
  if (content !== undefined && !(Array.isArray(content) && content.every(isContentBlock))) {
    fail("content must be a list of content blocks");
  }
  if (isError !== undefined && typeof isError !== "boolean") fail("isError must be true or false");
  if (meta !== undefined && !isPlain(meta)) fail("meta must be a plain object");
  return new ToolResult(parts);
}

/** The parts of a result made by {@linkcode toolResult}, of this copy of the package or another. */
export function partsOf(value: unknown): ToolResultParts | undefined {
  return typeof value === "object" && value !== null && MARK in value
    ? value[MARK] as ToolResultParts
    : undefined;
}

/**
 * Turns what a tool without an output schema returned into its wire form.
 *
 * Nothing gives no content, text goes as it is, content blocks pass (one, a list, or a whole result),
 * an object is sent as structured content and as text, and all else is sent as its JSON text.
 *
 * @throws {TypeError} for a value with no JSON form
 */
export function fromValue(value: unknown): CallToolResult {
  if (value === undefined || value === null) return { content: [] };
  if (typeof value === "string") return { content: [text(value)] };
  if (isContentBlock(value)) return { content: [value] };
  if (Array.isArray(value)) {
    return value.length > 0 && value.every(isContentBlock)
      ? { content: value }
      : { content: [text(toJson(value).text)] };
  }
  if (isWireResult(value)) return value;
  if (typeof value !== "object") return { content: [text(scalarText(value))] };
  const json = toJson(value);
  return isPlain(json.value)
    ? { content: [text(json.text)], structuredContent: json.value }
    : { content: [text(json.text)] };
}

/**
 * Builds the wire form of data that matched an output schema.
 *
 * @param value The data, unwrapped
 * @param wrapped Whether programs get it as `{ result: value }`
 * @param content Blocks that stand for the data; left out, its text form
 */
export function fromData(
  value: unknown,
  wrapped: boolean,
  content?: readonly ContentBlock[],
): CallToolResult {
  const json = toJson(value ?? null);
  return {
    // 2025-11-25 tools: structured content is also given as text.
    content: content ?? [text(typeof value === "string" ? value : json.text)],
    structuredContent: wrapped
      ? { result: json.value }
      : json.value as Readonly<Record<string, unknown>>,
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
  return Array.isArray(content) && content.every(isContentBlock) &&
    (structuredContent === undefined || isPlain(structuredContent)) &&
    (isError === undefined || typeof isError === "boolean") &&
    (_meta === undefined || isPlain(_meta)) && Object.keys(rest).length === 0;
}

function scalarText(value: unknown): string {
  return typeof value === "bigint" ? String(value) : toJson(value).text;
}
