import { projectOf } from "../deno/projects.ts";
import { readySet } from "../sandbox/permissions/ready_set.ts";
import { refusal } from "../sandbox/permissions/refusal.ts";
import type { PermissionSet } from "../server/permissions.ts";
import type { SandboxedCode } from "../server/sandboxed.ts";

/** What a sandbox may touch, as far as that can be told without one. */
export interface ReadSet {
  /** The set, in which paths are absolute and names of sets are looked up; none if it is wrong. */
  readonly ready?: PermissionSet;
  /** Why it cannot start, if so. */
  readonly problem?: string;
}

/**
 * Reads what a sandbox may touch, and whether it could start here.
 *
 * @param what The component, as the problem names it
 */
export async function readSet(
  { module, settings }: SandboxedCode,
  what: string,
): Promise<ReadSet> {
  try {
    const { permissions } = await readySet(settings.permissions, projectOf(module).folder);
    const problem = refusal(what, permissions);
    return { ready: permissions, ...(problem === undefined ? {} : { problem }) };
  } catch (error) {
    return { problem: `${what} ${(error as Error).message}` };
  }
}
