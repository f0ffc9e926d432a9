import { fileUrl, foldersAbove, pathOf } from "../../schema/uri/file_url.ts";
import { relativeUrl, sha256 } from "./cache_place.ts";
import { mayRead, PROJECT_FILES, projectOf } from "../../deno/projects.ts";

/** A module that another one depends on, as the reader knows it. */
export interface ModuleBelow {
  readonly url: string;
  /** Path of its text on this machine. */
  readonly local?: string;
}

/** SHA-256 of files by their URLs, which are relative to the root of a cache; `null` where none is. */
export type Hashes = Readonly<Record<string, string | null>>;

const LOCKS = ["deno.lock", "package-lock.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock"];
/** Files of a folder that say how what lies below is resolved and checked. */
const CONFIGS = [...PROJECT_FILES, "tsconfig.json"];
/** Files that such a one names: an import map, a lock file, what a tsconfig.json extends. */
const NAMED = /"(?:importMap|lock|path|extends)"\s*:\s*("[^"]+"|\[[^\]]*\])/g;
/** Within so many milliseconds a file system may call a change earlier than it was. */
const CLOCK_MS = 20;

/**
 * What the signatures of a module depend on: its text, that of what it imports, and the configuration
 * by which it is resolved and checked. Of packages the lock files tell.
 *
 * @returns URLs of files, there or not
 */
export async function dependencies(url: string, below: readonly ModuleBelow[]): Promise<string[]> {
  const isPackaged = ({ url }: ModuleBelow) =>
    !url.startsWith("file:") || url.includes("/node_modules/");
  if (!url.startsWith("file:")) {
    return below.flatMap(({ local }) => local === undefined ? [] : [fileUrl(local)]);
  }
  const names = [...CONFIGS, ...below.some(isPackaged) ? LOCKS : []];
  const local = below.filter((each) => !isPackaged(each)).map(({ url }) => url);
  const found = new Set(local);
  // A module may be of another project, such as another member of a workspace.
  const folders = new Set([url, ...local].map((each) => new URL("./", each).href));
  const projects = new Set([...folders].map((folder) => fileUrl(projectOf(`${folder}x`).folder)));
  for (const folder of new Set([...projects].flatMap((project) => [...foldersAbove(project)]))) {
    for (const name of CONFIGS) {
      const config = new URL(name, folder);
      const text = await textOf(config);
      if (!projects.has(folder) && !/"workspaces?"\s*:/.test(text)) continue;
      for (const each of names) found.add(new URL(each, folder).href);
      for (const file of namedIn(text)) found.add(URL.parse(file, config)?.href ?? "");
    }
  }
  return [...found].filter((each) => each.startsWith("file:"));
}

function namedIn(text: string): string[] {
  return [...text.matchAll(NAMED)].flatMap(([, files]) =>
    [...files.matchAll(/"([^"]+)"/g)].map(([, file]) => file)
  );
}

/** Hashes files. */
export async function hashes(urls: readonly string[], root: string): Promise<Hashes> {
  return Object.fromEntries(
    await Promise.all(urls.map(async (url) => [relativeUrl(url, root), await hashOf(url)])),
  );
}

/** Whether files are as they were when they were hashed. */
export async function unchanged(hashes: Hashes, root: string): Promise<boolean> {
  const same = await Promise.all(
    Object.entries(hashes).map(async ([url, hash]) => await hashOf(new URL(url, root)) === hash),
  );
  return !same.includes(false);
}

/** The files that may not be read without asking, as paths. */
export function unreadable(hashes: Hashes, root: string): string[] {
  return Object.keys(hashes).map((url) => pathOf(new URL(url, root)))
    .filter((path) => !mayRead(path));
}

/** Whether no file that people write was changed at a time, in milliseconds, or later. */
export async function olderThan(time: number, urls: readonly string[]): Promise<boolean> {
  const written = urls.filter((url) => !LOCKS.some((name) => url.endsWith(`/${name}`)));
  const older = await Promise.all(written.map(async (url) => {
    const file = await Deno.stat(new URL(url)).catch(() => undefined);
    const changed = Math.max(file?.mtime?.getTime() ?? 0, file?.ctime?.getTime() ?? 0);
    return changed < time - CLOCK_MS;
  }));
  return !older.includes(false);
}

async function hashOf(url: string | URL): Promise<string | null> {
  try {
    return await sha256(await Deno.readFile(new URL(url)));
  } catch {
    return null;
  }
}

async function textOf(url: URL): Promise<string> {
  if (!mayRead(pathOf(url))) return "";
  return await Deno.readTextFile(url).catch(() => "");
}
