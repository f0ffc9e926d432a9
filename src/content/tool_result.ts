import { isContentBlock } from "./blocks.ts";
import { isPlain } from "./json.ts";
import { isListOf } from "./list.ts";
import { isMarked, RESULT } from "./marks.ts";
import { isMedia, type Media } from "./media.ts";
import type { ContentBlock } from "./types.ts";

/** What {@linkcode result} takes. */
export interface ToolResultParts {
  /** Text, blocks and media for the model; left out, the text form of `structured`. */
  readonly content?: ReadonlyArray<string | ContentBlock | Media>;
  /** Data for programs; must match the tool's `output`, or be an object where it has none. */
  readonly structured?: unknown;
  /** Whether the call failed. */
  readonly isError?: boolean;
  /** Free metadata. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A tool result whose parts the author set one by one; see {@linkcode result}. */
export class ToolResult {
  readonly #parts: ToolResultParts;

  /**
   * Takes the parts.
   *
   * @throws {TypeError} if both `content` and `structured` are missing, or a part has the wrong form
   */
  constructor(parts: ToolResultParts) {
    checkParts(parts);
    this.#parts = parts;
    Object.defineProperty(this, RESULT, { value: parts });
  }

  /** The parts it was made of. */
  get parts(): ToolResultParts {
    return this.#parts;
  }
}

/**
 * Sets the parts of a tool result one by one, where a plain return value does not say enough.
 *
 * @example Content of our own beside data
 * ```ts
 * import { image, result } from "@x/mcp";
 *
 * result({
 *   content: ["It rains in Oslo.", image("radar.png")],
 *   structured: { rain: true },
 * });
 * ```
 *
 * @param parts What to send; at least `content` or `structured`
 * @returns the value to return from a handler
 * @throws {TypeError} if both `content` and `structured` are missing, or a part has the wrong form
 */
export function result(parts: ToolResultParts): ToolResult {
  return new ToolResult(parts);
}

function checkParts({ content, structured, isError, meta }: ToolResultParts): void {
  const fail = (what: string) => {
    throw new TypeError(`Cannot make a tool result: ${what}`);
  };
  if (content === undefined && structured === undefined) fail("give content, structured or both");
  if (content !== undefined && !isListOf(content, isPart)) {
    fail("content must be a list of text, content blocks and media");
  }
  if (isError !== undefined && typeof isError !== "boolean") fail("isError must be true or false");
  if (meta !== undefined && !isPlain(meta)) fail("meta must be a plain object");
}

/** The parts of a result made by {@linkcode result}, of this copy of the package or another. */
export function partsOf(value: unknown): ToolResultParts | undefined {
  return isMarked(value, RESULT) ? value[RESULT] as ToolResultParts : undefined;
}

function isPart(value: unknown): boolean {
  return typeof value === "string" || isContentBlock(value) || isMedia(value);
}
