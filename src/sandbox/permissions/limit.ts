import { didYouMean } from "../../schema/nearest.ts";
import {
  type Grant,
  PERMISSION_KINDS,
  type PermissionKind,
  type PermissionSet,
} from "../../server/permissions.ts";
import { readEntry } from "./entries.ts";
import { realPathOf } from "./real_path.ts";

const PATHS: readonly PermissionKind[] = ["read", "write", "ffi"];

/**
 * Reads what sandboxes may be granted at most, as the command line has it.
 *
 * @param texts Each a kind, a kind with entries, or `none`: `net`, `read=./data,./more`
 * @param folder Path of the folder that relative paths mean, with a slash at its end
 * @returns paths are absolute, and stand beside where they lead
 * @throws {TypeError} with one line, for what Deno would not take
 */
export function readLimit(texts: readonly string[], folder: string): PermissionSet {
  if (texts.includes("none")) {
    if (texts.length > 1) throw new TypeError("--limit none goes with no other --limit");
    return Object.freeze({});
  }
  const limit: { [Kind in PermissionKind]?: Grant } = {};
  for (const text of texts) {
    const [, kind, values] = /^([^=]*)(?:=([^]*))?$/.exec(text)!;
    if (!isKind(kind)) {
      throw new TypeError(
        `--limit ${text}: ${JSON.stringify(kind)} is none of ${PERMISSION_KINDS.join(", ")}, none` +
          didYouMean(kind, PERMISSION_KINDS),
      );
    }
    const before = limit[kind]?.allow ?? [];
    const more = values === undefined || readValues(kind, values, folder);
    limit[kind] = Object.freeze({
      allow: before === true || more === true || [...new Set([...before, ...more])].sort(),
    });
  }
  return Object.freeze(limit);
}

function readValues(kind: PermissionKind, values: string, folder: string): string[] {
  return values.split(",").flatMap((value) => {
    try {
      const entries = readEntry(kind, value, folder);
      return PATHS.includes(kind) ? entries.flatMap((path) => [path, realPathOf(path)]) : entries;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new TypeError(`--limit ${kind} names ${JSON.stringify(value)}, ${error.message}`);
    }
  });
}

function isKind(kind: string): kind is PermissionKind {
  return (PERMISSION_KINDS as readonly string[]).includes(kind);
}
