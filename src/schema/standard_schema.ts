/**
 * The parts of the Standard Schema interface that this package reads.
 *
 * @see {@link https://standardschema.dev} Standard Schema and Standard JSON Schema
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** What a schema library exposes about one schema. */
  readonly "~standard": StandardSchemaProps<Input, Output>;
}

/** The members of {@linkcode StandardSchema}'s `~standard` property. */
export interface StandardSchemaProps<Input = unknown, Output = Input> {
  /** Version of the interface. */
  readonly version: 1;
  /** Name of the schema library, such as `zod`. */
  readonly vendor: string;
  /** Checks a value and returns what the schema makes of it, or its issues. */
  readonly validate: (
    value: unknown,
  ) => StandardResult<Output> | Promise<StandardResult<Output>>;
  /** Types only; never there at run time. */
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  /** Conversion to JSON Schema, where the library offers it. */
  readonly jsonSchema?: {
    readonly input: (options: { target: "draft-2020-12" }) => Record<string, unknown>;
    readonly output: (options: { target: "draft-2020-12" }) => Record<string, unknown>;
  } | undefined;
}

/** Outcome of a Standard Schema validation. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: ReadonlyArray<StandardIssue> };

/** One problem that a Standard Schema library reports. */
export interface StandardIssue {
  /** The library's text. */
  readonly message: string;
  /** Where in the value, outermost key first. */
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
}

/** A plain JSON Schema object (2020-12 unless `$schema` names 2019-09 or draft-07). */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Plain JSON Schema as it may be given: an object of any type, such as those of TypeBox. */
export type PlainSchema =
  | JsonSchema
  | object & {
    /** What tells a Standard Schema, and so is not there. */
    readonly "~standard"?: never;
  };

/** What can be given as the schema of a component. */
export type Schema = StandardSchema | PlainSchema;

/** The type that a schema accepts; `unknown` for plain JSON Schema. */
export type SchemaInput<S> = S extends StandardSchema<infer Input, unknown> ? Input : unknown;

/** The type that a schema yields; a record of unknown values for plain JSON Schema. */
export type SchemaOutput<S> = S extends StandardSchema<unknown, infer Output> ? Output
  : Record<string, unknown>;

/** Whether a value is a Standard Schema; a structural test, so any library and any copy of it will do. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  // ArkType's schemas are functions.
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  const props = (value as Partial<StandardSchema>)["~standard"];
  return typeof props === "object" && props !== null && typeof props.validate === "function";
}

/** The check that the library of a schema makes; none for plain JSON Schema. */
export function libraryCheck(schema: Schema): StandardSchemaProps["validate"] | undefined {
  if (isStandardSchema(schema)) {
    const standard = schema["~standard"];
    return (value) => standard.validate(value);
  }
  const { safeParse } = schema as { safeParse?: (value: unknown) => SafeParsed };
  if (typeof safeParse !== "function") return undefined;
  // zod 3 before 3.24 has no Standard Schema interface.
  return (value) => {
    const { success, data, error } = safeParse.call(schema, value);
    return success ? { value: data } : { issues: error!.issues };
  };
}

interface SafeParsed {
  readonly success: boolean;
  readonly data?: unknown;
  readonly error?: { readonly issues: readonly StandardIssue[] };
}
