import { type AbortCode, SandboxError } from "../server/errors.ts";
import { labelOfCode } from "../server/label.ts";
import type { SandboxedCode } from "../server/sandboxed.ts";
import type { Exit } from "./spawn_deno.ts";

/** Why the calls of a process were stopped. */
export type Ending =
  /** A call was aborted, and went on; `call` names its component within a sentence. */
  | { readonly type: "aborted"; readonly call: string; readonly code: AbortCode }
  | { readonly type: "out of memory" }
  /** What it said was not what a sandbox says. */
  | { readonly type: "broken" }
  /** A module, named by its URL, did not end to be loaded. */
  | { readonly type: "unloaded"; readonly module: string; readonly seconds: number }
  /** It did not say that it was there. */
  | { readonly type: "silent"; readonly seconds: number }
  /** It ended by itself, or somebody else ended it. */
  | { readonly type: "exited"; readonly exit: Exit }
  /** Its sandbox was stopped. */
  | { readonly type: "stopped" }
  /** It had no calls, and was asked to leave. */
  | { readonly type: "left" };

const ABORTED: Readonly<Record<AbortCode, string>> = {
  timed_out: "timed out",
  cancelled: "was cancelled",
  disconnected: "lost its client",
};

/** Of a process that V8 ends, since its heap is full; there is no other sign of it than this. */
const ABORT_SIGNALS = ["SIGTRAP", "SIGABRT"];
/** The same as shells tell it, and as Deno does for a process that a shell started. */
const ABORT_CODES = [133, 134];

/** Why a process ended that nobody here ended. */
export function endingOf(exit: Exit): Ending {
  const { code, signal } = exit;
  return ABORT_SIGNALS.includes(signal ?? "") || ABORT_CODES.includes(code ?? 0)
    ? { type: "out of memory" }
    : { type: "exited", exit };
}

/**
 * Tells the caller of a component why its call was stopped.
 *
 * @param isAlone Whether no other component had a call in the process
 */
export function stoppedError(code: SandboxedCode, ending: Ending, isAlone: boolean): SandboxError {
  return new SandboxError(
    ending.type === "out of memory" && isAlone
      ? `${labelOfCode(code)} ran out of memory (memoryMb: ${code.settings.memoryMb})`
      : `${labelOfCode(code)} was stopped, since ${reasonOf(ending)}; call it again`,
  );
}

/** Tells the caller of a component that its module never ends to be loaded. */
export function unloadedError(code: SandboxedCode, seconds: number): SandboxError {
  return new SandboxError(
    `${labelOfCode(code)} cannot run: its module did not finish loading in ${seconds} seconds`,
  );
}

function reasonOf(ending: Ending): string {
  switch (ending.type) {
    case "aborted":
      return `${ending.call} of the same sandbox ${ABORTED[ending.code]}`;
    case "out of memory":
      return "its sandbox ran out of memory";
    case "broken":
      return "its sandbox broke the channel";
    case "unloaded":
      return `another module of its sandbox did not finish loading in ${ending.seconds} seconds`;
    case "silent":
      return `its sandbox did not start within ${ending.seconds} seconds`;
    case "exited":
      return ending.exit.signal === null
        ? `its sandbox ended with exit code ${ending.exit.code}`
        : `its sandbox was killed by ${ending.exit.signal}`;
    case "stopped":
    case "left":
      return "the server stopped it";
  }
}
