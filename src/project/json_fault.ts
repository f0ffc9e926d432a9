import type { Place } from "../schema/from_types/component_file.ts";

/** What keeps a text from being JSON, and where. */
export interface JsonFault extends Place {
  /** What is wrong there. */
  readonly message: string;
}

const POSITION = / at position (\d+)/;
const UNFINISHED = /end of JSON input|^Unterminated/;

/**
 * Finds the first fault of a text that is no JSON.
 *
 * @param plain The same text with blanks in place of what is no JSON and allowed
 */
export function jsonFault(text: string, plain: string): JsonFault {
  const at = faultIn(plain);
  const before = text.slice(0, at).split(/\r\n|\r|\n/);
  const place = { line: before.length, column: before.at(-1)!.length + 1 };
  const message = at === text.length
    ? "no JSON: it ends too early"
    : `no JSON: ${JSON.stringify(text[at])} is unexpected here`;
  return { ...place, message };
}

/** The length of the longest part from the start that something can follow. */
function faultIn(text: string): number {
  let [good, bad] = [0, text.length + 1];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (canGoOn(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

function canGoOn(start: string): boolean {
  try {
    JSON.parse(start);
    return true;
  } catch (error) {
    const { message } = error as Error;
    const [, at] = POSITION.exec(message) ?? [];
    return UNFINISHED.test(message) || Number(at) === start.length;
  }
}
