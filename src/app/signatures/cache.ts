import { pathOf } from "../../schema/uri/file_url.ts";
import type { Signature, SignatureRequest } from "../../schema/from_types/signature.ts";
import config from "../../../deno.json" with { type: "json" };
import { type CachePlace, cachePlace } from "./cache_place.ts";
import {
  dependencies,
  type Hashes,
  hashes,
  type ModuleBelow,
  olderThan,
  unchanged,
  unreadable,
} from "./dependencies.ts";
import { mayRead, projectOf } from "../../deno/projects.ts";
import { keepFiles } from "./keep_files.ts";
import { ownSource } from "./own_source.ts";

/** What a file of the cache holds. */
interface Kept {
  /** Who has read them: another one might read them differently. */
  readonly reader: string;
  /** Hash of this package where people work on it. */
  readonly source: string | null;
  /** What it depends on, relative to the root. */
  readonly files: Hashes;
  readonly signatures: Readonly<Record<string, Signature>>;
}

/** What the cache has for requests. */
export interface Cached {
  /** What was kept and still holds. */
  readonly signatures: ReadonlyMap<SignatureRequest, Signature>;
  /** Paths of what would have to be read to tell more, but may not be. */
  readonly hidden: readonly string[];
}

/** What is to be kept of a module. */
export interface ReadModule {
  readonly url: string;
  /** The modules that it depends on, itself among them. */
  readonly below: readonly ModuleBelow[];
  /** When the reading started, in milliseconds since 1970. */
  readonly started: number;
  readonly signatures: readonly (readonly [SignatureRequest, Signature])[];
}

/** Rises when signatures say something that they did not before. */
const FORM = 2;
/** What of this package decides what is read. */
const READERS = ["schema/"];
const READER = `${config.name}@${config.version} form ${FORM} deno ${Deno.version.deno}`;

/**
 * Looks signatures up that were kept by an earlier process and still hold, without ever asking for a
 * permission.
 */
export async function cachedSignatures(requests: readonly SignatureRequest[]): Promise<Cached> {
  const signatures = new Map<SignatureRequest, Signature>();
  const hidden = new Set<string>();
  const modules = Map.groupBy(requests, ({ url }) => url);
  await Promise.all([...modules].map(async ([url, requests]) => {
    const { unseen } = projectOf(url);
    if (unseen !== undefined) hidden.add(unseen);
    const place = await cachePlace(url);
    const kept = place && await keptAt(place);
    if (kept === undefined) return;
    const missing = unreadable(kept.files, place!.root);
    for (const path of missing) hidden.add(path);
    if (missing.length > 0 || !await unchanged(kept.files, place!.root)) return;
    for (const request of requests) {
      const key = keyOf(request);
      if (Object.hasOwn(kept.signatures, key)) signatures.set(request, kept.signatures[key]);
    }
  }));
  return { signatures, hidden: [...hidden] };
}

/**
 * Keeps signatures of a module for later processes, where it may write without asking. What was changed
 * while it was read is not kept, and what cannot be written is read again another time.
 */
export async function keepSignatures(module: ReadModule): Promise<void> {
  const { url, below, started, signatures } = module;
  const place = await cachePlace(url);
  if (place === undefined || signatures.length === 0 || !mayWrite(place.folder)) return;
  const urls = await dependencies(url, below);
  if (urls.some((each) => !mayRead(pathOf(each)))) return;
  const files = await hashes(urls, place.root);
  if (url.startsWith("file:") && !await olderThan(started, urls)) return;
  const before = await keptAt(place);
  const still = before !== undefined && unreadable(before.files, place.root).length === 0 &&
    await unchanged(before.files, place.root);
  const kept: Kept = {
    reader: READER,
    source: await ownSource(READERS),
    files,
    signatures: Object.fromEntries([
      ...Object.entries(still ? before.signatures : {}),
      ...signatures.map(([request, signature]) => [keyOf(request), signature] as const),
    ]),
  };
  const slash = place.file.lastIndexOf("/");
  const texts = { [place.file.slice(slash + 1)]: JSON.stringify(kept) };
  await keepFiles(place.folder, place.file.slice(0, slash), texts).catch(() => {});
}

function keyOf({ kind, key, functionName, length }: SignatureRequest): string {
  return JSON.stringify([kind, key, functionName, length]);
}

async function keptAt({ file }: CachePlace): Promise<Kept | undefined> {
  const kept = parse(await Deno.readTextFile(file).catch(() => ""));
  if (kept === undefined || kept.reader !== READER) return undefined;
  const source = await ownSource(READERS);
  if (source !== null && source !== kept.source) return undefined;
  return kept;
}

function parse(text: string): Kept | undefined {
  try {
    const kept: Kept = JSON.parse(text);
    const isWhole = Object.keys(kept.files).length > 0 &&
      Object.values(kept.signatures).every(({ parameters, input }) =>
        Array.isArray(parameters) && typeof input === "object" && input !== null
      );
    return isWhole ? kept : undefined;
  } catch {
    return undefined;
  }
}

function mayWrite(path: string): boolean {
  return Deno.permissions.querySync({ name: "write", path }).state === "granted";
}
