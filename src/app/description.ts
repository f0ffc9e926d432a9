import type { Component } from "../server/component.ts";

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
