/**
 * Reviews code: a list of messages.
 *
 * @module
 */
import type { PromptMessageLike } from "@x/mcp";

/**
 * @param code What to review
 * @param language What it is written in
 */
export default function review(
  code: string,
  language = "TypeScript",
): PromptMessageLike[] {
  return [
    { role: "user", content: `Review this ${language} code:\n\n${code}` },
    {
      role: "assistant",
      content: "I look at correctness first, then at names, then at tests.",
    },
  ];
}
