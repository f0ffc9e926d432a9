const SAFE_IN_SHELLS = /^[\w@%+:,./-]+$/;

/** A word as shells take it for one. */
export function quoted(word: string): string {
  return SAFE_IN_SHELLS.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
