import type { SchemaExport } from "../schema/from_types/component_file.ts";
import type { Parameter } from "../schema/from_types/signature.ts";
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
  /** Schema of the arguments; marked as a `Signature`'s is, unless `schemas` names it. */
  readonly input?: JsonSchema;
  /** Schema of the result; likewise. */
  readonly output?: JsonSchema;
  /** Which of the two are of a library, and exported by its file, where values are checked once more. */
  readonly schemas?: readonly SchemaExport[];
  /** The value that it is; one that is not known without running the file is left out. */
  readonly constant?: { readonly value?: unknown };
}
