import type { ComponentKind } from "./component.ts";

const WORDS = {
  "tool": "Tool",
  "resource": "Resource",
  "resource template": "Resource",
  "prompt": "Prompt",
} as const;

/** A component as the beginning of a sentence, such as `Tool "add"`; `key` may be sent by anybody. */
export function labelOf(kind: ComponentKind, key: unknown): string {
  return `${WORDS[kind]} ${JSON.stringify(key)}`;
}
