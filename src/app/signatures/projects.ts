import { fileUrl, pathOf } from "../../schema/from_types/files.ts";

/** Files that make a folder a project: how what lies below is resolved and checked stands in them. */
export const PROJECT_FILES = ["deno.json", "deno.jsonc", "package.json"];

/** Whether files of a folder may be read without asking. */
export function mayRead(path: string): boolean {
  return Deno.permissions.querySync({ name: "read", path }).state === "granted";
}

/** The folder of a module and those above it, as URLs, the nearest first; none if it is not a file. */
export function* foldersAbove(url: string): Generator<string> {
  if (!url.startsWith("file:")) return;
  for (let folder = new URL("./", url);; folder = new URL("../", folder)) {
    yield folder.href;
    if (folder.href === new URL("../", folder).href) return;
  }
}

/**
 * The folder of the project that a module belongs to: the nearest with one of {@linkcode PROJECT_FILES},
 * as far as that may be seen; else its own. Deno takes one that is not a file for part of where it runs.
 *
 * @returns its path
 */
export function projectFolder(url: string): string {
  for (const folder of foldersAbove(url)) {
    const path = pathOf(folder);
    if (!mayRead(path)) break;
    if (PROJECT_FILES.some((name) => isFile(pathOf(new URL(name, folder))))) return path;
  }
  return url.startsWith("file:") ? pathOf(new URL("./", url)) : pathOf(`${fileUrl(Deno.cwd())}/`);
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
