import { writeWhole } from "./write_whole.ts";

/**
 * Keeps texts for later processes in a folder that is ours, and out of what git sees. Where a link or a
 * file is in its place, nothing is kept: a project could have brought it along to have others write
 * elsewhere.
 *
 * @param folder Path of our folder; it is made if it is not there
 * @param below Path of the folder in which all are, which is that or one in it
 * @param texts Texts by names
 * @throws {Error} if they cannot be written
 */
export async function keepFiles(
  folder: string,
  below: string,
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  if (await isOther(folder) || await isOther(below)) return;
  await Deno.mkdir(below, { recursive: true });
  const files = Object.entries(texts).map(([name, text]) => [`${below}/${name}`, text] as const);
  await writeWhole(new Map([[`${folder}/.gitignore`, "*\n"], ...files]));
}

/** Whether something else than a folder is there. */
async function isOther(path: string): Promise<boolean> {
  const info = await Deno.lstat(path).catch(() => undefined);
  return info !== undefined && !info.isDirectory;
}
