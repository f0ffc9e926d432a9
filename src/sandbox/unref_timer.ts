/** The longest that a timer can be set to, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

/** Sets a timer that does not keep this process. */
export function unrefTimer(milliseconds: number, then: () => void): ReturnType<typeof setTimeout> {
  const id = setTimeout(then, Math.min(milliseconds, LONGEST_MS));
  Deno.unrefTimer(id);
  return id;
}
