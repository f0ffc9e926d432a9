import { fromFailure } from "../content/tool_content.ts";
import { isInputRequired, type ResourceContents } from "../content/types.ts";
import type { ComponentSchema } from "../schema/component_schema.ts";
import { didYouMean } from "../schema/nearest.ts";
import { callScope } from "./call_scope.ts";
import { callTool } from "./call_tool.ts";
import { withUnknown } from "./unknown_arguments.ts";
import { type AnyComponent, Catalog, type OnDuplicate } from "./catalog.ts";
import { type Completer, completeResult, type CompletionContext } from "./completion.ts";
import type { ComponentKind } from "./component.ts";
import { CallContext } from "./context.ts";
import { type Cursors, signedCursors } from "./cursor.ts";
import {
  ErrorCode,
  failure,
  notFoundAnswer,
  ProtocolError,
  type Report,
  ResourceNotFoundError,
} from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { labelOf } from "./label.ts";
import { getPrompt, type Prompt } from "./prompt.ts";
import { type Call, type Method, type Middleware, type Requests, runChain } from "./requests.ts";
import { readResource, type Resource } from "./resource.ts";
import { fitting, sendable } from "./results.ts";
import { timeLimit } from "./time_limit.ts";
import type { Tool } from "./tool.ts";

/** How deep resources may read one another within a call. */
const MOST_DEPTH = 20;

/** What a server declares to clients. */
export type Capabilities = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Settings of a {@linkcode Registry}. */
export interface RegistryOptions {
  readonly secret: Uint8Array<ArrayBuffer>;
  readonly report: Report;
  readonly pageSize?: number;
  readonly onDuplicate?: OnDuplicate;
  readonly verbose?: boolean;
  readonly logging?: boolean;
}

/**
 * The components of a server, and what every request means: lookup, pages, checks, masking. Lanes
 * decode and encode; whatever a request means is written here, once.
 */
export class Registry {
  /** The components. */
  readonly catalog: Catalog;
  readonly #options: RegistryOptions;
  readonly #cursors: Cursors;
  readonly #links: Middleware[] = [];
  readonly #left = new Set<Promise<unknown>>();
  readonly #answered = Promise.withResolvers<void>();
  #declared: { readonly version: number; readonly capabilities: Capabilities } | undefined;

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.#cursors = signedCursors(options.secret);
    this.catalog = new Catalog(options.onDuplicate ?? "error", options.report);
  }

  /** Adds a link to the chain, inside those that are there. */
  use(link: Middleware): void {
    this.#links.push(link);
    this.#declared = undefined;
  }

  /** What the server declares to clients. */
  capabilities(): Capabilities {
    const { version } = this.catalog;
    if (this.#declared?.version !== version) {
      this.#declared = { version, capabilities: Object.freeze(this.#capabilities()) };
    }
    return this.#declared.capabilities;
  }

  /** The listed input schema of a tool that clients can see. */
  toolInput(name: string): Readonly<Record<string, unknown>> | undefined {
    return (this.catalog.find("tool", name) as Tool | undefined)?.input.json;
  }

  /** Puts all checks together ahead of the first call. */
  warm(): void {
    for (const { component } of this.catalog.components()) {
      for (const schema of schemasOf(component)) schema?.warm();
    }
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
    const ctx: CallContext = new CallContext(
      exchange,
      (uri) => this.#contents(uri, ctx),
      (work) => this.#outlast(work),
    );
    const answer = handler ?? ((params: never) => this.#answer(method, params, ctx));
    try {
      const links = this.#links;
      const run = (): unknown =>
        links.length === 0
          ? answer(params as never)
          : runChain(links, { method, params, ctx } as Call, answer);
      const answered = await (callScope === undefined ? run() : callScope(ctx, run));
      const result = links.length === 0 ? answered : fitting(method, answered);
      return (isInputRequired(result) ? sendable(result) : result) as Requests[M]["result"];
    } catch (thrown) {
      const { verbose = false } = this.#options;
      // What comes of a call that nobody waits for any more is no error of the server.
      const report: Report = ctx.signal.aborted
        ? (entry) => this.#options.report({ ...entry, level: "debug" })
        : this.#options.report;
      // A link of the chain may say so, too.
      const error = method === "resources/read"
        ? notFoundAnswer(thrown, (params as { uri: string }).uri, ctx.era)
        : thrown;
      const failed = failure(error, requestLabel(method, params), {
        era: ctx.era,
        verbose,
        report,
      });
      if (failed.protocol !== undefined) throw failed.protocol;
      if (method === "tools/call") return withUnknown(fromFailure(failed.text), ctx.unknown);
      throw new ProtocolError(ErrorCode.InternalError, failed.text);
    } finally {
      ctx.end();
      this.#answered.resolve();
    }
  }

  /** When the first request has its answer. */
  get answered(): Promise<void> {
    return this.#answered.promise;
  }

  /** When all is done that calls without a client have left to do: disposals, ends of generators. */
  async settled(): Promise<void> {
    while (this.#left.size > 0) await Promise.allSettled(this.#left);
  }

  #outlast(work: Promise<unknown>): void {
    const done = () => this.#left.delete(work);
    this.#left.add(work);
    work.then(done, done);
  }

  #capabilities(): Capabilities {
    const { catalog } = this;
    const all = catalog.components().map(({ component }) => component);
    const logging = this.#options.logging ??
      (callScope !== undefined || this.#links.length > 0 ||
        all.some((component) => component.takesContext));
    const completes = all.some((component) =>
      "completers" in component && Object.keys(component.completers).length > 0
    );
    return {
      ...(catalog.has("tool") ? { tools: { listChanged: true } } : {}),
      ...(catalog.has("resource") || catalog.has("resource template")
        ? { resources: { listChanged: true, subscribe: true } }
        : {}),
      ...(catalog.has("prompt") ? { prompts: { listChanged: true } } : {}),
      ...(completes ? { completions: {} } : {}),
      ...(logging ? { logging: {} } : {}),
    };
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
    const tool = this.catalog.find("tool", params.name) as Tool | undefined;
    if (tool === undefined) throw this.#unknown("tool", params.name);
    // No arguments are no reason to refuse a call (2025-11-25 tools: `arguments` is optional).
    return callTool(tool, params.arguments ?? {}, ctx, this.#options.report);
  }

  async #read({ uri }: { uri: string }, ctx: CallContext) {
    try {
      const found = this.catalog.findResource(uri);
      if (found === undefined) throw new ResourceNotFoundError();
      const { resource, values } = found;
      const result = await readResource(resource, uri, values, ctx, this.#options.report);
      return ctx.era === "legacy" || resource.cache === undefined || isInputRequired(result)
        ? result
        : { ...result, ...resource.cache };
    } catch (thrown) {
      throw notFoundAnswer(thrown, uri, ctx.era);
    }
  }

  async #contents(
    uri: string,
    ctx: CallContext,
    depth = 1,
  ): Promise<readonly ResourceContents[]> {
    if (depth > MOST_DEPTH) {
      throw new TypeError(`Cannot read ${uri}: resources read one another too deep`);
    }
    const part: CallContext = ctx.part((uri) => this.#contents(uri, part, depth + 1));
    const read = () => this.#read({ uri }, part);
    try {
      const result = await (callScope === undefined ? read() : callScope(part, read));
      if (!isInputRequired(result)) return result.contents;
      throw new TypeError(`${uri} needs input of the client to be read`);
    } finally {
      part.end();
    }
  }

  #get(params: Requests["prompts/get"]["params"], ctx: CallContext) {
    const prompt = this.catalog.find("prompt", params.name) as Prompt | undefined;
    if (prompt === undefined) throw this.#unknown("prompt", params.name);
    return getPrompt(prompt, params.arguments ?? {}, ctx, this.#options.report);
  }

  async #complete(params: Requests["completion/complete"]["params"], ctx: CallContext) {
    const { ref, argument, context } = params;
    const component = ref.type === "ref/prompt"
      ? this.catalog.find("prompt", ref.name) as Prompt | undefined
      : this.catalog.find("resource template", ref.uri) as Resource | undefined;
    if (component === undefined) {
      throw ref.type === "ref/prompt"
        ? this.#unknown("prompt", ref.name)
        : this.#unknown("resource template", ref.uri);
    }
    const completer = Object.hasOwn(component.completers, argument.name)
      ? component.completers[argument.name]
      : undefined;
    if (completer === undefined) return completeResult([]);
    const { key, timeout } = component;
    using limit = timeLimit(labelOf(component.kind, key), timeout, ctx);
    const known = { arguments: context?.arguments ?? {}, ctx };
    return completeResult(await limit.within(suggested(completer, argument.value, known)) ?? []);
  }

  async #page(kind: ComponentKind, member: string, { cursor }: { cursor?: string }) {
    const { components: all, listed } = this.catalog.visible(kind);
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

  #unknown(kind: ComponentKind, key: string): ProtocolError {
    const known = this.catalog.visible(kind).components.map((component) => component.key);
    return new ProtocolError(
      ErrorCode.InvalidParams,
      `Unknown ${kind}: ${JSON.stringify(key)}${didYouMean(key, known)}`,
    );
  }
}

async function suggested(
  completer: Completer,
  value: string,
  known: CompletionContext,
): Promise<string | readonly string[]> {
  return await completer(value, known);
}

function schemasOf(component: AnyComponent): (ComponentSchema | undefined)[] {
  switch (component.kind) {
    case "tool":
      return [component.input, component.output];
    case "prompt":
      return [component.args];
    default:
      return [component.params];
  }
}

function requestLabel(method: Method, params: unknown): string {
  const { name, uri } = params as { name?: unknown; uri?: unknown };
  switch (method) {
    case "tools/call":
      return labelOf("tool", name);
    case "prompts/get":
      return labelOf("prompt", name);
    case "resources/read":
      return labelOf("resource", uri);
    default:
      return `Request ${method}`;
  }
}
