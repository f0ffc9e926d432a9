import type {
  CallToolResult,
  GetPromptResult,
  InputRequired,
  ReadResourceResult,
} from "../content/types.ts";
import { didYouMean } from "../schema/nearest.ts";
import type { CompleteResult } from "./completion.ts";
import type { Context } from "./context.ts";
import type { LogLevel } from "./exchange.ts";
import type { ListedPrompt } from "./prompt.ts";
import type { ListedResource } from "./resource.ts";
import type { ListedTool } from "./tool.ts";

/** Parameters of the list requests. */
export interface ListParams {
  /** Where the page before ended. */
  readonly cursor?: string;
}

/** What a list request answers, beside its items. */
export interface Page {
  /** Where the next page begins; left out on the last. */
  readonly nextCursor?: string;
}

/** An empty answer. */
export type EmptyResult = Readonly<Record<string, never>>;

/**
 * The requests that pass the chain, with their parameters and results. The handshake (`initialize`,
 * `server/discover`) and `subscriptions/listen` open connections and streams, and are not among them.
 */
export interface Requests {
  /** Lists tools. */
  "tools/list": { params: ListParams; result: Page & { readonly tools: readonly ListedTool[] } };
  /** Calls a tool. */
  "tools/call": {
    params: { readonly name: string; readonly arguments?: Readonly<Record<string, unknown>> };
    result: CallToolResult | InputRequired;
  };
  /** Lists resources. */
  "resources/list": {
    params: ListParams;
    result: Page & { readonly resources: readonly ListedResource[] };
  };
  /** Lists resource templates. */
  "resources/templates/list": {
    params: ListParams;
    result: Page & { readonly resourceTemplates: readonly ListedResource[] };
  };
  /** Reads a resource. */
  "resources/read": {
    params: { readonly uri: string };
    result: ReadResourceResult | InputRequired;
  };
  /** Asks to be told of updates of a resource (legacy). */
  "resources/subscribe": { params: { readonly uri: string }; result: EmptyResult };
  /** Takes that back (legacy). */
  "resources/unsubscribe": { params: { readonly uri: string }; result: EmptyResult };
  /** Lists prompts. */
  "prompts/list": {
    params: ListParams;
    result: Page & { readonly prompts: readonly ListedPrompt[] };
  };
  /** Fills in a prompt. */
  "prompts/get": {
    params: { readonly name: string; readonly arguments?: Readonly<Record<string, string>> };
    result: GetPromptResult | InputRequired;
  };
  /** Asks for suggestions. */
  "completion/complete": {
    params: {
      readonly ref:
        | { readonly type: "ref/prompt"; readonly name: string }
        | { readonly type: "ref/resource"; readonly uri: string };
      readonly argument: { readonly name: string; readonly value: string };
      readonly context?: { readonly arguments?: Readonly<Record<string, string>> };
    };
    result: CompleteResult;
  };
  /** Sets the lowest level of log messages (legacy). */
  "logging/setLevel": { params: { readonly level: LogLevel }; result: EmptyResult };
  /** Asks for a sign of life (legacy). */
  "ping": { params: Readonly<Record<string, unknown>>; result: EmptyResult };
}

/** A method that passes the chain. */
export type Method = keyof Requests;

/** The methods that pass the chain. */
export const METHODS: readonly Method[] = [
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "resources/subscribe",
  "resources/unsubscribe",
  "prompts/list",
  "prompts/get",
  "completion/complete",
  "logging/setLevel",
  "ping",
];

/** One request on its way through the chain. */
export interface Call<M extends Method = Method> {
  /** Name of the method. */
  readonly method: M;
  /** Its parameters. */
  readonly params: Requests[M]["params"];
  /** Context of the request. */
  readonly ctx: Context;
}

/** Goes on to the next link of the chain, with other parameters if any are given. */
export type Next<M extends Method = Method> = (
  params?: Requests[M]["params"],
) => Promise<Requests[M]["result"]>;

/**
 * A link of the chain around requests: it may look at, change, answer or refuse a request, and
 * look at or change its result. What a handler throws comes by as it was thrown; whatever leaves the
 * chain thrown is masked for the client.
 */
export type Middleware<M extends Method = Method> = (
  call: { [Name in M]: Call<Name> }[M],
  next: Next<M>,
) => Requests[M]["result"] | Promise<Requests[M]["result"]>;

/**
 * A link for the requests of one method.
 *
 * @throws {TypeError} for a method that does not pass the chain
 */
export function linkOf<M extends Method>(method: M, link: Middleware<M>): Middleware {
  if (!METHODS.includes(method)) {
    const nearest = didYouMean(method, METHODS);
    throw new TypeError(
      `Cannot use: no request ${JSON.stringify(method)} passes the chain${nearest}`,
    );
  }
  return (call, next) => call.method === method ? link(call as never, next as never) : next();
}

/** Runs a request through the links, first added outermost. */
export function runChain(
  links: readonly Middleware[],
  call: Call,
  handler: (params: never) => unknown,
): Promise<unknown> {
  const step = async (i: number, params: unknown): Promise<unknown> => {
    if (i === links.length) return await handler(params as never);
    const next = (changed?: unknown) => step(i + 1, changed === undefined ? params : changed);
    return await links[i]({ ...call, params } as never, next as never);
  };
  return step(0, call.params);
}
