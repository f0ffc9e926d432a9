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
  if (!areAnnotations(block.annotations) || !isObjectOrNone(block._meta)) return false;
  if (!["title", "description", "mimeType"].every((key) => isTextOrNone(block[key]))) return false;
  if (block.size !== undefined && typeof block.size !== "number") return false;
  if (block.icons !== undefined && !Array.isArray(block.icons)) return false;
  if (block.type === "resource") {
    const resource = block.resource as Record<string, unknown> | null | undefined;
    return typeof resource === "object" && resource !== null &&
      typeof resource.uri === "string" && isTextOrNone(resource.mimeType) &&
      (typeof resource.text === "string" || isBase64(resource.blob));
  }
  const required = REQUIRED[String(block.type)];
  return required !== undefined && required.every((key) => typeof block[key] === "string") &&
    (block.data === undefined || isBase64(block.data));
}

/** Whether a value is standard base64 text. */
export function isBase64(value: unknown): value is string {
  return typeof value === "string" && value.length % 4 === 0 &&
    /^[A-Za-z0-9+/]*={0,2}$/.test(value);
}

/** Whether a value has the form of annotations, or is left out. */
export function areAnnotations(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isObjectOrNone(value)) return false;
  const { audience, priority, lastModified } = value as Record<string, unknown>;
  return (audience === undefined ||
    Array.isArray(audience) && audience.every((who) => who === "user" || who === "assistant")) &&
    (priority === undefined || typeof priority === "number" && priority >= 0 && priority <= 1) &&
    isTextOrNone(lastModified);
}

function isTextOrNone(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function isObjectOrNone(value: unknown): boolean {
  return value === undefined ||
    typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text block. */
export function text(value: string): ContentBlock {
  return { type: "text", text: value };
}
