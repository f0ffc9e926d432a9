const ROOT = new URL("../../../", import.meta.url).href;
/** Where a registry of JSR serves this package, whatever its version. */
const IN_REGISTRY = /^https?:\/\/[^/]+\/@x\/mcp\/\d[^/]*\//;
/** A slash that only files know of: what stands behind it may lead anywhere. */
const HIDDEN_SLASH = /%2f|%5c/i;

/** Whether a module is one of this package: of this copy, or of one from a registry. */
export function isOurs(url: string): boolean {
  return url.startsWith(`${ROOT}src/`) && !HIDDEN_SLASH.test(url) || url === `${ROOT}mod.ts` ||
    url === `${ROOT}cli.ts` || IN_REGISTRY.test(url);
}
