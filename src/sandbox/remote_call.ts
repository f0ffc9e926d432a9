import type { CallContext } from "../server/context.ts";
import type { AbortedError, Report } from "../server/errors.ts";
import { labelOfCode } from "../server/label.ts";
import type { SandboxedCode } from "../server/sandboxed.ts";
import type { CallMessage } from "./from_sandbox.ts";
import type { ToSandbox } from "./messages.ts";
import { pack } from "./pack.ts";
import { fromThrown, unreadThrown } from "./thrown.ts";
import { unpack } from "./unpack.ts";

/** What a frame carries beside its message. */
export type Blobs = readonly Uint8Array<ArrayBuffer>[];

/** Sends a message to the sandbox. */
export type Send = (message: ToSandbox, blobs: readonly Uint8Array[]) => void;

/**
 * A call on our side: what the sandbox says about it reaches its context, and its caller has one answer.
 * An abort is that answer at once.
 */
export class RemoteCall {
  /** What the caller gets. */
  readonly answer: Promise<unknown>;
  /** Told of an abort, before the caller is. */
  aborted: ((reason: AbortedError) => void) | undefined;
  readonly #report: Report;
  readonly #settle: PromiseWithResolvers<unknown>;
  readonly #abort: () => void;
  #over = false;

  constructor(readonly code: SandboxedCode, readonly ctx: CallContext, report: Report) {
    this.#report = report;
    this.#settle = Promise.withResolvers();
    this.answer = this.#settle.promise;
    this.#abort = () => {
      const reason: AbortedError = ctx.signal.reason;
      this.aborted?.(reason);
      this.fail(reason);
    };
    if (ctx.signal.aborted) this.#abort();
    else ctx.signal.addEventListener("abort", this.#abort, { once: true });
  }

  /** Whether the caller has its answer. */
  get over(): boolean {
    return this.#over;
  }

  /** Ends the call by an error, if it is not over. */
  fail(error: unknown): void {
    if (this.#end()) this.#settle.reject(error);
  }

  /**
   * Takes what the sandbox says; nothing, once the call is over.
   *
   * @throws what unpacking throws, for what is not packed
   */
  take(message: CallMessage, blobs: Blobs, send: Send): void {
    if (this.#over) return;
    const { ctx } = this;
    switch (message.type) {
      case "returned": {
        const value = unpack(message.value, blobs);
        for (const warning of message.warnings ?? []) {
          this.#report({ level: "warning", message: `${labelOfCode(this.code)}: ${warning}` });
        }
        if (this.#end()) this.#settle.resolve(value);
        break;
      }
      case "threw":
        this.fail(fromThrown(message.thrown, labelOfCode(this.code)));
        break;
      case "log":
        ctx.log[message.level](message.data, message.logger);
        break;
      case "progress":
        ctx.progress(message.progress, message.total, message.message);
        break;
      case "closeStream":
        ctx.closeStream();
        break;
      case "read":
        void this.#read(message, send);
    }
  }

  async #read({ id, read, uri }: CallMessage & { type: "read" }, send: Send): Promise<void> {
    try {
      const { data, blobs } = await pack(await this.ctx.readResource(uri));
      if (!this.#over) send({ type: "contents", id, read, value: data }, blobs);
    } catch (error) {
      if (!this.#over) send({ type: "unread", id, read, thrown: unreadThrown(error, uri) }, []);
    }
  }

  #end(): boolean {
    if (this.#over) return false;
    this.#over = true;
    this.ctx.signal.removeEventListener("abort", this.#abort);
    return true;
  }
}
