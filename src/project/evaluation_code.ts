import { projectFolder } from "../deno/projects.ts";
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

/** The kinds of permissions by which nothing can be changed, or told to others. */
const READING: readonly string[] = ["read", "env", "sys"];

/**
 * Whether a kind of permission is not granted where schemas are evaluated.
 *
 * @param permissions What is declared, or what is left of it
 */
export function isEvaluatedWithout(
  kind: string | undefined,
  permissions: DeclaredPermissions,
): boolean {
  if (kind === undefined || typeof permissions === "string") return false;
  // The address of a module tells its host something as well.
  const granted = permissions.import === undefined ? READING : ["import"];
  return !granted.includes(kind);
}

/**
 * The code that tells what the schemas of a component are. While somebody may only be looking, it may read
 * what the component declares, and carry nothing of that elsewhere.
 *
 * @param folder Path of the project's folder, with a slash at its end
 * @throws {TypeError} whose message says why what it declares cannot be granted
 */
export async function evaluationCode(
  folder: string,
  { url, path, kind }: FoundComponent,
  { options, schemas }: ComponentFile,
): Promise<SandboxedCode> {
  const settings = settingsOf({ kind, key: path, file: path, options });
  const permissions = settings === undefined
    ? {}
    : await grantedOf(settings.permissions, projectFolder(url, folder));
  return Object.freeze({
    kind,
    key: path,
    module: url,
    folder,
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

async function grantedOf(declared: DeclaredPermissions, folder: string): Promise<PermissionSet> {
  try {
    const { permissions } = await readySet(declared, folder);
    return Object.fromEntries(
      Object.entries(permissions).filter(([kind]) => !isEvaluatedWithout(kind, permissions)),
    );
  } catch (error) {
    throw new TypeError(`it ${(error as Error).message}`);
  }
}
