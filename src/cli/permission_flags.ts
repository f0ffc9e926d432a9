import { dirname } from "node:path";
import { McpServer } from "../app/mcp_server.ts";
import { hasServerFile, SERVER_FILE } from "../project/server_file.ts";
import { covers } from "../sandbox/permissions/coverage.ts";
import { isProgramPath } from "../sandbox/permissions/entries.ts";
import { flagsOf } from "../sandbox/permissions/flags.ts";
import { fileUrl } from "../schema/uri/file_url.ts";
import type { PermissionKind, PermissionSet } from "../server/permissions.ts";
import type { ProjectManifest } from "../server/project_manifest.ts";

/** What a server of a project has to be started with. */
export interface PermissionFlags {
  /** Deno's flags, by which components get what they declare. */
  readonly flags: readonly string[];
  /** What runs in the server's process, and may need more, as people call it. */
  readonly inline: readonly string[];
}

/**
 * What a server of a project has to be started with, so that its components get what they declare.
 *
 * @param folder Path of the project's folder, with a slash at its end
 */
export async function permissionFlags(
  folder: string,
  manifest: ProjectManifest,
): Promise<PermissionFlags> {
  const server = new McpServer({ name: "built", version: "0.0.0" });
  server.addComponents(manifest, { url: fileUrl(folder) });
  const { permissions: { union }, components } = await server.describe();
  const inline = components.filter(({ permissions }) => permissions === "inherit");
  const read = namesSets(manifest) ? [folder.slice(0, -1)] : toFollow(union, folder);
  return {
    flags: flagsOf(withDeno(withRead(union, read))),
    inline: [
      ...(hasServerFile(folder) ? [SERVER_FILE] : []),
      ...inline.map(({ kind, key }) => `${kind} ${JSON.stringify(key)}`),
    ],
  };
}

/** Whether some component names a set of the project's deno.json, which is then read. */
function namesSets({ components }: ProjectManifest): boolean {
  return components.some(({ options: { permissions } }) =>
    typeof permissions === "string" && permissions !== "none" && permissions !== "inherit"
  );
}

const PATHS = ["read", "write", "ffi", "run"] satisfies PermissionKind[];

/** What has to be read to tell where the paths of a set lead. */
function toFollow(set: PermissionSet, folder: string): string[] {
  return PATHS.flatMap((kind) => {
    const allow = set[kind]?.allow ?? [];
    if (allow === true) return [];
    return allow
      .filter((path) => kind !== "run" || isProgramPath(path) && path.startsWith(folder))
      .map((path) => nearest(path, folder));
  });
}

/** A path, or what is above it and there; the folder for a symlink, which may not lead out of it. */
function nearest(path: string, folder: string): string {
  for (let at = path;; at = dirname(at)) {
    try {
      return Deno.realPathSync(at) === at ? at : folder.slice(0, -1);
    } catch (error) {
      if (dirname(at) === at) throw error;
    }
  }
}

function withRead(set: PermissionSet, paths: readonly string[]): PermissionSet {
  const read = set.read?.allow ?? [];
  if (read === true) return set;
  const wanted = [...new Set([...read, ...paths])].sort();
  const isCovered = (path: string) =>
    wanted.some((other) => other !== path && covers({ read: { allow: [other] } }, "read", path));
  const allow = wanted.filter((path) => !isCovered(path));
  return allow.length === 0 ? set : { ...set, read: { ...set.read, allow } };
}

/** Sandboxes are started by Deno. */
function withDeno(set: PermissionSet): PermissionSet {
  const allow = set.run?.allow ?? [];
  return allow === true ? set : { ...set, run: { ...set.run, allow: ["deno", ...allow] } };
}
