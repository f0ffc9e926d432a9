import { functionHandler, type Handler, injectOf } from "../../server/function_handler.ts";
import { labelOfCode } from "../../server/label.ts";
import { codeOf, functionOf, type Module } from "../../server/load_module.ts";
import type { Providers } from "../../server/provider.ts";
import type { CalledCode } from "../messages.ts";

/** Code that can be called. */
export interface LoadedCode {
  readonly handler: Handler;
  readonly inject: Providers | undefined;
}

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
    const { parameters } = code;
    const what = labelOfCode(code);
    const module = await this.load(code.module);
    if (parameters === undefined) return codeOf(what, module, code) as LoadedCode;
    return {
      handler: functionHandler(functionOf(what, module, code), parameters),
      inject: injectOf(parameters),
    };
  }
}
