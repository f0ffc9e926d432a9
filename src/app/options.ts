import type { Icon } from "../content/types.ts";
import type { Identity } from "../protocol/lane_server.ts";
import { checkValidation, type Validation } from "../schema/check/arguments.ts";
import type { OnDuplicate } from "../server/catalog.ts";
import { type CacheHint, checkCacheHint, checkIcons } from "../server/component.ts";
import { checkTimeout } from "../server/time_limit.ts";
import { type HttpOptions, type HttpSettings, httpSettings } from "./http_options.ts";

/** Options of a server. */
export interface McpServerOptions {
  /** Name for programs. */
  readonly name: string;
  /** Version of the server, such as `1.0.0`. */
  readonly version: string;
  /** Name for people. */
  readonly title?: string;
  /** What the server is for, in a sentence. */
  readonly description?: string;
  /** How a model should use the server; hosts may add it to the system prompt. */
  readonly instructions?: string;
  /** Pictures for hosts. */
  readonly icons?: readonly Icon[];
  /** Where people find more about the server. */
  readonly websiteUrl?: string;
  /** How long clients may keep answers, by method (2026-07-28): `{ "tools/list": { ttlMs: 5000 } }`. */
  readonly cacheHints?: Readonly<Partial<Record<CacheableMethod, CacheHint>>>;
  /** Most items in one page of a list; everything in one page if left out. */
  readonly pageSize?: number;
  /**
   * How the arguments of tools are taken: `"lenient"` (if left out) converts what plainly stands for
   * something else, such as `"5"` for a number, and goes on without unknown keys; `"strict"` takes what
   * the listed schema says, and nothing else. A tool may say otherwise.
   */
  readonly validation?: Validation;
  /**
   * Time limit of calls in milliseconds, more than 0 and less than 2 ** 31; none if left out. A component's
   * own {@linkcode ComponentOptions.timeout} counts in its place.
   */
  readonly timeout?: number;
  /** What happens when a name is registered twice: `"error"` if left out. */
  readonly onDuplicate?: OnDuplicate;
  /**
   * What clients see of unexpected errors: an error id (`"masked"`, if left out), or the error's own
   * message (`"verbose"`, for development only).
   */
  readonly errors?: "masked" | "verbose";
  /**
   * Whether clients are told that they may get log messages. Left out: if any handler takes a
   * context, or `use` was called.
   */
  readonly logging?: boolean;
  /**
   * Key, at least 32 bytes, that signs cursors and seals `requestState`. Several processes that serve
   * the same clients need the same one; left out, each start makes its own.
   */
  readonly secret?: string | Uint8Array;
  /** How the server is reached over HTTP, by `fetch`, `serve` and `run`. */
  readonly http?: HttpOptions;
}

/** A method whose answer carries a cache hint. */
export type CacheableMethod =
  | "server/discover"
  | "tools/list"
  | "prompts/list"
  | "resources/list"
  | "resources/templates/list"
  | "resources/read";

const CACHEABLE: ReadonlySet<string> = new Set<CacheableMethod>([
  "server/discover",
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
]);
const ON_DUPLICATE: readonly OnDuplicate[] = ["error", "warn", "replace", "ignore"];
const SECRET_BYTES = 32;

/**
 * Checks the options of a server, which the types may not have seen.
 *
 * @throws {TypeError} for the first that is wrong
 */
export function checkOptions(options: McpServerOptions): void {
  const fail = (what: string) => {
    throw new TypeError(`Cannot make a server: ${what}`);
  };
  for (const key of ["name", "version"] as const) {
    if (typeof options?.[key] !== "string" || options[key] === "") {
      fail(`${key} is missing; give { name, version }`);
    }
  }
  const { secret, pageSize, onDuplicate = "error", errors = "masked", cacheHints = {} } = options;
  for (const [method, hint] of Object.entries(cacheHints)) {
    if (!CACHEABLE.has(method)) fail(`cacheHints: ${JSON.stringify(method)} has no cache hint`);
    try {
      checkCacheHint(hint);
    } catch (error) {
      fail(`cacheHints[${JSON.stringify(method)}]: ${(error as Error).message}`);
    }
  }
  if (pageSize !== undefined && !(Number.isInteger(pageSize) && pageSize > 0)) {
    fail("pageSize must be a whole number above 0");
  }
  if (!ON_DUPLICATE.includes(onDuplicate)) {
    fail(`onDuplicate is one of ${ON_DUPLICATE.join(", ")}, not ${JSON.stringify(onDuplicate)}`);
  }
  if (errors !== "masked" && errors !== "verbose") {
    fail(`errors is masked or verbose, not ${JSON.stringify(errors)}`);
  }
  try {
    checkIcons(options.icons);
    if (options.validation !== undefined) checkValidation(options.validation);
    if (options.timeout !== undefined) checkTimeout(options.timeout);
  } catch (error) {
    fail((error as Error).message);
  }
  if (secret !== undefined && secretOf(options).byteLength < SECRET_BYTES) {
    fail(`secret must have at least ${SECRET_BYTES} bytes`);
  }
}

/**
 * How a server is reached over HTTP, checked.
 *
 * @throws {TypeError} for the first option that is wrong
 */
export function httpOf({ http = {} }: McpServerOptions): HttpSettings {
  try {
    return httpSettings(http);
  } catch (error) {
    throw new TypeError(`Cannot make a server: http: ${(error as Error).message}`);
  }
}

/** The key that a server signs and seals with: its own, or one that is made now. */
export function secretOf({ secret }: McpServerOptions): Uint8Array<ArrayBuffer> {
  if (secret === undefined) return crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return typeof secret === "string" ? new TextEncoder().encode(secret) : new Uint8Array(secret);
}

/** What a server tells every client about itself. */
export function identityOf(
  { name, version, title, description, icons, websiteUrl }: McpServerOptions,
): Identity {
  return {
    name,
    version,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(icons === undefined ? {} : { icons }),
    ...(websiteUrl === undefined ? {} : { websiteUrl }),
  };
}
