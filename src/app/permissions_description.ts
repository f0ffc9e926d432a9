import type { AnyComponent } from "../server/catalog.ts";
import type { ComponentKind } from "../server/component.ts";
import type { Isolation } from "../server/isolation.ts";
import type { DeclaredPermissions, PermissionSet } from "../server/permissions.ts";

/** What the components of a server may touch, taken together. */
export interface PermissionsDescription {
  /**
   * The union of the sets of all sandboxes, as far as they can be read. What runs in the server's process
   * may touch what that one is started with, and is not in it.
   */
  readonly union: PermissionSet;
  /**
   * Who may start programs, which have no limits of Deno's: components in sandboxes by what they declare.
   */
  readonly run: readonly RunHolder[];
  /**
   * Whether the server's process has to be started with the permission to run Deno, since it starts
   * sandboxes. The module that makes the server runs in it, and so do components without a sandbox.
   */
  readonly serverRuns: boolean;
}

/** A component that may start programs. */
export interface RunHolder {
  /** What it is. */
  readonly kind: ComponentKind;
  /** Its name or URI. */
  readonly key: string;
  /** The programs; `true` for all. */
  readonly programs: true | readonly string[];
}

/** Where a component runs, and what it may touch there. */
export interface ReadIsolation {
  readonly isolation: Isolation;
  readonly permissions: "inherit" | DeclaredPermissions;
  /** What keeps it from running. */
  readonly problems: readonly string[];
}

const INLINE: ReadIsolation = { isolation: "inline", permissions: "inherit", problems: [] };

/** Reads where components run, and what they may touch there. No sandbox is started for it. */
export async function isolationsOf(components: readonly AnyComponent[]): Promise<ReadIsolation[]> {
  if (components.every(({ sandbox }) => sandbox === undefined)) return components.map(() => INLINE);
  const { readSet } = await import("./sandbox_sets.ts");
  return await Promise.all(components.map(async ({ sandbox }) => {
    if (sandbox === undefined) return INLINE;
    const { permissions, problem } = await readSet(sandbox, "it");
    return { isolation: "process", permissions, problems: problem === undefined ? [] : [problem] };
  }));
}

/** What components may touch, taken together. */
export async function permissionsOf(
  components: readonly AnyComponent[],
  isolations: readonly ReadIsolation[],
): Promise<PermissionsDescription> {
  const sets = isolations.map(({ permissions }) => permissions)
    .filter((permissions) => typeof permissions !== "string");
  if (components.every(({ sandbox }) => sandbox === undefined)) {
    return { union: {}, run: [], serverRuns: false };
  }
  const { unionOf } = await import("../sandbox/permissions/union.ts");
  const run = components.flatMap(({ kind, key }, i): RunHolder[] => {
    const { permissions } = isolations[i];
    const programs = typeof permissions === "string" ? undefined : permissions.run?.allow;
    return programs === undefined ? [] : [{ kind, key, programs }];
  });
  return { union: unionOf(sets), run, serverRuns: true };
}
