import type { ContentBlock } from "./types.ts";

const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  text: ["text"],
  image: ["data", "mimeType"],
  audio: ["data", "mimeType"],
  resource_link: ["uri", "name"],
};

const KEYS = new Set([
  "type",
  "text",
  "data",
  "mimeType",
  "resource",
  "uri",
  "name",
  "title",
  "description",
  "size",
  "icons",
  "annotations",
  "_meta",
]);

/** Whether a value has exactly the shape of a content block: its type, its members and no others. */
export function isContentBlock(value: unknown): value is ContentBlock {
  if (typeof value !== "object" || value === null) return false;
  const block = value as Record<string, unknown>;
  if (!Object.keys(block).every((key) => KEYS.has(key))) return false;
  if (block.type === "resource") {
    const resource = block.resource as Record<string, unknown> | null | undefined;
    return typeof resource === "object" && resource !== null &&
      typeof resource.uri === "string" &&
      (typeof resource.text === "string" || typeof resource.blob === "string");
  }
  const required = REQUIRED[String(block.type)];
  return required !== undefined && required.every((key) => typeof block[key] === "string");
}

/** A text block. */
export function text(value: string): ContentBlock {
  return { type: "text", text: value };
}
