import type { Report } from "./errors.ts";

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
