/**
 * Calls a function when the process is asked to end: SIGINT (Ctrl+C) everywhere, SIGTERM and SIGHUP
 * where there are such, SIGBREAK on Windows. A signal that cannot be listened to is left as it is.
 */
export function onStopSignal(stop: (signal: Deno.Signal) => void): void {
  const signals: Deno.Signal[] = Deno.build.os === "windows"
    ? ["SIGINT", "SIGBREAK"]
    : ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) {
    try {
      Deno.addSignalListener(signal, () => stop(signal));
    } catch {
      // The end of stdin is the main stop signal; this one is extra.
    }
  }
}
