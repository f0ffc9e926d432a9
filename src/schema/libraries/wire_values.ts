import { ONE_SCHEMA, SCHEMA_LISTS, SCHEMA_MAPS } from "../json_schema.ts";
import { type CopyRules, jsonCopy } from "../json_copy.ts";
import { wireInteger } from "./marks.ts";
import type { Node } from "./subschemas.ts";

const SCHEMAS: ReadonlySet<string> = new Set([...ONE_SCHEMA, ...SCHEMA_LISTS, ...SCHEMA_MAPS]);
/** Keywords whose values are compared with what comes, so that they cannot be written otherwise. */
const COMPARED: ReadonlySet<string> = new Set(["const", "enum"]);

/**
 * A copy of a node in which all that is no schema is as JSON has it: defaults and examples as a client
 * would send them.
 *
 * @param refuse Makes the error for what has no form in JSON
 */
export function wireValues(node: Node, refuse: CopyRules["refuse"]): Node {
  const copy: Node = { ...node };
  for (const [key, value] of Object.entries(node)) {
    if (SCHEMAS.has(key)) continue;
    if (value === undefined || isNoLimit(key, value)) delete copy[key];
    else {
      copy[key] = jsonCopy(value, {
        refuse: (what, keys) => refuse(what, [key, ...keys]),
        ...(COMPARED.has(key) ? {} : { read: wireValue }),
      });
    }
  }
  return copy;
}

/** What stands in JSON for a value that a library's schema takes. */
function wireValue(value: unknown): unknown {
  if (typeof value === "bigint") return wireInteger(value);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date && Number.isNaN(value.getTime())) return value;
  const { toJSON } = value as { toJSON?: unknown };
  return typeof toJSON === "function" ? toJSON.call(value) : value;
}

/** Whether a limit is one that every number keeps. */
function isNoLimit(key: string, value: unknown): boolean {
  return value === Infinity && /^(?:max|exclusiveMax)/.test(key) ||
    value === -Infinity && /^(?:min|exclusiveMin)/.test(key);
}
