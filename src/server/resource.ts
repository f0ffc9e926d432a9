import { areAnnotations } from "../content/blocks.ts";
import type { Media } from "../content/media.ts";
import { mimeTypeOf, type ResourceResult, toContents } from "../content/resource_contents.ts";
import {
  type ContentAnnotations,
  type InputRequired,
  isInputRequired,
  type ReadResourceResult,
} from "../content/types.ts";
import { type ComponentSchema, inputSchema } from "../schema/component_schema.ts";
import { isRecord } from "../schema/json_schema.ts";
import type {
  PlainSchema,
  Schema,
  SchemaOutput,
  StandardSchema,
} from "../schema/standard_schema.ts";
import {
  isTemplate,
  type UriParams,
  type UriTemplate,
  uriTemplate,
} from "../schema/uri/uri_template.ts";
import { type Completers, valueCompleters } from "./completion.ts";
import {
  type CacheHint,
  checkCacheHint,
  type Component,
  type ComponentOptions,
  listed,
  registering,
} from "./component.ts";
import type { CallContext, Context } from "./context.ts";
import { convert } from "./convert.ts";
import { ErrorCode, problemList, ProtocolError, type Report } from "./errors.ts";
import { labelOf } from "./label.ts";
import { type Providers, readProviders, type WithInjected } from "./provider.ts";
import { runHandler } from "./run_handler.ts";
import { shared, type Standing } from "./standing.ts";
import { checkParameters } from "./template_parameters.ts";

/** Options of a resource or a resource template. */
export interface ResourceOptions<
  Params extends Schema = PlainSchema,
  Name extends string = string,
  Inject extends Providers = Providers,
> extends ComponentOptions<Inject> {
  /** Name for programs; left out, the name of the function, or the URI. */
  readonly name?: string;
  /** Media type; left out, it follows from what is returned. */
  readonly mimeType?: string;
  /** Hints for hosts. */
  readonly annotations?: ContentAnnotations;
  /** Templates only: schema of the parameters, to check and convert what the URI holds. */
  readonly params?: Params;
  /** Templates only: suggestions for parameters. */
  readonly complete?: Completers<Name>;
  /**
   * Templates only: parameters whose values may be absolute paths, or hold `..` segments or a NUL; `true`
   * for all. A URI with such a value is not found otherwise.
   */
  readonly allowAnyPath?: boolean | readonly string[];
  /** How long clients may keep the contents. */
  readonly cache?: CacheHint;
}

/** What a resource yields: text, bytes, media, any JSON value, or contents one by one. */
export type ResourceReturn = unknown | ResourceResult | InputRequired;

/** The function behind a resource or a template. */
export type ResourceReader<Params = Record<string, string>> = (
  params: Params,
  ctx: Context,
) => ResourceReturn | Promise<ResourceReturn>;

/** The reader that fits a URI, a schema of parameters, and providers. */
export type ResourceReaderOf<Uri extends string, Params, Inject = Providers> = ResourceReader<
  WithInjected<Params extends StandardSchema ? SchemaOutput<Params> : UriParams<Uri>, Inject>
>;

/** A constant that is a resource. */
export type ResourceConstant =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | ArrayBuffer
  | Blob
  | Media
  | { readonly [key: string]: unknown }
  | readonly unknown[];

/** A resource as `resources/list`, or a template as `resources/templates/list`, shows it. */
export interface ListedResource {
  /** URI of a resource. */
  readonly uri?: string;
  /** URI template of a template. */
  readonly uriTemplate?: string;
  /** Name for programs. */
  readonly name: string;
  /** Name for people. */
  readonly title?: string;
  /** What it holds. */
  readonly description?: string;
  /** Media type. */
  readonly mimeType?: string;
  /** Hints for hosts. */
  readonly annotations?: ContentAnnotations;
  /** Free metadata. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** A registered resource or template. */
export interface Resource extends Component {
  readonly kind: "resource" | "resource template";
  readonly listed: ListedResource;
  readonly mimeType: string | undefined;
  readonly template: UriTemplate | undefined;
  readonly params: ComponentSchema | undefined;
  readonly completers: Completers;
  readonly cache: CacheHint | undefined;
  /** Whether it is a value, for which nothing runs. */
  readonly isConstant: boolean;
}

/** What is wrong with a constant that is to be a template. */
export const TEMPLATE_NEEDS_FUNCTION =
  "a template needs a function, since a constant cannot depend on its parameters";

/**
 * Makes the record of a resource or a template.
 *
 * @throws {TypeError} naming the URI and what is wrong
 */
export function makeResource(
  uri: string,
  options: ResourceOptions<Schema>,
  source: ResourceReader<never> | ResourceConstant,
  standing: Standing,
): Resource {
  const { fail, attempt } = registering("resource", uri);
  const shown = attempt(() => listed(options));
  // RFC 3986, 3.1: a URI begins with its scheme.
  if (typeof uri !== "string" || !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(uri)) {
    fail('a URI begins with a scheme, such as "data://config"');
  }
  const { allowAnyPath = false } = options;
  const template = isTemplate(uri) ? attempt(() => uriTemplate(uri, allowAnyPath)) : undefined;
  if (template === undefined) {
    if (options.params || options.complete) fail("params and complete are for templates");
    if (allowAnyPath) fail("allowAnyPath is for templates");
  } else if (typeof source !== "function") {
    fail(TEMPLATE_NEEDS_FUNCTION);
  }
  if (source === undefined) fail("give a function or a constant as the last argument");
  const params = options.params && attempt(() => inputSchema(options.params, { text: true }));
  const properties = isRecord(params?.json.properties) ? params.json.properties : {};
  if (template !== undefined) {
    const completed = Object.keys(options.complete ?? {});
    attempt(() => checkParameters(template, { params: params?.json, completed, allowAnyPath }));
  }
  const inject = attempt(() => readProviders(options.inject, template?.names ?? []), "inject");
  if (inject !== undefined && typeof source !== "function") {
    fail("inject: a constant takes no values; give a function as the last argument");
  }
  if (options.annotations !== undefined && !areAnnotations(options.annotations)) {
    fail(
      'annotations: audience is a list of "user" and "assistant", priority a number from 0 to 1, ' +
        "and lastModified a date and time such as 2026-01-02T03:04:05Z",
    );
  }
  if (options.mimeType !== undefined && typeof options.mimeType !== "string") {
    fail("mimeType must be text");
  }
  if (options.cache !== undefined) attempt(() => checkCacheHint(options.cache!));
  const handler = typeof source === "function" ? source : () => source;
  const mimeType = options.mimeType ??
    (typeof source === "function" ? undefined : mimeTypeOf(source));
  const name = options.name ?? (typeof source === "function" && source.name || uri);
  return Object.freeze({
    kind: template === undefined ? "resource" : "resource template",
    key: uri,
    name,
    ...attempt(() => shared(options, { handler, inject }, standing)),
    warnings: [],
    listed: Object.freeze({
      [template === undefined ? "uri" : "uriTemplate"]: uri,
      name,
      ...shown,
      ...(mimeType === undefined ? {} : { mimeType }),
      ...(options.annotations === undefined ? {} : { annotations: options.annotations }),
    }),
    mimeType,
    template,
    params,
    completers: Object.freeze({
      ...valueCompleters(properties, params?.json),
      ...options.complete,
    }),
    cache: options.cache,
    isConstant: typeof source !== "function",
  });
}

/**
 * Reads a resource.
 *
 * @param values What the URI gives to the parameters of a template
 * @throws {ProtocolError} -32602 for parameters that do not fit
 */
export async function readResource(
  resource: Resource,
  uri: string,
  values: Record<string, string>,
  ctx: CallContext,
  report: Report,
): Promise<ReadResourceResult | InputRequired> {
  const refused = (problems: readonly string[]) =>
    new ProtocolError(
      ErrorCode.InvalidParams,
      problemList(`Invalid parameters of ${uri}:`, problems),
    );
  let params: unknown = values;
  if (resource.params !== undefined) {
    const checked = await resource.params.check(values);
    if (checked.problems !== undefined) throw refused(checked.problems);
    params = checked.value;
  }
  const what = labelOf("resource", uri);
  return await runHandler(
    resource,
    what,
    params,
    ctx,
    report,
    {
      answer: async (value) =>
        isInputRequired(value) ? value : await convert(
          what,
          ctx.signal,
          report,
          (how) => toContents(value, uri, resource.mimeType, how),
        ),
      refused,
    },
  );
}
