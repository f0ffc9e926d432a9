/** Writes text whole, also into a slow pipe. A reader that went away is no error. */
export async function write(
  to: (bytes: Uint8Array) => Promise<number>,
  text: string,
): Promise<void> {
  let bytes = new TextEncoder().encode(text);
  try {
    while (bytes.length > 0) bytes = bytes.subarray(await to(bytes));
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

/** Writes text to stdout. */
export function print(text: string): Promise<void> {
  return write((bytes) => Deno.stdout.write(bytes), text);
}
