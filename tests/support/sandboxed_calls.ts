import { makeSandboxes } from "../../src/sandbox/sandboxes.ts";
import type { ResourceContents } from "../../src/content/types.ts";
import { CallContext } from "../../src/server/context.ts";
import type { LogEntry } from "../../src/server/errors.ts";
import type { Exchange } from "../../src/server/exchange.ts";
import type { SandboxedCode, Sandboxes, SandboxSettings } from "../../src/server/sandboxed.ts";
import { ROOT } from "./server_process.ts";

/** URL of a module in the fixtures of sandboxed calls. */
export function fixture(name: string): string {
  return new URL(`tests/fixtures/sandboxed/calls/${name}`, ROOT).href;
}

/** A tool of a module, which may touch nothing if nothing else is said. */
export function toolOf(
  module: string,
  exported: string,
  settings: Partial<SandboxSettings> = {},
  more: Partial<SandboxedCode> = {},
): SandboxedCode {
  return {
    kind: "tool",
    key: exported,
    module,
    exported,
    settings: { permissions: {}, memoryMb: 256, pool: 1, idleMs: 60_000, ...settings },
    warm: false,
    ...more,
  };
}

/** A notification that a call sent to its client. */
export interface Notification {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/** What is different about a call. */
export interface CallOptions extends Partial<Exchange> {
  readonly readResource?: (uri: string) => Promise<readonly ResourceContents[]>;
}

/** The sandboxes of a server that is not there, and calls of its tools. */
export class SandboxedCalls implements AsyncDisposable {
  readonly log: LogEntry[] = [];
  readonly notifications: Notification[] = [];
  readonly sandboxes: Sandboxes;
  #id = 0;

  /** @param loadMs How long a module may take to be loaded, in milliseconds */
  constructor(loadMs?: number) {
    this.sandboxes = makeSandboxes({ report: (entry) => this.log.push(entry), loadMs });
  }

  /** Calls a tool. */
  call(code: SandboxedCode, args: unknown = {}, options: CallOptions = {}): Promise<unknown> {
    return this.sandboxes.run(code, args, this.context(options));
  }

  /** The answer of a call, or the message of what it threw. */
  async told(code: SandboxedCode, args: unknown = {}, options: CallOptions = {}): Promise<unknown> {
    try {
      return await this.call(code, args, options);
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** The context of a call. */
  context({ readResource, ...exchange }: CallOptions = {}): CallContext {
    return new CallContext(
      {
        era: "modern",
        protocolVersion: "2026-07-28",
        requestId: ++this.#id,
        client: { name: "test", capabilities: {} },
        meta: {},
        signal: new AbortController().signal,
        logLevel: "debug",
        inputResponses: {},
        requestState: undefined,
        notify: (method, params) => this.notifications.push({ method, params }),
        ...exchange,
      },
      readResource ?? (() => Promise.reject(new Error("There is no resource"))),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.sandboxes.stop();
  }
}

/** Ids of the processes that this one has started and that are there, by the table of the system. */
export async function sandboxPids(parent = Deno.pid): Promise<number[]> {
  const pids: number[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = await Deno.readTextFile(`/proc/${name}/stat`);
      const [state, ppid] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (Number(ppid) === parent && state !== "Z" && state !== "X") pids.push(Number(name));
    } catch {
      // It ended meanwhile.
    }
  }
  return pids;
}
