import { sha256 } from "../app/signatures/cache_place.ts";
import { pathOf } from "../schema/uri/file_url.ts";

/** SHA-256 of files by their URLs, which are relative to a folder; `null` where there is none. */
export type FileHashes = Readonly<Record<string, string | null>>;

/**
 * Hashes files.
 *
 * @param urls URLs as seen from the root
 * @param root URL of a folder
 * @returns the hashes, without those of files that are there and cannot be read
 */
export async function fileHashes(urls: Iterable<string>, root: string): Promise<FileHashes> {
  // One after the other, so that a thousand of them are not open at once.
  const read = [...urls].map((url) => [url, bytesOf(pathOf(new URL(url, root)))] as const);
  return Object.fromEntries(
    await Promise.all(
      read.filter(([, bytes]) => bytes !== undefined).map(async ([url, bytes]) =>
        [url, bytes ? await sha256(bytes) : null] as const
      ),
    ),
  );
}

function bytesOf(path: string): Uint8Array<ArrayBuffer> | null | undefined {
  try {
    return Deno.readFileSync(path);
  } catch (error) {
    return error instanceof Deno.errors.NotFound ? null : undefined;
  }
}
