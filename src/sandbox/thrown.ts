import { ContentError } from "../content/content_error.ts";
import { toJson } from "../content/json.ts";
import { isListOf } from "../content/list.ts";
import { isRecord } from "../schema/json_schema.ts";
import { type Denial, denialOf, deniedText } from "../server/denial.ts";
import {
  type AbortCode,
  AbortedError,
  ArgumentError,
  ProtocolError,
  ProviderError,
  ResourceNotFoundError,
  ResultError,
  SandboxError,
  UserError,
} from "../server/errors.ts";
import { PERMISSION_KINDS } from "../server/permissions.ts";
import type { Thrown } from "./messages.ts";

/** Most characters of a message or a stack. */
const MOST_CHARACTERS = 100_000;
/** How many causes of an error are told. */
const MOST_CAUSES = 8;

/** The classes that only we throw, by the names that they get on their way. */
const OURS = {
  AbortedError,
  ArgumentError,
  ContentError,
  ProviderError,
  ResultError,
  SandboxError,
} as const;

/** What is called like one of ours, and is not known by its class, is no more than an error. */
const RESERVED: ReadonlySet<string> = new Set(Object.keys(OURS));

/** What a value that is no error is called. */
const NO_ERROR = "";

/**
 * Puts something thrown into data. It is never assumed to be an error, nor to be readable.
 */
export function toThrown(thrown: unknown, causes = MOST_CAUSES): Thrown {
  try {
    return thrown instanceof Error ? ofError(thrown, causes) : ofValue(thrown);
  } catch {
    // A thrown value may have accessors that throw.
    return { name: NO_ERROR, message: "threw a value that cannot be read" };
  }
}

function ofError(error: Error, causes: number): Thrown {
  const name = nameOf(error);
  const { stack, cause } = error;
  const { code, data } = error as { code?: unknown; data?: unknown };
  const denial = isTold(name) || name === "ResourceNotFoundError" ? undefined : denialOf(error);
  return {
    name,
    message: cut(String(error.message)),
    ...(typeof stack === "string" ? { stack: cut(stack) } : {}),
    ...(name === "ProtocolError" ? { code: code as number, ...dataOf(data) } : {}),
    ...(name === "AbortedError" ? { data: code } : {}),
    ...(name === "ResultError" ? { data: (error as ResultError).detail } : {}),
    ...(name === "ArgumentError" ? { data: (error as ArgumentError).problems } : {}),
    ...(name === "ProviderError" ? { parameter: (error as ProviderError).parameter } : {}),
    ...(denial === undefined ? {} : { denial }),
    ...(cause === undefined || causes === 0 ? {} : { cause: toThrown(cause, causes - 1) }),
  };
}

function ofValue(value: unknown): Thrown {
  return typeof value === "string"
    ? { name: NO_ERROR, message: cut(value), data: true }
    : { name: NO_ERROR, message: `threw ${typeof value}`, stack: `Thrown: ${shown(value)}` };
}

/** Ours by their classes, those that a user may have of another copy by their names as well. */
function nameOf(error: Error): string {
  for (const [name, type] of Object.entries(OURS)) if (error instanceof type) return name;
  const name = String(error.name);
  if (error instanceof UserError || name === "UserError") return "UserError";
  if (error instanceof ResourceNotFoundError) return "ResourceNotFoundError";
  const { code } = error as { code?: unknown };
  if (error instanceof ProtocolError || name === "ProtocolError") {
    return Number.isSafeInteger(code) ? "ProtocolError" : "Error";
  }
  return RESERVED.has(name) ? "Error" : cut(name);
}

/** What is answered as it is, whatever lies behind it. */
function isTold(name: string): boolean {
  return name === "UserError" || name === "ProtocolError" || RESERVED.has(name);
}

function dataOf(data: unknown): { data?: unknown } {
  try {
    const json = toJson(data);
    return json === undefined ? {} : { data: json };
  } catch {
    return {};
  }
}

function shown(value: unknown): string {
  try {
    return cut(Deno.inspect(value, { colors: false, depth: 6 }));
  } catch {
    return "a value that cannot be shown";
  }
}

function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

/**
 * Makes again what a sandbox threw, so that it is answered and logged as if it was thrown here: what is
 * meant for clients stays that, and what was denied says how to permit it.
 *
 * @param thrown As it came in a message; it may be anything
 * @param what The component, such as `Tool "add"`
 */
export function fromThrown(thrown: unknown, what: string, causes = MOST_CAUSES): unknown {
  const told = isRecord(thrown) && causes >= 0 ? thrown : {};
  const denial = readDenial(told.denial);
  if (denial !== undefined) return new SandboxError(deniedText(what, denial, true));
  const message = typeof told.message === "string"
    ? told.message
    : "threw a value that cannot be read";
  const cause = told.cause === undefined || causes <= 0
    ? undefined
    : fromThrown(told.cause, what, causes - 1);
  const { name, data, code } = told;
  switch (name) {
    case "UserError":
      return new UserError(message);
    case "ProtocolError":
      return Number.isSafeInteger(code)
        ? new ProtocolError(code as number, message, data)
        : plain(told, message, cause);
    case "ResourceNotFoundError":
      return new ResourceNotFoundError(message);
    case "AbortedError":
      return new AbortedError(ABORTS.find((known) => known === data) ?? "cancelled", message);
    case "ArgumentError":
      return new ArgumentError(isListOf(data, isText) ? data as string[] : [message]);
    case "SandboxError":
      return new SandboxError(message);
    case "ContentError":
      return new ResultError(`${what} returned a value that cannot be sent: ${message}.`, message);
    case "ResultError":
      return new ResultError(message, typeof data === "string" ? data : message);
    case "ProviderError": {
      const parameter = typeof told.parameter === "string" ? told.parameter : "";
      const provider = `${what}: the provider of ${JSON.stringify(parameter)}`;
      return new ProviderError(parameter, fromThrown(told.cause, provider, causes - 1));
    }
    case NO_ERROR:
      return data === true ? message : plain(told, message, cause);
    default:
      return plain(told, message, cause);
  }
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

const ABORTS: readonly AbortCode[] = ["cancelled", "disconnected", "timed_out"];

/** An error for the log, with the stack of where it was thrown. */
function plain(told: Readonly<Record<string, unknown>>, message: string, cause: unknown): Error {
  const error = new Error(message, cause === undefined ? {} : { cause });
  const { name, stack } = told;
  if (typeof name === "string" && name !== NO_ERROR && !RESERVED.has(name)) {
    Object.defineProperty(error, "name", { value: name, configurable: true, writable: true });
  }
  if (typeof stack === "string") error.stack = stack;
  return error;
}

function readDenial(denial: unknown): Denial | undefined {
  if (!isRecord(denial)) return undefined;
  const kind = PERMISSION_KINDS.find((known) => known === denial.kind);
  if (kind === undefined) return undefined;
  return typeof denial.target === "string" ? { kind, target: denial.target } : { kind };
}

/**
 * What code in a sandbox learns of a resource that could not be read: what clients would be told, and
 * nothing of the rest, which may speak of what the sandbox must not know.
 *
 * @param thrown What reading threw
 * @param uri What was to be read
 */
export function unreadThrown(thrown: unknown, uri: string): Thrown {
  const { stack: _, cause: _cause, ...told } = toThrown(thrown);
  return isTold(told.name) && told.name !== "ProviderError" && told.name !== "ContentError"
    ? told
    : { name: "Error", message: `Cannot read ${uri}` };
}
