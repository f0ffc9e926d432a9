const LEAST_PART = 3;
/** Longer words are not compared, which takes time by the square of their length. */
const LONGEST = 64;

/**
 * The known word that a misspelt one most likely stands for.
 *
 * @param word What was written
 * @param known The words there are
 * @returns the nearest word: few letters differ (at most a third, or one), else one of the two is a part
 *   of the other, as `size` of `maxSize`; `undefined` if none is near
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Infinity;
  const written = word.toLowerCase();
  if (written.length > LONGEST) return undefined;
  for (const candidate of known) {
    if (candidate.length > LONGEST) continue;
    const other = candidate.toLowerCase();
    const [short, long] = other.length < written.length ? [other, written] : [written, other];
    const limit = Math.max(1, Math.floor(long.length / 3));
    const isPart = short.length >= LEAST_PART && long.includes(short);
    if (!isPart && long.length - short.length > limit) continue;
    const edits = distance(written, other);
    const near = edits <= limit && edits * 2 <= long.length;
    if ((near || isPart) && edits < least) [best, least] = [candidate, edits];
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
