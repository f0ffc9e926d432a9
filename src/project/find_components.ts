import type { ComponentRequest } from "../schema/from_types/component_file.ts";
import { fileUrl } from "../schema/uri/file_url.ts";
import type { ProjectProblem } from "./checked_project.ts";
import { COMPONENT_FOLDERS } from "./component_folders.ts";
import { errorIn, reasonOf } from "./problems.ts";

/** A file that is to be a component. */
export interface FoundComponent extends ComponentRequest {
  /** Its path from the project's folder, with slashes. */
  readonly path: string;
}

/** What lies in the folders of a project. */
export interface FoundFiles {
  /** The files that are to be components, in the order of their paths. */
  readonly components: readonly FoundComponent[];
  /** URLs of the TypeScript files beside them, which are no components: `_` files and tests. */
  readonly others: readonly string[];
  /** What lies there and may not. */
  readonly problems: readonly ProjectProblem[];
}

const TYPESCRIPT = /\.(?:tsx?|mts)$/;
const DECLARATIONS = /\.d\.m?ts$/;
const OTHER_SCRIPT = /\.(?:[cm]?jsx?|cts)$/;
const PACKAGES =
  "packages of npm are no components: move them, and the package.json by which they came, " +
  "to the project's folder";
const TEST = /(?:_test|\.test)\.[^/]*$/;

/**
 * Finds the files of a project's components, in an order that depends on nothing but their paths.
 *
 * @param folder Path of the project's folder without links, with a slash at its end
 */
export function findComponents(folder: string): FoundFiles {
  const components: FoundComponent[] = [];
  const others: string[] = [];
  const problems: ProjectProblem[] = [];
  const wrong = (path: string, what: string) => void problems.push(errorIn(folder + path, what));

  const visitFolder = (path: string, kind: FoundComponent["kind"], isLeftOut: boolean) => {
    let entries: Deno.DirEntry[];
    try {
      entries = [...Deno.readDirSync(folder + path)];
    } catch (error) {
      return wrong(path, `the folder cannot be read: ${reasonOf(error)}`);
    }
    for (const entry of entries) {
      if (!entry.name.startsWith(".")) visit(`${path}/${entry.name}`, entry, kind, isLeftOut);
    }
  };

  const visit = (
    path: string,
    { name, isDirectory, isSymlink, isFile }: Deno.DirEntry,
    kind: FoundComponent["kind"],
    isBelowLeftOut: boolean,
  ) => {
    const isLeftOut = isBelowLeftOut || name.startsWith("_");
    if (isDirectory && name === "node_modules" && !isLeftOut) return wrong(path, PACKAGES);
    if (isDirectory) return visitFolder(path, kind, isLeftOut);
    const isCode = TYPESCRIPT.test(name) && !DECLARATIONS.test(name);
    const url = fileUrl(folder + path);
    if (isLeftOut || TEST.test(name)) {
      if (isCode && isFile) others.push(url);
      return;
    }
    // Deno takes the URL of such a file for that of another one.
    if (isCode && name.includes("\\")) {
      return wrong(path, `a backslash is in its name, ${JSON.stringify(name)}: rename it`);
    }
    const unfit = isSymlink ? wrongLink(folder, path) : isFile ? undefined : "no file";
    if (unfit !== undefined) return wrong(path, unfit);
    if (!isCode) return wrong(path, noComponent(path, name));
    components.push({ path, url, kind });
  };

  for (const [name, kind] of Object.entries(COMPONENT_FOLDERS)) {
    const info = lookAt(folder + name);
    if (info?.isSymlink) wrong(name, "a link to a folder, which is not followed; move it here");
    else if (info?.isDirectory) visitFolder(name, kind, false);
    else if (info !== undefined) wrong(name, `no folder, where those of ${kind}s are looked for`);
  }
  components.sort((a, b) => a.path < b.path ? -1 : 1);
  return { components, others: others.sort(), problems };
}

/** Why what a link leads to is no component. */
function wrongLink(folder: string, path: string): string | undefined {
  try {
    const real = Deno.realPathSync(folder + path);
    if (Deno.statSync(real).isDirectory) {
      return "a link to a folder, which is not followed; move the folder here";
    }
    if (real.startsWith(folder)) return undefined;
    return `a link that leads out of the project, to ${real}; move the file here`;
  } catch (error) {
    return error instanceof Deno.errors.NotFound
      ? "a link that leads nowhere"
      : `a link that cannot be followed: ${reasonOf(error)}`;
  }
}

function noComponent(path: string, name: string): string {
  const [, folder] = /^([^/]+)\//.exec(path)!;
  if (OTHER_SCRIPT.test(name)) return "no component: write it in TypeScript, as a .ts file";
  return `no component: call it _${name}, or move it out of ${folder}/`;
}

function lookAt(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch {
    return undefined;
  }
}
