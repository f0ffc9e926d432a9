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
import { type Icon, isInputRequired } from "../content/types.ts";
import type { StandardSchema } from "../schema/standard_schema.ts";
import { ErrorCode, ProtocolError, type Report } from "../server/errors.ts";
import type { Era, Exchange, LogLevel } from "../server/exchange.ts";
import { sameUri } from "../schema/uri/uri_spelling.ts";
import type { Change } from "../server/catalog.ts";
import type { Capabilities, Registry } from "../server/registry.ts";
import type { Method, Requests } from "../server/requests.ts";
import { RESOURCE_NOT_FOUND } from "./messages.ts";
import { PARAMS } from "./params.ts";

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

/** Seals `requestState`, so that a client can only bring back what it was given, and for the same. */
export type StateCodec = RequestStateCodec<Sealed>;

/** Makes the codec that all connections of a server share. */
export function stateCodec(secret: Uint8Array): StateCodec {
  return createRequestStateCodec<Sealed>({
    key: secret.slice(),
    ttlSeconds: STATE_TTL_SECONDS,
    bind: (ctx) => ctx.mcpReq.method,
  });
}

/** What a connection can do, and what carried it. */
export interface Connection {
  readonly era: Era;
  /** Whether it lasts, so that the client can be told of changes. */
  readonly lasting: boolean;
  /** The HTTP request behind a connection of one request. */
  readonly httpRequest?: Request;
  /** Whether the client can take what could be spared; always, if left out. */
  readonly hasRoom?: () => boolean;
  /** Hears that a handler has come to an end. */
  readonly onAnswer?: () => void;
}

/**
 * The SDK's server for one connection, with the registry behind it: nothing is registered with the
 * SDK, so that an instance costs the same however many components there are.
 */
export class LaneServer extends McpServer {
  readonly #registry: Registry;
  readonly #codec: StateCodec;
  readonly #era: Era;
  readonly #connection: Connection;
  readonly #subscribed = new Set<string>();
  readonly #logs: boolean;
  #level: LogLevel = "debug";
  #ready: boolean;

  constructor(
    options: LaneOptions,
    codec: StateCodec,
    connection: Connection,
  ) {
    const { era, lasting } = connection;
    const { registry, identity, instructions, cacheHints } = options;
    const declared = registry.capabilities();
    // Nobody is there to be told of changes once the request is answered.
    const capabilities = lasting || era === "modern" ? declared : lonely(declared);
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
    this.#connection = connection;
    this.#logs = capabilities.logging !== undefined;
    // 2025-11-25 lifecycle: a client hears nothing before it says that it is initialized.
    this.#ready = era === "modern";
    this.server.oninitialized = () => void (this.#ready = true);
    if (lasting) this.server.onclose = registry.catalog.onChange((change) => this.#tell(change));
    this.#install(capabilities);
  }

  override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
    return this.#registry.toolInput(name);
  }

  #install(capabilities: Capabilities): void {
    this.#handle("ping", () => ({}));
    if (capabilities.tools) {
      this.#handle("tools/list");
      this.#handle("tools/call");
    }
    if (capabilities.resources) {
      this.#handle("resources/list");
      this.#handle("resources/templates/list");
      this.#handle("resources/read");
      if (capabilities.resources.subscribe) {
        this.#handle("resources/subscribe", ({ uri }) => {
          this.#subscribed.add(sameUri(uri));
          return {};
        });
        this.#handle("resources/unsubscribe", ({ uri }) => {
          this.#subscribed.delete(sameUri(uri));
          return {};
        });
      }
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
        try {
          const exchange = this.#exchange(params as Requests[M]["params"], ctx);
          const result = await this.#registry
            .dispatch(method, params as Requests[M]["params"], exchange, own)
            .catch(wireError);
          const sent = isInputRequired(result) ? await this.#seal(result, params, ctx) : result;
          return sent as Result;
        } finally {
          if (!ctx.mcpReq.signal.aborted) this.#connection.onAnswer?.();
        }
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
    const { httpRequest = http?.req, hasRoom } = this.#connection;
    return {
      era: this.#era,
      protocolVersion: (modern ? read("protocolVersion") as string : undefined) ??
        this.server.getNegotiatedProtocolVersion() ?? versionOf(httpRequest),
      requestId: mcpReq.id,
      ...(sessionId === undefined ? {} : { sessionId }),
      client: {
        ...(info === undefined ? {} : { name: info.name, version: info.version }),
        capabilities: (capabilities ?? {}) as Readonly<Record<string, unknown>>,
      },
      ...(httpRequest === undefined ? {} : { httpRequest }),
      ...(http?.closeSSE === undefined ? {} : { closeStream: http.closeSSE }),
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
        if (hasRoom?.() === false) return;
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

/** What a server can still do for a client that it knows for one request only. */
function lonely(capabilities: Capabilities): Capabilities {
  return Object.fromEntries(
    Object.entries(capabilities).map(([name, { subscribe: _, ...rest }]) => [
      name,
      // Left out, the SDK would say true.
      rest.listChanged === undefined ? rest : { ...rest, listChanged: false },
    ]),
  );
}

/** The version of a legacy request that no handshake came before. */
function versionOf(httpRequest: Request | undefined): string {
  // 2025-11-25 transports: without the header, 2025-03-26 is assumed.
  return httpRequest === undefined
    ? "2025-11-25"
    : httpRequest.headers.get("mcp-protocol-version") ?? "2025-03-26";
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
