import {
  Client as SdkClient,
  type ClientCapabilities,
  type Transport,
} from "@modelcontextprotocol/client";
import type { ContentBlock, GetPromptResult, ResourceContents } from "../content/types.ts";
import { WRAP_MARK } from "../schema/component_schema.ts";
import type { Era, LogLevel } from "../server/exchange.ts";
import type { ListedPrompt } from "../server/prompt.ts";
import type { ListedResource } from "../server/resource.ts";
import type { ListedTool } from "../server/tool.ts";
import config from "../../deno.json" with { type: "json" };

const LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel";

/** What a client tells a server about itself, and how it answers it. */
export interface ClientOptions {
  /** Era to speak; `"modern"` (2026-07-28) if left out. */
  readonly era?: Era | "auto";
  /** What the client declares; left out, whatever `onRequest` can be asked for. */
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** Gets the server's log messages. */
  readonly onLog?: (message: LogMessage) => void;
  /** Hears that lists have changed and resources were updated. */
  readonly onChange?: (change: { readonly method: string; readonly uri?: string }) => void;
  /**
   * Answers what the server asks: `elicitation/create`, `sampling/createMessage`, `roots/list`. One
   * function serves both eras.
   */
  readonly onRequest?: (
    method: string,
    params: Readonly<Record<string, unknown>>,
  ) => unknown | Promise<unknown>;
}

/** A log message of a server. */
export interface LogMessage {
  /** Severity. */
  readonly level: LogLevel;
  /** Text or any JSON value. */
  readonly data: unknown;
  /** Which part of the server says it. */
  readonly logger?: string;
}

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call; the server is told. */
  readonly signal?: AbortSignal;
  /** Gets progress. */
  readonly onProgress?: (
    progress: { readonly progress: number; readonly total?: number; readonly message?: string },
  ) => void;
  /** Time limit in milliseconds, begun anew by each progress; a minute if left out. */
  readonly timeout?: number;
  /** Sent as the request's `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** What a tool call gave. */
export interface CallResult {
  /** The result for programs, unwrapped where the server wrapped it. */
  readonly data: unknown;
  /** Blocks for the model. */
  readonly content: readonly ContentBlock[];
  /** Structured content as it came. */
  readonly structured: Readonly<Record<string, unknown>> | undefined;
  /** Whether the call failed. */
  readonly isError: boolean;
  /** The result's `_meta`. */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
}

/** One client of one server, over a transport of the official SDK. */
export class Client implements AsyncDisposable {
  readonly #sdk: SdkClient;
  readonly #logging: boolean;
  #wrapped: Promise<ReadonlySet<string>> | undefined;

  private constructor(sdk: SdkClient, logging: boolean) {
    this.#sdk = sdk;
    this.#logging = logging;
  }

  /** Connects over a transport. */
  static async over(transport: Transport, options: ClientOptions = {}): Promise<Client> {
    const { era = "modern", onLog, onChange, onRequest } = options;
    const capabilities = options.capabilities ??
      (onRequest === undefined
        ? {}
        : { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} });
    const sdk = new SdkClient({ name: config.name, version: config.version }, {
      capabilities: capabilities as ClientCapabilities,
      versionNegotiation: { mode: era === "modern" ? { pin: "2026-07-28" } : era },
    });
    if (onLog !== undefined) {
      sdk.setNotificationHandler(
        "notifications/message",
        ({ params }) => onLog(params as LogMessage),
      );
    }
    if (onChange !== undefined) {
      for (const list of ["tools", "prompts", "resources"] as const) {
        const method = `notifications/${list}/list_changed` as const;
        sdk.setNotificationHandler(method, () => onChange({ method }));
      }
      sdk.setNotificationHandler(
        "notifications/resources/updated",
        ({ method, params }) => onChange({ method, uri: params.uri }),
      );
    }
    for (const method of ["elicitation/create", "sampling/createMessage", "roots/list"] as const) {
      const capability = method.split("/")[0];
      if (onRequest !== undefined && capability in capabilities) {
        sdk.setRequestHandler(
          method,
          async ({ params }) => await onRequest(method, (params ?? {}) as never) as never,
        );
      }
    }
    await sdk.connect(transport);
    return new Client(sdk, onLog !== undefined && sdk.getProtocolEra() === "modern");
  }

  /** What the server declares. */
  get capabilities(): Readonly<Record<string, unknown>> {
    return { ...this.#sdk.getServerCapabilities() };
  }

  /** How the server says it should be used. */
  get instructions(): string | undefined {
    return this.#sdk.getInstructions();
  }

  /** All tools, over all pages; none from a server without tools. */
  async listTools(): Promise<readonly ListedTool[]> {
    if (this.capabilities.tools === undefined) return [];
    return (await this.#sdk.listTools()).tools as readonly ListedTool[];
  }

  /** All resources, over all pages; none from a server without resources. */
  async listResources(): Promise<readonly ListedResource[]> {
    if (this.capabilities.resources === undefined) return [];
    return (await this.#sdk.listResources()).resources as readonly ListedResource[];
  }

  /** All resource templates, over all pages; none from a server without resources. */
  async listResourceTemplates(): Promise<readonly ListedResource[]> {
    if (this.capabilities.resources === undefined) return [];
    return (await this.#sdk.listResourceTemplates()).resourceTemplates as readonly ListedResource[];
  }

  /** All prompts, over all pages; none from a server without prompts. */
  async listPrompts(): Promise<readonly ListedPrompt[]> {
    if (this.capabilities.prompts === undefined) return [];
    return (await this.#sdk.listPrompts()).prompts as readonly ListedPrompt[];
  }

  /**
   * Calls a tool.
   *
   * @param name Name of the tool
   * @param args Its arguments
   * @returns the result, also of a call that failed (`isError`)
   * @throws if the server answers with a JSON-RPC error, such as -32602 for a tool it does not have
   */
  async callTool(
    name: string,
    args: Readonly<Record<string, unknown>> = {},
    options: CallOptions = {},
  ): Promise<CallResult> {
    const result = await this.#sdk.callTool(
      { name, arguments: args, ...this.#meta(options) },
      this.#options(options),
    );
    const structured = result.structuredContent as CallResult["structured"];
    const wrapped = structured !== undefined && Object.keys(structured).join() === "result" &&
      (await this.#wrappedTools()).has(name);
    return {
      data: wrapped ? structured.result : structured,
      content: result.content as readonly ContentBlock[],
      structured,
      isError: result.isError === true,
      meta: result._meta,
    };
  }

  /** Reads a resource. */
  async readResource(
    uri: string,
    options: CallOptions = {},
  ): Promise<readonly ResourceContents[]> {
    const params = { uri, ...this.#meta(options) };
    const result = await this.#sdk.readResource(params, this.#options(options));
    return result.contents as readonly ResourceContents[];
  }

  /** Fills in a prompt. */
  async getPrompt(
    name: string,
    args: Readonly<Record<string, string>> = {},
    options: CallOptions = {},
  ): Promise<GetPromptResult> {
    return await this.#sdk.getPrompt(
      { name, arguments: args, ...this.#meta(options) },
      this.#options(options),
    ) as GetPromptResult;
  }

  /**
   * Asks for suggestions.
   *
   * @param target Name of a prompt, or a URI template
   * @param argument Name of the argument or parameter
   * @param value What is typed so far
   * @param chosen Arguments that are chosen already
   */
  async complete(
    target: { readonly prompt: string } | { readonly template: string },
    argument: string,
    value: string,
    chosen?: Readonly<Record<string, string>>,
  ): Promise<{ values: readonly string[]; total?: number; hasMore?: boolean }> {
    const { completion } = await this.#sdk.complete({
      ref: "prompt" in target
        ? { type: "ref/prompt", name: target.prompt }
        : { type: "ref/resource", uri: target.template },
      argument: { name: argument, value },
      ...(chosen === undefined ? {} : { context: { arguments: chosen } }),
    });
    return completion;
  }

  /**
   * Asks to hear of updates of resources, and in the modern era of changed lists, through `onChange`.
   *
   * @param uris Resources to hear of
   */
  async subscribe(uris: readonly string[] = []): Promise<void> {
    if (this.#sdk.getProtocolEra() === "modern") {
      await this.#sdk.listen({
        toolsListChanged: true,
        promptsListChanged: true,
        resourcesListChanged: true,
        resourceSubscriptions: [...uris],
      });
    } else {
      for (const uri of uris) await this.#sdk.subscribeResource({ uri });
    }
  }

  /** Ends the connection. */
  async close(): Promise<void> {
    await this.#sdk.close();
  }

  /** Ends the connection. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #meta({ meta }: CallOptions): { _meta?: Record<string, unknown> } {
    if (meta === undefined && !this.#logging) return {};
    return { _meta: { ...(this.#logging ? { [LOG_LEVEL_KEY]: "debug" } : {}), ...meta } };
  }

  #options({ signal, onProgress, timeout }: CallOptions) {
    return {
      ...(timeout === undefined ? {} : { timeout }),
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onprogress: onProgress, resetTimeoutOnProgress: true }),
    };
  }

  /** Names of the tools whose results come wrapped, asked for once. */
  #wrappedTools(): Promise<ReadonlySet<string>> {
    return this.#wrapped ??= this.listTools().then((tools) =>
      new Set(
        tools.filter((tool) => tool.outputSchema?.[WRAP_MARK] === true).map(({ name }) => name),
      )
    );
  }
}
