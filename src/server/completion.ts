import { dereferenced, listedValues } from "../schema/json_schema.ts";
import type { JsonSchema } from "../schema/standard_schema.ts";
import type { Context } from "./context.ts";

/** What is known when a value is completed. */
export interface CompletionContext {
  /** Arguments that are already chosen, by name. */
  readonly arguments: Readonly<Record<string, string>>;
  /** The call's context. */
  readonly ctx: Context;
}

/**
 * Suggests values for one argument.
 *
 * @param value What is typed so far
 * @returns suggestions, best first; a single text is one suggestion
 */
export type Completer = (
  value: string,
  context: CompletionContext,
) => string | readonly string[] | Promise<string | readonly string[]>;

/** Completers by argument name. */
export type Completers<Name extends string = string> = { readonly [Key in Name]?: Completer };

/** The answer to `completion/complete` as it goes over the wire. */
export interface CompleteResult {
  /** The suggestions. */
  readonly completion: {
    /** At most 100 values. */
    readonly values: readonly string[];
    /** How many there are. */
    readonly total: number;
    /** Whether there are more than the values. */
    readonly hasMore: boolean;
  };
}

const MOST = 100; // 2025-11-25 completion: at most 100 values

/** A completer that offers the given values that begin with what is typed. */
function valueCompleter(values: readonly string[]): Completer {
  return (typed) => {
    const start = typed.toLowerCase();
    return values.filter((value) => value.toLowerCase().startsWith(start));
  };
}

/** Completers for the properties that list their values. */
export function valueCompleters(
  properties: Record<string, unknown>,
  root: JsonSchema = {},
): Completers {
  return Object.fromEntries(
    Object.entries(properties)
      .map(([name, schema]) => [name, listedValues(dereferenced(schema, root))] as const)
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => [name, valueCompleter(values)]),
  );
}

/** Wraps suggestions for the wire. */
export function completeResult(found: string | readonly string[]): CompleteResult {
  const values = typeof found === "string" ? [found] : found;
  if (!Array.isArray(values) || values.some((value) => typeof value !== "string")) {
    throw new TypeError("a completer returns text, or a list of texts");
  }
  return {
    completion: {
      values: values.slice(0, MOST),
      total: values.length,
      hasMore: values.length > MOST,
    },
  };
}
