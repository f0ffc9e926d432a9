import { dirname } from "node:path";
import { CommandError } from "./command.ts";

/**
 * Writes files that are not there yet, and the folders that they need; all of them, or nothing.
 *
 * @param folder Absolute path of the folder
 * @param files The texts by their paths below it
 * @throws {CommandError} if one is there, or cannot be written
 */
export async function writeNew(
  folder: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  try {
    for (const [file, text] of Object.entries(files)) {
      const path = `${folder}/${file}`;
      await makeFolder(dirname(path), undo);
      await Deno.writeTextFile(path, text, { createNew: true });
      undo.push(() => Deno.remove(path));
    }
  } catch (error) {
    for (const back of undo.reverse()) await back().catch(() => {});
    throw new CommandError(`Cannot write into ${folder}: ${(error as Error).message}`);
  }
}

/** Which of some files are there, be it as a link that leads nowhere. */
export async function present(folder: string, files: readonly string[]): Promise<string[]> {
  const there = await Promise.all(
    files.map((file) => Deno.lstat(`${folder}/${file}`).then(() => true, () => false)),
  );
  return files.filter((_, i) => there[i]);
}

async function makeFolder(path: string, undo: (() => Promise<void>)[]): Promise<void> {
  try {
    await Deno.mkdir(path);
    undo.push(() => Deno.remove(path));
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return;
    if (!(error instanceof Deno.errors.NotFound) || dirname(path) === path) throw error;
    await makeFolder(dirname(path), undo);
    await makeFolder(path, undo);
  }
}
