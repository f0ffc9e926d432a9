/** Whether something settles within a time. */
export async function inTime(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  if (limitMs === Infinity) return await work.then(() => true, () => true);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), limitMs);
  try {
    return await Promise.race([work.then(() => true, () => true), promise]);
  } finally {
    clearTimeout(timer);
  }
}
