import { fromFailure } from "../content/tool_result.ts";
import type { ResourceContents } from "../content/types.ts";
import { isInputRequired } from "../content/types.ts";
import { didYouMean } from "../schema/nearest.ts";
import { normal } from "../schema/uri_template.ts";
import { completeResult } from "./completion.ts";
import type { Component, ComponentKind } from "./component.ts";
import { CallContext } from "./context.ts";
import { type Cursors, signedCursors } from "./cursor.ts";
import { ErrorCode, failure, ProtocolError, type Report } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { folded } from "./names.ts";
import { getPrompt, type Prompt } from "./prompt.ts";
import { type Call, type Method, type Middleware, type Requests, runChain } from "./requests.ts";
import { readResource, type Resource } from "./resource.ts";
import { callTool, type Tool } from "./tool.ts";

/** What happens when a component is registered under a key that is taken. */
export type OnDuplicate = "error" | "warn" | "replace" | "ignore";

/** Which components are meant: those of a name (or URI), or all that match the given members. */
export type Selector = string | {
  /** Kind of component. */
  readonly kind?: ComponentKind;
  /** Name, or URI of a resource or template. */
  readonly name?: string;
  /** One of its tags. */
  readonly tag?: string;
};

/** Something that clients may want to hear about. */
export type Change =
  | { readonly list: "tools" | "resources" | "prompts" }
  | { readonly updated: string };

/** Settings of a {@linkcode Registry}. */
export interface RegistryOptions {
  readonly secret: Uint8Array<ArrayBuffer>;
  readonly report: Report;
  readonly pageSize?: number;
  readonly onDuplicate?: OnDuplicate;
  readonly verbose?: boolean;
  readonly logging?: boolean;
}

type Any = Tool | Resource | Prompt;

/** The components of a kind that clients can see, and how a list shows them. */
interface Visible {
  readonly components: readonly Any[];
  readonly listed: readonly Any["listed"][];
}

const LISTS = {
  "tool": "tools",
  "resource": "resources",
  "resource template": "resources",
  "prompt": "prompts",
} as const;

/**
 * The components of a server, and what every request means: lookup, pages, checks, masking. Lanes
 * decode and encode; whatever a request means is written here, once.
 */
export class Registry {
  readonly #options: RegistryOptions;
  readonly #cursors: Cursors;
  readonly #components: { readonly [Kind in ComponentKind]: Map<string, Any> } = {
    "tool": new Map(),
    "resource": new Map(),
    "resource template": new Map(),
    "prompt": new Map(),
  };
  readonly #disabled = new Set<Any>();
  readonly #names = new Map<string, string>();
  readonly #uris = new Map<string, Resource>();
  readonly #links: Middleware[] = [];
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #visible = new Map<ComponentKind, Visible>();
  readonly #changed = new Set<"tools" | "resources" | "prompts">();
  #order = 0;

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.#cursors = signedCursors(options.secret);
  }

  /** Registers what `make` returns for the next place in the order. */
  add(make: (order: number) => Any, enabled = true): void {
    const component = make(this.#order++);
    const { kind, key } = component;
    const map = this.#components[kind];
    const taken = map.get(key);
    if (taken !== undefined) {
      const label = `${kind} ${JSON.stringify(key)}`;
      switch (this.#options.onDuplicate ?? "error") {
        case "ignore":
          return;
        case "error":
          throw new TypeError(
            `Cannot register ${label}: it is registered already; remove the other, or set onDuplicate`,
          );
        case "warn":
          this.#warn(component, "replaces another of the same name");
      }
      this.#drop(taken);
    }
    for (const warning of component.warnings) this.#warn(component, warning);
    if (kind === "tool") {
      const alike = this.#names.get(folded(key));
      if (alike !== undefined && alike !== key) {
        this.#warn(component, `hosts may take the name for that of tool ${JSON.stringify(alike)}`);
      }
      this.#names.set(folded(key), key);
    }
    if (kind === "resource") this.#uris.set(folding(key), component as Resource);
    map.set(key, component);
    if (!enabled) this.#disabled.add(component);
    this.#touch(kind);
  }

  /**
   * Takes components out.
   *
   * @returns how many
   * @throws {TypeError} if a name matches nothing
   */
  remove(selector: Selector): number {
    return this.#each(selector, (component) => this.#drop(component));
  }

  /** Shows components to clients, or hides them; see {@linkcode Registry.remove}. */
  setEnabled(selector: Selector, enabled: boolean): number {
    return this.#each(selector, (component) => {
      if (enabled) this.#disabled.delete(component);
      else this.#disabled.add(component);
      this.#touch(component.kind);
    });
  }

  /** Adds a link to the chain, inside those that are there. */
  use(link: Middleware): void {
    this.#links.push(link);
  }

  /** Tells listeners that a resource has changed. */
  resourceUpdated(uri: string): void {
    this.#tell({ updated: uri });
  }

  /** Calls a listener for every change until the returned function is called. */
  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** All components, hidden ones too, in the order of registration. */
  components(): ReadonlyArray<{ readonly component: Any; readonly enabled: boolean }> {
    return Object.values(this.#components).flatMap((map) => [...map.values()])
      .sort((a, b) => a.order - b.order)
      .map((component) => ({ component, enabled: !this.#disabled.has(component) }));
  }

  /** What the server declares to clients. */
  capabilities(): Record<string, Record<string, unknown>> {
    const all = this.components().map(({ component }) => component);
    const has = (kind: ComponentKind) => this.#components[kind].size > 0;
    const logging = this.#options.logging ??
      (this.#links.length > 0 || all.some((component) => component.takesContext));
    const completes = all.some((component) =>
      "completers" in component && Object.keys(component.completers).length > 0
    );
    return {
      ...(has("tool") ? { tools: { listChanged: true } } : {}),
      ...(has("resource") || has("resource template")
        ? { resources: { listChanged: true, subscribe: true } }
        : {}),
      ...(has("prompt") ? { prompts: { listChanged: true } } : {}),
      ...(completes ? { completions: {} } : {}),
      ...(logging ? { logging: {} } : {}),
    };
  }

  /** The listed input schema of a tool that clients can see. */
  toolInput(name: string): Readonly<Record<string, unknown>> | undefined {
    return (this.#find("tool", name) as Tool | undefined)?.input.json;
  }

  /** Compiles all checks ahead of the first call. */
  async warm(): Promise<void> {
    await Promise.all(
      this.components().flatMap(({ component }) => {
        switch (component.kind) {
          case "tool":
            return [component.input.warm(), component.output?.warm()];
          case "prompt":
            return [component.args.warm()];
          default:
            return [component.params?.warm()];
        }
      }),
    );
  }

  /**
   * Answers one request.
   *
   * @param handler Answers requests that concern the connection, which the registry does not know
   * @throws {ProtocolError} for every failure that is answered as a JSON-RPC error
   */
  async dispatch<M extends Method>(
    method: M,
    params: Requests[M]["params"],
    exchange: Exchange,
    handler?: (params: Requests[M]["params"]) => Requests[M]["result"],
  ): Promise<Requests[M]["result"]> {
    const ctx: CallContext = new CallContext(exchange, (uri) => this.#contents(uri, ctx));
    const answer = handler ?? ((params: never) => this.#answer(method, params, ctx));
    try {
      const result = this.#links.length === 0
        ? await answer(params as never)
        : await runChain(this.#links, { method, params, ctx } as Call, answer);
      return result as Requests[M]["result"];
    } catch (thrown) {
      const { verbose = false, report } = this.#options;
      const failed = failure(thrown, labelOf(method, params), verbose, report);
      if (failed.protocol !== undefined) throw failed.protocol;
      if (method === "tools/call") return fromFailure(failed.text);
      throw new ProtocolError(ErrorCode.InternalError, failed.text);
    } finally {
      ctx.end();
    }
  }

  #answer(method: Method, params: never, ctx: CallContext): unknown {
    switch (method) {
      case "tools/list":
        return this.#page("tool", "tools", params);
      case "resources/list":
        return this.#page("resource", "resources", params);
      case "resources/templates/list":
        return this.#page("resource template", "resourceTemplates", params);
      case "prompts/list":
        return this.#page("prompt", "prompts", params);
      case "tools/call":
        return this.#call(params, ctx);
      case "resources/read":
        return this.#read(params, ctx);
      case "prompts/get":
        return this.#get(params, ctx);
      case "completion/complete":
        return this.#complete(params, ctx);
      default:
        throw new ProtocolError(ErrorCode.MethodNotFound, "Method not found");
    }
  }

  #call(params: Requests["tools/call"]["params"], ctx: CallContext) {
    const tool = this.#find("tool", params.name) as Tool | undefined;
    if (tool === undefined) throw this.#unknown("tool", params.name);
    // No arguments are no reason to refuse a call (2025-11-25 tools: `arguments` is optional).
    return callTool(tool, params.arguments ?? {}, ctx);
  }

  async #read({ uri }: { uri: string }, ctx: CallContext) {
    const found = this.#resource(uri);
    if (found === undefined) {
      throw new ProtocolError(
        // 2025-11-25 resources: -32002; 2026-07-28 resources: -32602
        ctx.era === "legacy" ? ErrorCode.ResourceNotFound : ErrorCode.InvalidParams,
        `Resource not found: ${uri}`,
        { uri },
      );
    }
    const { resource, values } = found;
    const result = await readResource(resource, uri, values, ctx);
    return ctx.era === "legacy" || resource.cache === undefined || isInputRequired(result)
      ? result
      : { ...result, ...resource.cache };
  }

  async #contents(uri: string, ctx: CallContext): Promise<readonly ResourceContents[]> {
    const result = await this.#read({ uri }, ctx);
    if (isInputRequired(result)) throw new TypeError(`${uri} needs input of the client to be read`);
    return result.contents;
  }

  #get(params: Requests["prompts/get"]["params"], ctx: CallContext) {
    const prompt = this.#find("prompt", params.name) as Prompt | undefined;
    if (prompt === undefined) throw this.#unknown("prompt", params.name);
    return getPrompt(prompt, params.arguments ?? {}, ctx);
  }

  async #complete(params: Requests["completion/complete"]["params"], ctx: CallContext) {
    const { ref, argument, context } = params;
    const component = ref.type === "ref/prompt"
      ? this.#find("prompt", ref.name) as Prompt | undefined
      : this.#find("resource template", ref.uri) as Resource | undefined;
    if (component === undefined) {
      throw ref.type === "ref/prompt"
        ? this.#unknown("prompt", ref.name)
        : this.#unknown("resource template", ref.uri);
    }
    const completer = Object.hasOwn(component.completers, argument.name)
      ? component.completers[argument.name]
      : undefined;
    return completeResult(
      await completer?.(argument.value, { arguments: context?.arguments ?? {}, ctx }) ?? [],
    );
  }

  async #page(kind: ComponentKind, member: string, { cursor }: { cursor?: string }) {
    const { components: all, listed } = this.#list(kind);
    const { pageSize } = this.#options;
    if (pageSize === undefined && cursor === undefined) return { [member]: listed };
    let start = 0;
    if (cursor !== undefined) {
      const position = pageSize === undefined
        ? undefined
        : await this.#cursors.open(member, cursor);
      if (position === undefined) {
        throw new ProtocolError(
          ErrorCode.InvalidParams,
          "Invalid cursor: use the nextCursor of the page before, as it came",
        );
      }
      // Positions are places in the order of registration, which a change of the list leaves alone.
      start = all.findIndex((component) => component.order > position);
      if (start < 0) start = all.length;
    }
    const end = start + pageSize!;
    const page = { [member]: listed.slice(start, end) };
    return end >= all.length
      ? page
      : { ...page, nextCursor: await this.#cursors.seal(member, all[end - 1].order) };
  }

  #list(kind: ComponentKind): Visible {
    let visible = this.#visible.get(kind);
    if (visible === undefined) {
      const components = [...this.#components[kind].values()]
        .filter((component) => !this.#disabled.has(component))
        .sort((a, b) => a.order - b.order);
      const listed = Object.freeze(components.map((component) => component.listed));
      visible = { components, listed };
      this.#visible.set(kind, visible);
    }
    return visible;
  }

  #find(kind: ComponentKind, key: string): Any | undefined {
    const component = this.#components[kind].get(key);
    return component !== undefined && !this.#disabled.has(component) ? component : undefined;
  }

  #resource(uri: string): { resource: Resource; values: Record<string, string> } | undefined {
    const exact = this.#find("resource", uri) ?? this.#uris.get(folding(uri));
    if (exact !== undefined && !this.#disabled.has(exact)) {
      return { resource: exact as Resource, values: {} };
    }
    // A hidden resource stays hidden, whatever template its URI would also match.
    if (exact !== undefined || this.#components.resource.has(uri)) return undefined;
    for (const template of this.#list("resource template").components as readonly Resource[]) {
      const values = template.template!.match(uri);
      if (values !== undefined) return { resource: template, values };
    }
  }

  #unknown(kind: ComponentKind, key: string): ProtocolError {
    const known = this.#list(kind).components.map((component) => component.key);
    return new ProtocolError(
      ErrorCode.InvalidParams,
      `Unknown ${kind}: ${JSON.stringify(key)}${didYouMean(key, known)}`,
    );
  }

  #each(selector: Selector, act: (component: Any) => void): number {
    const { kind, name, tag } = typeof selector === "string"
      ? { kind: undefined, name: selector, tag: undefined }
      : selector;
    const matching = this.components().map(({ component }) => component).filter((component) =>
      (kind === undefined || component.kind === kind) &&
      (name === undefined || component.key === name || component.name === name) &&
      (tag === undefined || component.tags.includes(tag))
    );
    if (matching.length === 0 && name !== undefined) {
      const known = this.components().map(({ component }) => component.key);
      throw new TypeError(
        `There is no ${kind ?? "component"} ${JSON.stringify(name)}${didYouMean(name, known)}`,
      );
    }
    matching.forEach(act);
    return matching.length;
  }

  #drop(component: Any): void {
    this.#components[component.kind].delete(component.key);
    this.#disabled.delete(component);
    if (component.kind === "resource") this.#uris.delete(folding(component.key));
    if (this.#names.get(folded(component.key)) === component.key) {
      this.#names.delete(folded(component.key));
    }
    this.#touch(component.kind);
  }

  /** Forgets the list of a kind, and tells clients once for all changes of this turn. */
  #touch(kind: ComponentKind): void {
    this.#visible.delete(kind);
    if (this.#listeners.size === 0) return;
    if (this.#changed.size === 0) {
      queueMicrotask(() => {
        const lists = [...this.#changed];
        this.#changed.clear();
        for (const list of lists) this.#tell({ list });
      });
    }
    this.#changed.add(LISTS[kind]);
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }

  #warn(component: Component, message: string): void {
    this.#options.report({
      level: "warning",
      message: `${component.kind} ${JSON.stringify(component.key)}: ${message}`,
    });
  }
}

/** A form in which equal URIs are equal: escapes alike, scheme and host in lower case. */
function folding(uri: string): string {
  return normal(uri).replace(/^[^:]+:(\/\/[^/?#]*)?/, (start) => start.toLowerCase());
}

function labelOf(method: Method, params: unknown): string {
  const { name, uri } = params as { name?: unknown; uri?: unknown };
  switch (method) {
    case "tools/call":
      return `Tool ${JSON.stringify(name)}`;
    case "prompts/get":
      return `Prompt ${JSON.stringify(name)}`;
    case "resources/read":
      return `Resource ${JSON.stringify(uri)}`;
    default:
      return `Request ${method}`;
  }
}
