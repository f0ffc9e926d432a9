import {
  PERMISSION_KINDS,
  type PermissionKind,
  type PermissionSet,
} from "../../server/permissions.ts";

/** What stands for itself between blanks and commas. */
const PLAIN = /^[^\s,"]+$/;

/**
 * What a set grants, on one line: `none`, `net`, `net=example.com read=./data,./more`. What is denied, or
 * looks as if it were not there, has a mark: `read=. !read=./secret`.
 *
 * @param folder Path of a folder, with a slash at its end; paths below are shown from there
 */
export function permissionText(set: PermissionSet, folder?: string): string {
  const words = PERMISSION_KINDS.flatMap((kind) => {
    const { allow = [], deny = [], ignore = [] } = set[kind] ?? {};
    if (allow !== true && allow.length === 0) return [];
    const not = deny === true || ignore === true || [...deny, ...ignore];
    return [
      wordOf(kind, allow, folder),
      ...(not === true || not.length > 0 ? [`!${wordOf(kind, not, folder)}`] : []),
    ];
  });
  return words.length === 0 ? "none" : words.join(" ");
}

function wordOf(kind: PermissionKind, entries: true | readonly string[], folder?: string): string {
  if (entries === true) return kind;
  // In an order of its own, which does not depend on where the folder is.
  const shown = entries.map((entry) => folder === undefined ? entry : fromFolder(entry, folder))
    .sort();
  return `${kind}=${shown.map((each) => PLAIN.test(each) ? each : JSON.stringify(each)).join(",")}`;
}

function fromFolder(entry: string, folder: string): string {
  if (`${entry}/` === folder) return ".";
  return entry.startsWith(folder) ? `./${entry.slice(folder.length)}` : entry;
}
