import { moduleGraph } from "../deno/deno_info.ts";
import { mayRead, PROJECT_FILES } from "../deno/projects.ts";
import { fileUrl, foldersAbove, pathOf } from "../schema/uri/file_url.ts";

/** How a process of Deno holds to the versions of a project, without writing its lock file. */
export interface ProjectLock extends AsyncDisposable {
  readonly flags: readonly string[];
}

/**
 * Finds how to hold to the versions that the lock file of a project names: by a copy of it, since it may
 * lack what only a sandbox imports. Where no copy can be made, Deno is asked what it would take as it is.
 *
 * @param modules URLs of what is to be loaded
 * @param folder Path of the project's folder, with a slash at its end
 * @returns to be disposed of when Deno has read it, and again when the process is gone
 */
export async function projectLock(
  modules: readonly string[],
  folder: string,
): Promise<ProjectLock> {
  const lock = lockOf(folder);
  if (lock === "none") return lockBy("--no-lock");
  try {
    if (lock === "own") return await copyOf(`${folder}deno.lock`);
  } catch {
    // There is nowhere to write to.
  }
  try {
    const { flags } = await moduleGraph(modules, folder);
    return lockBy(...flags.filter((flag) => LOCK_FLAGS.includes(flag)));
  } catch {
    // The check of the modules says what is wrong.
    return lockBy("--frozen");
  }
}

const LOCK_FLAGS = ["--frozen", "--no-lock"];

/** Where Deno takes the lock file of a project from, as far as it can be told by looking. */
function lockOf(folder: string): "own" | "none" | "elsewhere" {
  for (const above of [...foldersAbove(fileUrl(folder + "x"))].map(pathOf)) {
    if (!mayRead(above)) return "elsewhere";
    const configs = PROJECT_FILES.map((name) => textOf(above + name));
    if (configs.some((config) => /"lock"/.test(config))) return "elsewhere";
    if (above === folder && isFile(`${above}deno.lock`)) return "own";
    if (configs.some((config) => /"workspaces?"/.test(config))) return "elsewhere";
  }
  return "none";
}

async function copyOf(path: string): Promise<ProjectLock> {
  const text = await Deno.readTextFile(path);
  const copy = await Deno.makeTempFile({ prefix: "mcp-", suffix: ".lock" });
  await Deno.writeTextFile(copy, text);
  return {
    flags: [`--lock=${copy}`],
    [Symbol.asyncDispose]: () => Deno.remove(copy).catch(() => {}),
  };
}

function lockBy(...flags: string[]): ProjectLock {
  return { flags, [Symbol.asyncDispose]: () => Promise.resolve() };
}

function textOf(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
