import { McpServer } from "../app/mcp_server.ts";
import { hasServerFile, SERVER_FILE } from "../project/server_file.ts";
import { flagsOf } from "../sandbox/permissions/flags.ts";
import { fileUrl } from "../schema/uri/file_url.ts";
import type { PermissionSet } from "../server/permissions.ts";
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
  return {
    flags: flagsOf(withDeno(union)),
    inline: [
      ...(hasServerFile(folder) ? [SERVER_FILE] : []),
      ...inline.map(({ kind, key }) => `${kind} ${JSON.stringify(key)}`),
    ],
  };
}

/** Sandboxes are started by Deno. */
function withDeno(set: PermissionSet): PermissionSet {
  const allow = set.run?.allow ?? [];
  return allow === true ? set : { ...set, run: { ...set.run, allow: ["deno", ...allow] } };
}
