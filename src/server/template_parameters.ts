import { isRecord } from "../schema/json_schema.ts";
import { didYouMean } from "../schema/nearest.ts";
import type { JsonSchema } from "../schema/standard_schema.ts";
import { isTemplate, type UriTemplate, uriTemplate } from "../schema/uri/uri_template.ts";

/** What is said of a template's parameters outside of it. */
export interface DeclaredParameters {
  /** Listed schema of the parameters. */
  readonly params: JsonSchema | undefined;
  /** Names of the parameters that have a completer. */
  readonly completed: readonly string[];
  /** Parameters whose values may be paths that lead anywhere. */
  readonly allowAnyPath: boolean | readonly string[];
}

/**
 * Checks that a template and what is said of its parameters are about the same ones, so that what is
 * listed can also be read.
 *
 * @throws {TypeError} naming the parameter, and what to write
 */
export function checkParameters(
  { names, queryNames }: UriTemplate,
  { params = {}, completed, allowAnyPath }: DeclaredParameters,
): void {
  const { properties, required = [], additionalProperties, patternProperties } = params;
  const declared = isRecord(properties) ? Object.keys(properties) : [];
  const needed = required as readonly string[];
  if (typeof allowAnyPath !== "boolean" && !Array.isArray(allowAnyPath)) {
    throw new TypeError("allowAnyPath must be true, false or a list of parameters");
  }
  const free = allowAnyPath === true || allowAnyPath === false ? [] : allowAnyPath;
  for (const name of [...declared, ...needed, ...completed, ...free]) {
    if (!names.includes(name)) {
      throw new TypeError(
        `the template has no parameter ${JSON.stringify(name)}${didYouMean(name, names)}`,
      );
    }
  }
  for (const name of queryNames) {
    if (needed.includes(name)) {
      throw new TypeError(
        `a URI may leave query parameter ${JSON.stringify(name)} out; ` +
          "give it a default, or make it optional",
      );
    }
  }
  if (additionalProperties !== false || patternProperties !== undefined) return;
  for (const name of names) {
    if (!declared.includes(name)) {
      throw new TypeError(`params refuses parameter ${JSON.stringify(name)}; add it there`);
    }
  }
}

/**
 * Checks that a URI and the function that reads it are about the same parameters.
 *
 * @param input Schema of the function's arguments
 * @throws {TypeError} naming the parameter, and what to write
 */
export function checkFunctionParameters(uri: string, input: JsonSchema): void {
  const { properties, required = [], additionalProperties } = input;
  const given = isTemplate(uri) ? uriTemplate(uri).names : [];
  for (const name of required as readonly string[]) {
    if (given.includes(name)) continue;
    const advice = didYouMean(name, given) || `; write it there as {${name}}, or leave it out`;
    throw new TypeError(
      `the function needs ${JSON.stringify(name)}, which the URI does not give${advice}`,
    );
  }
  for (const name of given) {
    if (isRecord(properties) && Object.hasOwn(properties, name) || additionalProperties) continue;
    throw new TypeError(
      `the function has no parameter ${JSON.stringify(name)}, which the URI gives`,
    );
  }
}
