import type { Code } from "../../server/component.ts";
import { codeOf, type Module } from "../../server/load_module.ts";
import type { CalledCode } from "../messages.ts";

/** Loads modules by their URLs. */
export type Loaders = Readonly<Record<string, () => Promise<unknown>>>;

/** The modules of a sandbox, which are loaded when they are needed. */
export class Modules {
  readonly #loaders: Loaders;
  readonly #codes = new Map<CalledCode, Promise<Code>>();

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
  code(code: CalledCode): Promise<Code> {
    const known = this.#codes.get(code);
    if (known !== undefined) return known;
    const loading = this.#load(code);
    this.#codes.set(code, loading);
    // What failed may have failed for a reason that goes by.
    loading.catch(() => this.#codes.delete(code));
    return loading;
  }

  async #load(code: CalledCode): Promise<Code> {
    const module = await this.load(code.module);
    if (code.asks === undefined) return await codeOf(module, code);
    const { exportedSchemas } = await import("./exported_schemas.ts");
    return { handler: () => exportedSchemas(module, code.schemas ?? []), inject: undefined };
  }
}
