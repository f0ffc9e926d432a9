import type { JsonSchema } from "../schema/standard_schema.ts";
import type { Denial } from "../server/denial.ts";
import type { LogEntry } from "../server/errors.ts";
import type { ClientInfo, Era, LogLevel } from "../server/exchange.ts";
import type { ModuleCode } from "../server/load_module.ts";
import type { SandboxedCode } from "../server/sandboxed.ts";

/** What a handler can know of its call, as far as that is data. */
export interface CallData {
  readonly era: Era;
  readonly protocolVersion: string;
  readonly requestId: string | number;
  readonly sessionId?: string;
  readonly client: ClientInfo;
  /** Left out if it is empty. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Lowest level that the client wants to hear, if any. */
  readonly logLevel?: LogLevel;
  /** Left out if there are none. */
  readonly inputResponses?: Readonly<Record<string, unknown>>;
  readonly requestState?: unknown;
  /** The HTTP request, without its body. */
  readonly request?: {
    readonly url: string;
    readonly method: string;
    readonly headers: readonly (readonly [string, string])[];
  };
}

/** Code of a component, as far as it is needed to call it. */
export type CalledCode = ModuleCode & Pick<SandboxedCode, "asks">;

/** What a call gives for a schema where the code asks for those. */
export type ReadSchema =
  /** A JSON Schema, marked as those of a `Signature`. */
  | { readonly json: JsonSchema }
  /** Why there is none. */
  | { readonly problem: string };

/** What the server tells a sandbox. Values are packed. */
export type ToSandbox =
  /** Loads a module; comes before the first call of it. */
  | { readonly type: "load"; readonly module: string }
  /** Tells of code that calls will name by its number. */
  | { readonly type: "code"; readonly number: number; readonly code: CalledCode }
  /** Calls a function; `id` names the call from here on. */
  | {
    readonly type: "call";
    readonly id: number;
    readonly code: number;
    readonly args: unknown;
    readonly data: CallData;
  }
  /** Aborts the signal of a call. */
  | {
    readonly type: "abort";
    readonly id: number;
    readonly code: "cancelled" | "disconnected" | "timed_out";
    readonly message: string;
  }
  /** Answers a `read`: contents of a resource, or what reading it threw. */
  | {
    readonly type: "contents";
    readonly id: number;
    readonly read: number;
    readonly value: unknown;
  }
  | {
    readonly type: "unread";
    readonly id: number;
    readonly read: number;
    readonly thrown: Thrown;
  };

/** What a sandbox tells the server. Values are packed. */
export type FromSandbox =
  /** The first message: the channel is there, and no code of the user has run. */
  | { readonly type: "hello" }
  /** The code of a module begins; nothing else is loaded until it ends, or waits for something. */
  | { readonly type: "loading"; readonly module: string }
  /** A module waits for something, and others run meanwhile. */
  | { readonly type: "waiting"; readonly module: string }
  /** A module has been loaded, or threw. */
  | { readonly type: "loaded"; readonly module: string; readonly thrown?: Thrown }
  /** A call has ended, disposals included. `warnings` are about what it returned. */
  | {
    readonly type: "returned";
    readonly id: number;
    readonly value: unknown;
    readonly warnings?: readonly string[];
  }
  | { readonly type: "threw"; readonly id: number; readonly thrown: Thrown }
  | {
    readonly type: "log";
    readonly id: number;
    readonly level: LogLevel;
    readonly data: unknown;
    readonly logger?: string;
  }
  | {
    readonly type: "progress";
    readonly id: number;
    readonly progress: number;
    readonly total?: number;
    readonly message?: string;
  }
  | { readonly type: "closeStream"; readonly id: number }
  /** Asks for a resource of the server; `read` numbers the questions of a call. */
  | { readonly type: "read"; readonly id: number; readonly read: number; readonly uri: string }
  /** Something for the server's log, such as a disposal that failed. */
  | { readonly type: "report"; readonly level: LogEntry["level"]; readonly message: string };

/** Something thrown, as far as it can be told. */
export interface Thrown {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  /** Code of a protocol error. */
  readonly code?: number;
  /** Data of a protocol error. */
  readonly data?: unknown;
  /** What Deno did not permit, if it was that. */
  readonly denial?: Denial;
  /** The parameter whose provider threw `cause`. */
  readonly parameter?: string;
  readonly cause?: Thrown;
}
