const PARTS = /"(?:[^"\\]|\\.)*"|\/\/[^\n\r]*|\/\*[^]*?\*\//g;
const COMMAS = /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g;

/**
 * Reads JSON with comments, and with commas before closing brackets.
 *
 * @throws {SyntaxError} for what is none
 */
export function parseJsonc(text: string): unknown {
  return JSON.parse(plainJson(text));
}

/** JSON without comments, and without commas before closing brackets: blanks stand in their places. */
export function plainJson(text: string): string {
  const isText = (part: string) => part.startsWith('"');
  return text.replace(PARTS, (part) => isText(part) ? part : part.replace(/[^\r\n]/g, " "))
    .replace(COMMAS, (part) => isText(part) ? part : " ");
}
