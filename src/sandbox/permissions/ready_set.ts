import {
  type DeclaredPermissions,
  type Grant,
  PERMISSION_KINDS,
  type PermissionKind,
  type PermissionSet,
} from "../../server/permissions.ts";
import { isProgramPath, readEntry } from "./entries.ts";
import { flagsOf } from "./flags.ts";
import { namedSet } from "./named_set.ts";
import { realPathOf } from "./real_path.ts";

/** What a sandbox may touch, as it is started with. */
export interface ReadySet {
  /** The flags of Deno that grant it, and nothing else. */
  readonly flags: readonly string[];
  /** The same, with absolute paths. */
  readonly permissions: PermissionSet;
  /** Equal for sets that are equal, in whatever order they are written. */
  readonly key: string;
}

/**
 * Makes ready what a component declares: a name becomes the set of deno.json, paths become absolute and
 * are followed through symlinks, entries have the form of Deno's flags.
 *
 * A path below the project that leads elsewhere within it is granted as it is written and as it leads,
 * since Deno compares paths by their letters. What leads out of the project is refused, and so is any
 * other path that is a symlink, or below one; programs that may be run are often that, and may be.
 *
 * @param folder Path of the project's folder, with a slash at its end
 * @throws {TypeError} for what cannot be granted; its message follows the component's name, such as
 *   `declares net "a b", which is no host such as …`
 */
export async function readySet(declared: DeclaredPermissions, folder: string): Promise<ReadySet> {
  const { set, folder: base } = typeof declared === "string"
    ? await namedSet(declared, folder)
    : { set: declared, folder };
  const permissions: { [Kind in PermissionKind]?: Grant } = {};
  for (const kind of PERMISSION_KINDS) {
    const grant = set[kind] && readyGrant(kind, set[kind], base);
    if (grant !== undefined) permissions[kind] = grant;
  }
  return Object.freeze({
    flags: Object.freeze(flagsOf(permissions)),
    permissions: Object.freeze(permissions),
    key: JSON.stringify(permissions),
  });
}

function readyGrant(
  kind: PermissionKind,
  { allow, deny = [], ignore = [] }: Grant,
  folder: string,
): Grant | undefined {
  const granted = allow === true || readyEntries(kind, allow, folder, true);
  const denied = deny === true || readyEntries(kind, deny, folder, false);
  const ignored = ignore === true || readyEntries(kind, ignore, folder, false);
  if (isEmpty(granted) && isEmpty(ignored)) return undefined;
  return Object.freeze({
    allow: granted,
    ...(isEmpty(denied) ? {} : { deny: denied }),
    ...(isEmpty(ignored) ? {} : { ignore: ignored }),
  });
}

function isEmpty(entries: true | readonly string[]): boolean {
  return entries !== true && entries.length === 0;
}

function readyEntries(
  kind: PermissionKind,
  entries: readonly string[],
  folder: string,
  granted: boolean,
): readonly string[] {
  const ready: string[] = [];
  for (const entry of entries) {
    try {
      for (const each of readEntry(kind, entry, folder)) {
        const real = otherPath(kind, each, folder, granted);
        for (const form of real === undefined ? [each] : [each, real]) {
          if (form.includes(",")) {
            throw new TypeError("with a comma, which no flag of Deno takes for part of an entry");
          }
          ready.push(form);
        }
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new TypeError(`declares ${kind} ${JSON.stringify(entry)}, ${error.message}`);
    }
  }
  return Object.freeze([...new Set(ready)].sort());
}

/** Where a path leads, if elsewhere. */
function otherPath(
  kind: PermissionKind,
  path: string,
  folder: string,
  granted: boolean,
): string | undefined {
  if (!isPath(kind, path, folder)) return undefined;
  const real = realPathOf(path);
  if (real === path || !granted) return real;
  const project = realPathOf(folder.slice(0, -1) || "/").replace(/\/*$/, "/");
  if (isWithin(real, project) && isWithin(path, folder)) return real;
  const leads = isWithin(path, folder) || isWithin(path, project)
    ? "which leads out of its project"
    : "a symlink, or below one";
  throw new TypeError(`${leads}; declare ${JSON.stringify(real)}`);
}

function isPath(kind: PermissionKind, entry: string, folder: string): boolean {
  // Programs are often reached by symlinks, such as /bin/sh.
  if (kind === "run") return isProgramPath(entry) && isWithin(entry, folder);
  return kind === "read" || kind === "write" || kind === "ffi";
}

function isWithin(path: string, folder: string): boolean {
  return `${path}/`.startsWith(folder);
}
