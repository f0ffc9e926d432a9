import { isRecord } from "../schema/json_schema.ts";
import type { CallContext } from "./context.ts";
import { providerFailure, type Report } from "./errors.ts";
import type { Provider, Providers } from "./provider.ts";

/** What is read of a component. */
interface Injected {
  readonly kind: string;
  readonly key: string;
  readonly inject: Providers | undefined;
}

/** A value in the making, and those that it waits for. */
interface Making {
  readonly provider: Provider;
  readonly waitsFor: Set<Making>;
  value: Promise<unknown>;
}

/** Begins the injection for a run of a component's handler, if it has any. */
export function injectionOf(
  { kind, key, inject }: Injected,
  ctx: CallContext,
  report: Report,
): Injection | undefined {
  return inject && new Injection(`${kind} ${JSON.stringify(key)}`, inject, ctx, report);
}

/** What a run of a handler is given: values made for it, and disposed of with it. */
export class Injection implements AsyncDisposable {
  readonly #component: string;
  readonly #providers: Providers;
  readonly #ctx: CallContext;
  readonly #report: Report;
  readonly #makings = new Map<Provider, Making>();
  readonly #stack = new AsyncDisposableStack();
  readonly #kept = new Set<unknown>();
  readonly #aborted = Promise.withResolvers<void>();
  // Behind a promise, disposal begins after what else listens, and in the call's own scope.
  readonly #left = this.#aborted.promise.then(() => this.#close());
  readonly #abort = () => {
    this.#aborted.resolve();
    this.#ctx.outlast(this.#left);
  };
  #closing: Promise<void> | undefined;

  constructor(component: string, providers: Providers, ctx: CallContext, report: Report) {
    this.#component = component;
    this.#providers = providers;
    this.#ctx = ctx;
    this.#report = report;
    if (ctx.signal.aborted) this.#abort();
    else ctx.signal.addEventListener("abort", this.#abort, { once: true });
  }

  /**
   * Makes the values one after the other, as they are written, and adds them to arguments.
   *
   * @returns a copy of the arguments, in which the values win
   * @throws {ProviderError} naming the parameter whose provider failed
   */
  async into(args: unknown): Promise<Record<string, unknown>> {
    if (!isRecord(args)) {
      throw new TypeError("Cannot inject values: the input schema yields no object to put them in");
    }
    const values: [string, unknown][] = [];
    for (const [name, provider] of Object.entries(this.#providers)) {
      try {
        values.push([name, await this.#get(provider)]);
      } catch (thrown) {
        throw providerFailure(name, thrown);
      }
    }
    this.#ctx.signal.throwIfAborted();
    return { ...args, ...Object.fromEntries(values) };
  }

  /** Disposes of the values, last made first; when the call is aborted, that waits for nobody. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.race([this.#close(), this.#aborted.promise]);
    this.#ctx.signal.removeEventListener("abort", this.#abort);
  }

  #close(): Promise<void> {
    return this.#closing ??= this.#stack.disposeAsync();
  }

  #get(provider: Provider, user?: Making): Promise<unknown> {
    if (typeof provider !== "function") {
      return Promise.reject(
        new TypeError("Cannot use a value: use() takes a provider, a function"),
      );
    }
    if (this.#closing !== undefined) return Promise.reject(this.#over());
    const known = this.#makings.get(provider);
    const making = known ?? { provider, waitsFor: new Set(), value: Promise.resolve() };
    if (user !== undefined) {
      const circle = pathBetween(making, user);
      if (circle !== undefined) {
        const names = [user, ...circle].map((one) => nameOf(one.provider)).join(" → ");
        return Promise.reject(
          new TypeError(`Cannot use ${nameOf(provider)}: it would wait for itself, ${names}`),
        );
      }
      user.waitsFor.add(making);
    }
    if (known === undefined) {
      this.#makings.set(provider, making);
      making.value = this.#make(making);
      // Who asked hears of a failure, also when it does not wait for the value.
      making.value.catch(() => {});
    }
    return making.value;
  }

  async #make(making: Making): Promise<unknown> {
    const { provider } = making;
    const value = await provider(this.#ctx, (other) => this.#get(other, making) as Promise<never>);
    const dispose = disposerOf(value);
    // A provider may hand on the value of another, which goes only once.
    if (dispose === undefined || this.#kept.has(value)) return value;
    this.#kept.add(value);
    const settle = async () => {
      try {
        await dispose();
      } catch (error) {
        const message = `${this.#component}: cannot dispose of the value of ${nameOf(provider)}`;
        this.#report({ level: "error", message, error });
      }
    };
    if (this.#closing !== undefined) {
      await settle();
      throw this.#over();
    }
    this.#stack.defer(settle);
    return value;
  }

  #over(): unknown {
    const { signal } = this.#ctx;
    return signal.aborted ? signal.reason : new TypeError("Cannot use a value: the call has ended");
  }
}

function pathBetween(from: Making, to: Making): Making[] | undefined {
  if (from === to) return [to];
  for (const next of from.waitsFor) {
    const rest = pathBetween(next, to);
    if (rest !== undefined) return [from, ...rest];
  }
}

function disposerOf(value: unknown): (() => unknown) | undefined {
  const disposable = value as Partial<AsyncDisposable & Disposable> | null | undefined;
  const dispose = disposable?.[Symbol.asyncDispose] ?? disposable?.[Symbol.dispose];
  return typeof dispose === "function" ? () => dispose.call(value as never) : undefined;
}

function nameOf(provider: Provider): string {
  return provider.name || "a provider without a name";
}
