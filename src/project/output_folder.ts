import { isRecord } from "../schema/json_schema.ts";
import { fileUrl, pathOf } from "../schema/uri/file_url.ts";
import { COMPONENT_FOLDERS } from "./component_folders.ts";
import { ENTRY_MARK } from "./entry_source.ts";
import { reasonOf } from "./problems.ts";

/** The files that a build writes. */
export const [MANIFEST_FILE, ENTRY_FILE] = ["manifest.json", "main.ts"];

/**
 * The folder that a build may write to.
 *
 * @param folder Path of the project's folder without links, with a slash at its end
 * @param output Path as it was given
 * @returns its path, likewise; it need not be there yet
 * @throws {Error} in one line, for a folder that is not to be written to
 */
export function outputFolder(folder: string, output: string): string {
  const refuse = (what: string): never => {
    throw new Error(`Cannot build into ${output}: ${what}`);
  };
  const path = absolute(output);
  const info = lookAt(path);
  if (info?.isSymlink) refuse("it is a link; give the folder itself");
  if (info !== undefined && !info.isDirectory) refuse("it is no folder");
  const real = realPath(path) ?? refuse("there is a link on the way to it that leads nowhere");
  if (real === folder) refuse("that is the folder of the project; give one below it, such as dist");
  if (!real.startsWith(folder)) {
    refuse(`it is not below the project, whose files the entry imports; give one such as dist`);
  }
  const [first] = real.slice(folder.length).split("/");
  if (Object.hasOwn(COMPONENT_FOLDERS, first)) {
    refuse(`components are looked for in ${first}/; give another folder, such as dist`);
  }
  for (const [name, isOurs] of Object.entries(OURS)) {
    const file = lookAt(real + name);
    if (file === undefined) continue;
    if (!file.isFile || !isOurs(textAt(real + name))) {
      refuse(`its ${name} was not made by mcp build; move it away, or give another folder`);
    }
  }
  return real;
}

const OURS: Readonly<Record<string, (text: string) => boolean>> = {
  [MANIFEST_FILE]: (text) => {
    try {
      const json = JSON.parse(text);
      return isRecord(json) && typeof json.form === "number";
    } catch {
      return false;
    }
  },
  [ENTRY_FILE]: (text) => text.startsWith(ENTRY_MARK),
};

/** An absolute path without steps such as `..`. */
function absolute(path: string): string {
  const isWhole = path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path);
  return pathOf(fileUrl(isWhole ? path : `${Deno.cwd()}/${path}`));
}

/**
 * The path without links of a folder, of which some at the end need not be there; with a slash.
 *
 * @returns `undefined` where a link leads nowhere
 */
function realPath(path: string): string | undefined {
  const missing: string[] = [];
  for (let there = path.replace(/\/+$/, "");; there = there.slice(0, there.lastIndexOf("/"))) {
    try {
      const real = Deno.realPathSync(there || "/").replace(/\/$/, "");
      return `${[real, ...missing].join("/")}/`;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      if (lookAt(there) !== undefined) return undefined;
      missing.unshift(there.slice(there.lastIndexOf("/") + 1));
    }
  }
}

function lookAt(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path.replace(/\/+$/, ""));
  } catch {
    return undefined;
  }
}

function textAt(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    throw new Error(`Cannot read ${path}: ${reasonOf(error)}`);
  }
}
