import type { Parameter } from "../schema/from_types/signature.ts";
import type { Context } from "./context.ts";
import { type Attempt, attempted, type MissingValue } from "./depends.ts";
import { providerFailure } from "./errors.ts";
import type { PlainFunction } from "./function_options.ts";
import type { Provider, Providers, Use } from "./provider.ts";

/** What a component calls: takes its arguments in one object. */
export type Handler = (args: Readonly<Record<string, unknown>>, ctx: Context) => unknown;

/** The provider of what makes the values of defaults, which nobody knows before the function is called. */
const byDefault: Provider<Use> = (_ctx, use) => use;

/** The names of the parameters whose defaults are made by providers, in the order of their evaluation. */
function injectedNames(parameters: readonly Parameter[]): string[] {
  return parameters.flatMap((parameter) => {
    switch (parameter.kind) {
      case "injected":
        return [parameter.name];
      case "arguments":
        return parameter.injected;
      default:
        return [];
    }
  });
}

/** The providers of a function: whatever is injected is made by its defaults. */
export function injectOf(parameters: readonly Parameter[]): Providers | undefined {
  const names = injectedNames(parameters);
  return names.length === 0
    ? undefined
    : Object.fromEntries(names.map((name) => [name, byDefault]));
}

/**
 * Makes the handler that calls a function by its parameters. An argument that is left out is
 * `undefined`, so that the function's own default stands for it.
 *
 * @returns a function that has two parameters only if it needs the context
 */
export function functionHandler(fn: PlainFunction, parameters: readonly Parameter[]): Handler {
  const call = fn as (...args: unknown[]) => unknown;
  const injected = injectedNames(parameters);
  const places = parameters.map((parameter) => placed(parameter, injected));
  if (injected.length > 0) {
    return (args, ctx) => {
      const list = places.map((place) => place(args, ctx));
      return withDefaults(() => call(...list), injected, args[injected[0]] as Use, ctx);
    };
  }
  if (parameters.some(({ kind }) => kind === "context")) {
    return (args, ctx) => call(...places.map((place) => place(args, ctx)));
  }
  return (args) => call(...places.map((place) => place(args)));
}

type Place = (args: Readonly<Record<string, unknown>>, ctx?: Context) => unknown;

/** Makes what a parameter gets. */
function placed(parameter: Parameter, injected: readonly string[]): Place {
  switch (parameter.kind) {
    case "argument": {
      const { name } = parameter;
      return (args) => Object.hasOwn(args, name) ? args[name] : undefined;
    }
    case "arguments":
      return injected.length === 0 ? (args) => args : (args) => without(args, injected);
    case "context":
      return (_args, ctx) => ctx;
    case "injected":
      return () => undefined;
  }
}

function without(args: Readonly<Record<string, unknown>>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)));
}

/**
 * Calls a function until all its defaults have their values. A default that lacks its own throws, before
 * the body of the function has begun.
 *
 * @param names Parameters with such a default, in the order of their evaluation
 * @param use Gets the value of a provider
 * @throws {ProviderError} naming the parameter whose provider failed
 */
async function withDefaults(
  call: () => unknown,
  names: readonly string[],
  use: Use,
  ctx: Context,
): Promise<unknown> {
  const values: unknown[] = [];
  for (;;) {
    const attempt: Attempt = { defaults: names.length, values, evaluated: 0 };
    let missing: MissingValue;
    try {
      const returned = attempted(attempt, call);
      // Async functions do not throw, but reject.
      return await returned;
    } catch (thrown) {
      if (attempt.missing === undefined || thrown !== attempt.missing) throw thrown;
      missing = attempt.missing;
    }
    try {
      values.push(await use(missing.provider));
    } catch (thrown) {
      throw providerFailure(names[values.length], thrown);
    }
    ctx.signal.throwIfAborted();
  }
}
