import type { ComponentDescription, ServerDescription } from "../app/description.ts";
import type { ComponentKind } from "../server/component.ts";

/** The lists of an {@linkcode Inspection}, by the kind of what stands in them. */
export const HEADINGS = {
  "tool": "tools",
  "resource": "resources",
  "resource template": "resourceTemplates",
  "prompt": "prompts",
} as const satisfies Record<ComponentKind, string>;

/** A component with what only `inspect` says of it. */
export interface InspectedComponent extends ComponentDescription {
  /** About how many tokens of a model's context it takes. */
  readonly tokens: number;
}

/** Where the code of a server comes from. */
export interface Origin {
  /** Path of the project's folder, with a slash at its end; paths below are the project's own. */
  readonly folder: string;
  /** What is loaded into the server's process: a path below the folder, or a URL; `null` for nothing. */
  readonly module: string | null;
}

/** What `inspect --json` prints. */
export interface Inspection extends Origin {
  /** See {@linkcode fingerprintOf}; left out where part of the server cannot be seen. */
  readonly fingerprint?: string;
  /** The server without its components. */
  readonly server: Omit<ServerDescription, "components">;
  /** What lists show of the tools, and what `inspect` adds to each. */
  readonly tools: readonly ListedComponent[];
  /** Likewise for resources. */
  readonly resources: readonly ListedComponent[];
  /** Likewise for resource templates. */
  readonly resourceTemplates: readonly ListedComponent[];
  /** Likewise for prompts. */
  readonly prompts: readonly ListedComponent[];
}

/** What a list shows of a component, and what `inspect` adds. */
export type ListedComponent = Readonly<Record<string, unknown>> & Added;

type Added = Pick<
  InspectedComponent,
  "enabled" | "tags" | "tokens" | "isolation" | "permissions" | "warnings"
>;

const BYTES_PER_TOKEN = 4;

/** A component with its size, and with a warning if it says nothing of itself. */
export function inspected(component: ComponentDescription): InspectedComponent {
  const bytes = new TextEncoder().encode(JSON.stringify(component.listed)).length;
  return {
    ...component,
    tokens: Math.ceil(bytes / BYTES_PER_TOKEN),
    warnings: component.listed.description === undefined
      ? [...component.warnings, "has no description, so a model or a person can only guess its use"]
      : component.warnings,
  };
}

/** What `inspect --json` prints, all but the fingerprint. */
export function inspectionOf(
  { folder, module }: Origin,
  { components: _, ...server }: ServerDescription,
  components: readonly InspectedComponent[],
): Omit<Inspection, "fingerprint"> {
  const of = (kind: ComponentKind) =>
    components.filter((component) => component.kind === kind).map((
      { listed, enabled, tags, tokens, isolation, permissions, warnings },
    ) => ({ ...listed, enabled, tags, tokens, isolation, permissions, warnings }));
  return {
    folder,
    module,
    server,
    tools: of("tool"),
    resources: of("resource"),
    resourceTemplates: of("resource template"),
    prompts: of("prompt"),
  };
}
