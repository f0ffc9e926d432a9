import { fileUrl, foldersAbove, pathOf } from "../schema/uri/file_url.ts";

/** Files of Deno's configuration, the first of which counts. */
const CONFIG_FILES = ["deno.json", "deno.jsonc"];

/** Files that make a folder a project: how what lies below is resolved and checked stands in them. */
export const PROJECT_FILES = [...CONFIG_FILES, "package.json"];

/** Whether files of a folder may be read without asking. */
export function mayRead(path: string): boolean {
  return Deno.permissions.querySync({ name: "read", path }).state === "granted";
}

/** Where a module belongs. */
export interface ProjectPlace {
  /** Path of the folder, with a slash at its end. */
  readonly folder: string;
  /** Path of a folder that may be the right one, but cannot be seen. */
  readonly unseen?: string;
  /** Whether there is no project, so that it is resolved as all such modules are. */
  readonly alone?: boolean;
}

/**
 * The folder of the project that a module belongs to: the nearest with one of {@linkcode PROJECT_FILES},
 * as far as that may be seen; else its own. Deno takes one that is not a file for part of where it runs.
 */
export function projectOf(url: string): ProjectPlace {
  if (!url.startsWith("file:")) return { folder: pathOf(`${fileUrl(Deno.cwd())}/`) };
  const own = pathOf(new URL("./", url));
  for (const folder of foldersAbove(url)) {
    const path = pathOf(folder);
    if (!mayRead(path)) return { folder: own, unseen: path };
    if (PROJECT_FILES.some((name) => isFile(path + name))) return { folder: path };
  }
  return { folder: own, alone: true };
}

/**
 * Path of the folder of the project that a module belongs to, with a slash at its end.
 *
 * @param known What it is where it cannot be seen
 */
export function projectFolder(url: string, known: string | undefined): string {
  const { folder, unseen } = projectOf(url);
  return unseen === undefined ? folder : known ?? folder;
}

/**
 * The flag by which Deno takes the configuration of a folder, whatever module it runs: that of the project
 * that the folder belongs to, or none where there is no project.
 *
 * @returns `undefined` where Deno must look itself: a folder cannot be seen, or has a package.json alone
 */
export function configOf(folder: string): string | undefined {
  const { folder: project, unseen, alone } = projectOf(fileUrl(`${folder}x`));
  if (alone) return "--no-config";
  const config = CONFIG_FILES.map((name) => project + name).find(isFile);
  return unseen !== undefined || config === undefined ? undefined : `--config=${config}`;
}

/** What a file of configuration says of the folder `node_modules`. */
const NODE_MODULES = /"nodeModulesDir"\s*:\s*(?:"(\w+)"|\w+)/;

/**
 * The flag by which Deno finds the packages of a project without making a folder `node_modules`, which
 * could run their scripts: what is there is used where nothing else is, and else Deno's cache.
 *
 * @param folder Path of the project's folder, with a slash at its end
 */
export function nodeModulesFlag(folder: string): string {
  const project = fileUrl(projectOf(fileUrl(`${folder}x`)).folder);
  let mode: string | undefined;
  for (const above of foldersAbove(project)) {
    const texts = PROJECT_FILES.map((name) => textOf(pathOf(above) + name));
    if (above !== project && !texts.some((text) => /"workspaces?"/.test(text))) continue;
    const [, said] = NODE_MODULES.exec(texts.join("\n")) ?? [];
    mode = said ?? mode ?? (isFile(`${pathOf(above)}package.json`) ? "manual" : undefined);
  }
  return `--node-modules-dir=${mode === "manual" ? mode : "none"}`;
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
