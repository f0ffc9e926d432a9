import { registering } from "./component.ts";
import { isRecord } from "../schema/json_schema.ts";
import type { PlainSchema, Schema } from "../schema/standard_schema.ts";
import type { PromptOptions } from "./prompt.ts";
import type { ResourceOptions } from "./resource.ts";
import type { ToolOptions } from "./tool.ts";

/**
 * Options that name the code of a component: a function that a module exports, which gets the arguments
 * and the context. What the module exports as `inject` are providers of values that the function gets
 * beside its arguments.
 *
 * @example A module whose function gets a connection for each call
 * ```ts
 * import type { Context } from "@x/mcp";
 *
 * function openDb() {
 *   return { rows: ["rain", "sun"], [Symbol.dispose]: () => {} };
 * }
 *
 * export const inject = { db: openDb };
 *
 * export default function report(
 *   { day, db }: { day: number; db: ReturnType<typeof openDb> },
 *   ctx: Context,
 * ): string {
 *   ctx.log.info(`day ${day}`);
 *   return db.rows[day % db.rows.length];
 * }
 * ```
 */
export interface ModuleOptions {
  /** URL of the module, as in `new URL("./fetch_page.ts", import.meta.url)`. */
  readonly module: URL | string;
  /** Name of the export; `"default"` if left out. */
  readonly export?: string;
}

/** Options of a tool whose code is in a module. */
export interface ToolModuleOptions<
  Input extends Schema = PlainSchema,
  Output extends Schema = PlainSchema,
> extends Omit<ToolOptions<Input, Output>, "inject">, ModuleOptions {}

/** Options of a resource or a template whose code is in a module. */
export interface ResourceModuleOptions<
  Params extends Schema = PlainSchema,
  Name extends string = string,
> extends Omit<ResourceOptions<Params, Name>, "inject">, ModuleOptions {}

/** Options of a prompt whose code is in a module. */
export interface PromptModuleOptions<Args extends Schema = PlainSchema>
  extends Omit<PromptOptions<Args>, "inject">, ModuleOptions {}

/** Which function is meant. */
export interface ModuleExport {
  /** URL of the module. */
  readonly module: string;
  /** Name of the export. */
  readonly exported: string;
}

/** Whether options name a module, so that no function follows them. */
export function namesModule(options: unknown): options is ModuleOptions {
  return isRecord(options) && options.module !== undefined;
}

/**
 * Reads which function of a module is meant, which the types may not have seen.
 *
 * @param more What is given after the options, if anything
 * @throws {TypeError} naming the component and what is wrong
 */
export function moduleExport(
  kind: "tool" | "resource" | "prompt",
  key: unknown,
  options: ModuleOptions & { readonly inject?: unknown },
  more: unknown,
): ModuleExport {
  const { fail } = registering(kind, key);
  const { module, export: exported = "default", inject } = options;
  const url = module instanceof URL || typeof module === "string" ? URL.parse(module) : null;
  // A path of Windows reads as a URL of the scheme c.
  if (url === null || /^.:$/.test(url.protocol)) {
    fail('module: give its URL, as in new URL("./x.ts", import.meta.url)');
  }
  if (typeof exported !== "string" || exported === "") {
    fail("export: give the name of what the module exports");
  }
  if (more !== undefined) {
    fail("module: it has the function already; leave out what stands after the options");
  }
  if (inject !== undefined) {
    fail("inject: providers belong to the module; write export const inject = { … } there");
  }
  return { module: url!.href, exported };
}
