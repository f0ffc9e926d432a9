import { canonical } from "../json_types.ts";
import { isRecord } from "../json_schema.ts";
import type { Node } from "../libraries/subschemas.ts";
import { mapSubschemas } from "../libraries/subschemas.ts";
import { problemLines } from "../check/problem.ts";
import { valueCheck } from "../check/value_check.ts";
import { note, type Reading } from "./reading.ts";
import type { ts } from "./typescript.ts";

/** A value that a text stands for, or why it does not fit. */
export type Written = { readonly value: unknown } | { readonly misfit: string };

/**
 * The value that is written after `@default` or `@example`: JSON, or text by itself.
 *
 * @param schema What the value has to fit
 * @returns the value, or how it does not fit
 */
export function writtenValue(text: string, schema: Node): Written {
  const shown = text.replace(/^`([^`]*)`$/, "$1").replace(/^(```|~~~)\w*\n([^]*)\n\1$/, "$2");
  const json = parsed(shown);
  if (json !== undefined && misfit(json.value, schema) === undefined) return json;
  const words = shown.replace(/^'([^'\\]*)'$/, "$1");
  if (misfit(words, schema) === undefined) return { value: words };
  return { misfit: misfit(json === undefined ? words : json.value, schema)! };
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** How a value does not fit a schema, or `undefined` if it does; what references say is not known. */
function misfit(value: unknown, schema: Node): string | undefined {
  const problems = valueCheck(undefined, openEnded(schema) as Node, true).problems(value);
  return problems.length === 0 ? undefined : problemLines(problems)[0];
}

function openEnded(schema: unknown): unknown {
  if (!isRecord(schema)) return schema;
  return typeof schema.$ref === "string" ? {} : mapSubschemas(schema, openEnded);
}

/**
 * Puts the default that stands in the code into a schema.
 *
 * @param at Where it stands
 * @param what What messages call the value
 */
export function withDefault(
  schema: Node,
  value: unknown,
  at: ts.Node,
  what: string,
  reading: Reading,
): Node {
  const fault = misfit(value, schema);
  if (fault !== undefined) note(reading, at, `the default of ${what} does not fit: ${fault}`);
  if (schema.default !== undefined && canonical(schema.default) !== canonical(value)) {
    note(reading, at, `the default of ${what} is not that of its @default: leave one of them out`);
  }
  return { ...schema, default: value };
}
