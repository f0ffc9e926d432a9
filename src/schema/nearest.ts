/**
 * The known word that a misspelt one most likely stands for.
 *
 * @param word What was written
 * @param known The words there are
 * @returns the nearest word, or `undefined` if none is near (more than a third of its letters differ)
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Infinity;
  for (const candidate of known) {
    const limit = Math.max(1, Math.floor(Math.max(word.length, candidate.length) / 3));
    if (Math.abs(word.length - candidate.length) > limit) continue;
    const edits = distance(word.toLowerCase(), candidate.toLowerCase());
    if (edits <= limit && edits < least) [best, least] = [candidate, edits];
  }
  return best;
}

/** `; did you mean "x"?`, or nothing. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const near = nearest(word, known);
  return near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`;
}

/** Levenshtein distance; neighbours swapped count once. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        next[j] = Math.min(next[j], before[j - 2] + 1);
      }
    }
    [before, row] = [row, next];
  }
  return row[b.length];
}
