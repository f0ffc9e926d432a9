/** The code blocks of a language on a page of Markdown, without their fences. */
export function codeBlocks(language: string, page: string): string[] {
  return [...page.matchAll(new RegExp("```" + language + "\\n([^]*?)```", "g"))]
    .map(([, code]) => code);
}
