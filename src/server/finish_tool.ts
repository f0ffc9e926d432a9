import { toJson } from "../content/json.ts";
import { fromData, fromValue, partsOf } from "../content/tool_result.ts";
import type { CallToolResult, ContentBlock } from "../content/types.ts";
import type { ComponentSchema } from "../schema/component_schema.ts";
import { problemList, ResultError } from "./errors.ts";
import type { Tool } from "./tool.ts";

/**
 * Turns what the handler of a tool returned into the wire form.
 *
 * @throws {ResultError} for a value that is not what the tool declares, or cannot be sent
 */
export async function finishTool(tool: Tool, value: unknown): Promise<CallToolResult> {
  try {
    const parts = partsOf(value);
    if (parts === undefined) {
      return tool.output === undefined ? fromValue(value) : await data(tool, tool.output, value);
    }
    const { content, structured, isError, meta } = parts;
    const result = isError || tool.output === undefined
      ? fromParts(content, structured)
      : await data(tool, tool.output, structured, content);
    return {
      ...result,
      ...(isError ? { isError } : {}),
      ...(meta === undefined ? {} : { _meta: meta }),
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ResultError(
      `Tool ${JSON.stringify(tool.name)} returned a value that cannot be sent: ${error.message}.`,
      error.message,
    );
  }
}

function fromParts(
  content: readonly ContentBlock[] | undefined,
  structured: unknown,
): CallToolResult {
  const { content: mirror, structuredContent } = fromValue(structured);
  return {
    content: content ?? mirror,
    ...(structuredContent === undefined ? {} : { structuredContent }),
  };
}

async function data(
  tool: Tool,
  output: ComponentSchema,
  value: unknown,
  content?: readonly ContentBlock[],
): Promise<CallToolResult> {
  // Plain JSON Schema is for what clients see, and defaults are no reason to change the author's object.
  const given = output.plain && value !== undefined ? JSON.parse(toJson(value).text) : value;
  const checked = await output.check(given);
  const problems = checked.problems ??
    // There is no JSON for nothing, whatever the schema says.
    (checked.value === undefined ? ["expected a value, got nothing; null is one"] : undefined);
  if (problems !== undefined) {
    throw new ResultError(
      `Tool ${JSON.stringify(tool.name)} returned data that does not match its output schema.`,
      problemList("the result does not match the output schema:", problems),
    );
  }
  return fromData((checked as { value: unknown }).value, output.wrapped, content);
}
