const ofWindows = Deno.build.os === "windows";
/** Most characters of one argument of a command, which Linux limits. */
export const ONE_ARGUMENT = ofWindows ? 24_000 : 100_000;
/** Most characters of all arguments of a command, which Windows limits to far less than others. */
export const ALL_ARGUMENTS = ofWindows ? 24_000 : 500_000;

/**
 * Modules in lists, in order, each of which one command can name.
 *
 * @param most Most characters of a list, in the source of a `data:` URL
 */
export function batches(urls: readonly string[], most: number): string[][] {
  const lists: string[][] = [];
  let characters = Infinity;
  for (const url of urls) {
    const length = encodeURIComponent(`import "${url}";`).length;
    if (characters + length > most) {
      lists.push([]);
      characters = 0;
    }
    lists.at(-1)!.push(url);
    characters += length;
  }
  return lists;
}
