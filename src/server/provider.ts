import { dereferenced, isRecord } from "../schema/json_schema.ts";
import type { JsonSchema } from "../schema/standard_schema.ts";
import type { Context } from "./context.ts";

/**
 * Gets the value of another provider, which runs at most once in a call, however many ask for it.
 *
 * @throws {TypeError} if providers use each other in a circle
 * @throws {Error} whatever the other provider throws
 */
export type Use = <Value>(provider: Provider<Value>) => Promise<Value>;

/**
 * Makes a value for a handler, which clients neither see nor set. A value that has a
 * `Symbol.asyncDispose` or `Symbol.dispose` is disposed of after the call.
 *
 * @example A connection that is closed after every call
 * ```ts
 * import { McpServer, type Provider } from "@x/mcp";
 *
 * const openLog: Provider<AsyncDisposable & { lines: string[] }> = ({ client }) => ({
 *   lines: [`called by ${client.name}`],
 *   [Symbol.asyncDispose]: () => Promise.resolve(),
 * });
 *
 * const mcp = new McpServer({ name: "demo", version: "1.0.0" });
 * mcp.tool("lines", { inject: { log: openLog } }, ({ log }) => log.lines);
 * ```
 *
 * @param ctx Context of the call
 * @param use Gets the values of other providers
 */
export type Provider<Value = unknown> = (ctx: Context, use: Use) => Value | Promise<Value>;

/** Providers by the names that their values get among the handler's arguments. */
export type Providers = { readonly [name: string]: Provider };

/** What a handler gets: its arguments, and the values of its providers. */
export type WithInjected<Args, Inject> = string extends keyof Inject ? Args
  : Args & { -readonly [Name in keyof Inject]: Provided<Inject[Name]> };

/** The value of a provider. */
export type Provided<From> = From extends (...args: never) => infer Value ? Awaited<Value> : never;

/**
 * Reads the providers of a component.
 *
 * @param taken Names of the arguments that come from clients
 * @throws {TypeError} for what is no provider, and for a name that is taken
 */
export function readProviders(
  inject: Providers | undefined,
  taken: readonly string[],
): Providers | undefined {
  if (inject === undefined) return undefined;
  if (!isRecord(inject) || inject instanceof Map) {
    throw new TypeError("give providers by name, such as { db: openDb }");
  }
  const entries = Object.entries(inject);
  for (const [name, provider] of entries) {
    if (typeof provider !== "function") {
      throw new TypeError(`${name} must be a function that makes the value`);
    }
    if (taken.includes(name)) {
      throw new TypeError(`${name} is an argument that clients give; choose another name`);
    }
  }
  return entries.length === 0 ? undefined : Object.freeze(Object.fromEntries(entries));
}

/** The names that handlers get from the server, which no client may send. */
export function injectedBy({ inject }: { readonly inject?: Providers | undefined }): string[] {
  return isRecord(inject) ? Object.keys(inject) : [];
}

/** The names of the arguments that a schema lists, in the branches of its root as well. */
export function argumentNames(schema: JsonSchema): string[] {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (part: unknown) => {
    const node = dereferenced(part, schema);
    if (!isRecord(node) || seen.has(part)) return;
    seen.add(part);
    if (Array.isArray(node.required)) node.required.forEach((name) => names.add(String(name)));
    if (isRecord(node.properties)) Object.keys(node.properties).forEach((name) => names.add(name));
    for (const key of ["allOf", "anyOf", "oneOf", "then", "else"]) {
      [node[key] ?? []].flat().forEach(visit);
    }
  };
  visit(schema);
  return [...names];
}
