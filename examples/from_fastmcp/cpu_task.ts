const ROUNDS = 20_000_000;

/** Computes without a pause; what it takes away, it takes from its own process. */
export default function wrapped_cpu_task({ data }: { data: string }): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(data)) hash = Math.imul(hash ^ byte, 0x01000193);
  for (let round = 0; round < ROUNDS; round++) hash = Math.imul(hash ^ hash >>> 15, 0x01000193);
  return `${data} ${(hash >>> 0).toString(16)}`;
}
