import { stripVTControlCharacters } from "node:util";
import { isMcpServer, type McpServer } from "../app/mcp_server.ts";
import { isSignatureError } from "../app/signature_error.ts";
import { COMPONENT_FOLDERS } from "../project/component_folders.ts";
import { isProject } from "../project/is_project.ts";
import { didYouMean } from "../schema/nearest.ts";
import { fileUrl, pathOf } from "../schema/uri/file_url.ts";
import { CommandError } from "./command.ts";

const FILE = /^(.*\.[cm]?[jt]sx?)(?::([\p{ID_Start}$_][\p{ID_Continue}$]*))?$/u;
const REMOTE = /^(https?|jsr|npm|data):/;
const DEFAULT = "server.ts";

/** Whether a word can only be a target: a file, a folder or a URL, and no name of a component. */
export function looksLikeTarget(word: string): boolean {
  return FILE.test(word) || REMOTE.test(word) || /^(file:|\.{0,2}[/\\])/.test(word) || word === ".";
}

/** Whether a target is a server that runs already: an HTTP URL that is not one of a module. */
export function isEndpoint(target: string): boolean {
  const url = /^https?:/.test(target) ? URL.parse(target) : null;
  return url !== null && !FILE.test(url.pathname);
}

/** What a target names. */
export interface Located {
  /** URL of the module, or of the project's folder. */
  readonly url: string;
  /** Path of the project's folder, with a slash at its end, if it is one. */
  readonly project?: string;
  /** The export that is the server, if it is named. */
  readonly name?: string;
  /** The target as people call it. */
  readonly shown: string;
}

/** Loads the server that a target names; a project only if nothing is wrong with it. */
export async function loadServer({ url, project, name, shown }: Located): Promise<McpServer> {
  if (project !== undefined) {
    const { loadProject } = await import("../project/load_project.ts");
    return await loadProject(project);
  }
  let module: Record<string, unknown>;
  try {
    module = await import(url);
  } catch (error) {
    // A file that calls run() by itself.
    if (isSignatureError(error)) throw error;
    const why = error instanceof CommandError ? error.message : reason(error, url);
    throw new CommandError(`Cannot load ${shown}: ${why}`);
  }
  if (name === undefined) await refuseComponent(module, url, shown);
  return await pick(module, name, shown);
}

/** The function of a component must not be taken for one that makes a server, and be called. */
async function refuseComponent(
  module: Record<string, unknown>,
  url: string,
  shown: string,
): Promise<void> {
  const project = url.startsWith("file:") ? projectAbove(pathOf(url)) : undefined;
  if (project === undefined) return;
  const values = await Promise.all(Object.values(module));
  if (values.some(isMcpServer)) return;
  throw new CommandError(
    `${shown} makes no server by itself, but looks like a component of the project in ${project}: ` +
      `give that folder, or ${shown}:default if it is a function that makes a server`,
  );
}

/** The folder whose tools/, resources/ or prompts/ a path is, or is below. */
function projectAbove(path: string): string | undefined {
  const parts = path.split("/");
  const at = parts.findLastIndex((part) => Object.hasOwn(COMPONENT_FOLDERS, part));
  return at < 1 ? undefined : parts.slice(0, at).join("/") || "/";
}

/**
 * Finds what a target names, without loading it.
 *
 * @throws {CommandError} if there is no such file
 */
export async function locate(target?: string): Promise<Located> {
  if (target === undefined) {
    const project = await projectAt(".", "the project here");
    if (project === undefined && !(await stat(DEFAULT))?.isFile) throw noServerIn(Deno.cwd());
    return project ?? await locate(DEFAULT);
  }
  if (REMOTE.test(target)) return { url: target, shown: target };
  const path = target.startsWith("file:") ? pathOf(target) : target;
  const [, file = path, name] = FILE.exec(path) ?? [];
  const whole = await stat(path);
  // A file may have a name that ends like an export.
  const [found, exported] = whole === undefined ? [file, name] : [path, undefined];
  const info = whole ?? await stat(file);
  const project = info?.isDirectory ? await projectAt(found, found) : undefined;
  if (project !== undefined) return project;
  const inFolder = info?.isDirectory ? `${found.replace(/[/\\]+$/, "")}/${DEFAULT}` : undefined;
  if (info === undefined) {
    throw new CommandError(
      `Cannot find ${found}: there is no such file in ${Deno.cwd()}; give a file such as server.ts, ` +
        "or a folder with tools/, resources/ or prompts/",
    );
  }
  if (inFolder !== undefined && !(await stat(inFolder))?.isFile) {
    throw noServerIn(await Deno.realPath(found));
  }
  const real = await Deno.realPath(inFolder ?? found);
  return {
    url: fileUrl(real),
    ...(exported === undefined ? {} : { name: exported }),
    shown: inFolder ?? found,
  };
}

function noServerIn(folder: string): CommandError {
  const project = projectAbove(folder);
  return new CommandError(
    `There is no server in ${folder}: it has no tools/, resources/ or prompts/, and no server.ts; ` +
      (project === undefined
        ? "give another folder or a file, or make a project by init"
        : `give the project's folder, ${project}`),
  );
}

async function projectAt(path: string, shown: string): Promise<Located | undefined> {
  if (!await isProject(path)) return undefined;
  const project = `${(await Deno.realPath(path)).replace(/\/$/, "")}/`;
  return { url: fileUrl(project), project, shown };
}

async function pick(
  module: Record<string, unknown>,
  name: string | undefined,
  shown: string,
): Promise<McpServer> {
  const servers = Object.keys(module).filter((key) => isMcpServer(module[key]));
  const key = name ??
    ("default" in module ? "default" : servers.length === 1 ? servers[0] : undefined);
  if (key === undefined) {
    throw new CommandError(
      servers.length > 1
        ? `${shown} exports several servers: name one, as in ${shown}:${servers[0]}`
        : `${shown} exports no server: write export default new McpServer({ name, version })`,
    );
  }
  if (!Object.hasOwn(module, key)) {
    throw new CommandError(
      `${shown} has no export ${JSON.stringify(key)}${didYouMean(key, Object.keys(module))}`,
    );
  }
  const value = typeof module[key] === "function"
    ? await (module[key] as () => unknown)()
    : await module[key];
  if (!isMcpServer(value)) {
    throw new CommandError(
      `Export ${JSON.stringify(key)} of ${shown} is not a server, but ${kindOf(value)}: ` +
        "write export default new McpServer({ name, version })",
    );
  }
  return value;
}

function kindOf(value: unknown): string {
  return value === null || value === undefined ? String(value) : `a value of type ${typeof value}`;
}

/** This package, whose places in a stack say nothing to its users. */
const OWN = new URL("../", import.meta.url).href;

/** Why a module does not load: the error's text, and the first place in user code that it names. */
function reason(error: unknown, url: string): string {
  if (!(error instanceof Error)) return Deno.inspect(error);
  const text = stripVTControlCharacters(error.message === "" ? error.name : error.message);
  const place = error.stack?.split("\n")
    .find((line) => /^\s+at .*(file|https?):/.test(line) && !line.includes(OWN))?.trim();
  if (/not a dependency|import map/.test(text)) {
    return `${text}; deno.json of the folder where Deno is started counts, or that of --config`;
  }
  return place === undefined || text.includes(url) ? text : `${text} (${place})`;
}

async function stat(path: string): Promise<Deno.FileInfo | undefined> {
  try {
    return await Deno.stat(path);
  } catch {
    return undefined;
  }
}
