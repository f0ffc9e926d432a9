/** Checks modules of one sandbox. */
export type Check = (modules: readonly string[]) => Promise<unknown>;

/**
 * Finds which of several modules a check fails for.
 *
 * @param error What it throws for all of them
 * @returns what it throws, by module
 */
export async function faultyModules(
  modules: readonly string[],
  error: unknown,
  check: Check,
): Promise<ReadonlyMap<string, unknown>> {
  const all = () => new Map(modules.map((module) => [module, error]));
  if (modules.length === 1) return all();
  const middle = modules.length >> 1;
  const faulty = new Map<string, unknown>();
  for (const half of [modules.slice(0, middle), modules.slice(middle)]) {
    try {
      await check(half);
    } catch (error) {
      for (const each of await faultyModules(half, error, check)) faulty.set(...each);
    }
  }
  return faulty.size === 0 ? all() : faulty;
}
