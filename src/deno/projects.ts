import { fileUrl, foldersAbove, pathOf } from "../schema/uri/file_url.ts";

/** Files that make a folder a project: how what lies below is resolved and checked stands in them. */
export const PROJECT_FILES = ["deno.json", "deno.jsonc", "package.json"];

/** Whether files of a folder may be read without asking. */
export function mayRead(path: string): boolean {
  return Deno.permissions.querySync({ name: "read", path }).state === "granted";
}

/** Where a module belongs. */
export interface ProjectPlace {
  /** Path of the folder, with a slash at its end. */
  readonly folder: string;
  /** Path of a folder that may be the right one, but cannot be seen. */
  readonly unseen?: string;
  /** Whether there is no project, so that it is resolved as all such modules are. */
  readonly alone?: boolean;
}

/**
 * The folder of the project that a module belongs to: the nearest with one of {@linkcode PROJECT_FILES},
 * as far as that may be seen; else its own. Deno takes one that is not a file for part of where it runs.
 */
export function projectOf(url: string): ProjectPlace {
  if (!url.startsWith("file:")) return { folder: pathOf(`${fileUrl(Deno.cwd())}/`) };
  const own = pathOf(new URL("./", url));
  for (const folder of foldersAbove(url)) {
    const path = pathOf(folder);
    if (!mayRead(path)) return { folder: own, unseen: path };
    if (PROJECT_FILES.some((name) => isFile(path + name))) return { folder: path };
  }
  return { folder: own, alone: true };
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
