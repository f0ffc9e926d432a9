import type { AnyComponent } from "../server/catalog.ts";
import type { ComponentKind } from "../server/component.ts";
import type { Isolation } from "../server/isolation.ts";
import type { DeclaredPermissions, PermissionSet } from "../server/permissions.ts";

/** What the sandboxes of a server may touch, taken together. */
export interface PermissionsDescription {
  /**
   * The union of the sets of all sandboxes, as far as they can be read. What runs in the server's process
   * may touch what that one is started with, which is not in it.
   */
  readonly union: PermissionSet;
  /** Who may start programs, which then have no limits of Deno's; nobody for a server without sandboxes. */
  readonly run: readonly RunHolder[];
}

/** Who may start programs. */
export interface RunHolder {
  /**
   * A component in a sandbox; or the server, whose process starts the sandboxes. The module that makes the
   * server runs in there as well, and so do components without a sandbox.
   */
  readonly kind: ComponentKind | "server";
  /** Its name or URI. */
  readonly key: string;
  /** The programs; `true` for all. */
  readonly programs: true | readonly string[];
}

/** Where a component runs, and what it may touch there. */
export interface ReadIsolation {
  readonly isolation: Isolation;
  readonly permissions: "inherit" | DeclaredPermissions;
  /** What it may touch in a sandbox, if that can be read. */
  readonly ready?: PermissionSet;
  /** What keeps it from running, and what its permissions come to beyond what they say. */
  readonly warnings: readonly string[];
}

const INLINE: ReadIsolation = { isolation: "inline", permissions: "inherit", warnings: [] };
/** Nothing runs for it, and so it touches nothing. */
const CONSTANT: ReadIsolation = { isolation: "inline", permissions: {}, warnings: [] };

/** Where a component without a sandbox stands. */
function inline(component: AnyComponent): ReadIsolation {
  return "isConstant" in component && component.isConstant ? CONSTANT : INLINE;
}

/** Reads where components run, and what they may touch there. No sandbox is started for it. */
export async function isolationsOf(components: readonly AnyComponent[]): Promise<ReadIsolation[]> {
  if (!haveSandboxes(components)) return components.map(inline);
  const { readSet } = await import("./sandbox_sets.ts");
  return await Promise.all(components.map(async (component) => {
    const { sandbox } = component;
    if (sandbox === undefined) return inline(component);
    const { ready, problem, risk } = await readSet(sandbox, "it");
    return {
      isolation: "process",
      permissions: ready ?? sandbox.settings.permissions,
      ...(ready === undefined ? {} : { ready }),
      warnings: [problem, risk].filter((warning) => warning !== undefined),
    };
  }));
}

/**
 * What the sandboxes of a server may touch, taken together.
 *
 * @param name Name of the server
 * @param isolations What was read of the components
 */
export async function permissionsOf(
  name: string,
  components: readonly AnyComponent[],
  isolations: readonly ReadIsolation[],
): Promise<PermissionsDescription> {
  if (!haveSandboxes(components)) return { union: {}, run: [] };
  const { unionOf } = await import("../sandbox/permissions/union.ts");
  const sets = isolations.map(({ ready }) => ready ?? {});
  const run = components.flatMap(({ kind, key }, i): RunHolder[] => {
    const { allow: programs = [] } = sets[i].run ?? {};
    return programs === true || programs.length > 0 ? [{ kind, key, programs }] : [];
  });
  return { union: unionOf(sets), run: [{ kind: "server", key: name, programs: ["deno"] }, ...run] };
}

function haveSandboxes(components: readonly AnyComponent[]): boolean {
  return components.some(({ sandbox }) => sandbox !== undefined);
}
