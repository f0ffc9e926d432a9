/** What TypeScript says of an error, as one line. */
export function typeScriptMessage(text: string, code: number | string): string {
  return `${text.split("\n", 1)[0].replace(/\.$/, "")} (TS${code})`;
}
