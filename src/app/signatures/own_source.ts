import { mayRead } from "../../deno/projects.ts";
import { pathOf } from "../../schema/uri/file_url.ts";
import { sha256 } from "./cache_place.ts";

const known = new Map<string, Promise<string | null>>();

/**
 * The hash of folders of this package, where that is a checkout that may be read; there people work on it.
 *
 * @param folders Paths from `src/`, with slashes at their ends
 */
export function ownSource(folders: readonly string[]): Promise<string | null> {
  const key = folders.join();
  const hash = known.get(key) ?? hashOf(folders);
  known.set(key, hash);
  return hash;
}

async function hashOf(folders: readonly string[]): Promise<string | null> {
  const root = new URL("../../", import.meta.url).href;
  if (!root.startsWith("file:")) return null;
  const paths = folders.map((folder) => pathOf(root + folder));
  if (!paths.every(mayRead)) return null;
  const texts = paths.flatMap((path) => [...textsBelow(path)]);
  return await sha256(new TextEncoder().encode(texts.sort().join("\n")));
}

function* textsBelow(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* textsBelow(`${folder}${name}/`);
    else yield name + Deno.readTextFileSync(folder + name);
  }
}
