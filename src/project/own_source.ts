import { sha256 } from "../app/signatures/cache_place.ts";
import { mayRead } from "../deno/projects.ts";
import { pathOf } from "../schema/uri/file_url.ts";

/** The folders of this package that decide what a project comes to. */
const FOLDERS = ["app/signatures/", "deno/", "project/", "schema/", "server/"];

/** The hash of what reads projects, where that is a checkout that may be read; there people work on it. */
export async function ownSource(): Promise<string | null> {
  const root = new URL("../", import.meta.url).href;
  if (!root.startsWith("file:") || !mayRead(pathOf(root))) return null;
  const texts = FOLDERS.flatMap((folder) => [...textsBelow(pathOf(root + folder))]);
  return await sha256(new TextEncoder().encode(texts.sort().join("\n")));
}

function* textsBelow(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* textsBelow(`${folder}${name}/`);
    else yield name + Deno.readTextFileSync(folder + name);
  }
}
