import { isContentBlock, text } from "./blocks.ts";
import { toJson } from "./json.ts";
import type { ContentBlock, GetPromptResult, PromptMessage } from "./types.ts";

/** A message whose content may also be text, or any value that is then sent as JSON text. */
export interface PromptMessageLike {
  /** Who says it. */
  readonly role: "user" | "assistant";
  /** Text, a content block, or a JSON value. */
  readonly content: unknown;
}

/** What a prompt handler may return. */
export type PromptReturn =
  | string
  | ContentBlock
  | PromptMessageLike
  | ReadonlyArray<string | ContentBlock | PromptMessageLike>
  | {
    /** The messages. */
    readonly messages: ReadonlyArray<string | ContentBlock | PromptMessageLike>;
    /** Replaces the prompt's description in this answer. */
    readonly description?: string;
    /** Free metadata. */
    readonly _meta?: Readonly<Record<string, unknown>>;
  };

/**
 * Turns what a prompt handler returned into its wire form. Text and blocks are said by the user.
 *
 * @throws {TypeError} for a value that is no message
 */
export function toMessages(value: unknown, description?: string): GetPromptResult {
  const described = description === undefined ? {} : { description };
  if (isMessages(value)) {
    return {
      ...described,
      ...(value.description === undefined ? {} : { description: value.description }),
      ...(value._meta === undefined ? {} : { _meta: value._meta }),
      messages: value.messages.map(message),
    };
  }
  return { ...described, messages: (Array.isArray(value) ? value : [value]).map(message) };
}

function message(value: unknown): PromptMessage {
  if (typeof value === "string") return { role: "user", content: text(value) };
  if (isContentBlock(value)) return { role: "user", content: value };
  const { role, content } = (value ?? {}) as Partial<PromptMessageLike>;
  if (role !== "user" && role !== "assistant") {
    throw new TypeError(
      "a prompt returns text, content blocks, or messages with the role user or assistant",
    );
  }
  if (typeof content === "string") return { role, content: text(content) };
  return { role, content: isContentBlock(content) ? content : text(toJson(content).text) };
}

function isMessages(
  value: unknown,
): value is {
  messages: readonly unknown[];
  description?: string;
  _meta?: Readonly<Record<string, unknown>>;
} {
  return typeof value === "object" && value !== null && !("role" in value) &&
    Array.isArray((value as { messages?: unknown }).messages);
}
