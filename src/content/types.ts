/** Whom a piece of content is meant for, and how much it matters. */
export interface ContentAnnotations {
  /** Readers it is meant for. */
  readonly audience?: ReadonlyArray<"user" | "assistant">;
  /** Importance from 0 (least) to 1 (most). */
  readonly priority?: number;
  /** When it was last changed: date and time of ISO 8601, such as `2026-01-02T03:04:05Z`. */
  readonly lastModified?: string;
}

/** A picture that a host may show for a server or a component. */
export interface Icon {
  /** `https:` URL or `data:` URI. */
  readonly src: string;
  /** Media type, where the URL does not tell. */
  readonly mimeType?: string;
  /** Sizes such as `48x48`, or `any`. */
  readonly sizes?: readonly string[];
  /** The background it is drawn for. */
  readonly theme?: "light" | "dark";
}

/** Text for the model. */
export interface TextContent {
  /** Kind of the block. */
  readonly type: "text";
  /** The text. */
  readonly text: string;
  /** Hints for the host. */
  readonly annotations?: ContentAnnotations;
  /** Free metadata. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** An image or a sound. */
export interface MediaContent {
  /** Kind of the block. */
  readonly type: "image" | "audio";
  /** The bytes in standard base64. */
  readonly data: string;
  /** Media type such as `image/png`. */
  readonly mimeType: string;
  /** Hints for the host. */
  readonly annotations?: ContentAnnotations;
  /** Free metadata. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** The contents of a resource inside a result. */
export interface EmbeddedResource {
  /** Kind of the block. */
  readonly type: "resource";
  /** The contents. */
  readonly resource: ResourceContents;
  /** Hints for the host. */
  readonly annotations?: ContentAnnotations;
  /** Free metadata. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** A pointer to a resource that the client may read. */
export interface ResourceLink {
  /** Kind of the block. */
  readonly type: "resource_link";
  /** URI of the resource. */
  readonly uri: string;
  /** Name of the resource. */
  readonly name: string;
  /** Name for people. */
  readonly title?: string;
  /** What it holds. */
  readonly description?: string;
  /** Media type. */
  readonly mimeType?: string;
  /** Hints for the host. */
  readonly annotations?: ContentAnnotations;
  /** Free metadata. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** One block of a tool result or a prompt message. */
export type ContentBlock = TextContent | MediaContent | EmbeddedResource | ResourceLink;

/** One piece of what a resource holds: text, or bytes in base64. */
export type ResourceContents =
  & {
    /** URI of the resource. */
    readonly uri: string;
    /** Media type. */
    readonly mimeType?: string;
    /** Free metadata. */
    readonly _meta?: Readonly<Record<string, unknown>>;
  }
  & (
    | { readonly text: string; readonly blob?: undefined }
    | { readonly blob: string; readonly text?: undefined }
  );

/** One message of a prompt. */
export interface PromptMessage {
  /** Who says it. */
  readonly role: "user" | "assistant";
  /** What is said. */
  readonly content: ContentBlock;
}

/** The answer to `tools/call` as it goes over the wire. */
export interface CallToolResult {
  /** Blocks for the model. */
  readonly content: readonly ContentBlock[];
  /** Data for programs. */
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  /** Whether the call failed in a way that the model can read about. */
  readonly isError?: boolean;
  /** Free metadata. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** The answer to `resources/read` as it goes over the wire. */
export interface ReadResourceResult {
  /** The contents. */
  readonly contents: readonly ResourceContents[];
  /** Free metadata. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** The answer to `prompts/get` as it goes over the wire. */
export interface GetPromptResult {
  /** What the prompt is for. */
  readonly description?: string;
  /** The messages. */
  readonly messages: readonly PromptMessage[];
  /** Free metadata. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/**
 * What a handler returns when it needs answers of the client first, in the shape that the official
 * SDK's `inputRequired(…)` makes. The handler is called again with `ctx.inputResponses`.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr}
 */
export interface InputRequired {
  /** Marks the result. */
  readonly resultType: "input_required";
  /** Questions for the client by key. */
  readonly inputRequests?: Readonly<Record<string, unknown>>;
  /** Whatever the next round needs to know; sealed before it leaves the server. */
  readonly requestState?: unknown;
  /** Free metadata. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

const ASKING = new Set(["resultType", "inputRequests", "requestState", "_meta"]);

/** Whether a handler asked for input instead of answering; data of its own may be called the same. */
export function isInputRequired(value: unknown): value is InputRequired {
  return typeof value === "object" && value !== null &&
    (value as Partial<InputRequired>).resultType === "input_required" &&
    Object.keys(value).every((key) => ASKING.has(key));
}
