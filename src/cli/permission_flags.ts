import { McpServer } from "../app/mcp_server.ts";
import { hasServerFile, SERVER_FILE } from "../project/server_file.ts";
import { covers } from "../sandbox/permissions/coverage.ts";
import { isProgramPath } from "../sandbox/permissions/entries.ts";
import { flagsOf } from "../sandbox/permissions/flags.ts";
import { isRecord } from "../schema/json_schema.ts";
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
  const set = namesPlaces(manifest) ? withFolder(union, folder.slice(0, -1)) : union;
  return {
    flags: flagsOf(withDeno(set)),
    inline: [
      ...(hasServerFile(folder) ? [SERVER_FILE] : []),
      ...inline.map(({ kind, key }) => `${kind} ${JSON.stringify(key)}`),
    ],
  };
}

/** Whether some component declares paths from the project's folder, or a set of its deno.json. */
function namesPlaces({ components }: ProjectManifest): boolean {
  return components.some(({ options: { permissions } }) =>
    typeof permissions === "string"
      ? permissions !== "none" && permissions !== "inherit"
      : isRecord(permissions) &&
        PATHS.some((kind) =>
          Array.isArray(permissions[kind]) &&
          permissions[kind].some((entry) => isRelative(kind, String(entry)))
        )
  );
}

const PATHS = ["read", "write", "ffi", "run"] satisfies PermissionKind[];

function isRelative(kind: PermissionKind, entry: string): boolean {
  const isName = kind === "run" && !isProgramPath(entry);
  return !isName && !/^(\/|file:|[A-Za-z]:[\\/])/.test(entry);
}

/** What is relative to the project's folder is, where that may be seen. */
function withFolder(set: PermissionSet, path: string): PermissionSet {
  const folder: PermissionSet = { read: { allow: [path] } };
  const allow = set.read?.allow ?? [];
  if (allow === true) return set;
  const others = allow.filter((entry) => !covers(folder, "read", entry));
  return { ...set, read: { ...set.read, allow: [path, ...others] } };
}

/** Sandboxes are started by Deno. */
function withDeno(set: PermissionSet): PermissionSet {
  const allow = set.run?.allow ?? [];
  return allow === true ? set : { ...set, run: { ...set.run, allow: ["deno", ...allow] } };
}
