/** What a terminal would act on, and what turns the direction of a line round. */
const ACTIVE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** A line in which nothing can move a cursor, change a colour, or look like another line. */
export function printable(line: string): string {
  return line.replace(
    ACTIVE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
