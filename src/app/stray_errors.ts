import type { Report } from "../server/errors.ts";
import { writeStderr } from "../transport/stderr_log.ts";

/** Reports what nobody catches: one stray rejection of one tool must not end the calls of all others. */
export function reportStrays(report: Report): void {
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    report({ level: "error", message: "Unhandled rejection", error: event.reason });
  });
  addEventListener("error", (event) => {
    event.preventDefault();
    report({ level: "error", message: "Uncaught error", error: event.error });
  });
}

/** Has an error that nobody catches end the process with its message and nothing else, by code 1. */
export function endByLines(error: Error): void {
  addEventListener("unhandledrejection", (event) => {
    if (event.reason !== error) return;
    event.preventDefault();
    writeStderr(`${error.message}\n`);
    Deno.exit(1);
  });
}
