import type { JsonSchema } from "../standard_schema.ts";
import type { Parameter, SignatureProblem } from "./signature.ts";

/** A file that is to be a component of a project. */
export interface ComponentRequest {
  /** URL of the file. */
  readonly url: string;
  /** What it is to be: its folder says so. */
  readonly kind: "tool" | "resource" | "prompt";
}

/** A place in a file. */
export interface Place {
  /** Line, from 1. */
  readonly line: number;
  /** Column in UTF-16 units, from 1. */
  readonly column: number;
}

/** What the file of a component says, read without running it. It is JSON. */
export interface ComponentFile {
  /** Name for people, of `@title`. */
  readonly title?: string;
  /** Of the module's JSDoc, or else of the function's. */
  readonly description: string;
  /** What is exported beside the default and schemas, all of which is written out. `Infinity` is text. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Where each export stands, `default` among them. */
  readonly places: Readonly<Record<string, Place>>;
  /** Which schemas the file exports as values; only its code can tell what is in them. */
  readonly schemas: readonly SchemaExport[];
  /** What the default export is. */
  readonly entry: EntryFunction | EntryConstant;
}

/** The exports that are schemas of a library, and win over the types of the function. */
export type SchemaExport = "input" | "output";

/** A default export that is called. */
export interface EntryFunction {
  readonly type: "function";
  /** Its parameters in order. */
  readonly parameters: readonly Parameter[];
  /** Schema of the arguments, with marks as a `Signature` has them; none where `input` is exported. */
  readonly input?: JsonSchema;
  /** Schema of the result; none where `output` is exported, or the result is no data. */
  readonly output?: JsonSchema;
}

/** A default export that is a value; only resources have one. */
export interface EntryConstant {
  readonly type: "constant";
  /** The value, if it is written out; else its code has to run to know it. */
  readonly value?: unknown;
}

/** What came of a {@linkcode ComponentRequest}. */
export type ComponentAnswer =
  | { readonly file: ComponentFile; readonly problems?: undefined }
  | { readonly problems: readonly SignatureProblem[] };
