import { HOST, isRemote, launchOf, type SandboxForm } from "./launch.ts";
import { checkModules } from "./permissions/module_check.ts";
import { projectLock } from "./project_lock.ts";
import type { SandboxProcess } from "./sandbox_process.ts";
import { spawnDeno } from "./spawn_deno.ts";

/** A module may not be loaded by a sandbox; `cause` says why. */
export class ModuleError extends Error {
  /** Name of the class. */
  override readonly name = "ModuleError";
}

/**
 * Gives a process its child, and opens it once the modules have been checked, which is done while Deno
 * starts.
 *
 * @param ahead Modules that are loaded at once
 * @returns settles when the process is gone
 * @throws {ModuleError} if a module may not be loaded
 * @throws {Error} if nothing can be started
 */
export async function runProcess(
  process: SandboxProcess,
  form: SandboxForm,
  modules: readonly string[],
  ahead: Iterable<string>,
): Promise<void> {
  await using lock = await projectLock([HOST, ...modules], form.folder);
  if (process.isOver) return;
  const checked = checkModules(modules, form.folder, form.set.permissions).catch((cause) => {
    throw new ModuleError("A module may not be loaded", { cause });
  });
  try {
    // The check has what is not on this machine brought here.
    if (modules.some(isRemote)) await checked;
    const child = await spawnDeno(launchOf(form, modules, lock.flags));
    if (process.isOver) {
      child.kill();
      await child.exited;
      return;
    }
    const isThere = process.begin(child);
    await checked;
    if (await isThere) process.open(ahead);
  } finally {
    await checked.catch(() => {});
  }
  await process.gone;
}
