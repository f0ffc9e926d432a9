import { dereferenced, isRecord } from "../schema/json_schema.ts";
import type { Parameter } from "../schema/from_types/signature.ts";
import type { JsonSchema } from "../schema/standard_schema.ts";

/**
 * What the parameters of a function are given, where a schema of a library says what the arguments are:
 * each the argument of its name, or one all of them.
 *
 * @returns the parameters, or what is wrong with them
 */
export function boundParameters(
  parameters: readonly Parameter[],
  input: JsonSchema,
): { readonly parameters: readonly Parameter[] } | { readonly problem: string } {
  const root = dereferenced(input, input);
  const properties = isRecord(root) && isRecord(root.properties) ? root.properties : {};
  const named = parameters.filter((parameter) => parameter.kind === "argument");
  const unknown = named.filter(({ name }) => !Object.hasOwn(properties, name));
  if (unknown.length === 0) return { parameters };
  if (named.length === 1) {
    return {
      parameters: parameters.map((parameter) =>
        parameter === named[0] ? { kind: "arguments", injected: [] } : parameter
      ),
    };
  }
  const known = Object.keys(properties).map((name) => JSON.stringify(name)).join(", ");
  return {
    problem:
      `input has no ${JSON.stringify(unknown[0].name)}, which the function takes: name its ` +
      `parameters as input does (${known}), or take all arguments as one object`,
  };
}
