import type { ComponentKind } from "./component.ts";
import type { SandboxedCode } from "./sandboxed.ts";

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

/** Code of a component that runs in a sandbox, as {@linkcode labelOf} names it. */
export function labelOfCode({ kind, key }: Pick<SandboxedCode, "kind" | "key">): string {
  return labelOf(kind, key);
}
