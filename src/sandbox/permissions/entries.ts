import { didYouMean } from "../../schema/nearest.ts";
import { pathOf } from "../../schema/uri/file_url.ts";
import { type PermissionKind, SYS_KINDS } from "../../server/permissions.ts";
import { HOST_FORMS, hostsOf, hostText, tidyPath } from "./hosts.ts";

const DRIVE = /^[A-Za-z]:[\\/]/;

/**
 * Reads an entry of a kind as Deno's flag does.
 *
 * @param folder Path of the folder that relative paths mean, with a slash at its end
 * @returns it in one form for all that mean the same; several where it stands for several
 * @throws {TypeError} if Deno would refuse it; its message says why, after the entry
 */
export function readEntry(kind: PermissionKind, entry: string, folder: string): readonly string[] {
  if (entry === "") throw new TypeError("which says nothing");
  if (entry.includes("\0")) throw new TypeError("with a character that no command can carry");
  return READERS[kind](entry, folder);
}

/** Whether an entry of `run` is the path of a program, and not its name. */
export function isProgramPath(entry: string): boolean {
  return entry.includes("/") || Deno.build.os === "windows" && entry.includes("\\");
}

const READERS: Readonly<
  Record<PermissionKind, (entry: string, folder: string) => readonly string[]>
> = {
  read: (entry, folder) => [absolute(entry, folder)],
  write: (entry, folder) => [absolute(entry, folder)],
  ffi: (entry, folder) => [absolute(entry, folder)],
  run: (entry, folder) => [isProgramPath(entry) ? absolute(entry, folder) : entry],
  net: hosts,
  import: hosts,
  env: (entry) => {
    if (entry.includes("=")) {
      throw new TypeError("which is no name of a variable, nor such as AWS_*");
    }
    return [entry];
  },
  sys: (entry) => {
    // Deno's own alias.
    if (entry === "username") return ["userInfo"];
    if (SYS_KINDS.includes(entry)) return [entry];
    throw new TypeError(`which Deno does not know${didYouMean(entry, SYS_KINDS)}`);
  },
};

function hosts(entry: string): readonly string[] {
  const read = hostsOf(entry);
  if (read !== undefined) return read.map(hostText);
  const host = /^\w+:\/\//.test(entry) && URL.canParse(entry) ? new URL(entry).host : "";
  throw new TypeError(
    host !== "" && hostsOf(host) !== undefined
      ? `a URL, where hosts are named; write ${JSON.stringify(host)}`
      : `which is no host such as ${HOST_FORMS}`,
  );
}

function absolute(entry: string, folder: string): string {
  let path = entry;
  if (entry.startsWith("file:")) {
    try {
      path = pathOf(entry);
    } catch {
      throw new TypeError("which is no file: URL");
    }
  }
  if (DRIVE.test(path)) return path;
  return tidyPath(path.startsWith("/") ? path : folder + path);
}
