import type { Component } from "../server/component.ts";
import type { Registry } from "../server/registry.ts";
import type { HttpSettings } from "./http_options.ts";
import type { McpServerOptions } from "./options.ts";

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
export interface ComponentDescription extends Pick<Component, "kind" | "name" | "key"> {
  /** Whether clients can see and use it. */
  readonly enabled: boolean;
  /** Its tags. */
  readonly tags: readonly string[];
  /** What hosts may refuse about it. */
  readonly warnings: readonly string[];
  /** What its list shows of it. */
  readonly listed: Readonly<Record<string, unknown>>;
}

/** Describes a server by its options, how it is reached, and what is registered. */
export function descriptionOf(
  { name, version, title, description, instructions }: McpServerOptions,
  { path, sessions, hosts, origins }: HttpSettings,
  registry: Registry,
): ServerDescription {
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
    components: registry.catalog.components().map(({ component, enabled, warnings }) => ({
      kind: component.kind,
      name: component.name,
      key: component.key,
      enabled,
      tags: component.tags,
      warnings,
      listed: component.listed as unknown as Readonly<Record<string, unknown>>,
    })),
  };
}
