import { writeStderr } from "../transport/stderr_log.ts";

/** Has an error that nobody catches end the process with its message and nothing else, by code 1. */
export function endByLines(error: Error): void {
  addEventListener("unhandledrejection", (event) => {
    if (event.reason !== error) return;
    event.preventDefault();
    writeStderr(`${error.message}\n`);
    Deno.exit(1);
  });
}
