import { type PromptReturn, toMessages } from "../content/prompt_messages.ts";
import { type GetPromptResult, type InputRequired, isInputRequired } from "../content/types.ts";
import { type ComponentSchema, inputSchema } from "../schema/component_schema.ts";
import { dereferenced, isRecord } from "../schema/json_schema.ts";
import type { PlainSchema, Schema, SchemaOutput } from "../schema/standard_schema.ts";
import { type Completers, valueCompleters } from "./completion.ts";
import { type Component, type ComponentOptions, listed, registering } from "./component.ts";
import type { CallContext, Context } from "./context.ts";
import { convert } from "./convert.ts";
import { ErrorCode, problemList, ProtocolError, type Report } from "./errors.ts";
import { labelOf } from "./label.ts";
import { argumentNames, injectedBy, type Providers, readProviders } from "./provider.ts";
import { runHandler } from "./run_handler.ts";
import { shared, type Standing } from "./standing.ts";
import { reportUnknown, withUnknown } from "./unknown_arguments.ts";

/** Options of a prompt. */
export interface PromptOptions<
  Args extends Schema = PlainSchema,
  Inject extends Providers = Providers,
> extends ComponentOptions<Inject> {
  /** Schema of the arguments, an object; on the wire every value is text. */
  readonly args?: Args;
  /** Suggestions for arguments; values of enums are suggested without. */
  readonly complete?: Completers<Extract<keyof SchemaOutput<Args>, string>>;
}

/** The function behind a prompt. */
export type PromptHandler<Args = Record<string, unknown>> = (
  args: Args,
  ctx: Context,
) => PromptReturn | InputRequired | Promise<PromptReturn | InputRequired>;

/** A prompt as `prompts/list` shows it. */
export interface ListedPrompt {
  /** Name to get it by. */
  readonly name: string;
  /** Name for people. */
  readonly title?: string;
  /** What it is for. */
  readonly description?: string;
  /** What can be filled in. */
  readonly arguments?: ReadonlyArray<{
    /** Name of the argument. */
    readonly name: string;
    /** Name for people. */
    readonly title?: string;
    /** What to fill in. */
    readonly description?: string;
    /** Whether it cannot be left out. */
    readonly required: boolean;
  }>;
  /** Free metadata. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** A registered prompt. */
export interface Prompt extends Component {
  readonly kind: "prompt";
  readonly listed: ListedPrompt;
  readonly args: ComponentSchema;
  readonly completers: Completers;
  readonly description: string | undefined;
}

/**
 * Makes the record of a prompt.
 *
 * @throws {TypeError} naming the prompt and what is wrong
 */
export function makePrompt(
  name: string,
  options: PromptOptions<Schema>,
  handler: PromptHandler<never>,
  standing: Standing,
): Prompt {
  const { fail, attempt } = registering("prompt", name);
  if (typeof name !== "string" || name.trim() === "") fail("the name is empty");
  if (typeof handler !== "function") fail("give a function as the last argument");
  const shown = attempt(() => listed(options));
  const args = attempt(
    () => inputSchema(options.args, { injected: injectedBy(options), text: true }),
    "args",
  );
  const inject = attempt(() => readProviders(options.inject, argumentNames(args.json)), "inject");
  const properties = isRecord(args.json.properties) ? args.json.properties : {};
  const required = Array.isArray(args.json.required) ? args.json.required : [];
  for (const argument of Object.keys(options.complete ?? {})) {
    if (!Object.hasOwn(properties, argument)) {
      fail(`complete: there is no argument ${JSON.stringify(argument)}`);
    }
  }
  return Object.freeze({
    kind: "prompt",
    key: name,
    name,
    ...attempt(() => shared(options, { handler, inject }, standing)),
    warnings: [],
    listed: Object.freeze({
      name,
      ...shown,
      arguments: Object.entries(properties).map(([argument, schema]) => ({
        name: argument,
        ...wordsOn(dereferenced(schema, args.json), args.types(schema).has("string")),
        required: required.includes(argument),
      })),
    }),
    args,
    completers: Object.freeze({ ...valueCompleters(properties, args.json), ...options.complete }),
    description: options.description,
  });
}

/**
 * Fills in a prompt.
 *
 * @throws {ProtocolError} -32602 with all problems of the arguments
 */
export async function getPrompt(
  prompt: Prompt,
  args: unknown,
  ctx: CallContext,
  report: Report,
): Promise<GetPromptResult | InputRequired> {
  const refused = (problems: readonly string[]) =>
    new ProtocolError(
      ErrorCode.InvalidParams,
      problemList(`Invalid arguments for prompt ${JSON.stringify(prompt.name)}:`, problems),
    );
  const checked = await prompt.args.check(args);
  if (checked.problems !== undefined) throw refused(checked.problems);
  const what = labelOf("prompt", prompt.name);
  reportUnknown(what, checked.unknown, report);
  const result = await runHandler(
    prompt,
    what,
    checked.value,
    ctx,
    report,
    {
      answer: async (value) =>
        isInputRequired(value) ? value : await convert(
          what,
          ctx.signal,
          report,
          (how) => toMessages(value, prompt.description, how),
        ),
      refused,
    },
  );
  return withUnknown(result, checked.unknown);
}

/** What a list says of an argument; whatever is no text has to be written as JSON. */
function wordsOn(schema: unknown, admitsText: boolean): { title?: string; description?: string } {
  const { title, description, default: _, ...form } = isRecord(schema) ? schema : {};
  const words = [
    ...(typeof description === "string" ? [description] : []),
    ...(admitsText ? [] : [`As JSON that fits ${JSON.stringify(form)}`]),
  ].join("\n");
  return {
    ...(typeof title === "string" ? { title } : {}),
    ...(words === "" ? {} : { description: words }),
  };
}
