import { PERMISSION_KINDS, type PermissionKind } from "./permissions.ts";
import { quoted } from "./shell_word.ts";

/** An operation that Deno did not permit. */
export interface Denial {
  /** Kind of the permission. */
  readonly kind: PermissionKind;
  /** What was to be touched, as Deno names it; left out where it was everything. */
  readonly target?: string;
}

const MESSAGE = /Requires (\w+) access(?: to "([^]*?)")?, run again with/;
/** What `node:http`, `node:net` and `node:dns` say in place of it. */
const LOOKUP = /^getaddrinfo EPERM (\S+)$/;
/** How many causes of an error are looked at. */
const MOST_CAUSES = 8;

/** What Deno did not permit, if that is what was thrown, or the cause of it. */
export function denialOf(thrown: unknown): Denial | undefined {
  try {
    let error = thrown;
    for (let i = 0; i < MOST_CAUSES && error instanceof Error; i++) {
      const denial = denialBy(error);
      if (denial !== undefined) return denial;
      error = error.cause;
    }
  } catch {
    // A thrown value may have accessors that throw.
  }
}

function denialBy(error: Error): Denial | undefined {
  const message = String(error.message);
  const [, host] = LOOKUP.exec(message) ?? [];
  if (host !== undefined) return { kind: "net", target: host };
  const [, kind, target] = MESSAGE.exec(message) ?? [];
  // Modules that may not be loaded are told about by a TypeError.
  if (!isKind(kind) || error.name !== "NotCapable" && !(error instanceof TypeError)) {
    return undefined;
  }
  return { kind, ...(target === undefined ? {} : { target }) };
}

/**
 * Says what was denied, and what would permit it.
 *
 * @param what The component, such as `Tool "add"`
 * @param sandboxed Whether its own declaration decides, and not the flags of the server
 */
export function deniedText(what: string, { kind, target }: Denial, sandboxed: boolean): string {
  const named = target === undefined ? kind : `${kind} ${JSON.stringify(target)}`;
  const way = sandboxed
    ? `declare permissions: { ${kind}: ${
      target === undefined ? "true" : `[${JSON.stringify(target)}]`
    } }`
    : `start the server with --allow-${kind}${target === undefined ? "" : `=${quoted(target)}`}`;
  return `${what} may not access ${named}; to allow it, ${way}`;
}

function isKind(kind: string | undefined): kind is PermissionKind {
  return (PERMISSION_KINDS as readonly (string | undefined)[]).includes(kind);
}
