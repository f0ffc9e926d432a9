import { ContentError } from "../content/content_error.ts";
import { isPlain, toJson } from "../content/json.ts";
import { isContent } from "../content/to_block.ts";
import { type InputRequired, isInputRequired } from "../content/types.ts";
import type { Checked } from "../schema/check/arguments.ts";
import type { ComponentSchema } from "../schema/component_schema.ts";
import { isRecord } from "../schema/json_schema.ts";
import { problemList, ResultError } from "./errors.ts";

/**
 * Takes what a tool returned through its output schema.
 *
 * @param name Name of the tool
 * @returns the data that are sent, JSON
 * @throws {ResultError} for data that do not match
 * @throws {ContentError} for what is no data
 */
export async function toolData(
  name: string,
  output: ComponentSchema,
  value: unknown,
): Promise<unknown> {
  if (isContent(value) && !isPlain(value)) {
    throw new ContentError(
      "with an output schema, data is returned; write result({ content: [image(…)], structured })",
    );
  }
  let checked = await check(output, value);
  // Nothing is null where that is a result.
  if (value === undefined && (checked.problems ?? checked.value === undefined) && output.wrapped) {
    const none = await check(output, null);
    if (none.problems === undefined) checked = none;
  }
  const problems = checked.problems ??
    // There is no JSON for nothing, whatever the schema says.
    (checked.value === undefined ? ["expected a value, got nothing; null is one"] : undefined);
  if (problems !== undefined) {
    throw new ResultError(
      `Tool ${JSON.stringify(name)} returned data that does not match its output schema.`,
      problemList("the result does not match the output schema:", problems),
    );
  }
  return (checked as { value: unknown }).value;
}

/** Whether what a tool returned asks for input, and is not what it declares to return. */
export function asksForInput(
  value: unknown,
  output: ComponentSchema | undefined,
): value is InputRequired {
  if (!isInputRequired(value)) return false;
  return !(output !== undefined && isRecord(output.json.properties) &&
    Object.hasOwn(output.json.properties, "resultType") && isRecord(value));
}

/** Checks a result by its library, and what is sent of it by the listed schema, as clients do. */
async function check(output: ComponentSchema, value: unknown): Promise<Checked> {
  const { plain, encode } = output;
  const written = encode === undefined ? value : await encode(value);
  const checked = await output.check(plain ? toJson(written) : written);
  if (checked.problems !== undefined || checked.value === undefined) return checked;
  const data = plain ? checked.value : toJson(checked.value);
  const problems = output.problems(data);
  return problems.length > 0 ? { problems } : { value: data };
}
