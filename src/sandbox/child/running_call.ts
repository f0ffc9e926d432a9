import type { AbortedError, Report } from "../../server/errors.ts";
import { callScope } from "../../server/call_scope.ts";
import { CallContext } from "../../server/context.ts";
import { injectionOf } from "../../server/inject.ts";
import { returned } from "../../server/returned.ts";
import type { ResourceContents } from "../../content/types.ts";
import { FrameSizeError } from "../frames.ts";
import type { CalledCode, ToSandbox } from "../messages.ts";
import { ContentError } from "../../content/content_error.ts";
import { pack } from "../pack.ts";
import type { Packed } from "../packed.ts";
import { toThrown } from "../thrown.ts";
import { exchangeOf } from "./call_exchange.ts";
import type { Send } from "./channel.ts";
import type { Modules } from "./modules.ts";

/** A call that was asked for. */
type Called = Extract<ToSandbox, { type: "call" }>;

/** What a call needs of the process that it runs in. */
export interface CallPlace {
  readonly modules: Modules;
  readonly send: Send;
  readonly report: Report;
}

/** The context of a call here: whatever is left to do after an abort belongs to the call. */
class SandboxedContext extends CallContext {
  readonly left: Promise<unknown>[] = [];

  override outlast(work: Promise<unknown>): void {
    this.left.push(work);
  }
}

/** The life of one call. */
export class RunningCall {
  readonly #place: CallPlace;
  readonly #id: number;
  readonly #ctx: SandboxedContext;
  readonly #reads = new Map<number, PromiseWithResolvers<readonly ResourceContents[]>>();
  readonly #aborted = Promise.withResolvers<never>();
  #ended = false;
  #read = 0;

  constructor({ id, data }: Pick<Called, "id" | "data">, place: CallPlace) {
    this.#place = place;
    this.#id = id;
    this.#ctx = new SandboxedContext(exchangeOf(id, data, place.send), (uri) => this.#ask(uri));
    this.#aborted.promise.catch(() => {});
  }

  /**
   * Runs it, and sends what comes of it; it has ended then.
   *
   * @param args Unpacks what it gets
   */
  async run(code: CalledCode, args: () => unknown): Promise<void> {
    const ctx = this.#ctx;
    const { send } = this.#place;
    const id = this.#id;
    let answer: () => void;
    try {
      const { data, blobs } = await this.#packed(code, args);
      answer = () => send({ type: "returned", id, value: data }, blobs);
    } catch (error) {
      answer = () => send({ type: "threw", id, thrown: toThrown(error) });
    }
    // Disposals may begin others.
    for (let i = 0; i < ctx.left.length; i++) await Promise.allSettled([ctx.left[i]]);
    ctx.end();
    this.#ended = true;
    this.#endReads(new TypeError("Cannot read a resource: the call has ended"));
    try {
      answer();
    } catch (error) {
      const thrown = error instanceof FrameSizeError
        ? new ContentError("it takes more than 64 MB")
        : error;
      send({ type: "threw", id, thrown: toThrown(thrown) });
    }
  }

  /** Aborts its signal. */
  abort(reason: AbortedError): void {
    this.#ctx.abort(reason);
    this.#aborted.reject(reason);
    this.#endReads(reason);
  }

  /** Takes what came of reading a resource: whatever `made` gives or throws. */
  take(read: number, made: () => unknown): void {
    const resolvers = this.#reads.get(read);
    this.#reads.delete(read);
    try {
      resolvers?.resolve(made() as readonly ResourceContents[]);
    } catch (error) {
      resolvers?.reject(error);
    }
  }

  async #packed(code: CalledCode, args: () => unknown): Promise<Packed> {
    const ctx = this.#ctx;
    const { modules, report } = this.#place;
    // Nothing of the call has begun as long as its module is loaded, which may take for ever.
    const loaded = await Promise.race([modules.code(code), this.#aborted.promise]);
    ctx.signal.throwIfAborted();
    const { handler, inject, parseArguments, parseResult } = loaded;
    const sent = args();
    const run = async () => {
      const values = parseArguments === undefined ? sent : await parseArguments(sent);
      await using injection = injectionOf({ ...code, inject }, ctx, report);
      const given = await injection?.into(values) ?? values;
      const value = await returned(handler(given as never, ctx), ctx);
      return parseResult === undefined ? value : await parseResult(value);
    };
    const value = await (callScope === undefined ? run() : callScope(ctx, run));
    return await pack(value, { signal: ctx.signal });
  }

  #ask(uri: string): Promise<readonly ResourceContents[]> {
    const { signal } = this.#ctx;
    if (signal.aborted) return Promise.reject(signal.reason);
    if (this.#ended) {
      return Promise.reject(new TypeError("Cannot read a resource: the call has ended"));
    }
    const read = this.#read++;
    const resolvers = Promise.withResolvers<readonly ResourceContents[]>();
    this.#reads.set(read, resolvers);
    this.#place.send({ type: "read", id: this.#id, read, uri: String(uri) });
    return resolvers.promise;
  }

  #endReads(reason: unknown): void {
    for (const { promise, reject } of this.#reads.values()) {
      // Who asked may not wait for it any more.
      promise.catch(() => {});
      reject(reason);
    }
    this.#reads.clear();
  }
}
