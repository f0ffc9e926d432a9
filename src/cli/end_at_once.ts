import { onStopSignal } from "../transport/signals.ts";

/** What shells say of a program that was interrupted. */
export const INTERRUPTED = 130;

/** Ends the process when it is asked to, and with it the processes that it has started. */
export function endAtOnce(): void {
  // A file that is looked at finds another one.
  const exit = Deno.exit;
  onStopSignal(() => exit(INTERRUPTED));
}
