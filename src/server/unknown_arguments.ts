import type { UnknownKey } from "../schema/check/unknown_keys.ts";
import type { Report } from "./errors.ts";

/** The key of a result's `_meta` that names the arguments which the component does not know. */
const UNKNOWN_ARGUMENTS = "x-mcp/unknownArguments";

/** How many are named; clients may send any number. */
const MOST_NAMED = 50;
const MOST_CHARACTERS = 80;

/**
 * Says in the log which arguments a component does not know.
 *
 * @param what The component, such as `Tool "add"`
 */
export function reportUnknown(
  what: string,
  unknown: readonly UnknownKey[] | undefined,
  report: Report,
): void {
  if (unknown === undefined) return;
  const names = unknown.slice(0, MOST_NAMED).map((key) =>
    JSON.stringify(nameOf(key)) +
    (key.nearest === undefined ? "" : ` (did you mean ${JSON.stringify(key.nearest)}?)`)
  );
  const more = unknown.length > MOST_NAMED ? ` and ${unknown.length - MOST_NAMED} more` : "";
  const message = `${what} was sent unknown arguments: ${names.join(", ")}${more}`;
  report({ level: "warning", message });
}

/** A result that names the arguments which the component does not know, the first 50 of them. */
export function withUnknown<Result extends { readonly _meta?: Readonly<Record<string, unknown>> }>(
  result: Result,
  unknown: readonly UnknownKey[] | undefined,
): Result {
  if (unknown === undefined) return result;
  const names = unknown.slice(0, MOST_NAMED).map((key) => ({
    name: nameOf(key),
    ...(key.nearest === undefined ? {} : { nearest: key.nearest }),
  }));
  return { ...result, _meta: { ...result._meta, [UNKNOWN_ARGUMENTS]: names } };
}

/** The path of a key, as problems write it. */
function nameOf({ path }: UnknownKey): string {
  const name = path.join(".").toWellFormed();
  return name.length > MOST_CHARACTERS ? `${name.slice(0, MOST_CHARACTERS - 1)}…` : name;
}
