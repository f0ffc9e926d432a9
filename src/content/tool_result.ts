import { isContentBlock, text } from "./blocks.ts";
import { toJson } from "./json.ts";
import type { CallToolResult, ContentBlock } from "./types.ts";

const MARK = Symbol.for("@x/mcp.toolResult");

/** A tool result whose parts the author set one by one; see {@linkcode toolResult}. */
export interface ToolResult {
  /** Blocks for the model; left out, the text form of `structured`. */
  readonly content?: readonly ContentBlock[];
  /** Data for programs; must match the tool's `output`, where it has one. */
  readonly structured?: unknown;
  /** Whether the call failed. */
  readonly isError?: boolean;
  /** Free metadata. */
  readonly meta?: Readonly<Record<string, unknown>>;
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
 * @throws {TypeError} if both `content` and `structured` are missing
 */
export function toolResult(parts: ToolResult): ToolResult {
  if (parts.content === undefined && parts.structured === undefined) {
    throw new TypeError("Cannot make a tool result: give content, structured or both");
  }
  return Object.defineProperty({ ...parts }, MARK, { value: true });
}

/** Whether a value was made by {@linkcode toolResult}, by this copy of the package or another. */
export function isToolResult(value: unknown): value is ToolResult {
  return typeof value === "object" && value !== null && MARK in value;
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

function isWireResult(value: object): value is CallToolResult {
  const { content, ...rest } = value as Partial<CallToolResult>;
  return Array.isArray(content) && content.every(isContentBlock) &&
    Object.keys(rest).every((key) => ["structuredContent", "isError", "_meta"].includes(key));
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  // An object whose toJSON gives text or a list (Date, Temporal, …) is not structured content.
  return typeof (value as { toJSON?: unknown }).toJSON !== "function";
}

function scalarText(value: unknown): string {
  return typeof value === "bigint" ? String(value) : toJson(value).text;
}
