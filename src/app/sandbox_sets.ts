import { projectFolder } from "../deno/projects.ts";
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
  /** What it comes to beyond what it says, if so. */
  readonly risk?: string;
}

/**
 * Reads what a sandbox may touch, and whether it could start here.
 *
 * @param what The component, as the problem names it
 */
export async function readSet(
  code: SandboxedCode,
  what: string,
): Promise<ReadSet> {
  try {
    const folder = projectFolder(code.module, code.folder);
    const { permissions } = await readySet(code.settings.permissions, folder);
    const problem = refusal(what, permissions);
    return {
      ready: permissions,
      ...(problem === undefined ? {} : { problem }),
      ...(writesTo(folder, permissions) ? { risk: `${what} ${RISK}` } : {}),
    };
  } catch (error) {
    return { problem: `${what} ${(error as Error).message}` };
  }
}

const RISK =
  "may write to the folder of its project, and with that change what every component does";

/** Whether a set lets everything in a folder be written; its path has a slash at the end. */
function writesTo(folder: string, { write }: PermissionSet): boolean {
  return write?.allow === true ||
    (write?.allow ?? []).some((path) => folder.startsWith(path.endsWith("/") ? path : `${path}/`));
}
