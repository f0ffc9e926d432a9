import type { SchemaExport } from "../schema/from_types/component_file.ts";
import type { Parameter } from "../schema/from_types/signature.ts";
import { isRecord } from "../schema/json_schema.ts";
import type { JsonSchema } from "../schema/standard_schema.ts";

/** Rises when a manifest says something that it did not before. */
export const MANIFEST_FORM = 1;

/** What a project comes to, known without running any of its code. It is JSON. */
export interface ProjectManifest {
  /** Which form it has: {@linkcode MANIFEST_FORM}. */
  readonly form: number;
  /** Name of the server; none where the project's server.ts says it. */
  readonly name?: string;
  /** Version of the server; none where the project's server.ts says it. */
  readonly version?: string;
  /** The components, in the order of their files' paths. */
  readonly components: readonly ProjectComponent[];
}

/** A component of a project: one file. It is JSON. */
export interface ProjectComponent {
  /** What it is. */
  readonly kind: "tool" | "resource" | "prompt";
  /** Its name, or the URI of a resource. */
  readonly key: string;
  /** Path of its file from the project's folder, with slashes. */
  readonly file: string;
  /**
   * The options that it is registered with, as a component with code would have them; `Infinity` is text.
   * Without `permissions` and `isolation`, it may touch nothing.
   */
  readonly options: Readonly<Record<string, unknown>>;
  /** Parameters of its function, in order; none for a value. */
  readonly parameters?: readonly Parameter[];
  /** Schema of the arguments, marked as a `Signature`'s is. */
  readonly input?: JsonSchema;
  /** Schema of the result; likewise. */
  readonly output?: JsonSchema;
  /** Which of the two are of a library, and exported by its file, where values are checked once more. */
  readonly schemas?: readonly SchemaExport[];
  /** The value that it is; one that is not known without running the file is left out. */
  readonly constant?: { readonly value?: unknown };
}

/** Where the files of a project are. */
export interface ProjectFiles {
  /** URL of the project's folder, with a slash at its end. */
  readonly url: string | URL;
  /**
   * Load the modules of components that run in the server's process, by their `file`; left out, they are
   * loaded by their URLs. Each is written with a literal `import()`, which bundlers and `deno compile` see.
   */
  readonly modules?: Readonly<Record<string, () => Promise<unknown>>>;
}

const KINDS: ReadonlySet<unknown> = new Set(["tool", "resource", "prompt"]);

/**
 * Reads a manifest that was written as JSON.
 *
 * @throws {TypeError} for one of another form
 */
export function readManifest(manifest: unknown): ProjectManifest {
  if (
    isRecord(manifest) && manifest.form === MANIFEST_FORM && Array.isArray(manifest.components) &&
    manifest.components.every(isComponent)
  ) {
    return manifest as unknown as ProjectManifest;
  }
  throw new TypeError(
    "Cannot read the manifest: it was not made by this version of @x/mcp; run `mcp build` again",
  );
}

function isComponent(value: unknown): boolean {
  return isRecord(value) && KINDS.has(value.kind) && typeof value.key === "string" &&
    isRecord(value.options) && typeof value.file === "string" &&
    !value.file.split("/").some((step) => step === "" || step === "." || step === "..");
}
