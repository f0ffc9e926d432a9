import { fileUrl, pathOf } from "../../schema/uri/file_url.ts";
import { mayRead, projectOf } from "../../deno/projects.ts";

/** Where signatures of a module are kept. */
export interface CachePlace {
  /** The folder that all kept files are relative to, as a URL. */
  readonly root: string;
  /** The folder that is ours, as a path; it is made by whoever keeps something. */
  readonly folder: string;
  /** The file for the module, as a path. */
  readonly file: string;
}

/** The folder beside a project's configuration that is ours. */
const OURS = ".x-mcp";

/**
 * Where signatures of a module are kept: in its project, or in Deno's own cache if it is remote.
 *
 * @returns `undefined` where that may not be read without asking, or cannot be told
 */
export async function cachePlace(url: string): Promise<CachePlace | undefined> {
  const base = url.startsWith("file:") ? projectOf(url).folder + OURS : denoFolder();
  if (base === undefined) return undefined;
  const root = new URL("./", fileUrl(base)).href;
  if (!mayRead(pathOf(root))) return undefined;
  const name = new URL(url).pathname.split("/").pop()!.replace(/[^\w.-]/g, "_").slice(-60);
  const hash = (await sha256(new TextEncoder().encode(relativeUrl(url, root)))).slice(0, 16);
  return { root, folder: base, file: `${base}/signatures/${name}-${hash}.json` };
}

/** A URL as seen from a folder; whole, if it is elsewhere altogether. */
export function relativeUrl(url: string, folder: string): string {
  if (!url.startsWith("file:") || !folder.startsWith("file:")) return url;
  const from = folder.split("/");
  const to = url.split("/");
  let same = 0;
  while (same < from.length - 1 && same < to.length - 1 && from[same] === to[same]) same++;
  return "../".repeat(from.length - 1 - same) + to.slice(same).join("/");
}

/** The SHA-256 of bytes, in hexadecimal. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** Our folder in Deno's cache, as far as the environment may be asked where that is. */
export function denoFolder(): string | undefined {
  const known = variable("DENO_DIR");
  if (known) return `${known}/x-mcp`;
  const home = variable("HOME");
  const folders: Partial<Record<typeof Deno.build.os, string | undefined>> = {
    windows: variable("LOCALAPPDATA"),
    darwin: home && `${home}/Library/Caches`,
  };
  const caches = Deno.build.os in folders
    ? folders[Deno.build.os]
    : variable("XDG_CACHE_HOME") || (home && `${home}/.cache`);
  return caches ? `${caches.replaceAll("\\", "/")}/deno/x-mcp` : undefined;
}

function variable(name: string): string | undefined {
  const granted = Deno.permissions.querySync({ name: "env", variable: name }).state === "granted";
  return granted ? Deno.env.get(name) : undefined;
}
