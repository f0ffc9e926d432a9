import { didYouMean } from "../../schema/nearest.ts";
import { SandboxError } from "../../server/errors.ts";
import { functionHandler, type Handler, injectOf } from "../../server/function_handler.ts";
import type { PlainFunction } from "../../server/function_options.ts";
import { type Providers, readProviders } from "../../server/provider.ts";
import type { CalledCode } from "../messages.ts";

/** Code that can be called. */
export interface LoadedCode {
  readonly handler: Handler;
  readonly inject: Providers | undefined;
}

type Module = Readonly<Record<string, unknown>>;

/** Loads modules by their URLs. */
export type Loaders = Readonly<Record<string, () => Promise<unknown>>>;

/** The modules of a sandbox, which are loaded when they are needed. */
export class Modules {
  readonly #loaders: Loaders;
  readonly #codes = new Map<CalledCode, Promise<LoadedCode>>();

  constructor(loaders: Loaders) {
    this.#loaders = loaders;
  }

  /**
   * Loads a module.
   *
   * @throws {Error} with what its code throws as the cause
   */
  async load(url: string): Promise<Module> {
    if (!Object.hasOwn(this.#loaders, url)) throw new Error(`Cannot load ${url}: nobody named it`);
    try {
      return await this.#loaders[url]() as Module;
    } catch (cause) {
      const why = cause instanceof Error && cause.message !== ""
        ? cause.message
        : cause instanceof Error
        ? cause.name
        : Deno.inspect(cause);
      throw new Error(`Cannot load ${url}: ${why}`, { cause });
    }
  }

  /**
   * Loads the code of a component, at most once.
   *
   * @throws {SandboxError} if there is no such function
   */
  code(code: CalledCode): Promise<LoadedCode> {
    const known = this.#codes.get(code);
    if (known !== undefined) return known;
    const loading = this.#load(code);
    this.#codes.set(code, loading);
    // What failed may have failed for a reason that goes by.
    loading.catch(() => this.#codes.delete(code));
    return loading;
  }

  async #load(code: CalledCode): Promise<LoadedCode> {
    const { exported, parameters } = code;
    const module = await this.load(code.module);
    const fn = Object.hasOwn(module, exported) ? module[exported] : undefined;
    if (typeof fn !== "function") throw new SandboxError(missing(code, module));
    if (parameters !== undefined) {
      return {
        handler: functionHandler(fn as PlainFunction, parameters),
        inject: injectOf(parameters),
      };
    }
    const handler = fn as Handler;
    try {
      const { inject } = module as { inject?: Providers };
      return {
        handler: (args, ctx) => handler(args, ctx),
        inject: exported === "inject" ? undefined : readProviders(inject, []),
      };
    } catch (error) {
      throw new SandboxError(`${nameOf(code)} cannot run: inject: ${(error as Error).message}`);
    }
  }
}

/** What a component is called in messages, such as `Tool "add"`. */
export function nameOf({ kind, key }: Pick<CalledCode, "kind" | "key">): string {
  return `${kind[0].toUpperCase()}${kind.slice(1)} ${JSON.stringify(key)}`;
}

function missing(code: CalledCode, module: Module): string {
  const { exported } = code;
  const functions = Object.keys(module).filter((name) => typeof module[name] === "function");
  const file = code.module.slice(code.module.lastIndexOf("/") + 1);
  return `${nameOf(code)} cannot run: ${file} exports no function ${JSON.stringify(exported)}${
    didYouMean(exported, functions)
  }`;
}
