import type { Report } from "../server/errors.ts";
import { isLoopback } from "../transport/http_guard.ts";
import type { HttpSettings } from "./http_options.ts";

/** How long calls may still run when a server is shut down, in milliseconds. */
export const GRACE_MS = 5000;

/** How clients of both eras are served over HTTP, in words. */
export function modeOf(sessions: boolean): string {
  return sessions
    ? "2026-07-28 stateless, 2025-11-25 and older with sessions"
    : "stateless: 2026-07-28, and 2025-11-25 and older without sessions";
}

/**
 * Says where and how a server is reached over HTTP, and who is turned away though it looks otherwise.
 *
 * @returns its URL
 */
export function announce(
  name: string,
  { host, port }: { host: string; port: number },
  { path, hosts, sessions }: HttpSettings,
  report: Report,
): string {
  const url = serverUrl({ host, port }, path);
  report({
    level: "info",
    message: `Serving ${name} at ${url} (${modeOf(sessions !== false)})`,
  });
  if (!isLoopback(host) && hosts.length === 0) {
    report({
      level: "warning",
      message: "Reachable from other machines, but only requests for loopback names (localhost) " +
        "are answered: name the hosts of this server in allowedHosts (--allow-host)",
    });
  }
  return url;
}

/** Where a server is reached that listens at an address. */
export function serverUrl({ host, port }: { host: string; port: number }, path: string): string {
  return `http://${reachable(host)}:${port}${path || "/"}`;
}

/** The name of a host in a URL; that of this machine where it listens on every interface. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
