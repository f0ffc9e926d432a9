import type { ComponentKind } from "../server/component.ts";
import type { Isolation } from "../server/isolation.ts";
import type { DeclaredPermissions } from "../server/permissions.ts";
import type { Registry } from "../server/registry.ts";
import type { HttpSettings } from "./http_options.ts";
import type { McpServerOptions } from "./options.ts";
import {
  isolationsOf,
  type PermissionsDescription,
  permissionsOf,
} from "./permissions_description.ts";

/** What `McpServer.describe` returns. */
export interface ServerDescription {
  /** Name for programs. */
  readonly name: string;
  /** Version of the server. */
  readonly version: string;
  /** Name for people. */
  readonly title?: string;
  /** What the server is for. */
  readonly description?: string;
  /** How a model should use it. */
  readonly instructions?: string;
  /** What it declares to clients. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** How it serves over HTTP, when it does. */
  readonly http: HttpDescription;
  /** What its components may touch, taken together. */
  readonly permissions: PermissionsDescription;
  /** Its components in the order of registration. */
  readonly components: readonly ComponentDescription[];
}

/** How a server serves over HTTP. */
export interface HttpDescription {
  /** End of the paths that are answered. */
  readonly path: string;
  /** How clients of each era are served. */
  readonly mode: { readonly legacy: "sessions" | "stateless"; readonly modern: "stateless" };
  /** Hosts that requests may name besides loopback ones. */
  readonly allowedHosts: readonly string[];
  /** Origins of pages that may call besides loopback ones. */
  readonly allowedOrigins: readonly string[];
}

/** One component in a {@linkcode ServerDescription}. */
export interface ComponentDescription {
  /** What it is. */
  readonly kind: ComponentKind;
  /** Name for programs. */
  readonly name: string;
  /** Key within its kind: a name, or the URI of a resource or template. */
  readonly key: string;
  /** Whether clients can see and use it. */
  readonly enabled: boolean;
  /** Its tags. */
  readonly tags: readonly string[];
  /** What hosts may refuse about it, and what keeps it from running. */
  readonly warnings: readonly string[];
  /** Where its code runs. */
  readonly isolation: Isolation;
  /**
   * What it may touch: `"inherit"` in the server's process, and else a set, whose paths are absolute; that of
   * a constant is empty, since nothing runs for it. Where the warnings say that it cannot be read, it is what the component declares.
   */
  readonly permissions: "inherit" | DeclaredPermissions;
  /** What its list shows of it. */
  readonly listed: Readonly<Record<string, unknown>>;
}

/** Describes a server by its options, how it is reached, and what is registered. */
export async function descriptionOf(
  { name, version, title, description, instructions }: McpServerOptions,
  { path, sessions, hosts, origins }: HttpSettings,
  registry: Registry,
): Promise<ServerDescription> {
  const registered = registry.catalog.components();
  const components = registered.map(({ component }) => component);
  const isolations = await isolationsOf(components);
  return {
    name,
    version,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(instructions === undefined ? {} : { instructions }),
    capabilities: registry.capabilities(),
    http: {
      path: path || "/",
      mode: { legacy: sessions === false ? "stateless" : "sessions", modern: "stateless" },
      allowedHosts: hosts,
      allowedOrigins: origins,
    },
    permissions: await permissionsOf(name, components, isolations),
    components: registered.map(({ component, enabled, warnings }, i) => ({
      kind: component.kind,
      name: component.name,
      key: component.key,
      enabled,
      tags: component.tags,
      warnings: [...warnings, ...isolations[i].warnings],
      isolation: isolations[i].isolation,
      permissions: isolations[i].permissions,
      listed: component.listed as unknown as Readonly<Record<string, unknown>>,
    })),
  };
}
