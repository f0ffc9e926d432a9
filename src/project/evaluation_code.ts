import { projectOf } from "../deno/projects.ts";
import { readySet } from "../sandbox/permissions/ready_set.ts";
import type { ComponentFile } from "../schema/from_types/component_file.ts";
import type { DeclaredPermissions, PermissionSet } from "../server/permissions.ts";
import { isolationOf } from "../server/project_component.ts";
import type { ProjectComponent } from "../server/project_manifest.ts";
import type { SandboxedCode, SandboxSettings } from "../server/sandboxed.ts";
import type { FoundComponent } from "./find_components.ts";
import { withoutLabel } from "./messages.ts";

/** Megabytes of a heap, where a component does not say. */
const MEMORY_MB = 512;

/**
 * The code that tells what the schemas of a component are. It may do what the component declares, but for
 * `run` and `ffi`, which know no limits, while somebody may only be looking.
 *
 * @throws {TypeError} whose message says why what it declares cannot be granted
 */
export async function evaluationCode(
  { url, path, kind }: FoundComponent,
  { options, schemas }: ComponentFile,
): Promise<SandboxedCode> {
  const settings = settingsOf({ kind, key: path, file: path, options });
  const permissions = settings === undefined ? {} : await grantedOf(settings.permissions, url);
  return Object.freeze({
    kind,
    key: path,
    module: url,
    exported: "default",
    schemas,
    warm: false,
    settings: Object.freeze({
      permissions,
      memoryMb: settings?.memoryMb ?? MEMORY_MB,
      pool: 1,
      idleMs: Infinity,
    }),
  });
}

function settingsOf(component: ProjectComponent): SandboxSettings | undefined {
  try {
    return isolationOf(component)?.settings;
  } catch (error) {
    throw new TypeError(withoutLabel((error as Error).message));
  }
}

async function grantedOf(declared: DeclaredPermissions, url: string): Promise<PermissionSet> {
  try {
    const { permissions } = await readySet(declared, projectOf(url).folder);
    const { run: _, ffi: __, ...rest } = permissions;
    return rest;
  } catch (error) {
    throw new TypeError(`it ${(error as Error).message}`);
  }
}
