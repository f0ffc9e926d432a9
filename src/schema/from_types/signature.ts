import type { JsonSchema } from "../standard_schema.ts";

/** What the source of a function says: its contract with a model, and how it is called. It is JSON. */
export interface Signature {
  /** Name for people, of `@title`. */
  readonly title?: string;
  /** The JSDoc text, without what it says of parameters and the result. */
  readonly description?: string;
  /** Name under which the module that registers the function exports it, if it does. */
  readonly exported?: string;
  /** The parameters in order. */
  readonly parameters: readonly Parameter[];
  /**
   * Schema of the arguments, an object. Where the function takes a value that JSON has not, the part is
   * marked with {@linkcode TYPE_MARK}.
   */
  readonly input: JsonSchema;
  /** Schema of the result; none where it is no data, or nothing is known of it. */
  readonly output?: JsonSchema;
}

/** What a parameter of a function is given. */
export type Parameter =
  /** The argument of this name. */
  | { readonly kind: "argument"; readonly name: string }
  /** An object of all arguments, which it takes apart; `injected` are members that `depends()` makes. */
  | { readonly kind: "arguments"; readonly injected: readonly string[] }
  /** The context of the call. */
  | { readonly kind: "context" }
  /** Nothing, so that its default, a `depends()`, makes the value. */
  | { readonly kind: "injected"; readonly name: string };

/** The keyword that marks a part of a signature's schema which stands for a value that JSON has not. */
export const TYPE_MARK = "x-mcp-type";

/** What {@linkcode TYPE_MARK} names: the type as it is written in TypeScript. */
export type MarkedType =
  | "bigint"
  | "Date"
  | "URL"
  | "RegExp"
  | "Set"
  | "Map"
  | "Uint8Array"
  | "ArrayBuffer"
  | "Blob"
  | "Temporal.Instant"
  | "Temporal.ZonedDateTime"
  | "Temporal.PlainDateTime"
  | "Temporal.PlainDate"
  | "Temporal.PlainTime"
  | "Temporal.PlainYearMonth"
  | "Temporal.PlainMonthDay"
  | "Temporal.Duration";

/** Which function is meant: one that a module registers with its `import.meta`. */
export interface SignatureRequest {
  /** URL of the module that registers it. */
  readonly url: string;
  /** What it is registered as. */
  readonly kind: "tool" | "resource" | "prompt";
  /** Name or URI that it is registered under. */
  readonly key: string;
  /** `name` of the function; empty for one without. */
  readonly functionName: string;
  /** `length` of the function. */
  readonly length: number;
}

/** Why a function cannot be read: one line, at its place. */
export interface SignatureProblem {
  /** URL of the file. */
  readonly url: string;
  /** Line, from 1. */
  readonly line: number;
  /** Column in UTF-16 units, from 1. */
  readonly column: number;
  /** What is wrong, why, and what to write instead. */
  readonly message: string;
}

/** What came of a request. */
export type SignatureAnswer =
  | { readonly signature: Signature; readonly problems?: undefined }
  | { readonly problems: readonly SignatureProblem[] };
