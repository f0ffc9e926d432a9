import { nearest } from "../schema/nearest.ts";
import { type Permissions, readPermissions } from "./permissions.ts";
import type { SandboxedCode } from "./sandboxed.ts";

/** Where the code of a component runs: in a process beside the server's, or in that of the server. */
export type Isolation = "process" | "inline";

/**
 * Options that say where the code of a component runs, and what it may touch there.
 *
 * @example Tools that may fetch from one host, and do nothing but compute
 * ```ts
 * import { McpServer } from "@x/mcp";
 *
 * const mcp = new McpServer({ name: "demo", version: "1.0.0" });
 *
 * mcp.tool("fetch_page", {
 *   module: new URL("./fetch_page.ts", import.meta.url),
 *   permissions: { net: ["example.com"] },
 * });
 * mcp.tool("primes", {
 *   module: new URL("./primes.ts", import.meta.url),
 *   isolation: "process",
 *   timeout: 5000,
 *   pool: 2,
 * });
 * ```
 */
export interface IsolationOptions {
  /**
   * What it may touch. It runs in a sandbox then, a process of its own that Deno gives just that;
   * `"inherit"`, and with neither this nor `isolation`, it runs in the server's process, with what that
   * may. Only functions and modules can have them, since a sandbox loads code by its module.
   */
  readonly permissions?: Permissions;
  /**
   * `"process"` runs it in a sandbox, which without `permissions` may touch nothing: work that takes
   * long holds up no other. `"inline"` is the server's process.
   */
  readonly isolation?: Isolation;
  /** Sandboxes only: most processes, from 1 to 64, each of which runs calls side by side; 1 if left out. */
  readonly pool?: number;
  /** Sandboxes only: whether one is started with the server, ahead of the first call; `false` if left out. */
  readonly warm?: boolean;
  /**
   * Sandboxes only: how long a process without calls is kept, in milliseconds from 0 to 2 ** 31, or
   * `Infinity`; 300,000 (five minutes) if left out.
   */
  readonly idleMs?: number;
  /**
   * Sandboxes only: most megabytes of its JavaScript heap, from 16 to 65,536; 512 if left out. One that
   * needs more is stopped. Bytes outside the heap, as of an `ArrayBuffer`, are not counted.
   */
  readonly memoryMb?: number;
}

/** What of a {@linkcode SandboxedCode} is said by options. */
export type SandboxOptions = Pick<SandboxedCode, "settings" | "warm">;

const DEFAULTS = { pool: 1, warm: false, idleMs: 300_000, memoryMb: 512 } as const;
const DECIDING = ["permissions", "isolation"];
const ONLY_SANDBOXED = ["pool", "warm", "idleMs", "memoryMb"] as const;

/**
 * Reads where code is to run, which the types may not have seen.
 *
 * @returns the sandbox, or `undefined` for the server's process
 * @throws {TypeError} for what is wrong, or says two things at once
 */
export function sandboxOf(options: IsolationOptions): SandboxOptions | undefined {
  checkSpelling(options);
  const { isolation, permissions: declared } = options;
  if (isolation !== undefined && isolation !== "process" && isolation !== "inline") {
    throw new TypeError(`isolation is "process" or "inline", not ${JSON.stringify(isolation)}`);
  }
  const permissions = declared === undefined ? undefined : read(declared);
  if (isolation === "process" && permissions === "inherit") {
    throw new TypeError(
      'permissions: "inherit" means the server\'s own process, and isolation: "process" another; ' +
        'leave isolation out, or name what it may touch, as in permissions: { net: ["example.com"] }',
    );
  }
  if (isolation === "inline" && permissions !== undefined && permissions !== "inherit") {
    throw new TypeError(
      'isolation: "inline" means the server\'s own process, which permissions cannot narrow; ' +
        'leave isolation out, or write permissions: "inherit"',
    );
  }
  if (permissions === "inherit" || permissions === undefined && isolation !== "process") {
    for (const option of ONLY_SANDBOXED) {
      if (options[option] === undefined) continue;
      throw new TypeError(
        `${option} is for sandboxes, and this runs in the server's process; leave it out, ` +
          'or add permissions, or isolation: "process"',
      );
    }
    return undefined;
  }
  const { pool, warm, idleMs, memoryMb } = { ...DEFAULTS, ...withoutUndefined(options) };
  checkRanges({ pool, warm, idleMs, memoryMb });
  const settings = { permissions: permissions ?? {}, memoryMb, pool, idleMs };
  return { settings: Object.freeze(settings), warm };
}

/** A misspelt option says nothing, and code that was to be narrowed could do what the server may. */
function checkSpelling(options: object): void {
  for (const key of Object.keys(options)) {
    const meant = DECIDING.includes(key) ? undefined : nearest(key, DECIDING);
    if (meant !== undefined) throw new TypeError(`${key} is no option; write ${meant}`);
  }
}

function read(declared: unknown) {
  try {
    return readPermissions(declared);
  } catch (error) {
    throw new TypeError(`permissions: ${(error as Error).message}`);
  }
}

function withoutUndefined(options: IsolationOptions): IsolationOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function checkRanges(
  { pool, warm, idleMs, memoryMb }: Required<Pick<IsolationOptions, typeof ONLY_SANDBOXED[number]>>,
): void {
  if (!isWhole(pool, 1, 64)) throw new TypeError("pool must be a whole number from 1 to 64");
  if (typeof warm !== "boolean") throw new TypeError("warm must be true or false");
  if (!(idleMs >= 0 && (idleMs < 2 ** 31 || idleMs === Infinity))) {
    throw new TypeError("idleMs must be milliseconds from 0 to 2 ** 31, or Infinity");
  }
  if (!isWhole(memoryMb, 16, 65_536)) {
    throw new TypeError("memoryMb must be a whole number of megabytes from 16 to 65536");
  }
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
