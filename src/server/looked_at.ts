const LOOKED_AT = Symbol.for("@x/mcp.inspected");

/** From here on the servers of this process are only looked at: `run` returns at once and serves nobody. */
export function onlyLookAt(): void {
  Object.defineProperty(globalThis, LOOKED_AT, { value: true });
}

/** Whether the servers of this process are only looked at, whatever copy of the package said so. */
export function isLookedAt(): boolean {
  return LOOKED_AT in globalThis;
}
