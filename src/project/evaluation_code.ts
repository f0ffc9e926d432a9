import { projectOf } from "../deno/projects.ts";
import { readySet } from "../sandbox/permissions/ready_set.ts";
import type { ComponentFile } from "../schema/from_types/component_file.ts";
import { type IsolationOptions, sandboxOf } from "../server/isolation.ts";
import type { PermissionSet } from "../server/permissions.ts";
import type { SandboxedCode } from "../server/sandboxed.ts";
import type { FoundComponent } from "./find_components.ts";

/** Megabytes of a heap, where a component does not say. */
const MEMORY_MB = 512;

/**
 * The code that tells what the schemas of a component are. It may do what the component declares, but for
 * `run` and `ffi`, which know no limits, while somebody may only be looking.
 *
 * @returns `undefined` if what it declares cannot be granted
 */
export async function evaluationCode(
  { url, path, kind }: FoundComponent,
  { options, schemas }: ComponentFile,
): Promise<SandboxedCode | undefined> {
  const permissions = await evaluationSet(url, options);
  if (permissions === undefined) return undefined;
  const { memoryMb } = options;
  return Object.freeze({
    kind,
    key: path,
    module: url,
    exported: "default",
    schemas,
    warm: false,
    settings: Object.freeze({
      permissions,
      memoryMb: Number.isInteger(memoryMb) ? memoryMb as number : MEMORY_MB,
      pool: 1,
      idleMs: Infinity,
    }),
  });
}

async function evaluationSet(
  url: string,
  { permissions, isolation }: IsolationOptions,
): Promise<PermissionSet | undefined> {
  try {
    const said = {
      ...(permissions === undefined ? {} : { permissions }),
      ...(isolation === undefined ? {} : { isolation }),
    };
    const sandbox = sandboxOf(said);
    if (sandbox === undefined) return {};
    const ready = await readySet(sandbox.settings.permissions, projectOf(url).folder);
    const { run: _, ffi: __, ...rest } = ready.permissions;
    return rest;
  } catch (error) {
    // Said where the permissions are looked at.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
