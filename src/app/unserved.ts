import { serverUrl } from "./announce.ts";
import type { HttpSettings, ServeOptions } from "./http_options.ts";
import type { ServerHandle } from "./serve.ts";

/** Stands for a server in a process where servers are only looked at: it has ended, and took no port. */
export function unserved(
  { path }: HttpSettings,
  { host = "127.0.0.1", port = 8000 }: ServeOptions,
): ServerHandle {
  const shutdown = () => Promise.resolve();
  return {
    url: serverUrl({ host, port }, path),
    finished: Promise.resolve(),
    shutdown,
    [Symbol.asyncDispose]: shutdown,
  };
}
