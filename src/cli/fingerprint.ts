import { sha256 } from "../app/signatures/cache_place.ts";
import { isRecord } from "../schema/json_schema.ts";
import { byText, NOWHERE, snapshotOf } from "./snapshot.ts";

/**
 * The SHA-256, in hexadecimal, of what a host would see of a server and what may be touched. It depends
 * neither on the order of components, nor on where the project is.
 *
 * @param inspection What `inspect --json` prints
 */
export function fingerprintOf(inspection: unknown): Promise<string> {
  const text = JSON.stringify(ordered(snapshotOf(inspection, NOWHERE)));
  return sha256(new TextEncoder().encode(text));
}

/** A JSON value whose members stand in an order of their own. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([, each]) => each !== undefined)
      .sort(([a], [b]) => byText(a, b)).map(([key, each]) => [key, ordered(each)]),
  );
}
