/**
 * Writes files such that others see the old ones or the new ones, and no part of either: all are written
 * beside their places before the first takes its place.
 *
 * @param texts Texts by path
 * @throws {Error} if one cannot be written; what was begun is taken away again
 */
export async function writeWhole(texts: ReadonlyMap<string, string>): Promise<void> {
  const temporary = new Map([...texts.keys()].map((path) => [path, nameBeside(path)]));
  try {
    for (const [path, text] of texts) await Deno.writeTextFile(temporary.get(path)!, text);
    for (const [path, beside] of temporary) await Deno.rename(beside, path);
  } catch (error) {
    for (const beside of temporary.values()) await Deno.remove(beside).catch(() => {});
    throw error;
  }
}

function nameBeside(path: string): string {
  const slash = path.lastIndexOf("/") + 1;
  return `${path.slice(0, slash)}.${path.slice(slash)}.${crypto.randomUUID()}`;
}
