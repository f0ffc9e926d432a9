import { relativeUrl } from "../app/signatures/cache_place.ts";
import { dependencies, olderThan, unreadable } from "../app/signatures/dependencies.ts";
import type { ModuleBelow } from "../app/signatures/dependencies.ts";
import { keepFiles } from "../app/signatures/keep_files.ts";
import { ownSource } from "../app/signatures/own_source.ts";
import { mayRead } from "../deno/projects.ts";
import type { ComponentFile } from "../schema/from_types/component_file.ts";
import { isRecord } from "../schema/json_schema.ts";
import { fileUrl, pathOf } from "../schema/uri/file_url.ts";
import config from "../../deno.json" with { type: "json" };
import type { EvaluatedSchemas } from "./evaluate_schemas.ts";
import { type FileHashes, fileHashes } from "./file_hashes.ts";
import { sealOf } from "./seal.ts";

/** What is kept of a component. */
export interface KeptComponent {
  readonly file: ComponentFile;
  /** What its schemas came to, if it exports some. */
  readonly evaluated: EvaluatedSchemas;
  /** The modules that it depends on, itself among them, by URLs as seen from the project's folder. */
  readonly modules: readonly string[];
}

/** What the cache of a project holds. */
interface Kept {
  /** Who has read it: another one might read it differently. */
  readonly reader: string;
  /** Hash of this package where people work on it. */
  readonly source: string | null;
  /** What all components depend on, by URLs as seen from the project's folder. */
  readonly shared: readonly string[];
  readonly hashes: FileHashes;
  /** By path from the project's folder. */
  readonly components: Readonly<Record<string, KeptComponent>>;
  /** Whether there was no error in the whole project. */
  readonly isSound: boolean;
}

/** What the cache has of a project. */
export interface CachedProject extends Pick<Kept, "shared" | "hashes" | "isSound"> {
  /** The components that are as they were, by their paths. */
  readonly components: ReadonlyMap<string, KeptComponent>;
  /** How many were kept. */
  readonly count: number;
  /** Paths of what would have to be read to tell more, but may not be. */
  readonly hidden: readonly string[];
}

/** A component that was read, and is to be kept. */
export interface FreshComponent extends Omit<KeptComponent, "modules"> {
  /** Its path from the project's folder. */
  readonly path: string;
  /** The modules that it depends on, itself among them. */
  readonly below: readonly ModuleBelow[];
}

/** Rises when the cache says something that it did not before. */
const FORM = 1;
/** What of this package decides what a project comes to. */
const READERS = ["app/signatures/", "deno/", "project/", "schema/", "server/"];
const READER = `${config.name}@${config.version} form ${FORM} deno ${Deno.version.deno}`;
const OURS = ".x-mcp";
const TEXT = "project.json";
const SEAL = "project.seal";
const NOTHING: CachedProject = {
  shared: [],
  hashes: {},
  isSound: false,
  components: new Map(),
  count: 0,
  hidden: [],
};

/**
 * Looks up what an earlier process kept of a project and still holds, without asking for a permission.
 *
 * @param folder Path of the project's folder, with a slash at its end
 */
export async function cachedProject(folder: string): Promise<CachedProject> {
  const kept = await keptIn(folder);
  if (kept === undefined) return NOTHING;
  const root = fileUrl(folder);
  const hidden = unreadable(kept.hashes, root);
  if (hidden.length > 0) return { ...NOTHING, hidden };
  const now = await fileHashes(Object.keys(kept.hashes), root);
  const holds = (url: string) => now[url] === kept.hashes[url];
  if (!kept.shared.every(holds)) return NOTHING;
  const components = Object.entries(kept.components);
  return {
    ...kept,
    components: new Map(components.filter(([, { modules }]) => modules.every(holds))),
    count: components.length,
    hidden: [],
  };
}

/**
 * Keeps what a project came to for later processes, where it may write without asking. What was changed
 * while it was read is not kept, and what cannot be written is read again another time.
 *
 * @param folder Path of the project's folder, with a slash at its end
 * @param before What the cache had; of it only components that are still there
 * @param started When the reading started, in milliseconds since 1970
 * @param isSound Whether there is no error in the whole project
 */
export async function keepProject(
  folder: string,
  before: Pick<CachedProject, "components" | "shared" | "hashes">,
  fresh: readonly FreshComponent[],
  started: number,
  isSound: boolean,
): Promise<void> {
  if (!mayWrite(`${folder}${OURS}`)) return;
  const root = fileUrl(folder);
  const below = fresh.flatMap(({ below }) => below);
  const needed = fresh.length === 0 ? [] : await dependencies(`${root}x`, below);
  if (needed.some((url) => !mayRead(pathOf(url)))) return;
  const urls = new Set(below.map(({ url }) => url));
  const others = needed.filter((url) => !urls.has(url));
  const seen = (urls: readonly string[]) => urls.map((url) => relativeUrl(url, root));
  const shared = [...new Set([...before.shared, ...seen(others)])];
  const local = new Set(needed);
  const read = fresh.map(({ below, path, ...rest }) => {
    const modules = below.map(({ url }) => url).filter((url) => local.has(url));
    return { path, urls: modules, kept: { ...rest, modules: seen(modules) } };
  });
  const hashes = await fileHashes(new Set([...Object.keys(before.hashes), ...seen(needed)]), root);
  const holds = (url: string) => hashes[url] !== undefined && hashes[url] === before.hashes[url];
  if (!before.shared.every(holds) || !await olderThan(started, others)) return;
  const components: Record<string, KeptComponent> = {};
  for (const [path, component] of before.components) {
    if (component.modules.every(holds)) components[path] = component;
  }
  for (const { path, urls, kept } of read) {
    if (await olderThan(started, urls)) components[path] = kept;
  }
  const used = new Set([...shared, ...Object.values(components).flatMap((each) => each.modules)]);
  const kept: Kept = {
    reader: READER,
    source: await ownSource(READERS),
    shared,
    hashes: Object.fromEntries(Object.entries(hashes).filter(([url]) => used.has(url))),
    components,
    isSound,
  };
  const text = JSON.stringify(kept);
  const seal = await sealOf(text);
  const texts = { [TEXT]: text, ...(typeof seal === "string" ? { [SEAL]: seal } : {}) };
  await keepFiles(folder + OURS, folder + OURS, texts).catch(() => {});
}

async function keptIn(folder: string): Promise<Kept | undefined> {
  if (!mayRead(folder)) return undefined;
  const text = await Deno.readTextFile(fileIn(folder, TEXT)).catch(() => "");
  const kept = parse(text);
  if (kept === undefined || kept.reader !== READER) return undefined;
  const seal = await sealOf(text);
  // What a project brings along could say other things than its files do.
  if (
    seal !== undefined && seal !== await Deno.readTextFile(fileIn(folder, SEAL)).catch(() => "")
  ) {
    return;
  }
  const source = await ownSource(READERS);
  return source !== null && source !== kept.source ? undefined : kept;
}

function parse(text: string): Kept | undefined {
  try {
    const kept: Kept = JSON.parse(text);
    const { hashes, shared, components } = kept;
    const isWhole = Array.isArray(shared) && Object.keys(hashes).length > 0 &&
      Object.values(components).every(({ file, evaluated, modules }) =>
        typeof file.description === "string" && isRecord(evaluated) && Array.isArray(modules)
      );
    return isWhole ? kept : undefined;
  } catch {
    return undefined;
  }
}

function fileIn(folder: string, name: string): string {
  return `${folder}${OURS}/${name}`;
}

function mayWrite(path: string): boolean {
  return Deno.permissions.querySync({ name: "write", path }).state === "granted";
}
