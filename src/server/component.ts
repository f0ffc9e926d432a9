import { isIcon } from "../content/blocks.ts";
import { isPlain } from "../content/json.ts";
import { isListOf } from "../content/list.ts";
import type { Icon } from "../content/types.ts";
import type { Context } from "./context.ts";
import type { IsolationOptions } from "./isolation.ts";
import type { Providers } from "./provider.ts";
import type { SandboxedCode } from "./sandboxed.ts";

/** The kinds of component. */
export type ComponentKind = "tool" | "resource" | "resource template" | "prompt";

/** Options that every component takes. */
export interface ComponentOptions<Inject extends Providers = Providers> extends IsolationOptions {
  /** Name for people. */
  readonly title?: string;
  /** What it is for; the model reads this to decide. */
  readonly description?: string;
  /** Words to group components by, for `enable` and `disable`; not sent to clients. */
  readonly tags?: readonly string[];
  /** Whether clients can see and use it; `true` if left out. */
  readonly enabled?: boolean;
  /** Providers of values that the handler gets beside its arguments; clients never see them. */
  readonly inject?: Inject;
  /** Pictures for hosts. */
  readonly icons?: readonly Icon[];
  /** Free metadata, sent as `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /**
   * Time limit of a call in milliseconds, more than 0 and less than 2 ** 31, or `Infinity` for none;
   * left out, that of the server. When it has passed, the caller is answered and the signal of the
   * context aborts. What goes on nevertheless is killed if it runs in a sandbox; a handler in the server's
   * process that computes without a pause cannot be stopped, and holds everybody up.
   */
  readonly timeout?: number;
}

/** How long clients may keep an answer, and who may share it (2026-07-28). */
export interface CacheHint {
  /** Milliseconds from the answer on; 0 means not at all. */
  readonly ttlMs?: number;
  /** Whether the answer is the same for everybody. */
  readonly cacheScope?: "public" | "private";
}

/**
 * Checks a cache hint, which the types may not have seen.
 *
 * @throws {TypeError} for a time below 0, or a scope that is none
 */
export function checkCacheHint({ ttlMs = 0, cacheScope = "private" }: CacheHint): void {
  if (!(Number.isFinite(ttlMs) && ttlMs >= 0)) {
    throw new TypeError("ttlMs must be milliseconds, 0 or more");
  }
  if (cacheScope !== "public" && cacheScope !== "private") {
    throw new TypeError('cacheScope must be "public" or "private"');
  }
}

/**
 * Checks icons, which the types may not have seen.
 *
 * @throws {TypeError} for what is no list of icons
 */
export function checkIcons(icons: unknown): void {
  if (icons !== undefined && !isListOf(icons, isIcon)) {
    throw new TypeError('icons must be a list of icons such as { src: "https://…" }');
  }
}

/** What is called for a component. */
export interface Code {
  /** Gets the arguments, and the values of the providers among them. */
  readonly handler: (args: never, ctx: Context) => unknown;
  /** Providers of what its handler gets beside its arguments. */
  readonly inject: Providers | undefined;
  /**
   * Takes the arguments as they were sent through the schema that its module exports, if it does; throws an
   * {@linkcode ArgumentError} for what that refuses.
   */
  readonly parseArguments?: (sent: unknown) => Promise<unknown>;
  /** Takes the result through the schema that its module exports, if it does; throws as `finishTool` does. */
  readonly parseResult?: (value: unknown) => Promise<unknown>;
}

/** What every registered component has. */
export interface Component extends Code {
  /** Loads what is called in place of its own handler, where that is in a module. */
  readonly load: (() => Promise<Code>) | undefined;
  /** What it is. */
  readonly kind: ComponentKind;
  /** Key within its kind: a name, or the URI of a resource or template. */
  readonly key: string;
  /** Name; for resources not the key. */
  readonly name: string;
  /** Place in the order of registration. */
  readonly order: number;
  /** Its tags. */
  readonly tags: readonly string[];
  /** Whether clients see it from the start. */
  readonly enabled: boolean;
  /** Whether the handler can speak to its caller through the context. */
  readonly takesContext: boolean;
  /** Time limit of a call in milliseconds. */
  readonly timeout: number | undefined;
  /** What its sandbox runs, if it has one. */
  readonly sandbox: SandboxedCode | undefined;
  /** What hosts may refuse about it. */
  readonly warnings: readonly string[];
}

/** The steps of one registration: whatever goes wrong names the component. */
export interface Registration {
  /** Throws a {@linkcode TypeError} that says what is wrong. */
  readonly fail: (what: string) => never;
  /** Runs a step; what it throws names the component, and the option if one is given. */
  readonly attempt: <Value>(step: () => Value, option?: string) => Value;
}

/** Begins the registration of a component. */
export function registering(kind: "tool" | "resource" | "prompt", key: unknown): Registration {
  const fail = (what: string): never => {
    throw new TypeError(`Cannot register ${kind} ${JSON.stringify(key)}: ${what}`);
  };
  return {
    fail,
    attempt: (step, option) => {
      try {
        return step();
      } catch (error) {
        return fail((option === undefined ? "" : `${option}: `) + (error as Error).message);
      }
    },
  };
}

/**
 * The members of a listed component that come from {@linkcode ComponentOptions}.
 *
 * @throws {TypeError} for options that no list can show, which would take the whole list with it
 */
export function listed(options: ComponentOptions): Record<string, unknown> {
  if (typeof options !== "object" || options === null) {
    throw new TypeError("give an object, {} at least, before the function");
  }
  const { title, description, icons, meta, tags } = options;
  if (tags !== undefined && !Array.isArray(tags)) {
    throw new TypeError("tags must be a list of texts");
  }
  checkIcons(icons);
  if (meta !== undefined && !isPlain(meta)) throw new TypeError("meta must be a plain object");
  for (const key of Object.keys(meta ?? {})) checkMetaKey(key);
  const members = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(icons === undefined ? {} : { icons }),
    ...(meta === undefined ? {} : { _meta: meta }),
  };
  for (const key of ["title", "description"] as const) {
    if (members[key] !== undefined && typeof members[key] !== "string") {
      throw new TypeError(`${key} must be text`);
    }
  }
  try {
    return JSON.parse(JSON.stringify(members));
  } catch (error) {
    throw new TypeError(`meta and icons must have a JSON form: ${(error as Error).message}`);
  }
}

const LABEL = "[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
const META_KEY = new RegExp(
  `^(?:${LABEL}(?:\\.${LABEL})*/)?(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$`,
);

/** @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic#_meta} */
function checkMetaKey(key: string): void {
  if (!META_KEY.test(key)) {
    throw new TypeError(`meta: ${JSON.stringify(key)} is no key; write name, or example.com/name`);
  }
  const [, second] = /^[^/.]*\.([^/.]+)(?:\.[^/]*)?\//.exec(key) ?? [];
  if (second === "modelcontextprotocol" || second === "mcp") {
    throw new TypeError(`meta: ${JSON.stringify(key)} belongs to the protocol`);
  }
}
