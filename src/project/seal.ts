import { denoFolder } from "../app/signatures/cache_place.ts";

const ALGORITHM = { name: "HMAC", hash: "SHA-256" };

/**
 * A seal of what is kept in a project, by a key of the user that no project can bring along: who looks at a
 * project of somebody else must not be told by it what its own files say.
 *
 * @returns the seal in hexadecimal; `null` where there is no place for a key, and `undefined` where this
 * process may not look for it, which can give code no more than its own few rights
 */
export async function sealOf(text: string): Promise<string | null | undefined> {
  if (!mayLook()) return undefined;
  const secret = await secretOf(denoFolder());
  if (secret === null) return null;
  const key = await crypto.subtle.importKey("raw", secret, ALGORITHM, false, ["sign"]);
  const seal = await crypto.subtle.sign(ALGORITHM, key, new TextEncoder().encode(text));
  return new Uint8Array(seal).toHex();
}

function mayLook(): boolean {
  return (["env", "read"] as const).every((name) =>
    Deno.permissions.querySync({ name }).state === "granted"
  );
}

/** The key, which is made when it is first needed. */
async function secretOf(folder: string | undefined): Promise<Uint8Array<ArrayBuffer> | null> {
  if (folder === undefined) return null;
  const path = `${folder}/key`;
  const known = await keyAt(path);
  if (known !== null || Deno.permissions.querySync({ name: "write", path }).state !== "granted") {
    return known;
  }
  const made = `${path}.${crypto.randomUUID()}`;
  try {
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeFile(made, crypto.getRandomValues(new Uint8Array(SIZE)), { mode: 0o600 });
    // Whole, and only where another process has made none meanwhile.
    await Deno.link(made, path).catch(() => {});
  } catch {
    // There is nowhere to write to.
  }
  await Deno.remove(made).catch(() => {});
  return await keyAt(path);
}

/** Bytes of the key. */
const SIZE = 32;

async function keyAt(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = await Deno.readFile(path).catch(() => null);
  return bytes?.length === SIZE ? bytes : null;
}
