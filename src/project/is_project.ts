import { COMPONENT_FOLDERS } from "./component_folders.ts";

/** Whether a folder is a project of components: one with tools/, resources/ or prompts/ in it. */
export async function isProject(folder: string): Promise<boolean> {
  const found = await Promise.all(
    Object.keys(COMPONENT_FOLDERS).map((name) => isFolder(`${folder}/${name}`)),
  );
  return found.includes(true);
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isDirectory;
  } catch {
    return false;
  }
}
