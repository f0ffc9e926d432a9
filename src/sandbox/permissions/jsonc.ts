const PARTS = /"(?:[^"\\]|\\.)*"|\/\/[^\n\r]*|\/\*[^]*?\*\//g;
const COMMAS = /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g;

/**
 * Reads JSON with comments, and with commas before closing brackets.
 *
 * @throws {SyntaxError} for what is none
 */
export function parseJsonc(text: string): unknown {
  const isText = (part: string) => part.startsWith('"');
  return JSON.parse(
    text.replace(PARTS, (part) => isText(part) ? part : " ")
      .replace(COMMAS, (part) => isText(part) ? part : ""),
  );
}
