import type { InputRequired } from "../content/types.ts";
import type { PromptReturn } from "../content/prompt_messages.ts";
import type { PlainSchema, Schema } from "../schema/standard_schema.ts";
import type { PromptOptions } from "./prompt.ts";
import type { ResourceOptions } from "./resource.ts";
import type { ToolOptions, ToolReturn } from "./tool.ts";

/** The module that registers a function, by which its source is found: `import.meta`. */
export interface ModuleMeta {
  /** URL of the module. */
  readonly url: string;
}

/** A function whose parameters are read from its types: a plain one, an async one, or a generator. */
export type PlainFunction<Returned = unknown> = (
  ...args: never[]
) => Returned | Promise<Returned>;

/** A function that is a tool; what it returns fits the output schema if one is given. */
export type ToolFunction<Output = PlainSchema> = PlainFunction<ToolReturn<Output>>;

/** A function that is a prompt: returns text or messages, or generates them. */
export type PromptFunction = PlainFunction<
  | PromptReturn
  | InputRequired
  | Generator<PromptReturn>
  | AsyncGenerator<PromptReturn>
>;

/** Options of a tool whose arguments are read from the types of a function. */
export interface ToolFunctionOptions<Output extends Schema = PlainSchema>
  extends Omit<ToolOptions<PlainSchema, Output>, "input" | "inject"> {
  /** Name to call it by; left out, that of the function. */
  readonly name?: string;
}

/** Options of a resource or template whose parameters are read from the types of a function. */
export interface ResourceFunctionOptions<Name extends string = string>
  extends Omit<ResourceOptions<PlainSchema, Name>, "params" | "inject"> {}

/** Options of a prompt whose arguments are read from the types of a function. */
export interface PromptFunctionOptions extends Omit<PromptOptions, "args" | "inject"> {
  /** Name to get it by; left out, that of the function. */
  readonly name?: string;
}
