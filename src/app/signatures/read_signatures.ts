import type { SignatureAnswer, SignatureRequest } from "../../schema/from_types/signature.ts";

/** Reads signatures; here from a table beside the module, `<module>.signatures.json`. */
export async function readSignatures(
  requests: readonly SignatureRequest[],
  _report?: unknown,
): Promise<SignatureAnswer[]> {
  return await Promise.all(requests.map(async ({ url, key }) => {
    const table = JSON.parse(await Deno.readTextFile(new URL(`${url}.signatures.json`)));
    return table[key] ?? { problems: [{ url, line: 1, column: 1, message: `no ${key}` }] };
  }));
}
