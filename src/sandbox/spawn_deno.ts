import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { runnableDeno } from "../deno/run_deno.ts";

/** How a process of Deno is started. */
export interface Launch {
  /** Flags of `deno run`. */
  readonly flags: readonly string[];
  /** The flag that says which configuration it has; left out, Deno finds that from its folder. */
  readonly config?: string;
  /** Text of the main module. */
  readonly main: string;
  /** Path of the folder that it runs in. */
  readonly folder: string;
  /** Its whole environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** The two ways of the channel to a process, each a pipe of its own. */
export interface Pipes {
  /** The other end of its descriptor 3, to which it writes. */
  readonly from: Socket;
  /** The other end of its descriptor 4, from which it reads. */
  readonly to: Socket;
}

/** A process of Deno, and the channel to it. Neither keeps this process, unless it is held. */
export interface Child extends Pipes {
  /** Settles when it is gone. */
  readonly exited: Promise<Exit>;
  /** Has this process go on until it is gone, or does not any more. */
  readonly hold: (isHeld: boolean) => void;
  /** Ends it at once, whatever it does. */
  readonly kill: () => void;
}

/** The longest URL that is an argument: what a system takes differs, and Windows takes 32 KB in all. */
const MOST_URL = 16 * 1024;

/**
 * Starts Deno on a main module, with an empty stdin; what the process prints goes to our stderr.
 *
 * @throws {Error} if this process may not start it, the system cannot, or it was started in another way
 */
export async function spawnDeno({ flags, config, main, folder, env }: Launch): Promise<Child> {
  const command = runnableDeno() ?? Deno.execPath();
  const url = `data:text/javascript,${encodeURIComponent(main)}`;
  // A main module of stdin counts as a file of the folder, from where Deno looks for what no flag can
  // name: a package.json without a deno.json.
  const isUrl = config !== undefined && url.length <= MOST_URL;
  const args = ["run", "--no-prompt", ...flags, ...isUrl ? [config, url] : ["-"]];
  const stdin = isUrl ? "ignore" : "pipe";
  const child = withoutEnv(() =>
    spawn(command, args, { stdio: [stdin, 2, 2, "pipe", "pipe"], cwd: folder, env })
  );
  const { promise: exited, resolve } = Promise.withResolvers<Exit>();
  child.once("exit", (code, signal) => resolve({ code, signal }));
  await once(child, "spawn");
  child.unref();
  // Where no flag speaks of permissions, Deno's `spawn` of Node grants them all to a Deno.
  if (child.spawnargs.slice(1).join("\0") !== args.join("\0")) {
    child.kill("SIGKILL");
    throw new Error("Deno was not started with the flags of its sandbox");
  }
  // A process that has ended already does not read.
  child.stdin?.on("error", () => {}).end(main);
  const [, , , from, to] = child.stdio as unknown as Socket[];
  from.unref();
  to.unref();
  return {
    from,
    to,
    exited,
    hold: (isHeld) => isHeld ? child.ref() : child.unref(),
    kill: () => {
      child.kill("SIGKILL");
      from.destroy();
      to.destroy();
    },
  };
}

/** Node looks for variables that it hands on; where they may not be read, there are none for it. */
function withoutEnv<T>(run: () => T): T {
  if (Deno.permissions.querySync({ name: "env" }).state === "granted") return run();
  const { get } = Deno.env;
  Deno.env.get = () => undefined;
  try {
    return run();
  } finally {
    Deno.env.get = get;
  }
}
