import { denialOf, deniedText } from "./denial.ts";
import type { Era } from "./exchange.ts";

/** JSON-RPC and MCP error codes that this package sends. */
export const ErrorCode = {
  /** Bytes that are not JSON. */
  ParseError: -32700,
  /** JSON that is no request. */
  InvalidRequest: -32600,
  /** A method that is not there, or belongs to a capability the server does not have. */
  MethodNotFound: -32601,
  /** Parameters that are wrong, unknown names among them. */
  InvalidParams: -32602,
  /** A failure inside the server. */
  InternalError: -32603,
  /** A resource that is not there; legacy era only. */
  ResourceNotFound: -32002,
} as const;

/**
 * An error whose text is meant for the model: it is passed on word by word, never masked.
 *
 * @example
 * ```ts
 * import { UserError } from "@x/mcp";
 *
 * function checkState(state: string) {
 *   if (state.length !== 2) throw new UserError("Give the state as two letters, such as CA.");
 * }
 * ```
 */
export class UserError extends Error {
  /** Name of the class. */
  override readonly name: string = "UserError";
}

/**
 * An error that is answered as a JSON-RPC error with its own code, whatever throws it.
 *
 * @see {@link https://www.jsonrpc.org/specification#error_object}
 */
export class ProtocolError extends Error {
  /** Name of the class. */
  override readonly name: string = "ProtocolError";

  /**
   * Makes an error to throw.
   *
   * @param code JSON-RPC error code; outside -32768…-32000 for codes of your own
   * @param message What is wrong; sent to the client
   * @param data More about it; sent to the client
   */
  constructor(
    /** JSON-RPC error code. */
    readonly code: number,
    message: string,
    /** More about the error. */
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/**
 * What a reader throws where nothing is there for a URI: answered as if no resource had it, by which
 * clients learn no more. The message is for people who read the code.
 *
 * @example A template whose values are looked up
 * ```ts
 * import { McpServer, ResourceNotFoundError } from "@x/mcp";
 *
 * const mcp = new McpServer({ name: "people", version: "1.0.0" });
 * const people = new Map([["ada", { born: 1815 }]]);
 *
 * mcp.resource("people://{id}", {}, ({ id }) => {
 *   const person = people.get(id);
 *   if (person === undefined) throw new ResourceNotFoundError();
 *   return person;
 * });
 * ```
 */
export class ResourceNotFoundError extends Error {
  /** Name of the class. */
  override readonly name: string = "ResourceNotFoundError";
}

/**
 * The answer for a URI that means nothing, in the era's own code.
 *
 * @param thrown What reading it threw; all but a {@linkcode ResourceNotFoundError} is returned as it is
 */
export function notFoundAnswer(thrown: unknown, uri: string, era: Era): unknown {
  if (!isOneOf(thrown, [ResourceNotFoundError]) && read(thrown).name !== "ResourceNotFoundError") {
    return thrown;
  }
  return new ProtocolError(
    // 2025-11-25 resources: -32002; 2026-07-28 resources: -32602
    era === "legacy" ? ErrorCode.ResourceNotFound : ErrorCode.InvalidParams,
    `Resource not found: ${uri}`,
    { uri },
  );
}

/** Why the signal of a call was aborted. */
export type AbortCode = "cancelled" | "disconnected" | "timed_out";

/** The reason of a call's aborted signal. */
export class AbortedError extends Error {
  /** Name of the class. */
  override readonly name: string = "AbortedError";

  /**
   * Makes the reason of an abort.
   *
   * @param code What happened
   * @param message The same for people
   */
  constructor(
    /** What happened: the client cancelled, the connection ended, or the time limit passed. */
    readonly code: AbortCode,
    message: string,
  ) {
    super(message);
  }
}

/** Arguments that do not fit; told to the model, one problem a line. */
export class ArgumentError extends Error {
  override readonly name = "ArgumentError";
  constructor(readonly problems: readonly string[], heading = "Invalid arguments:") {
    super(problemList(heading, problems));
  }
}

/** A handler returned what cannot be sent; told to the model, and logged for the author. */
export class ResultError extends Error {
  override readonly name = "ResultError";
  constructor(message: string, readonly detail: string) {
    super(message);
  }
}

/** A component whose code cannot run where it is to, or was stopped; told to the model, and worded for it. */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
}

/** The provider of an injected value failed: what links of the chain see; `cause` is what it threw. */
export class ProviderError extends Error {
  /** Name of the class. */
  override readonly name: string = "ProviderError";

  /**
   * Makes the error of a provider.
   *
   * @param parameter Name of the value among the handler's arguments
   * @param cause What the provider threw
   */
  constructor(
    /** Name of the value among the handler's arguments. */
    readonly parameter: string,
    cause: unknown,
  ) {
    super(`Cannot provide ${JSON.stringify(parameter)}`, { cause });
  }
}

/** What a provider threw, as it goes on: what is meant for the client stays as it is. */
export function providerFailure(parameter: string, thrown: unknown): unknown {
  return isProtocolError(thrown) || isTold(thrown) ? thrown : new ProviderError(parameter, thrown);
}

/** A text that names problems, one a line. */
export function problemList(heading: string, problems: readonly string[]): string {
  return [heading, ...problems].join("\n- ");
}

/** A line for the people who run the server. */
export interface LogEntry {
  /** Severity. */
  readonly level: "debug" | "info" | "warning" | "error";
  /** What happened, in one line. */
  readonly message: string;
  /** Id that a masked answer carries as well. */
  readonly errorId?: string;
  /** The thrown value, whole. */
  readonly error?: unknown;
}

/** Takes log entries; must not throw. */
export type Report = (entry: LogEntry) => void;

/** What becomes of a thrown value: a JSON-RPC error, or text for the model. */
export type Failure =
  | { readonly protocol: ProtocolError; readonly text?: undefined }
  | { readonly text: string; readonly protocol?: undefined };

/**
 * Decides what a client may learn of a thrown value, and reports the rest.
 *
 * @param thrown Anything; it is never assumed to be an `Error`
 * @param what The component, such as `Tool "add"`
 * @param options Era of the client, and whether it sees unexpected errors (development only)
 */
export function failure(
  thrown: unknown,
  what: string,
  { era, verbose, report }: { era: Era; verbose: boolean; report: Report },
): Failure {
  if (isOneOf(thrown, [ProviderError])) {
    const { parameter, cause } = thrown as ProviderError;
    const provider = `${what}: the provider of ${JSON.stringify(parameter)}`;
    return failure(cause, provider, { era, verbose, report });
  }
  const { message, code } = read(thrown);
  if (isProtocolError(thrown)) {
    if (!isReserved(code as number, era)) return { protocol: thrown as ProtocolError };
    report({ level: "error", message: `${what} threw code ${code}, which is not its to use` });
    const { data } = thrown as ProtocolError;
    return { protocol: new ProtocolError(ErrorCode.InternalError, message, data) };
  }
  if (isTold(thrown)) return { text: message };
  if (isOneOf(thrown, [ResultError])) {
    const { detail } = thrown as ResultError;
    report({ level: "error", message: `${what}: ${detail}` });
    return { text: verbose && !message.includes(detail) ? `${message} ${detail}` : message };
  }
  const denial = denialOf(thrown);
  if (denial !== undefined) {
    const text = deniedText(what, denial, false);
    report({ level: "error", message: text, error: thrown });
    return { text };
  }
  const errorId = crypto.randomUUID().slice(0, 8);
  report({ level: "error", message: `${what} failed`, errorId, error: thrown });
  return {
    text: verbose
      ? `${what} failed: ${message}`
      : `${what} failed. The server's log has the details under error id ${errorId}.`,
  };
}

const JSON_RPC = [
  ErrorCode.ParseError,
  ErrorCode.InvalidRequest,
  ErrorCode.MethodNotFound,
  ErrorCode.InvalidParams,
  ErrorCode.InternalError,
];

/** The reserved codes that a handler may throw: those of JSON-RPC, and the protocol's own by era. */
const ALLOWED: Readonly<Record<Era, ReadonlySet<number>>> = {
  // Resource not found, URL elicitation required
  legacy: new Set([...JSON_RPC, ErrorCode.ResourceNotFound, -32042]),
  // Missing required client capability
  modern: new Set([...JSON_RPC, -32021]),
};

function isReserved(code: number, era: Era): boolean {
  // 2026-07-28 basic: codes the protocol defines are sent with that meaning, the legacy ones never.
  return code >= -32768 && code <= -32000 && !ALLOWED[era].has(code);
}

// By name, since the official SDK and other copies of this module have classes of their own.
function isProtocolError(thrown: unknown): boolean {
  const { name, code } = read(thrown);
  return isOneOf(thrown, [ProtocolError]) || name === "ProtocolError" && Number.isSafeInteger(code);
}

function isTold(thrown: unknown): boolean {
  return read(thrown).name === "UserError" ||
    isOneOf(thrown, [UserError, ArgumentError, AbortedError, SandboxError]);
}

function isOneOf(
  thrown: unknown,
  classes: readonly (abstract new (...args: never[]) => unknown)[],
) {
  try {
    return classes.some((one) => thrown instanceof one);
  } catch {
    return false;
  }
}

function read(thrown: unknown): { name?: string; message: string; code?: unknown } {
  try {
    if (thrown instanceof Error) {
      return {
        name: thrown.name,
        message: String(thrown.message),
        code: (thrown as { code?: unknown }).code,
      };
    }
    return { message: typeof thrown === "string" ? thrown : `threw ${typeof thrown}` };
  } catch {
    // A thrown value may have accessors that throw.
    return { message: "threw a value that cannot be read" };
  }
}
