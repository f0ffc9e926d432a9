import type { ComponentKind } from "../server/component.ts";
import type { Isolation } from "../server/isolation.ts";
import type { DeclaredPermissions } from "../server/permissions.ts";
import { isRecord } from "../schema/json_schema.ts";
import { fileUrl } from "../schema/uri/file_url.ts";
import { HEADINGS } from "./inspection.ts";

/** What a host would see of a server, and what may be touched, wherever the project is. */
export interface Snapshot {
  /** Identity and capabilities. */
  readonly server: Readonly<Record<string, unknown>>;
  /** What is loaded into the server's process; `null` for nothing, left out where nobody said. */
  readonly module?: string | null;
  /** The components by kind and key. */
  readonly components: readonly ComponentSnapshot[];
}

/** A component in a {@linkcode Snapshot}. */
export interface ComponentSnapshot {
  /** What it is. */
  readonly kind: ComponentKind;
  /** Its name or URI. */
  readonly key: string;
  /** Whether clients can see it. */
  readonly enabled: boolean;
  /** Its tags. */
  readonly tags: readonly string[];
  /** Where its code runs. */
  readonly isolation: Isolation;
  /** What it may touch. */
  readonly permissions: "inherit" | DeclaredPermissions;
  /** What its list shows of it. */
  readonly listed: Readonly<Record<string, unknown>>;
}

/** Where paths of a project begin. */
export interface Place {
  /** Path with a slash at its end. */
  readonly path: string;
  /** The same as a URL. */
  readonly url: string;
}

/** A place that is the same on all machines. */
export const NOWHERE: Place = { path: "./", url: "file:./" };

/** The place of a folder, whose path has a slash at its end. */
export function placeOf(folder: string): Place {
  return { path: folder, url: fileUrl(folder) };
}

const IDENTITY = ["name", "version", "title", "description", "instructions", "capabilities"];

/**
 * What matters of what `inspect --json` printed.
 *
 * @param inspection The JSON, of this version of the package or an earlier one
 * @param place Where its project is to seem to be
 * @throws {TypeError} if it is something else
 */
export function snapshotOf(inspection: unknown, place: Place): Snapshot {
  if (!isRecord(inspection) || !isRecord(inspection.server)) throw new TypeError("no server");
  const { server, module, folder } = inspection;
  if (typeof server.name !== "string") throw new TypeError("no name of a server");
  const snapshot: Snapshot = {
    server: Object.fromEntries(
      IDENTITY.filter((key) => key in server).map((key) => [key, server[key]]),
    ),
    ...(typeof module === "string" || module === null ? { module } : {}),
    components: Object.entries(HEADINGS).flatMap(([kind, heading]) => {
      const list = inspection[heading];
      if (!Array.isArray(list)) throw new TypeError(`no ${heading}`);
      return list.map((each) => componentOf(kind as ComponentKind, each));
    }).sort((a, b) => byText(a.kind, b.kind) || byText(a.key, b.key)),
  };
  return typeof folder === "string" ? moved(snapshot, placeOf(folder), place) : snapshot;
}

function componentOf(kind: ComponentKind, each: unknown): ComponentSnapshot {
  if (!isRecord(each)) throw new TypeError(`a ${kind} that is none`);
  const { enabled, tags, isolation, permissions, tokens: _, warnings: __, ...listed } = each;
  const key = kind === "resource template"
    ? listed.uriTemplate
    : kind === "resource"
    ? listed.uri
    : listed.name;
  const isSet = isRecord(permissions) &&
    Object.values(permissions).every((grant) =>
      isRecord(grant) && [grant.allow, grant.deny ?? [], grant.ignore ?? []].every(isEntries)
    );
  if (
    typeof key !== "string" || typeof enabled !== "boolean" || !isTexts(tags) ||
    (isolation !== "inline" && isolation !== "process") ||
    !isSet && typeof permissions !== "string"
  ) throw new TypeError(`a ${kind} without what inspect says of it`);
  return {
    kind,
    key,
    enabled,
    tags,
    isolation,
    permissions: permissions as DeclaredPermissions,
    listed,
  };
}

function isEntries(value: unknown): boolean {
  return value === true || isTexts(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

/** A value in which the paths and URLs at one place, and below, are those at another. */
function moved<T>(value: T, from: Place, to: Place): T {
  if (typeof value === "string") return movedText(value, from, to) as T;
  if (Array.isArray(value)) return value.map((each) => moved(each, from, to)) as T;
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, moved(each, from, to)]),
  ) as T;
}

function movedText(text: string, from: Place, to: Place): string {
  if (`${text}/` === from.path) return to.path.slice(0, -1);
  if (text.startsWith(from.path)) return to.path + text.slice(from.path.length);
  if (text.startsWith(from.url)) return to.url + text.slice(from.url.length);
  return text;
}

/** Orders texts by their UTF-16 units, as no locale does. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
