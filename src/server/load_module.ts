import { didYouMean } from "../schema/nearest.ts";
import type { Code } from "./component.ts";
import type { ModuleExport } from "./module_options.ts";
import { type Providers, readProviders } from "./provider.ts";

/**
 * Makes what loads a function of a module into this process, at the first call.
 *
 * @returns a loader, whose failures are those of the call that needs it
 */
export function moduleLoader(wanted: ModuleExport): () => Promise<Code> {
  let loaded: Promise<Code> | undefined;
  return () =>
    loaded ??= load(wanted).catch((error) => {
      loaded = undefined;
      throw error;
    });
}

async function load({ module: url, exported }: ModuleExport): Promise<Code> {
  return codeOf(await import(url), { module: url, exported });
}

/**
 * The function that a module exports, and the providers beside it.
 *
 * @throws {TypeError} if there is no such function, or `inject` has no providers
 */
export function codeOf(
  module: Readonly<Record<string, unknown>>,
  { module: url, exported }: ModuleExport,
): Code {
  const handler = Object.hasOwn(module, exported) ? module[exported] : undefined;
  if (typeof handler !== "function") {
    throw new TypeError(
      `${url} exports no function ${JSON.stringify(exported)}` +
        didYouMean(exported, Object.keys(module).filter((name) => name !== exported)),
    );
  }
  try {
    const inject = readProviders(module.inject as Providers | undefined, []);
    return { handler: handler as Code["handler"], inject };
  } catch (error) {
    throw new TypeError(`${url}: inject: ${(error as Error).message}`);
  }
}
