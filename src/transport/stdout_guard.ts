import process from "node:process";
import { stderrLog, writeStderr } from "./stderr_log.ts";

/** The way to the real stdout, past the guard: writes some of the bytes, and says how many. */
export type RawStdout = (bytes: Uint8Array) => Promise<number>;

const GUARD = Symbol.for("@x/mcp.stdoutGuard");
const CONSOLE = [
  "clear",
  "count",
  "countReset",
  "debug",
  "dir",
  "dirxml",
  "group",
  "groupCollapsed",
  "groupEnd",
  "info",
  "log",
  "table",
  "time",
  "timeEnd",
  "timeLog",
] as const;

/**
 * Keeps stdout for the protocol: from here on whatever prints there through `console`, `Deno.stdout`
 * or `process.stdout` comes out on stderr, and the first time is reported in one line.
 *
 * Beyond reach are writes to file descriptor 1 (`node:fs`), child processes that inherit it, workers,
 * the named exports of `node:console`, and functions that were taken from `console` before.
 *
 * @returns the way past the guard; the same one however often, and by however many copies of this
 *   module, the guard is put up
 */
export function guardStdout(): RawStdout {
  const shared = globalThis as { [GUARD]?: RawStdout };
  return shared[GUARD] ??= install();
}

function install(): RawStdout {
  const raw = Deno.stdout.write.bind(Deno.stdout);
  let reported = false;
  const caught = (by: string) => {
    if (reported) return;
    reported = true;
    stderrLog()({
      level: "warning",
      message: `${by} printed to stdout, which carries the protocol; such output goes to stderr`,
    });
  };

  // Loaded only for those who print.
  let redirected: Console | undefined;
  for (const method of CONSOLE) {
    console[method] = (...args: unknown[]) => {
      caught(`console.${method}`);
      redirected ??= stderrConsole();
      (redirected[method] as (...args: unknown[]) => void)(...args);
    };
  }

  const decoder = new TextDecoder();
  const pass = (by: string, bytes: Uint8Array) => {
    caught(by);
    writeStderr(decoder.decode(bytes));
    return bytes.length;
  };
  define(Deno.stdout, {
    write: (bytes: Uint8Array) => Promise.resolve(pass("Deno.stdout.write", bytes)),
    writeSync: (bytes: Uint8Array) => pass("Deno.stdout.writeSync", bytes),
    close: () => caught("Deno.stdout.close"),
  });
  let writable: WritableStream<Uint8Array> | undefined;
  Object.defineProperty(Deno.stdout, "writable", {
    configurable: true,
    get: () =>
      writable ??= new WritableStream({
        write: (bytes) => void pass("Deno.stdout.writable", bytes),
      }),
  });

  const write = (chunk: unknown, encoding?: unknown, done?: unknown) => {
    pass("process.stdout.write", typeof chunk === "string" ? encode(chunk) : chunk as Uint8Array);
    const callback = typeof encoding === "function" ? encoding : done;
    if (typeof callback === "function") queueMicrotask(() => callback());
    return true;
  };
  define(process.stdout, {
    write,
    end: (...args: unknown[]) => {
      const [chunk] = args;
      if (chunk !== undefined && chunk !== null && typeof chunk !== "function") write(chunk);
      const callback = args.find((arg) => typeof arg === "function");
      // Whoever ends it waits to hear that it has ended; it goes on for everybody else.
      queueMicrotask(() => {
        callback?.();
        process.stdout.emit("finish");
      });
      return process.stdout;
    },
    destroy: () => process.stdout,
  });
  return raw;
}

/** All of `console`, on stderr. */
function stderrConsole(): Console {
  const sink = { write: (text: string) => (writeStderr(text), true) };
  const { Console } = process.getBuiltinModule("node:console");
  return new Console({
    stdout: sink as never,
    stderr: sink as never,
    ignoreErrors: false,
    colorMode: Deno.stderr.isTerminal() && !Deno.noColor,
  }) as unknown as Console;
}

function define(target: object, members: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(target, name, { configurable: true, writable: true, value });
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
