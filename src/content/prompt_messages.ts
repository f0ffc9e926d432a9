import { ContentError } from "./content_error.ts";
import type { Media } from "./media.ts";
import { metadata } from "./metadata.ts";
import type { Conversion } from "./read_media.ts";
import { isContent, toBlock } from "./to_block.ts";
import type { ContentBlock, GetPromptResult, PromptMessage } from "./types.ts";

/** A message whose content may also be text, or any value that is then sent as JSON text. */
export interface PromptMessageLike {
  /** Who says it. */
  readonly role: "user" | "assistant";
  /** Text, a content block, media, a JSON value; a list with blocks or media becomes several messages. */
  readonly content: unknown;
}

/** One message, or what the user says in one. */
export type PromptPart = string | ContentBlock | Media | PromptMessageLike;

/** What a prompt handler may return. */
export type PromptReturn =
  | PromptPart
  | readonly PromptPart[]
  | {
    /** The messages. */
    readonly messages: readonly PromptPart[];
    /** Replaces the prompt's description in this answer. */
    readonly description?: string;
    /** Free metadata. */
    readonly _meta?: Readonly<Record<string, unknown>>;
  };

/**
 * Turns what a prompt handler returned into its wire form. Text, blocks and media are said by the user.
 *
 * @throws {ContentError} for a value that is no message, and for a description or metadata that are none
 */
export async function toMessages(
  value: unknown,
  description: string | undefined,
  how: Conversion,
): Promise<GetPromptResult> {
  const whole: Messages = isMessages(value)
    ? value
    : { messages: Array.isArray(value) ? value : [value] };
  const { messages, description: shown = description, _meta } = whole;
  if (shown !== undefined && typeof shown !== "string") {
    throw new ContentError("the description of a prompt must be text");
  }
  return {
    ...(shown === undefined ? {} : { description: shown }),
    ...metadata(_meta),
    messages: (await Promise.all(Array.from(messages, (item) => messagesOf(item, how)))).flat(),
  };
}

async function messagesOf(value: unknown, how: Conversion): Promise<PromptMessage[]> {
  if (typeof value === "string" || isContent(value)) {
    return [{ role: "user", content: await toBlock(value, how) }];
  }
  const { role, content } = (value ?? {}) as Partial<PromptMessageLike>;
  if (role as unknown === "system") {
    throw new ContentError(
      "MCP knows messages of the user and the assistant, and none with the role system; put " +
        "instructions into a message of the user, or into the server's own instructions",
    );
  }
  if (role !== "user" && role !== "assistant") {
    throw new ContentError(
      "a prompt returns text, content blocks, media, or messages with the role user or assistant",
    );
  }
  const parts = Array.isArray(content) && content.some(isContent) ? content : [content];
  return await Promise.all(
    Array.from(parts, async (part) => ({ role, content: await toBlock(part, how) })),
  );
}

interface Messages {
  readonly messages: readonly unknown[];
  readonly description?: unknown;
  readonly _meta?: unknown;
}

function isMessages(value: unknown): value is Messages {
  return typeof value === "object" && value !== null && !("role" in value) &&
    Array.isArray((value as { messages?: unknown }).messages);
}
