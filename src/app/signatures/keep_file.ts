import { writeWhole } from "./write_whole.ts";

/**
 * Keeps a text for later processes in a folder that is ours, and out of what git sees. Where a link or a
 * file is in its place, nothing is kept: what it leads to is not ours.
 *
 * @param folder Path of our folder; it is made if it is not there
 * @param file Path of the file, below it
 * @throws {Error} if it cannot be written
 */
export async function keepFile(folder: string, file: string, text: string): Promise<void> {
  const there = await Deno.lstat(folder).catch(() => undefined);
  if (there !== undefined && !there.isDirectory) return;
  await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
  await writeWhole(new Map([[`${folder}/.gitignore`, "*\n"], [file, text]]));
}
