/** How often it is looked whether the server is still there, in milliseconds. */
const INTERVAL_MS = 500;

/**
 * Ends this process when the server does, also while code of a user never waits: a thread of its own looks
 * whose child this process is. It needs no permission.
 *
 * @param parent Id of the server's process
 */
export function watchParent(parent: number): void {
  const source = `setInterval(() => {
  if (Deno.ppid !== ${parent}) Deno.kill(Deno.pid, "SIGKILL");
}, ${INTERVAL_MS});`;
  new Worker(`data:application/javascript,${encodeURIComponent(source)}`, { type: "module" });
}
