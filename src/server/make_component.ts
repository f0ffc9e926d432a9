import type { Schema } from "../schema/standard_schema.ts";
import { isTemplate } from "../schema/uri/uri_template.ts";
import type { AnyComponent } from "./catalog.ts";
import type { Code, ComponentOptions } from "./component.ts";
import type { Parameter } from "../schema/from_types/signature.ts";
import { injectOf } from "./function_handler.ts";
import { makePrompt, type PromptHandler } from "./prompt.ts";
import { makeResource } from "./resource.ts";
import type { Standing } from "./standing.ts";
import { makeTool } from "./tool.ts";

/** What is known of a function whose source was read. */
export interface ReadFunction {
  /** Its parameters in order. */
  readonly parameters: readonly Parameter[];
  /** Schema of the arguments. */
  readonly input: Schema | undefined;
  /** Schema of the result of a tool. */
  readonly output?: Schema | undefined;
}

/**
 * Makes the component of a function whose source was read.
 *
 * @param options What it is registered with
 * @param handler What is called for it
 * @throws {TypeError} naming the component and what is wrong with it
 */
export function makeComponent(
  kind: "tool" | "resource" | "prompt",
  key: string,
  options: ComponentOptions,
  { parameters, input, output }: ReadFunction,
  handler: Code["handler"],
  standing: Standing,
): AnyComponent {
  const inject = injectOf(parameters);
  const all = { ...options, ...(inject === undefined ? {} : { inject }) };
  switch (kind) {
    case "tool": {
      const schemas = { ...(input && { input }), ...(output && { output }) };
      return makeTool(key, { ...all, ...schemas }, handler, standing);
    }
    case "resource": {
      const params = input !== undefined && isTemplate(key) ? { params: input } : {};
      return makeResource(key, { ...all, ...params }, handler, standing);
    }
    case "prompt": {
      const args = input && { args: input };
      return makePrompt(key, { ...all, ...args }, handler as PromptHandler<never>, standing);
    }
  }
}
