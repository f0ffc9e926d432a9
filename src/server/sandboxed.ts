import type { Validation } from "../schema/check/arguments.ts";
import type { SchemaExport } from "../schema/from_types/component_file.ts";
import type { Parameter } from "../schema/from_types/signature.ts";
import type { JsonSchema } from "../schema/standard_schema.ts";
import type { CallContext } from "./context.ts";
import type { DeclaredPermissions } from "./permissions.ts";

/** What a sandbox is like. Components with equal settings, and modules of one project, share one. */
export interface SandboxSettings {
  /** What it may touch. */
  readonly permissions: DeclaredPermissions;
  /** Most megabytes of its JavaScript heap. */
  readonly memoryMb: number;
  /** Most processes. */
  readonly pool: number;
  /** How long a process without calls is kept, in milliseconds. */
  readonly idleMs: number;
}

/** Code of a component that runs in a sandbox. */
export interface SandboxedCode {
  /** What it is. */
  readonly kind: "tool" | "resource" | "prompt";
  /** Its name or URI. */
  readonly key: string;
  /** URL of its module. */
  readonly module: string;
  /** Name of the export. */
  readonly exported: string;
  /** Path of its project's folder, with a slash at its end, for a server that may not look for it. */
  readonly folder?: string;
  /**
   * Parameters of a function whose types were read; left out for one that gets its arguments in one
   * object, and the context.
   */
  readonly parameters?: readonly Parameter[];
  /** Exports of its module that are schemas, by which values are checked there as well. */
  readonly schemas?: readonly SchemaExport[];
  /** How the arguments of a tool are taken by the schema that its module exports; leniently if left out. */
  readonly validation?: Validation;
  /** Whether the export may be a value, which then is what a call gives. */
  readonly constant?: boolean;
  /** What of the module is asked for, where that is no call. */
  readonly asks?: "schemas";
  /** In which sandbox it runs. */
  readonly settings: SandboxSettings;
  /** Whether its sandbox is started ahead of the first call. */
  readonly warm: boolean;
}

/** JSON Schemas of what a module exports as schemas. */
export type ExportedSchemas = { readonly [Name in SchemaExport]?: JsonSchema };

/** The sandboxes of a server. */
export interface Sandboxes {
  /**
   * Calls a function in its sandbox. An abort of the context's signal is answered at once; what does not
   * end soon after it is killed.
   *
   * @param args What it gets, checked and converted
   * @returns what it returned, generators drained and media read
   * @throws {SandboxError} if it cannot run, was stopped, or may not do what it tried
   * @throws whatever it throws, as far as that can be told
   */
  readonly run: (code: SandboxedCode, args: unknown, ctx: CallContext) => Promise<unknown>;
  /**
   * Reads the schemas that the module of a component exports, as `schemas` of its code says. The module is
   * loaded in its sandbox for it; nothing else of it runs.
   *
   * @returns their JSON Schemas, marked as those of a `Signature`: of the arguments as they are listed, and
   * of the result itself
   * @throws {Error} whose message, one line, says what cannot be read and why
   * @throws the reason of the signal once it aborts
   */
  readonly schemas: (code: SandboxedCode, signal: AbortSignal) => Promise<ExportedSchemas>;
  /** Starts the sandboxes of code that is to be warm; what goes wrong shows at the first call. */
  readonly warm: (codes: readonly SandboxedCode[]) => void;
  /** Stops all processes; whoever calls after that starts new ones. */
  readonly stop: () => Promise<void>;
}
