import { isRecord } from "../schema/json_schema.ts";
import { LOG_LEVELS } from "../server/exchange.ts";
import { FrameError } from "./frames.ts";
import type { FromSandbox } from "./messages.ts";

/** What a sandbox says about one of its calls. */
export type CallMessage = Extract<FromSandbox, { readonly id: number }>;

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isNumber: Check = (value) => typeof value === "number";
const isId: Check = (value) => Number.isSafeInteger(value);
const anything: Check = () => true;
const optional = (check: Check): Check => (value) => value === undefined || check(value);
const oneOf = (words: readonly unknown[]): Check => (value) => words.includes(value);
const isThrown: Check = (value) => isRecord(value) && isText(value.name) && isText(value.message);
const areTexts: Check = (value) => Array.isArray(value) && value.every(isText);

/** The messages of a sandbox, and what each of their members has to be. */
const FORMS: {
  readonly [Type in FromSandbox["type"]]: {
    readonly [
      Member in Exclude<keyof Extract<FromSandbox, { readonly type: Type }>, "type">
    ]-?: Check;
  };
} = {
  hello: {},
  loading: { module: isText },
  waiting: { module: isText },
  loaded: { module: isText, thrown: optional(isThrown) },
  returned: { id: isId, value: anything, warnings: optional(areTexts) },
  threw: { id: isId, thrown: isThrown },
  log: { id: isId, level: oneOf(LOG_LEVELS), data: anything, logger: optional(isText) },
  progress: { id: isId, progress: isNumber, total: optional(isNumber), message: optional(isText) },
  closeStream: { id: isId },
  read: { id: isId, read: isId, uri: isText },
  report: { level: oneOf(["debug", "info", "warning", "error"]), message: isText },
};

/**
 * Reads a message of a sandbox, in which code of the user could have written anything.
 *
 * @throws {FrameError} if it is none
 */
export function readMessage(message: unknown): FromSandbox {
  const type = isRecord(message) && Object.hasOwn(message, "type") ? message.type : undefined;
  if (typeof type !== "string" || !Object.hasOwn(FORMS, type)) {
    throw new FrameError("a message of no known type");
  }
  for (const [member, check] of Object.entries(FORMS[type as FromSandbox["type"]])) {
    const value = Object.hasOwn(message as object, member)
      ? (message as Record<string, unknown>)[member]
      : undefined;
    if (!check(value)) throw new FrameError(`a message ${type} whose ${member} is wrong`);
  }
  return message as FromSandbox;
}
