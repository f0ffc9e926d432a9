const SEPARATOR = Deno.build.os === "windows" ? "\\" : "/";
const TRIES = 3;
const LOOKS = 5;

/**
 * Opens a regular file below a folder. Links are followed as long as they stay below it.
 *
 * @param folder Path of the folder
 * @param path Names below it with `/` between them; nothing else is taken for a path
 * @param hidden Whether names may begin with a dot
 * @returns the file, to be closed, or `undefined` if there is no such file
 * @throws {Error} if the folder is not there, or something may not be read
 */
export async function openBelow(
  folder: string,
  path: string,
  hidden: boolean,
): Promise<Deno.FsFile | undefined> {
  if (!isPlain(path) || !hidden && isHidden(path)) return undefined;
  const real = await Deno.realPath(folder);
  const root = real.endsWith(SEPARATOR) ? real : real + SEPARATOR;
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      const file = await open(root, path, hidden);
      if (file !== "moved") return file;
    } catch (error) {
      if (isAbsence(error)) return undefined;
      throw error;
    }
  }
}

async function open(
  root: string,
  path: string,
  hidden: boolean,
): Promise<Deno.FsFile | "moved" | undefined> {
  const real = await Deno.realPath(root + path);
  if (!real.startsWith(root) || !hidden && isHidden(real.slice(root.length))) return undefined;
  // To open a pipe or a device can take for ever, or have effects.
  const { isFile, isSymlink } = await Deno.lstat(real);
  if (!isFile) return isSymlink ? "moved" : undefined;
  const file = await Deno.open(real);
  try {
    if (await isAt(file, real)) return file;
  } catch (error) {
    file.close();
    throw error;
  }
  file.close();
  return "moved";
}

/**
 * Whether a file that was opened by a path is still there, with no link on the way. There is no way to
 * open below a folder in one step, so that somebody who can write there may put a link in and take it
 * out again in between; to look several times leaves no chance to hit all the gaps.
 */
async function isAt(file: Deno.FsFile, real: string): Promise<boolean> {
  const { isFile, ino, dev } = await file.stat();
  for (let look = 0; look < LOOKS; look++) {
    if (await Deno.realPath(real) !== real) return false;
    const there = await Deno.lstat(real);
    if (!isFile || !there.isFile || there.ino !== ino || there.dev !== dev) return false;
  }
  return true;
}

/** Whether a path is names and `/` only, on every system, in the one way to write it. */
function isPlain(path: string): boolean {
  if (/[\\\0]|^[A-Za-z]:/.test(path)) return false;
  if (Deno.build.os === "windows" && /[<>:"|?*]/.test(path)) return false;
  return path.split("/").every((name) => name !== "" && name !== "." && name !== "..");
}

function isHidden(path: string): boolean {
  return path.split(/[/\\]/).some((name) => name.startsWith("."));
}

function isAbsence(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory ||
    error instanceof Deno.errors.FilesystemLoop ||
    (error as { code?: unknown }).code === "ENAMETOOLONG";
}
