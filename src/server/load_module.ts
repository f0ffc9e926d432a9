import { didYouMean } from "../schema/nearest.ts";
import type { Code } from "./component.ts";
import { SandboxError } from "./errors.ts";
import { functionHandler, injectOf } from "./function_handler.ts";
import type { PlainFunction } from "./function_options.ts";
import { labelOfCode } from "./label.ts";
import { type Providers, readProviders } from "./provider.ts";
import type { SandboxedCode } from "./sandboxed.ts";

/** What a module exports. */
export type Module = Readonly<Record<string, unknown>>;

/** Code of a component, as far as it is needed to find it in its module. */
export type ModuleCode = Pick<
  SandboxedCode,
  | "kind"
  | "key"
  | "module"
  | "exported"
  | "parameters"
  | "schemas"
  | "validation"
  | "constant"
>;

/** Stands for a function that is not loaded yet. */
export const UNLOADED: Code["handler"] = () => undefined;

/**
 * Makes what loads code of a module into this process, at the first call.
 *
 * @param load Loads the module; left out, by its URL
 * @returns a loader, whose failures are those of the call that needs it
 */
export function moduleLoader(
  code: ModuleCode,
  load: () => Promise<unknown> = () => import(code.module),
): () => Promise<Code> {
  let loaded: Promise<Code> | undefined;
  return () =>
    loaded ??= loadWith(code, load).catch((error) => {
      // What failed may have failed for a reason that goes by.
      loaded = undefined;
      throw error;
    });
}

async function loadWith(code: ModuleCode, load: () => Promise<unknown>): Promise<Code> {
  return await codeOf(await load() as Module, code);
}

/**
 * What is called of a module: a function that it exports, by its parameters if those were read, or else
 * with the providers beside it; or a value. It takes values through the schemas that the module exports.
 *
 * @throws {SandboxError} if there is no such export, or `inject` has no providers
 */
export async function codeOf(module: Module, wanted: ModuleCode): Promise<Code> {
  const code = calledOf(module, wanted);
  if (wanted.schemas === undefined || wanted.schemas.length === 0) return code;
  const { withLibraryChecks } = await import("./library_checks.ts");
  return withLibraryChecks(code, module, wanted);
}

function calledOf(module: Module, wanted: ModuleCode): Code {
  const { exported, parameters, constant } = wanted;
  if (constant && Object.hasOwn(module, exported) && typeof module[exported] !== "function") {
    return { handler: () => module[exported], inject: undefined };
  }
  const fn = functionOf(module, wanted);
  if (parameters !== undefined) {
    return { handler: functionHandler(fn, parameters), inject: injectOf(parameters) };
  }
  const handler = fn as Code["handler"];
  if (exported === "inject") return { handler, inject: undefined };
  try {
    return { handler, inject: readProviders(module.inject as Providers | undefined, []) };
  } catch (error) {
    throw new SandboxError(
      `${labelOfCode(wanted)} cannot run: inject: ${(error as Error).message}`,
    );
  }
}

function functionOf(module: Module, wanted: ModuleCode): PlainFunction {
  const { module: url, exported } = wanted;
  const fn = Object.hasOwn(module, exported) ? module[exported] : undefined;
  if (typeof fn === "function") return fn as PlainFunction;
  const functions = Object.keys(module).filter((name) => typeof module[name] === "function");
  const file = url.slice(url.lastIndexOf("/") + 1);
  throw new SandboxError(
    `${labelOfCode(wanted)} cannot run: ${file} exports no function ${JSON.stringify(exported)}` +
      didYouMean(exported, functions),
  );
}
