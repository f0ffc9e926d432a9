import { didYouMean } from "../schema/nearest.ts";
import type { Code } from "./component.ts";
import { SandboxError } from "./errors.ts";
import type { PlainFunction } from "./function_options.ts";
import type { ModuleExport } from "./module_options.ts";
import { type Providers, readProviders } from "./provider.ts";

/** What a module exports. */
export type Module = Readonly<Record<string, unknown>>;

/**
 * Makes what loads a function of a module into this process, at the first call.
 *
 * @param what The component, such as `Tool "add"`
 * @returns a loader, whose failures are those of the call that needs it
 */
export function moduleLoader(what: string, wanted: ModuleExport): () => Promise<Code> {
  let loaded: Promise<Code> | undefined;
  return () =>
    loaded ??= load(what, wanted).catch((error) => {
      // What failed may have failed for a reason that goes by.
      loaded = undefined;
      throw error;
    });
}

async function load(what: string, wanted: ModuleExport): Promise<Code> {
  return codeOf(what, await import(wanted.module), wanted);
}

/**
 * The function that a module exports, and the providers beside it.
 *
 * @param what The component, such as `Tool "add"`
 * @throws {SandboxError} if there is no such function, or `inject` has no providers
 */
export function codeOf(what: string, module: Module, wanted: ModuleExport): Code {
  const handler = functionOf(what, module, wanted) as Code["handler"];
  if (wanted.exported === "inject") return { handler, inject: undefined };
  try {
    const inject = readProviders(module.inject as Providers | undefined, []);
    return { handler, inject };
  } catch (error) {
    throw new SandboxError(`${what} cannot run: inject: ${(error as Error).message}`);
  }
}

/**
 * The function that a module exports.
 *
 * @param what The component, such as `Tool "add"`
 * @throws {SandboxError} if there is no such function
 */
export function functionOf(
  what: string,
  module: Module,
  { module: url, exported }: ModuleExport,
): PlainFunction {
  const fn = Object.hasOwn(module, exported) ? module[exported] : undefined;
  if (typeof fn === "function") return fn as PlainFunction;
  const functions = Object.keys(module).filter((name) => typeof module[name] === "function");
  const file = url.slice(url.lastIndexOf("/") + 1);
  throw new SandboxError(
    `${what} cannot run: ${file} exports no function ${JSON.stringify(exported)}` +
      didYouMean(exported, functions),
  );
}
