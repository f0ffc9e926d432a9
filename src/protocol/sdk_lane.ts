import {
  type CacheHint,
  createRequestStateCodec,
  type Implementation,
  McpServer,
  type RequestStateCodec,
  type Result,
  type ServerContext,
  type ServerOptions,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type Icon, isInputRequired } from "../content/types.ts";
import type { StandardSchema } from "../schema/standard_schema.ts";
import { ErrorCode, ProtocolError, type Report } from "../server/errors.ts";
import type { Era, Exchange, LogLevel } from "../server/exchange.ts";
import { type Change, sameUri } from "../server/catalog.ts";
import type { Registry } from "../server/registry.ts";
import type { Method, Requests } from "../server/requests.ts";
import { LineWire } from "./line_wire.ts";
import { RESOURCE_NOT_FOUND } from "./messages.ts";
import { PARAMS } from "./params.ts";
import type { SendLine, ServerConnection } from "./server_connection.ts";

/** Who a server is. */
export interface Identity {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  readonly websiteUrl?: string;
}

/** What the lane says of the server to every client. */
export interface LaneOptions {
  readonly registry: Registry;
  readonly identity: Identity;
  readonly instructions?: string;
  readonly cacheHints?: Readonly<Record<string, CacheHint>>;
  /** Key that seals `requestState`; at least 32 bytes. */
  readonly secret: Uint8Array;
  readonly report: Report;
}

/** What `requestState` carries when it is sealed: the component it is for, and its value. */
interface Sealed {
  readonly for: string;
  readonly value: unknown;
}

/** How long a client may take between two rounds of one call. */
const STATE_TTL_SECONDS = 600;

/**
 * Serves one client over lines of JSON, in the era that its first message is of.
 *
 * @param send Takes the lines for the client
 */
export function serveLines(options: LaneOptions, send: SendLine): ServerConnection {
  const wire = new LineWire(send, options.report);
  const codec = createRequestStateCodec<Sealed>({
    key: options.secret.slice(),
    ttlSeconds: STATE_TTL_SECONDS,
    bind: (ctx) => ctx.mcpReq.method,
  });
  const handle = serveStdio(({ era }) => new LaneServer(options, codec, era), {
    transport: wire,
    onerror: (error) => options.report({ level: "debug", message: error.message }),
  });
  return {
    receive: (line) => wire.receive(line),
    refuse: (code, message) => wire.refuse(code, message),
    drained: (limitMs) => wire.drained(limitMs),
    close: () => handle.close(),
  };
}

/**
 * The SDK's server for one connection, with the registry behind it: nothing is registered with the
 * SDK, so that an instance costs the same however many components there are.
 */
class LaneServer extends McpServer {
  readonly #registry: Registry;
  readonly #codec: RequestStateCodec<Sealed>;
  readonly #era: Era;
  readonly #subscribed = new Set<string>();
  readonly #logs: boolean;
  #level: LogLevel = "debug";
  #ready: boolean;

  constructor(options: LaneOptions, codec: RequestStateCodec<Sealed>, era: Era) {
    const { registry, identity, instructions, cacheHints } = options;
    const capabilities = registry.capabilities();
    super(identity as Implementation, {
      capabilities,
      requestState: { verify: codec.verify },
      ...(instructions === undefined ? {} : { instructions }),
      ...(cacheHints === undefined
        ? {}
        : { cacheHints: cacheHints as ServerOptions["cacheHints"] }),
    });
    this.#registry = registry;
    this.#codec = codec;
    this.#era = era;
    this.#logs = capabilities.logging !== undefined;
    // 2025-11-25 lifecycle: a client hears nothing before it says that it is initialized.
    this.#ready = era === "modern";
    this.server.oninitialized = () => void (this.#ready = true);
    const stop = registry.catalog.onChange((change) => this.#tell(change));
    this.server.onclose = stop;
    this.#install(capabilities);
  }

  override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
    return this.#registry.toolInput(name);
  }

  #install(capabilities: Readonly<Record<string, unknown>>): void {
    this.#handle("ping", () => ({}));
    if (capabilities.tools) {
      this.#handle("tools/list");
      this.#handle("tools/call");
    }
    if (capabilities.resources) {
      this.#handle("resources/list");
      this.#handle("resources/templates/list");
      this.#handle("resources/read");
      this.#handle("resources/subscribe", ({ uri }) => {
        this.#subscribed.add(sameUri(uri));
        return {};
      });
      this.#handle("resources/unsubscribe", ({ uri }) => {
        this.#subscribed.delete(sameUri(uri));
        return {};
      });
    }
    if (capabilities.prompts) {
      this.#handle("prompts/list");
      this.#handle("prompts/get");
    }
    if (capabilities.completions) this.#handle("completion/complete");
    if (capabilities.logging) {
      this.#handle("logging/setLevel", ({ level }) => {
        this.#level = level;
        return {};
      });
    }
  }

  #handle<M extends Method>(
    method: M,
    own?: (params: Requests[M]["params"]) => Requests[M]["result"],
  ): void {
    this.server.setRequestHandler(
      method as string,
      { params: paramsSchema(method) },
      async (params, ctx) => {
        const exchange = await this.#exchange(params as Requests[M]["params"], ctx);
        const result = await this.#registry
          .dispatch(method, params as Requests[M]["params"], exchange, own)
          .catch(wireError);
        const sent = isInputRequired(result) ? await this.#seal(result, params, ctx) : result;
        return sent as Result;
      },
    );
  }

  #exchange(params: unknown, ctx: ServerContext): Exchange {
    const { mcpReq, http, sessionId } = ctx;
    const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
    const read = (key: string) => envelope?.[`io.modelcontextprotocol/${key}`];
    const modern = this.#era === "modern";
    const info = (modern ? read("clientInfo") : this.server.getClientVersion()) as
      | Implementation
      | undefined;
    const capabilities = modern ? read("clientCapabilities") : this.server.getClientCapabilities();
    const { signal } = mcpReq;
    return {
      era: this.#era,
      protocolVersion: (modern ? read("protocolVersion") as string : undefined) ??
        this.server.getNegotiatedProtocolVersion() ?? "2025-11-25",
      requestId: mcpReq.id,
      ...(sessionId === undefined ? {} : { sessionId }),
      client: {
        ...(info === undefined ? {} : { name: info.name, version: info.version }),
        capabilities: (capabilities ?? {}) as Readonly<Record<string, unknown>>,
      },
      ...(http?.req === undefined ? {} : { httpRequest: http.req }),
      meta: mcpReq._meta ?? {},
      signal,
      logLevel: !this.#logs
        ? undefined
        : modern
        ? read("logLevel") as LogLevel | undefined
        : this.#level,
      inputResponses: mcpReq.inputResponses ?? {},
      requestState: this.#unsealed(params, mcpReq.requestState<Sealed>()),
      notify: (method, params) => {
        mcpReq.notify({ method, params } as Parameters<typeof mcpReq.notify>[0])
          .catch(() => {/* the connection is gone, and with it whoever wanted to know */});
      },
    };
  }

  async #seal(result: object, params: unknown, ctx: ServerContext): Promise<object> {
    const { requestState } = result as { requestState?: unknown };
    if (requestState === undefined) return result;
    const sealed = { for: targetOf(params), value: requestState };
    return { ...result, requestState: await this.#codec.mint(sealed, ctx) };
  }

  #unsealed(params: unknown, sealed: Sealed | null | undefined): unknown {
    if (sealed === undefined || sealed === null) return undefined;
    if (sealed.for !== targetOf(params)) {
      throw new ProtocolError(ErrorCode.InvalidParams, "Invalid or expired requestState", {
        reason: "invalid_request_state",
      });
    }
    return sealed.value;
  }

  #tell(change: Change): void {
    const { server } = this;
    if (!this.#ready || server.transport === undefined) return;
    const capabilities = server.getCapabilities();
    const sent = "updated" in change
      // In the modern era the entry knows who listens to what.
      ? capabilities.resources &&
          (this.#era === "modern" || this.#subscribed.has(sameUri(change.updated)))
        ? server.sendResourceUpdated({ uri: change.updated })
        : undefined
      : change.list === "tools" && capabilities.tools
      ? server.sendToolListChanged()
      : change.list === "resources" && capabilities.resources
      ? server.sendResourceListChanged()
      : change.list === "prompts" && capabilities.prompts
      ? server.sendPromptListChanged()
      : undefined;
    sent?.catch(() => {/* the connection is gone */});
  }
}

function wireError(error: ProtocolError): never {
  throw error.code === ErrorCode.ResourceNotFound
    ? new ProtocolError(RESOURCE_NOT_FOUND, error.message, error.data)
    : error;
}

/** The component that a request is for. */
function targetOf(params: unknown): string {
  const { name, uri } = params as { name?: string; uri?: string };
  return name ?? uri ?? "";
}

const schemas = new Map<Method, StandardSchema>();

/** The check of a method's parameters in the form that the SDK takes. */
function paramsSchema(method: Method): StandardSchema {
  let schema = schemas.get(method);
  if (schema === undefined) {
    const check = PARAMS[method];
    schema = {
      "~standard": {
        version: 1,
        vendor: "x-mcp",
        validate: (value) => {
          const message = check(value as Record<string, unknown>);
          return message === undefined ? { value } : { issues: [{ message }] };
        },
      },
    };
    schemas.set(method, schema);
  }
  return schema;
}
