import type { SendLine, ServerConnection } from "../protocol/server_connection.ts";
import type { PlainSchema, Schema, SchemaOutput } from "../schema/standard_schema.ts";
import type { UriParams } from "../schema/uri/uri_template.ts";
import type { Selector } from "../server/catalog.ts";
import type {
  ModuleMeta,
  PlainFunction,
  PromptFunction,
  PromptFunctionOptions,
  ResourceFunctionOptions,
  ToolFunction,
  ToolFunctionOptions,
} from "../server/function_options.ts";
import { isLookedAt } from "../server/looked_at.ts";
import type {
  PromptModuleOptions,
  ResourceModuleOptions,
  ToolModuleOptions,
} from "../server/module_options.ts";
import type { ProjectFiles } from "../server/project_manifest.ts";
import type { PromptHandler, PromptOptions } from "../server/prompt.ts";
import type { Providers, WithInjected } from "../server/provider.ts";
import { linkOf, type Method, type Middleware } from "../server/requests.ts";
import type { ResourceConstant, ResourceOptions, ResourceReaderOf } from "../server/resource.ts";
import type { ToolArgs, ToolHandler, ToolOptions, ToolReturn } from "../server/tool.ts";
import { connect } from "./connect.ts";
import { descriptionOf, type ServerDescription } from "./description.ts";
import { FetchFace } from "./fetch_face.ts";
import { type ServeOptions, serveSettings } from "./http_options.ts";
import type { Hook } from "./life.ts";
import type { McpServerOptions } from "./options.ts";
import { type Parts, partsOf } from "./parts.ts";
import type { Registration } from "./registration.ts";
import { checkRun, type RunOptions } from "./run_options.ts";
import { isSignatureError } from "./signature_error.ts";
import { endByLines } from "./stray_errors.ts";
import type { ServerHandle } from "./serve.ts";

const SERVER = Symbol.for("@x/mcp.server");

/**
 * An MCP server: what an author registers components with, and runs.
 *
 * @example A server with one tool
 * ```ts
 * import { McpServer } from "@x/mcp";
 * import { z } from "zod";
 *
 * const mcp = new McpServer({ name: "demo", version: "1.0.0" });
 *
 * mcp.tool("add", {
 *   description: "Adds two integers.",
 *   input: z.object({ a: z.int(), b: z.int() }),
 *   output: z.int(),
 * }, ({ a, b }) => a + b);
 *
 * export default mcp;
 * if (import.meta.main) await mcp.run();
 * ```
 */
export class McpServer {
  readonly #options: McpServerOptions;
  readonly #parts: Parts;
  readonly #face: FetchFace;
  #running: Promise<never> | undefined;

  /**
   * Answers one HTTP request: for `deno serve`, `Deno.serve`, or an app that hands requests on. Works
   * under any base path: paths that end in {@linkcode HttpOptions.path} are answered, others get 404.
   * Host and Origin are checked here as well.
   *
   * @example In a server of your own
   * ```ts ignore
   * Deno.serve({ hostname: "127.0.0.1" }, mcp.fetch);
   * ```
   */
  readonly fetch: (request: Request) => Promise<Response>;

  /**
   * Makes a server without components.
   *
   * @param options Name, version, and how the server behaves
   * @throws {TypeError} for an option that is wrong
   */
  constructor(options: McpServerOptions) {
    this.#options = options;
    this.#parts = partsOf(options);
    Object.defineProperty(this, SERVER, { value: true });
    this.#face = new FetchFace(this.#parts.http, this.#parts.lane, this.#parts.life);
    // `deno serve` asks for a property of the server's own.
    this.fetch = (request) => this.#face.fetch(request);
  }

  /** Name for programs. */
  get name(): string {
    return this.#options.name;
  }

  /** Version of the server. */
  get version(): string {
    return this.#options.version;
  }

  /**
   * Registers a tool; its handler takes and returns what the schemas say.
   *
   * @param name 1 to 128 of `A-Za-z0-9_.-`
   * @param options Schemas, description, hints
   * @param handler Gets the arguments and the context; what it returns is the result
   * @returns this server
   * @throws {TypeError} naming the tool and what is wrong with it
   */
  tool<
    Input extends Schema,
    Output extends Schema,
    Inject extends Providers,
    // The handler's own type, so that "a" in what it returns is "a" and not any text.
    Handler extends ToolHandler<WithInjected<ToolArgs<Input>, Inject>, ToolReturn<Output>>,
  >(name: string, options: ToolOptions<Input, Output, Inject>, handler: Handler): this;
  /**
   * Registers a tool with plain JSON Schema or none; `tool<Args>` says what the arguments are, injected
   * values among them.
   *
   * @param name 1 to 128 of `A-Za-z0-9_.-`
   * @param options Schemas, description, hints
   * @param handler Gets the arguments and the context; what it returns is the result
   * @returns this server
   * @throws {TypeError} naming the tool and what is wrong with it
   */
  tool<Args>(name: string, options: ToolOptions, handler: ToolHandler<Args>): this;
  /**
   * Registers what a module exports as a tool, which can have permissions of its own. The module is loaded
   * when the tool is first called: by a sandbox, or by the server's process if it has none.
   *
   * @example
   * ```ts
   * import { McpServer } from "@x/mcp";
   * import { z } from "zod";
   *
   * const mcp = new McpServer({ name: "demo", version: "1.0.0" });
   * mcp.tool("fetch_page", {
   *   module: new URL("./fetch_page.ts", import.meta.url),
   *   permissions: { net: ["example.com"] },
   *   input: z.object({ path: z.string() }),
   * });
   * ```
   *
   * @param name 1 to 128 of `A-Za-z0-9_.-`
   * @param options Module, permissions, schemas, description, hints
   * @returns this server
   * @throws {TypeError} naming the tool and what is wrong with it
   */
  tool<Input extends Schema = PlainSchema, Output extends Schema = PlainSchema>(
    name: string,
    options: ToolModuleOptions<Input, Output>,
  ): this;
  /**
   * Registers a function as a tool: its types and JSDoc are what the model reads. Its source is read when
   * the server starts, for all functions together.
   *
   * @example
   * ```ts
   * import { McpServer } from "@x/mcp";
   *
   * // Adds two integers.
   * function add(a: number, b = 1): number {
   *   return a + b;
   * }
   *
   * const mcp = new McpServer({ name: "demo", version: "1.0.0" });
   * mcp.tool(add, import.meta);
   * ```
   *
   * @param fn A function with a name; arguments are its parameters, or the members of a single one that
   * it takes apart
   * @param meta `import.meta` of the module that calls this
   * @param options Name, hints, and what stands in place of the JSDoc
   * @returns this server
   * @throws {TypeError} naming the tool and what is wrong with it
   */
  tool<Output extends Schema = PlainSchema>(
    fn: ToolFunction<Output>,
    meta: ModuleMeta,
    options?: ToolFunctionOptions<Output>,
  ): this;
  tool(...given: Parameters<Registration["tool"]>): this {
    this.#parts.registration.tool(...given);
    return this;
  }

  /**
   * Registers a resource, or a template if the URI has parameters such as `{city}`.
   *
   * @param uri URI or URI template
   * @param options Name, description, media type
   * @param source A constant, or a function that gets the parameters and the context
   * @returns this server
   * @throws {TypeError} naming the URI and what is wrong with it
   */
  resource<
    const Uri extends string,
    Params extends Schema = PlainSchema,
    Inject extends Providers = Providers,
  >(
    uri: Uri,
    options: ResourceOptions<Params, Extract<keyof UriParams<Uri>, string>, Inject>,
    source: ResourceReaderOf<Uri, Params, Inject> | ResourceConstant,
  ): this;
  /**
   * Registers what a module exports as a resource, or as a template if the URI has parameters; see
   * {@linkcode McpServer.tool}.
   *
   * @param uri URI or URI template
   * @param options Module, permissions, name, description, media type
   * @returns this server
   * @throws {TypeError} naming the URI and what is wrong with it
   */
  resource<const Uri extends string, Params extends Schema = PlainSchema>(
    uri: Uri,
    options: ResourceModuleOptions<Params, Extract<keyof UriParams<Uri>, string>>,
  ): this;
  /**
   * Registers a function as a resource, or as a template if the URI has parameters: they are those of
   * the function, by name. Its source is read when the server starts.
   *
   * @param uri URI or URI template
   * @param fn A function whose parameters the URI gives
   * @param meta `import.meta` of the module that calls this
   * @param options Name, media type, and what stands in place of the JSDoc
   * @returns this server
   * @throws {TypeError} naming the URI and what is wrong with it
   */
  resource<const Uri extends string>(
    uri: Uri,
    fn: PlainFunction,
    meta: ModuleMeta,
    options?: ResourceFunctionOptions<Extract<keyof UriParams<Uri>, string>>,
  ): this;
  resource(...given: Parameters<Registration["resource"]>): this {
    this.#parts.registration.resource(...given);
    return this;
  }

  /**
   * Registers a prompt.
   *
   * @param name Name, not empty
   * @param options Description, arguments, suggestions
   * @param handler Gets the arguments and the context; returns text or messages
   * @returns this server
   * @throws {TypeError} naming the prompt and what is wrong with it
   */
  prompt<Args extends Schema = PlainSchema, Inject extends Providers = Providers>(
    name: string,
    options: PromptOptions<Args, Inject>,
    handler: PromptHandler<WithInjected<SchemaOutput<Args>, Inject>>,
  ): this;
  /**
   * Registers what a module exports as a prompt; see {@linkcode McpServer.tool}.
   *
   * @param name Name, not empty
   * @param options Module, permissions, description, arguments, suggestions
   * @returns this server
   * @throws {TypeError} naming the prompt and what is wrong with it
   */
  prompt<Args extends Schema = PlainSchema>(name: string, options: PromptModuleOptions<Args>): this;
  /**
   * Registers a function as a prompt: its types and JSDoc say what can be filled in. Its source is read
   * when the server starts.
   *
   * @param fn A function with a name; arguments are its parameters, or the members of a single one that
   * it takes apart
   * @param meta `import.meta` of the module that calls this
   * @param options Name, suggestions, and what stands in place of the JSDoc
   * @returns this server
   * @throws {TypeError} naming the prompt and what is wrong with it
   */
  prompt(fn: PromptFunction, meta: ModuleMeta, options?: PromptFunctionOptions): this;
  prompt(...given: Parameters<Registration["prompt"]>): this {
    this.#parts.registration.prompt(...given);
    return this;
  }

  /**
   * Registers the components of a project, by the manifest that `mcp build` writes. None of their code runs
   * before a component is called.
   *
   * @example What the entry of a built project does
   * ```ts ignore
   * import manifest from "./manifest.json" with { type: "json" };
   *
   * const mcp = new McpServer({ name: "demo", version: "1.0.0" });
   * mcp.addComponents(manifest, { url: new URL("./", import.meta.url) });
   * ```
   *
   * @param manifest A {@linkcode ProjectManifest}, as its JSON says
   * @param files Where the files of the components are
   * @returns this server
   * @throws {TypeError} for a manifest that another version made, naming the component and what is wrong
   * with it, or naming two whose names collide
   */
  addComponents(manifest: object, files: ProjectFiles): this {
    this.#parts.registration.addComponents(manifest, files);
    return this;
  }

  /**
   * Takes components out for good; connected clients are told.
   *
   * @param selector A name or URI, or `{ kind, name, tag }`
   * @returns how many there were
   * @throws {TypeError} if the name matches nothing
   */
  remove(selector: Selector): number {
    return this.#parts.registry.catalog.remove(selector);
  }

  /**
   * Shows components that were hidden; connected clients are told.
   *
   * @param selector A name or URI, or `{ kind, name, tag }`
   * @returns how many it means
   * @throws {TypeError} if the name matches nothing
   */
  enable(selector: Selector): number {
    return this.#parts.registry.catalog.setEnabled(selector, true);
  }

  /**
   * Hides components: they are not listed, and unknown when used. Connected clients are told.
   *
   * @param selector A name or URI, or `{ kind, name, tag }`
   * @returns how many it means
   * @throws {TypeError} if the name matches nothing
   */
  disable(selector: Selector): number {
    return this.#parts.registry.catalog.setEnabled(selector, false);
  }

  /** Tells the clients that subscribed to a resource that it has changed. */
  resourceUpdated(uri: string): void {
    this.#parts.registry.catalog.resourceUpdated(uri);
  }

  /**
   * Adds a link to the chain around requests; the first added is the outermost.
   *
   * @example Timing every request
   * ```ts ignore
   * mcp.use(async (call, next) => {
   *   const start = performance.now();
   *   const result = await next();
   *   console.error(call.method, performance.now() - start);
   *   return result;
   * });
   * ```
   *
   * @returns this server
   */
  use(link: Middleware): this;
  /**
   * Adds a link for the requests of one method, with the types of that method.
   *
   * @returns this server
   */
  use<M extends Method>(method: M, link: Middleware<M>): this;
  use<M extends Method>(first: Middleware | M, link?: Middleware<M>): this {
    this.#parts.registry.use(typeof first === "function" ? first : linkOf(first, link!));
    return this;
  }

  /**
   * Adds what has to be done before the first client is served.
   *
   * @returns this server
   */
  onStart(hook: Hook): this {
    this.#parts.life.onStart.push(hook);
    return this;
  }

  /**
   * Adds what has to be done after the last client is gone; last added runs first, and what is not
   * done within half a second is left.
   *
   * @returns this server
   */
  onStop(hook: Hook): this {
    this.#parts.life.onStop.push(hook);
    return this;
  }

  /**
   * Serves clients until they are gone, and ends the process then, with code 0.
   *
   * Over stdio that is when the input ends, the output breaks, or a signal comes; over HTTP when a
   * signal comes. Calls that still run get a bounded time to answer.
   *
   * @throws {TypeError} for an option that is wrong
   * @throws {SignatureError} if functions cannot be read; uncaught, it ends the process by its lines alone
   * @throws {Error} if the address cannot be listened on
   */
  async run(options: RunOptions = {}): Promise<never> {
    // While a file is only looked at, a run() in it is not meant.
    if (isLookedAt()) return undefined as never;
    const { transport = "stdio", drainMs, ...serve } = options;
    checkRun(transport, drainMs);
    try {
      return await (this.#running ??= transport === "stdio"
        ? this.#runStdio(drainMs)
        : this.#runHttp(serve, drainMs));
    } catch (error) {
      // What did not begin may be tried again, in another way.
      this.#running = undefined;
      if (isSignatureError(error)) endByLines(error);
      throw error;
    }
  }

  async #runStdio(drainMs: number | undefined): Promise<never> {
    const { runStdio } = await import("./run_stdio.ts");
    return await runStdio(this.connect.bind(this), this.#parts.report, drainMs);
  }

  async #runHttp(options: ServeOptions, drainMs: number | undefined): Promise<never> {
    const { runHttp } = await import("./run_http.ts");
    return await runHttp(() => this.serve(options), this.#parts.report, drainMs);
  }

  /**
   * Serves over HTTP until it is told to stop.
   *
   * @param options Address, and what differs from the server's own `http` options
   * @returns a handle, once the socket listens
   * @throws {TypeError} for an option that is wrong
   * @throws {SignatureError} if functions cannot be read
   * @throws {Error} if the address cannot be listened on
   */
  async serve(options: ServeOptions = {}): Promise<ServerHandle> {
    const settings = serveSettings(this.#options.http, options);
    if (isLookedAt()) {
      const { unserved } = await import("./unserved.ts");
      return unserved(settings, options);
    }
    const { life, lane } = this.#parts;
    await life.begin();
    try {
      const { serveHttp } = await import("./serve.ts");
      return serveHttp(lane, settings, options, () => life.end());
    } catch (error) {
      await life.end();
      throw error;
    }
  }

  /**
   * Called by `deno serve` once it listens. With `--parallel`, whose workers share nothing, clients are
   * served without sessions; whatever holds is said on stderr.
   */
  get onListen(): (address: Deno.Addr) => void {
    // Every worker asks for this, but only the first one is called.
    this.#face.watchWorkers();
    return (address) => this.#face.listening(this.name, address);
  }

  /** The run that was begun by {@linkcode McpServer.run}, if any. */
  get running(): Promise<never> | undefined {
    return this.#running;
  }

  /**
   * Serves one client over a channel of your own that carries one JSON-RPC message a line.
   *
   * @param send Takes the lines for the client
   * @returns the connection; give it what the client sends
   * @throws {SignatureError} if functions cannot be read
   */
  async connect(send: SendLine): Promise<ServerConnection> {
    return await connect(this.#parts.life, this.#parts.lane, send);
  }

  /**
   * What a host would see, and what it would not: all components with tags and warnings.
   *
   * @throws {SignatureError} if functions cannot be read
   */
  async describe(): Promise<ServerDescription> {
    await this.#parts.functions.read();
    return await descriptionOf(this.#options, this.#parts.http, this.#parts.registry);
  }
}

/** Whether a value is a server, made by this copy of the package or another. */
export function isMcpServer(value: unknown): value is McpServer {
  return typeof value === "object" && value !== null && SERVER in value;
}
