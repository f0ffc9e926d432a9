import type { UnknownKey } from "../schema/check/unknown_keys.ts";
import type { Report } from "./errors.ts";

/** The key of a result's `_meta` that names the arguments which the component does not know. */
export const UNKNOWN_ARGUMENTS = "x-mcp/unknownArguments";

/**
 * Says in the log which arguments a component does not know.
 *
 * @param what The component, such as `Tool "add"`
 */
export function reportUnknown(what: string, unknown: readonly UnknownKey[], report: Report): void {
  const names = unknown.map(({ path, nearest }) =>
    JSON.stringify(path.join(".")) +
    (nearest === undefined ? "" : ` (did you mean ${JSON.stringify(nearest)}?)`)
  );
  report({ level: "warning", message: `${what} was sent unknown arguments: ${names.join(", ")}` });
}

/** A result that names the arguments which the component does not know. */
export function withUnknown<Result extends { readonly _meta?: Readonly<Record<string, unknown>> }>(
  result: Result,
  unknown: readonly UnknownKey[],
): Result {
  const names = unknown.map(({ path, nearest }) => ({
    name: path.join("."),
    ...(nearest === undefined ? {} : { nearest }),
  }));
  return { ...result, _meta: { ...result._meta, [UNKNOWN_ARGUMENTS]: names } };
}
