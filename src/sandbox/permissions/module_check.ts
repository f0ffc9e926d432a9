import { moduleGraph, type Resolved } from "../../deno/deno_info.ts";
import type { ModuleGraph } from "../../schema/from_types/module_graph.ts";
import { isOurs } from "../../schema/from_types/our_package.ts";
import { pathOf } from "../../schema/uri/file_url.ts";
import type { PermissionSet } from "../../server/permissions.ts";
import { covers } from "./coverage.ts";
import { realPaths } from "./real_paths.ts";

/** Where a registry of JSR serves a version of a package. */
const PACKAGE = /^https?:\/\/[^/]+\/@[^/]+\/[^/]+\/[^/]+\//;
const NODE_MODULES = "/node_modules/";

/** A module that runs, and the import by which it was reached first. */
interface Reached {
  readonly url: string;
  /** Why it cannot be loaded. */
  readonly error?: string;
  /** None for the modules that are asked about. */
  readonly by?: { readonly module: string; readonly specifier: string };
}

/** What is known of modules that may be loaded. */
export interface CheckedModules {
  /** Flags to add to those of the set, without which Deno would not load packages of JSR. */
  readonly flags: readonly string[];
  /** Whether some of what they import was not on this machine before. */
  readonly downloaded: boolean;
}

/** A folder, as it is named and as it leads. */
interface Project {
  readonly folder: string;
  readonly real: string;
}

/**
 * Refuses what would let code into a sandbox past its permissions, since Deno loads what modules import
 * by name without asking any: files outside of their project, also through symlinks and import maps, and
 * modules from hosts that `import` does not declare. Packages of npm and JSR may be imported, this one
 * as well, and so may types.
 *
 * @param modules URLs of modules of one project
 * @param folder Path of its folder, with a slash at its end
 * @param permissions As `readySet` gives them
 * @throws {TypeError} with one line about the first such import, which names the module of it
 */
export async function checkModules(
  modules: readonly string[],
  folder: string,
  permissions: PermissionSet,
): Promise<CheckedModules> {
  const { graph, downloaded } = await resolved(modules, folder);
  const reached = reachedFrom(modules, graph);
  const paths = reached.map(({ url }) => url).filter(isFile).map(pathOf);
  const real = await realPaths([folder, ...paths], folder);
  const project = { folder, real: (real.get(folder) ?? folder).replace(/\/*$/, "/") };
  const packages = new Set(
    [import.meta.url, ...modules, ...jsrModules(graph)].filter(isRemote).map(packageOf),
  );
  for (const each of reached) {
    const wrong = isFile(each.url)
      ? wrongFile(each, real.get(pathOf(each.url)), project)
      : isRemote(each.url) && !packages.has(packageOf(each.url))
      ? wrongHost(each.url, permissions)
      : undefined;
    if (wrong !== undefined) throw new TypeError(`${nameOf(each, folder)}, ${wrong}`);
    if (each.error === undefined) continue;
    const which = each.by === undefined ? "" : ", which";
    throw new TypeError(
      `${nameOf(each, folder)}${which} cannot be loaded: ${oneLine(each.error)}`,
    );
  }
  const urls = [import.meta.url, ...reached.map(({ url }) => url)];
  return { flags: importFlags(urls, permissions), downloaded };
}

async function resolved(modules: readonly string[], folder: string): Promise<Resolved> {
  try {
    return await moduleGraph(modules, folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TypeError(oneLine(reason.replace(/^Cannot read signatures: /, "")), { cause: error });
  }
}

/** The modules that run, each once; what is within packages of npm is Deno's matter. */
function reachedFrom(modules: readonly string[], graph: ModuleGraph): Reached[] {
  const reached = new Map<string, Reached>();
  const queue: Reached[] = modules.map((url) => ({ url }));
  for (const { url, by, error } of queue) {
    if (reached.has(url) || isFile(url) && isOurs(url)) continue;
    const { npmPackage, imports = [], ...module } = graph.modules[url] ?? {};
    if (npmPackage !== undefined) continue;
    const redirect = graph.redirects[url];
    reached.set(url, { url, by, error: error ?? module.error });
    if (redirect !== undefined) queue.push({ url: redirect, by });
    for (const { specifier, code, to } of imports) {
      const via = { module: url, specifier };
      if (code !== undefined) queue.push({ url: code, by: via });
      else if (to === undefined) {
        const error = "deno.json says nothing of it";
        queue.push({ url: `unresolved:${url} ${specifier}`, by: via, error });
      }
    }
  }
  return [...reached.values()];
}

function wrongFile(
  { by, url }: Reached,
  real: string | undefined,
  project: Project,
): string | undefined {
  const path = pathOf(url);
  const isNamedWithin = path.startsWith(project.folder) || path.startsWith(project.real);
  // What leads nowhere cannot be loaded, which Deno says better.
  const leadsTo = real ?? path;
  if (leadsTo.startsWith(project.real) || isInNodeModules(leadsTo, project.real)) return undefined;
  if (real === undefined && isNamedWithin) return undefined;
  const where = isNamedWithin
    ? "which leads out of its project through a symlink"
    : "a file outside of its project";
  return `${where} (${leadsTo}); move it below ${project.folder}` +
    (by === undefined ? "" : ", or publish it as a package");
}

/** Whether a file is of a package that Deno finds from a folder. */
function isInNodeModules(path: string, folder: string): boolean {
  for (let at = path.indexOf(NODE_MODULES); at >= 0; at = path.indexOf(NODE_MODULES, at + 1)) {
    if (folder.startsWith(path.slice(0, at + 1))) return true;
  }
  return false;
}

function wrongHost(url: string, permissions: PermissionSet): string | undefined {
  if (covers(permissions, "import", hostOf(url))) return undefined;
  return `a module of a host that is not declared; declare permissions: ` +
    `{ import: [${JSON.stringify(new URL(url).host)}] }`;
}

/** Naming hosts takes away those that Deno imports from by itself. */
function importFlags(urls: readonly string[], permissions: PermissionSet): readonly string[] {
  const { import: declared } = permissions;
  if (declared === undefined || declared.allow === true) return [];
  const hosts = new Set(urls.filter(isRemote).map(hostOf));
  const more = [...hosts].filter((host) => !covers(permissions, "import", host));
  return more.length === 0 ? [] : [`--allow-import=${more.join(",")}`];
}

function nameOf({ url, by }: Reached, folder: string): string {
  const shown = (url: string) =>
    isFile(url) && pathOf(url).startsWith(folder) ? pathOf(url).slice(folder.length) : url;
  if (by === undefined) return `the module ${shown(url)}`;
  return `${shown(by.module)} imports ${JSON.stringify(by.specifier)}`;
}

function jsrModules({ redirects }: ModuleGraph): string[] {
  return Object.entries(redirects).filter(([from]) => from.startsWith("jsr:")).map(([, to]) => to);
}

/** What a remote module belongs to: a version of a package of JSR, else all of its host. */
function packageOf(url: string): string {
  return PACKAGE.exec(url)?.[0] ?? new URL(url).origin;
}

/** A host and its port. */
function hostOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (protocol === "http:" ? 80 : 443)}`;
}

function isRemote(url: string): boolean {
  return url.startsWith("https:") || url.startsWith("http:");
}

function isFile(url: string): boolean {
  return url.startsWith("file:");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
