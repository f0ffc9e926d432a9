import { neededEnv } from "./child_env.ts";
import { HOST, launchOf, type SandboxForm } from "./launch.ts";
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
 * @param mayMiss Whether it is opened although the check brought something to this machine, which Deno
 *   may have missed by then
 * @returns settles when the process is gone; `false` as soon as it is clear that it may miss something
 * @throws {ModuleError} if a module may not be loaded
 * @throws {Error} if nothing can be started
 */
export async function runProcess(
  process: SandboxProcess,
  form: SandboxForm,
  modules: readonly string[],
  ahead: Iterable<string>,
  mayMiss: boolean,
): Promise<boolean> {
  const needed = neededEnv();
  const checked = checkModules(modules, form.folder, form.set.permissions).catch((cause) => {
    throw new ModuleError("A module may not be loaded", { cause });
  });
  // It may fail before anybody waits for it.
  const settled = checked.catch(() => {});
  await using lock = await projectLock([HOST, ...modules], form.folder);
  try {
    if (process.isOver) return true;
    const launch = launchOf(form, modules, lock.flags, await needed);
    const child = await spawnDeno(launch).catch(async (error) => {
      // A folder that is not there keeps Deno from starting, too.
      await checked;
      throw error;
    });
    if (process.isOver) {
      child.kill();
      await child.exited;
      return true;
    }
    const isThere = await process.begin(child);
    // Deno has read it by now, and may still write it.
    await lock[Symbol.asyncDispose]();
    const { downloaded } = await checked;
    if (downloaded && !mayMiss) return false;
    if (isThere) process.open(ahead);
  } finally {
    await settled;
  }
  await process.gone;
  return true;
}
