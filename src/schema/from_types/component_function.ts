import type { Entry } from "./component_entry.ts";
import type { ComponentRequest, EntryFunction, SchemaExport } from "./component_file.ts";
import { checkContent } from "./content_result.ts";
import type { FunctionDoc } from "./function_doc.ts";
import { parametersOf, readParameters } from "./parameters.ts";
import { onlySignature, sayingResult } from "./read_function.ts";
import type { Reading } from "./reading.ts";
import { resultSchema } from "./result.ts";
import { isResultWritten } from "./written_result.ts";

/**
 * Reads the function that a component is: its parameters, and for a tool its result; of what a schema is
 * exported, the types make none.
 *
 * @param doc What its JSDoc says
 * @param schemas What is exported
 * @param reading Hears what keeps it from being read
 * @returns `undefined` where a problem was noted
 */
export function componentFunction(
  { found, at }: Extract<Entry, { type: "function" }>,
  doc: Pick<FunctionDoc, "parameters" | "returns">,
  kind: ComponentRequest["kind"],
  schemas: readonly SchemaExport[],
  reading: Reading,
): EntryFunction | undefined {
  const signature = onlySignature(found, reading);
  if (signature === undefined) return undefined;
  const called = schemas.includes("input")
    ? parametersOf(signature, found.at, reading)
    : readParameters(signature, found.at, doc.parameters, reading);
  const saying = sayingResult(found, signature);
  if (kind !== "tool") checkContent(kind, saying, at, reading);
  const isTold = schemas.includes("output") || !isResultWritten(found, signature, at, reading);
  const output = kind === "tool" && !isTold
    ? resultSchema(saying, found.at, doc.returns, reading)
    : undefined;
  return called && {
    type: "function",
    ...called,
    ...(output === undefined ? {} : { output }),
  };
}
