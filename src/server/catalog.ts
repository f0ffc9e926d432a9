import { didYouMean } from "../schema/nearest.ts";
import { normal } from "../schema/uri/uri_spelling.ts";
import type { ComponentKind } from "./component.ts";
import type { Report } from "./errors.ts";
import { folded } from "./names.ts";
import type { Prompt } from "./prompt.ts";
import type { Resource } from "./resource.ts";
import { ResourceUris } from "./resource_uris.ts";
import type { Tool } from "./tool.ts";

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

/** Any component. */
export type AnyComponent = Tool | Resource | Prompt;

/** The components of a kind that clients can see, and how a list shows them. */
export interface Visible {
  readonly components: readonly AnyComponent[];
  readonly listed: readonly AnyComponent["listed"][];
}

/** A component, and what became of it. */
export interface Registered {
  readonly component: AnyComponent;
  readonly enabled: boolean;
  readonly warnings: readonly string[];
}

const LISTS = {
  "tool": "tools",
  "resource": "resources",
  "resource template": "resources",
  "prompt": "prompts",
} as const;

/** The components of a server: registered, hidden, shown, taken out, and found again by their keys. */
export class Catalog {
  readonly #onDuplicate: OnDuplicate;
  readonly #report: Report;
  readonly #components: { readonly [Kind in ComponentKind]: Map<string, AnyComponent> } = {
    "tool": new Map(),
    "resource": new Map(),
    "resource template": new Map(),
    "prompt": new Map(),
  };
  readonly #disabled = new Set<AnyComponent>();
  /** Those that only hold a place. */
  readonly #holders = new Set<AnyComponent>();
  readonly #names = new Map<string, string>();
  readonly #uris = new ResourceUris(this.#components.resource as Map<string, Resource>);
  readonly #warnings = new Map<AnyComponent, string[]>();
  readonly #visible = new Map<ComponentKind, Visible>();
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #changed = new Set<"tools" | "resources" | "prompts">();
  #order = 0;
  #version = 0;

  constructor(onDuplicate: OnDuplicate, report: Report) {
    this.#onDuplicate = onDuplicate;
    this.#report = report;
  }

  /**
   * Registers what `make` returns for the next place in the order.
   *
   * @param holds Whether it only holds the place for what {@linkcode Catalog.settle} is given, and no
   * client sees it
   * @returns it, if it is not ignored
   */
  add(make: (order: number) => AnyComponent, holds = false): AnyComponent | undefined {
    const component = make(this.#order++);
    const { kind, key } = component;
    const map = this.#components[kind];
    const taken = map.get(keyOf(kind, key));
    if (taken !== undefined) {
      const label = `${kind} ${JSON.stringify(key)}`;
      switch (this.#onDuplicate) {
        case "ignore":
          return undefined;
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
    if (kind === "resource") {
      const alike = this.#uris.add(key);
      if (alike !== undefined) {
        this.#warn(component, `clients may take the URI for ${JSON.stringify(alike)}`);
      }
    }
    map.set(keyOf(kind, key), component);
    if (!component.enabled) this.#disabled.add(component);
    if (holds) this.#holders.add(component);
    this.#touch(component);
    return component;
  }

  /** Whether a component still holds its place for another. */
  holds(component: AnyComponent): boolean {
    return this.#holders.has(component);
  }

  /**
   * Puts a component in the place that one holds for it, hidden if that one is; without one, the place
   * is given up.
   */
  settle(holder: AnyComponent, component?: AnyComponent): void {
    if (!this.#holders.has(holder)) return;
    if (component === undefined) return this.#drop(holder);
    const { kind, key } = component;
    this.#holders.delete(holder);
    this.#components[kind].set(keyOf(kind, key), component);
    if (this.#disabled.delete(holder)) this.#disabled.add(component);
    const warnings = this.#warnings.get(holder) ?? [];
    this.#warnings.delete(holder);
    this.#warnings.set(component, warnings);
    for (const warning of component.warnings) {
      if (!warnings.includes(warning)) this.#warn(component, warning);
    }
    this.#touch(component);
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

  /** Shows components to clients, or hides them; see {@linkcode Catalog.remove}. */
  setEnabled(selector: Selector, enabled: boolean): number {
    return this.#each(selector, (component) => {
      if (enabled) this.#disabled.delete(component);
      else this.#disabled.add(component);
      this.#touch(component);
    });
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

  /** All components, hidden ones too, in the order of registration, with what hosts may refuse. */
  components(): readonly Registered[] {
    return Object.values(this.#components).flatMap((map) => [...map.values()])
      .sort((a, b) => a.order - b.order)
      .map((component) => ({
        component,
        enabled: !this.#disabled.has(component),
        warnings: this.#warnings.get(component) ?? [],
      }));
  }

  /** Changes whenever a component is registered, hidden, shown or taken out. */
  get version(): number {
    return this.#version;
  }

  /** Whether there is any component of a kind, hidden or not. */
  has(kind: ComponentKind): boolean {
    return this.#components[kind].size > 0;
  }

  /** The components of a kind that clients can see. */
  visible(kind: ComponentKind): Visible {
    let visible = this.#visible.get(kind);
    if (visible === undefined) {
      const components = [...this.#components[kind].values()]
        .filter((component) => this.#isShown(component))
        .sort((a, b) => a.order - b.order);
      const listed = Object.freeze(components.map((component) => component.listed));
      visible = { components, listed };
      this.#visible.set(kind, visible);
    }
    return visible;
  }

  /** A component that clients can see. */
  find(kind: ComponentKind, key: string): AnyComponent | undefined {
    const component = this.#components[kind].get(keyOf(kind, key));
    return component !== undefined && this.#isShown(component) ? component : undefined;
  }

  /** The resource, or the first template, that a URI means, with the values it gives. */
  findResource(uri: string): { resource: Resource; values: Record<string, string> } | undefined {
    const concrete = this.#uris.find(uri);
    if (concrete !== undefined) {
      // A hidden resource stays hidden, whatever template its URI would also match.
      return this.#isShown(concrete) ? { resource: concrete, values: {} } : undefined;
    }
    for (const template of this.visible("resource template").components as readonly Resource[]) {
      const values = template.template!.match(uri);
      if (values !== undefined) return { resource: template, values };
    }
  }

  #isShown(component: AnyComponent): boolean {
    return !this.#disabled.has(component) && !this.#holders.has(component);
  }

  #each(selector: Selector, act: (component: AnyComponent) => void): number {
    const { kind, name, tag } = typeof selector === "string"
      ? { kind: undefined, name: selector, tag: undefined }
      : selector;
    if (kind === undefined && name === undefined && tag === undefined) {
      throw new TypeError("Say which components are meant: a name, or { kind, name, tag }");
    }
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

  #drop(component: AnyComponent): void {
    this.#components[component.kind].delete(keyOf(component.kind, component.key));
    this.#disabled.delete(component);
    this.#warnings.delete(component);
    if (this.#names.get(folded(component.key)) === component.key) {
      this.#names.delete(folded(component.key));
    }
    if (component.kind === "resource") this.#uris.forget(component.key);
    this.#touch(component);
    this.#holders.delete(component);
  }

  /** Forgets the list of a kind, and tells clients once for all changes of this turn. */
  #touch(component: AnyComponent): void {
    const { kind } = component;
    this.#version++;
    if (this.#holders.has(component)) return;
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

  #warn(component: AnyComponent, message: string): void {
    this.#warnings.set(component, [...this.#warnings.get(component) ?? [], message]);
    this.#report({
      level: "warning",
      message: `${component.kind} ${JSON.stringify(component.key)}: ${message}`,
    });
  }
}

/** What a component is found by: its name, or its URI in the one spelling of its escapes. */
function keyOf(kind: ComponentKind, key: string): string {
  return kind === "resource" ? normal(key) : key;
}
