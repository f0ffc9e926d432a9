import { ContentError } from "../content/content_error.ts";
import { isPlain, toJson } from "../content/json.ts";
import type { Conversion } from "../content/read_media.ts";
import { toBlock } from "../content/to_block.ts";
import { fromData, fromValue } from "../content/tool_content.ts";
import { partsOf, type ToolResultParts } from "../content/tool_result.ts";
import type { CallToolResult, ContentBlock } from "../content/types.ts";
import type { ComponentSchema } from "../schema/component_schema.ts";
import type { CallContext } from "./context.ts";
import { convert } from "./convert.ts";
import type { Report } from "./errors.ts";
import type { Tool } from "./tool.ts";
import { toolData } from "./tool_data.ts";

/**
 * Turns what the handler of a tool returned into the wire form.
 *
 * @param report Hears what is wrong with a value that is sent all the same
 * @throws {ResultError} for a value that is not what the tool declares, or cannot be sent
 */
export async function finishTool(
  tool: Tool,
  value: unknown,
  ctx: CallContext,
  report: Report,
): Promise<CallToolResult> {
  const what = `Tool ${JSON.stringify(tool.name)}`;
  return await convert(what, ctx.signal, report, (how) => {
    const parts = partsOf(value);
    if (parts !== undefined) return fromParts(tool, parts, how);
    return tool.output === undefined ? fromValue(value, how) : data(tool, tool.output, value);
  });
}

async function fromParts(
  tool: Tool,
  { content, structured, isError, meta }: ToolResultParts,
  how: Conversion,
): Promise<CallToolResult> {
  const blocks = content &&
    await Promise.all(Array.from(content, (part) => toBlock(part, how)));
  const result = isError || tool.output === undefined
    ? undeclared(structured, tool.output?.wrapped ?? false, blocks)
    : await data(tool, tool.output, structured, blocks);
  return {
    ...result,
    ...(isError ? { isError } : {}),
    ...(meta === undefined ? {} : { _meta: merged(toJson(meta) as Meta, result._meta) }),
  };
}

/** The result of parts whose data no schema describes, or that no schema is held against. */
function undeclared(
  structured: unknown,
  wrapped: boolean,
  blocks?: readonly ContentBlock[],
): CallToolResult {
  const json = toJson(structured);
  if (json === undefined) return { content: blocks ?? [] };
  if (!wrapped && !isPlain(json)) {
    throw new ContentError("structured must be an object where no output schema says otherwise");
  }
  return fromData(json, wrapped, blocks);
}

async function data(
  tool: Tool,
  output: ComponentSchema,
  value: unknown,
  blocks?: readonly ContentBlock[],
): Promise<CallToolResult> {
  return fromData(await toolData(tool.name, output, value), output.wrapped, blocks);
}

type Meta = Readonly<Record<string, unknown>>;

/** The author's metadata with our mark beside what else is under its key. */
function merged(meta: Meta, own: Meta | undefined): Meta {
  if (own === undefined) return meta;
  const beside = isPlain(meta.fastmcp) ? meta.fastmcp : {};
  return { ...meta, fastmcp: { ...beside, ...own.fastmcp as object } };
}
