/** Bytes in one of the forms that handlers hold them in. */
export type Bytes = Uint8Array | ArrayBuffer | Blob;

/** Whether a value is {@linkcode Bytes}. */
export function isBytes(value: unknown): value is Bytes {
  return value instanceof Uint8Array || value instanceof ArrayBuffer || value instanceof Blob;
}

/** The bytes themselves; those of a blob are read. */
export async function bytesOf(value: Bytes): Promise<Uint8Array> {
  if (value instanceof Blob) return new Uint8Array(await value.arrayBuffer());
  return value instanceof ArrayBuffer ? new Uint8Array(value) : value;
}
