import { type AbortedError, type Report, SandboxError } from "../server/errors.ts";
import { labelOfCode } from "../server/label.ts";
import type { SandboxedCode } from "../server/sandboxed.ts";
import { callData } from "./call_data.ts";
import { Channel } from "./channel.ts";
import { type Ending, endingOf, stoppedError, unloadedError } from "./endings.ts";
import { FrameError, FrameSizeError } from "./frames.ts";
import type { CallMessage } from "./from_sandbox.ts";
import type { FromSandbox } from "./messages.ts";
import { ModuleLoads } from "./module_loads.ts";
import type { Packed } from "./packed.ts";
import type { Blobs, RemoteCall, Send } from "./remote_call.ts";
import type { Child } from "./spawn_deno.ts";
import { unrefTimer } from "./unref_timer.ts";

/** How long an aborted call may take to end before its process is killed, in milliseconds. */
const GRACE_MS = 500;
/** How long a process may take to say that it is there, in milliseconds. */
const HELLO_MS = 30_000;
/** How long a process may take to leave by itself, in milliseconds. */
const LEAVE_MS = 300;
/** How long a process without calls still keeps ours from ending, in milliseconds. */
const RELEASE_MS = 20;
/** How long the pipe of a process that is gone is read, in milliseconds: its children may hold it. */
const DRAIN_MS = 100;

/** The sandbox that a process belongs to. */
export interface ProcessOwner {
  /** How long a process without calls is kept, in milliseconds. */
  readonly idleMs: number;
  /** Whether a process that has no calls may go, since there are more than enough. */
  readonly isFull: boolean;
  /** How long a module may take to be loaded, in milliseconds. */
  readonly loadMs: number;
  /** Hears that a call has ended by itself. */
  readonly answered: () => void;
  /** Hears that a process takes no calls any more, and why. */
  readonly ended: (process: SandboxProcess, ending: Ending) => void;
  /** Hears that a process that took no calls for a while takes them again. */
  readonly recovered: (process: SandboxProcess) => void;
  /** Takes calls back that have not begun. */
  readonly again: (calls: readonly Held[]) => void;
  /** Hears that a module could hold up others. */
  readonly setApart: (module: string) => void;
  /** Takes what is for the server's log. */
  readonly report: Report;
}

/** A call that waits for the process, or runs in it. */
export interface Held {
  readonly call: RemoteCall;
  readonly args: Packed;
}

interface Running extends Held {
  /** Runs while the end of an aborted call is waited for. */
  grace?: ReturnType<typeof setTimeout>;
}

/** The life of a process: calls wait for it, it is started, opened, serves, and leaves or is killed. */
export class SandboxProcess {
  readonly #owner: ProcessOwner;
  readonly #calls = new Map<number, Running>();
  /** Those of them that have not been sent. */
  readonly #unsent = new Map<number, Running>();
  readonly #loads: ModuleLoads;
  readonly #hello = Promise.withResolvers<boolean>();
  readonly #gone = Promise.withResolvers<void>();
  #modules: ReadonlySet<string> | undefined;
  /** The numbers of code that it has been told of. */
  readonly #codes = new Map<SandboxedCode, number>();
  #lastId = 0;
  #inDoubt = 0;
  #child: Child | undefined;
  #channel: Channel | undefined;
  #greeted = false;
  #isOpen = false;
  #isRetired = false;
  #ending: Ending | undefined;
  #limit: ReturnType<typeof setTimeout> | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #release: ReturnType<typeof setTimeout> | undefined;
  #idleSince = 0;
  #isHeld = false;

  constructor(owner: ProcessOwner) {
    this.#owner = owner;
    this.#loads = new ModuleLoads(owner.loadMs, {
      late: () => this.#giveBack(),
      recovered: () => this.#owner.recovered(this),
      overdue: (module) => this.#overdue(module),
    });
  }

  /** Settles when it is gone. */
  get gone(): Promise<void> {
    return this.#gone.promise;
  }

  /** Whether it is gone, or about to be. */
  get isOver(): boolean {
    return this.#ending !== undefined;
  }

  /**
   * Whether it takes calls: not one with a call that was aborted and has not ended, or with a module that
   * keeps it busy for long.
   */
  get isUsable(): boolean {
    return this.#inDoubt === 0 && this.#loads.late === undefined && !this.#isRetired &&
      this.#ending === undefined;
  }

  /** Whether it takes no calls, and a module that is being loaded is why. */
  isKeptBy(module: string): boolean {
    return this.#loads.late === module || this.#inDoubt > 0 && this.#loads.begun === module;
  }

  /** How many calls wait for it or run in it. */
  get running(): number {
    return this.#calls.size;
  }

  /** Whether it can load a module; until that is decided, any. */
  has(module: string): boolean {
    return this.#modules?.has(module) ?? true;
  }

  /** Takes a call, and sends it once it is open. */
  take({ call, args }: Held): void {
    const id = ++this.#lastId;
    const running = { call, args };
    this.#calls.set(id, running);
    this.#unsent.set(id, running);
    call.aborted = (reason) => this.#abort(id, running, reason);
    if (!this.#isHeld) this.#hold(true);
    if (!this.#isOpen) return;
    this.#load(call.code.module);
    this.#sendIfAllowed(id, running);
  }

  /** Is told what it can load, before it is given its child. */
  assign(modules: Iterable<string>): void {
    this.#modules = new Set(modules);
  }

  /**
   * Is given the child that it is from here on.
   *
   * @returns settles when the child says that it is there; `false` if it is over before that
   */
  async begin(child: Child): Promise<boolean> {
    this.#child = child;
    const channel = new Channel(child, {
      take: (message, blobs) => this.#read(message, blobs),
      broken: (error) => this.#broken(error),
    });
    this.#channel = channel;
    this.#hold(this.#calls.size > 0);
    this.#limit = unrefTimer(HELLO_MS, () => {
      this.kill({ type: "silent", seconds: HELLO_MS / 1000 });
    });
    void this.#follow(child, channel);
    return await Promise.race([this.#hello.promise, this.gone.then(() => false)]);
  }

  /** Lets calls run, and loads modules ahead of them. */
  open(ahead: Iterable<string>): void {
    if (this.#ending !== undefined) return;
    this.#isOpen = true;
    for (const module of ahead) if (this.has(module)) this.#load(module);
    for (const { call } of this.#calls.values()) this.#load(call.code.module);
    this.#sendAllowed();
    // One that was started ahead of its first call waits for it as long as that takes.
    if (this.#calls.size === 0 && this.#lastId > 0) this.#rest();
  }

  /** Gives back the calls that wait for it, and ends it. */
  abandon(): Held[] {
    const held = [...this.#calls.values()];
    this.#calls.clear();
    this.#unsent.clear();
    this.kill({ type: "stopped" });
    return held;
  }

  /** Takes no more calls, and leaves when it has none. */
  retire(): void {
    this.#isRetired = true;
    if (this.#calls.size === 0) this.leave();
  }

  /** Has it leave by itself, if it has no calls. */
  leave(): void {
    if (!this.#isOpen) return this.kill({ type: "stopped" });
    if (this.#ending !== undefined) return;
    this.#end({ type: "left" });
    this.#channel!.end();
    this.#limit = unrefTimer(LEAVE_MS, () => this.#child!.kill());
  }

  /** Kills it, and tells its callers why. */
  kill(ending: Ending): void {
    if (this.#ending !== undefined) return;
    this.#end(ending);
    if (this.#child === undefined) this.#gone.resolve();
    else this.#child.kill();
  }

  #end(ending: Ending): void {
    this.#ending = ending;
    clearTimeout(this.#limit);
    clearTimeout(this.#idle);
    clearTimeout(this.#release);
    this.#loads.end();
    const suspect = this.#suspect(ending);
    const isAborted = ending.type === "aborted";
    // Where nothing is known to be at fault, it would come to the same again.
    const unbegun = suspect === undefined && !isAborted ? [] : this.#withdraw(
      ({ call: { code: { module } } }, isSent) =>
        module === suspect ? isAborted : !isSent || !this.#loads.isLoaded(module),
    );
    const components = new Set(this.#calls.values().map(({ call }) => labelOfCode(call.code)));
    for (const { call, grace } of this.#calls.values()) {
      clearTimeout(grace);
      const isAtFault = ending.type === "unloaded" && call.code.module === ending.module;
      call.fail(
        isAtFault
          ? unloadedError(call.code, ending.seconds)
          : stoppedError(call.code, ending, components.size === 1),
      );
    }
    this.#calls.clear();
    this.#unsent.clear();
    this.#hold(true);
    this.#owner.ended(this, ending);
    if (suspect !== undefined) this.#owner.setApart(suspect);
    this.#owner.again(unbegun);
  }

  async #follow(child: Child, channel: Channel): Promise<void> {
    const exit = await child.exited;
    // What it said at last is still in the pipe.
    if (this.#ending === undefined) await channel.drained(DRAIN_MS);
    if (this.#ending === undefined) this.#end(endingOf(exit));
    clearTimeout(this.#limit);
    await channel.destroy();
    this.#gone.resolve();
  }

  #read(message: FromSandbox, blobs: Blobs): void {
    if (this.#greeted === (message.type === "hello")) {
      throw new FrameError("It does not begin with one hello");
    }
    switch (message.type) {
      case "hello":
        this.#greeted = true;
        clearTimeout(this.#limit);
        this.#hello.resolve(true);
        break;
      case "report":
        this.#owner.report(message);
        break;
      case "loading":
      case "waiting":
      case "loaded":
        // What is wrong with a module shows at its first call.
        this.#loads.hear(message);
        this.#sendAllowed();
        break;
      default:
        this.#hear(message, blobs);
    }
  }

  #hear(message: CallMessage, blobs: Blobs): void {
    const running = this.#calls.get(message.id);
    if (!this.#isOpen || message.id < 1 || message.id > this.#lastId) {
      throw new FrameError("It speaks of a call that it does not have");
    }
    if (running === undefined) return;
    running.call.take(message, blobs, this.#reply);
    if (message.type !== "returned" && message.type !== "threw") return;
    this.#calls.delete(message.id);
    if (running.grace !== undefined) {
      clearTimeout(running.grace);
      this.#inDoubt--;
      this.#sendAllowed();
    }
    this.#owner.answered();
    if (this.#calls.size === 0) this.#rest();
  }

  readonly #reply: Send = (message, blobs) => {
    if (this.#ending === undefined) this.#channel!.send(message, blobs);
  };

  #load(module: string): void {
    if (this.#loads.ask(module)) this.#channel!.send({ type: "load", module });
  }

  #sendAllowed(): void {
    if (this.#loads.isFull || this.#inDoubt > 0) return;
    for (const [id, running] of this.#unsent) this.#sendIfAllowed(id, running);
  }

  #sendIfAllowed(id: number, running: Running): void {
    // What is not sent can go elsewhere, should the process be killed.
    const isAllowed = this.#inDoubt === 0 && this.#loads.allows(running.call.code.module);
    if (isAllowed) this.#send(id, running);
  }

  #send(id: number, { call, args }: Running): void {
    this.#unsent.delete(id);
    try {
      const code = this.#codes.get(call.code) ?? this.#tell(call.code);
      this.#channel!.send(
        { type: "call", id, code, args: args.data, data: callData(call.ctx) },
        args.blobs,
      );
    } catch (error) {
      this.#calls.delete(id);
      call.fail(
        error instanceof FrameSizeError
          ? new SandboxError(
            `${labelOfCode(call.code)} was given more than a sandbox takes, 64 MiB`,
          )
          : error,
      );
      if (this.#calls.size === 0) this.#rest();
    }
  }

  #tell(code: SandboxedCode): number {
    const number = this.#codes.size;
    const { settings: _, warm: __, ...called } = code;
    this.#channel!.send({ type: "code", number, code: called });
    this.#codes.set(code, number);
    return number;
  }

  #abort(
    id: number,
    running: Running,
    { code, message }: Pick<AbortedError, "code" | "message">,
  ): void {
    if (this.#unsent.delete(id)) {
      this.#calls.delete(id);
      if (this.#calls.size > 0) return;
      if (this.#isOpen) this.#rest();
      else this.#hold(false);
      return;
    }
    this.#channel!.send({ type: "abort", id, code, message });
    this.#inDoubt++;
    const { kind, key } = running.call.code;
    const call = `${kind} ${JSON.stringify(key)}`;
    running.grace = unrefTimer(GRACE_MS, () => this.kill({ type: "aborted", call, code }));
  }

  /** Takes calls out that have not begun in it. */
  #withdraw(isMeant: (held: Held, isSent: boolean) => boolean): Held[] {
    const withdrawn: Held[] = [];
    for (const [id, running] of this.#calls) {
      if (!isMeant(running, !this.#unsent.has(id))) continue;
      this.#calls.delete(id);
      this.#unsent.delete(id);
      clearTimeout(running.grace);
      running.call.aborted = undefined;
      withdrawn.push(running);
    }
    return withdrawn;
  }

  /** Gives back what would wait for a module of others. */
  #giveBack(): void {
    const { late } = this.#loads;
    this.#owner.again(
      this.#withdraw(({ call }, isSent) => !isSent && call.code.module !== late),
    );
    if (this.#calls.size === 0) this.#rest();
  }

  #overdue(module: string): void {
    const seconds = this.#owner.loadMs / 1000;
    const calls = [...this.#calls].filter(([, { call }]) => call.code.module === module);
    // Whether others still run is only known by what it answers to an abort.
    if (this.#loads.isBusy(module) || calls.length === 0 || this.#modules!.size === 1) {
      return this.kill({ type: "unloaded", module, seconds });
    }
    this.#owner.setApart(module);
    for (const [id, running] of calls) {
      const error = unloadedError(running.call.code, seconds);
      running.call.fail(error);
      this.#abort(id, running, { code: "timed_out", message: error.message });
    }
  }

  /** The module that its end is blamed on, if it is clear which. */
  #suspect(ending: Ending): string | undefined {
    switch (ending.type) {
      case "unloaded":
        return ending.module;
      case "aborted":
        return this.#loads.begun;
      case "exited":
      case "broken":
      case "out of memory":
        return this.#loads.begun ?? this.#loads.waiting;
    }
  }

  #broken(error: FrameError): void {
    this.#owner.report({
      level: "error",
      message: `A sandbox broke its channel: ${error.message}`,
    });
    this.kill({ type: "broken" });
  }

  #rest(): void {
    // Calls that follow each other have nothing to do with that.
    this.#release ??= unrefTimer(RELEASE_MS, () => this.#letGo());
    if (this.#isRetired || this.#owner.isFull) return this.leave();
    this.#idleSince = performance.now();
    this.#idle ??= unrefTimer(this.#owner.idleMs, () => this.#endIfIdle());
  }

  #letGo(): void {
    this.#release = undefined;
    if (this.#calls.size === 0) this.#hold(false);
  }

  /** Whether our own process goes on until this one is gone. */
  #hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#child?.hold(isHeld);
  }

  #endIfIdle(): void {
    this.#idle = undefined;
    if (this.#calls.size > 0) return;
    const rest = this.#idleSince + this.#owner.idleMs - performance.now();
    if (rest <= 0) this.leave();
    else this.#idle = unrefTimer(rest, () => this.#endIfIdle());
  }
}
