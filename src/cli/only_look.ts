import { onlyLookAt } from "../server/looked_at.ts";
import { setLogLevel } from "../transport/stderr_log.ts";
import { guardStdout } from "../transport/stdout_guard.ts";
import { CommandError } from "./command.ts";

/** Writes to the stdout that is ours alone; returns how many bytes were taken. */
export type Out = (bytes: Uint8Array) => Promise<number>;

/**
 * Looks at servers that are loaded to be looked at: they serve nobody, print nothing to stdout, log nothing,
 * and do not end the process.
 *
 * @param look Loads and looks
 * @returns what it returned, and what to write answers to
 */
export async function onlyLook<T>(look: () => Promise<T>): Promise<{ seen: T; out: Out }> {
  // What the module prints while it loads is no part of the answer.
  const out = guardStdout();
  // Warnings are part of the answer, and need not be logged as well.
  setLogLevel("off");
  // A file may call run() whatever starts it, or end the process.
  onlyLookAt();
  const exit = Deno.exit;
  Deno.exit = (code) => {
    throw new CommandError(`the file called Deno.exit(${code ?? 0}) while it was loaded`);
  };
  try {
    return { seen: await look(), out };
  } finally {
    Deno.exit = exit;
  }
}
