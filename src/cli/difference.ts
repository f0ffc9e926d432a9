import { permissionText } from "../sandbox/permissions/permission_text.ts";
import type { ComponentKind } from "../server/component.ts";
import { type Change, changesOf } from "./changes.ts";
import { wantedRights } from "./rights.ts";
import type { ComponentSnapshot, Snapshot } from "./snapshot.ts";

/** A component, or the server itself. */
export interface Named {
  /** What it is. */
  readonly kind: ComponentKind | "server";
  /** Its name or URI. */
  readonly key: string;
}

/** Something that may touch more than before. */
export interface Wanting extends Named {
  /** What more, in words. */
  readonly wants: readonly string[];
}

/** Something that is not what it was. */
export interface Changed extends Named {
  /** The parts that differ. */
  readonly changes: readonly Change[];
}

/** What has changed between two versions of a server. */
export interface Difference {
  /** What may touch more than before. */
  readonly rights: readonly Wanting[];
  /** Components that were not there. */
  readonly added: readonly Named[];
  /** Components that are gone. */
  readonly removed: readonly Named[];
  /** What was there, and says or is something else. */
  readonly changed: readonly Changed[];
}

/**
 * Compares two versions of a server.
 *
 * @param before The older one, as if its project were where the newer one is
 * @param now The newer one
 * @param folder Path of the project's folder, with a slash at its end
 */
export function differenceOf(before: Snapshot, now: Snapshot, folder: string): Difference {
  const old = byId(before.components);
  const current = byId(now.components);
  const server = { kind: "server", key: String(now.server.name) } as const;
  const rights: Wanting[] = now.components.map((component) => ({
    ...named(component),
    wants: wantedRights(old.get(idOf(component)), component, folder),
  }));
  if (before.module === null && typeof now.module === "string") {
    rights.unshift({ ...server, wants: [`to run ${now.module} in its own process`] });
  }
  const changed: Changed[] = [
    { ...server, changes: changesOf(before.server, now.server) },
    ...now.components.filter((component) => old.has(idOf(component))).map((component) => ({
      ...named(component),
      changes: changesOf(shown(old.get(idOf(component))!, folder), shown(component, folder)),
    })),
  ];
  return {
    rights: rights.filter(({ wants }) => wants.length > 0),
    added: now.components.filter((component) => !old.has(idOf(component))).map(named),
    removed: before.components.filter((component) => !current.has(idOf(component))).map(named),
    changed: changed.filter(({ changes }) => changes.length > 0),
  };
}

/** What can differ about a component, as one value. */
function shown(
  { listed, enabled, tags, isolation, permissions }: ComponentSnapshot,
  folder: string,
): unknown {
  return {
    ...listed,
    enabled,
    tags,
    isolation,
    permissions: typeof permissions === "string"
      ? permissions
      : permissionText(permissions, folder),
  };
}

function byId(components: readonly ComponentSnapshot[]): Map<string, ComponentSnapshot> {
  return new Map(components.map((component) => [idOf(component), component]));
}

function idOf({ kind, key }: ComponentSnapshot): string {
  return `${kind} ${key}`;
}

function named({ kind, key }: ComponentSnapshot): Named {
  return { kind, key };
}
