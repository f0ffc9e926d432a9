import { tidyPath } from "./hosts.ts";

/** Path of the program that a name means, as far as this process may look; symlinks are not followed. */
export function programPath(name: string): string | undefined {
  try {
    const folders = (Deno.env.get("PATH") ?? "").split(":").filter((folder) => folder !== "");
    return folders.map((folder) => absolute(`${folder}/${name}`)).find(isProgram);
  } catch {
    return undefined;
  }
}

function absolute(path: string): string {
  return tidyPath(path.startsWith("/") ? path : `${Deno.cwd()}/${path}`);
}

function isProgram(path: string): boolean {
  try {
    const { isFile, mode } = Deno.statSync(path);
    return isFile && ((mode ?? 0) & 0o111) !== 0;
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    return false;
  }
}
