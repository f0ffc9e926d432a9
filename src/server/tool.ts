import type { ToolResult } from "../content/tool_result.ts";
import type { InputRequired } from "../content/types.ts";
import { checkValidation, type Validation } from "../schema/check/arguments.ts";
import { type ComponentSchema, inputSchema, outputSchema } from "../schema/component_schema.ts";
import { checkHeaderParams } from "../schema/header_params.ts";
import { hasRootUnion } from "../schema/json_schema.ts";
import type {
  JsonSchema,
  PlainSchema,
  Schema,
  SchemaInput,
  SchemaOutput,
  StandardSchema,
} from "../schema/standard_schema.ts";
import { hasTuple } from "../schema/libraries/tuples.ts";
import { type Component, type ComponentOptions, listed, registering } from "./component.ts";
import type { Context } from "./context.ts";
import { argumentNames, injectedBy, type Providers, readProviders } from "./provider.ts";
import { checkToolName } from "./names.ts";
import { shared, type Standing } from "./standing.ts";

/** Hints about what a tool does; hosts may show or use them, and must not trust them. */
export interface ToolAnnotations {
  /** Name for people; `title` of the tool is the better place. */
  readonly title?: string;
  /** Whether it leaves its environment as it is. */
  readonly readOnlyHint?: boolean;
  /** Whether it may destroy something. */
  readonly destructiveHint?: boolean;
  /** Whether a second call with the same arguments changes nothing more. */
  readonly idempotentHint?: boolean;
  /** Whether it deals with the world outside. */
  readonly openWorldHint?: boolean;
}

/** Options of a tool. */
export interface ToolOptions<
  Input extends Schema = PlainSchema,
  Output extends Schema = PlainSchema,
  Inject extends Providers = Providers,
> extends ComponentOptions<Inject> {
  /** Schema of the arguments: a Standard Schema (zod, ArkType, …) or plain JSON Schema. */
  readonly input?: Input;
  /** Schema of the result. Results are checked against it and sent as structured content. */
  readonly output?: Output;
  /** Hints about what the tool does. */
  readonly annotations?: ToolAnnotations;
  /** How arguments are taken; left out, as the server says. */
  readonly validation?: Validation;
}

/**
 * What a tool handler returns: data that fits the output schema if there is one, a generator of its
 * items if that is a list, or an explicit form.
 */
export type ToolReturn<Output> = Output extends StandardSchema ?
    | SchemaInput<Output>
    | (SchemaInput<Output> extends ReadonlyArray<infer Item>
      ? Generator<Item> | AsyncGenerator<Item>
      : never)
    | ToolResult
    | InputRequired
  : unknown;

/** What a tool handler gets: what the input schema yields, or a record of unknown values. */
export type ToolArgs<Input> = unknown extends SchemaOutput<Input> ? Record<string, unknown>
  : SchemaOutput<Input>;

/** The function behind a tool. */
export type ToolHandler<Args = Record<string, unknown>, Returned = unknown> = (
  args: Args,
  ctx: Context,
) => Returned | Promise<Returned>;

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  /** Name to call it by. */
  readonly name: string;
  /** Name for people. */
  readonly title?: string;
  /** What it is for. */
  readonly description?: string;
  /** Schema of the arguments. */
  readonly inputSchema: JsonSchema;
  /** Schema of the structured content. */
  readonly outputSchema?: JsonSchema;
  /** Hints. */
  readonly annotations?: ToolAnnotations;
  /** Free metadata. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** A registered tool. */
export interface Tool extends Component {
  readonly kind: "tool";
  readonly listed: ListedTool;
  readonly input: ComponentSchema;
  readonly output: ComponentSchema | undefined;
}

/**
 * Makes the record of a tool.
 *
 * @throws {TypeError} naming the tool and the option that is wrong
 */
export function makeTool(
  name: string,
  options: ToolOptions<Schema, Schema>,
  handler: ToolHandler<never>,
  standing: Standing,
): Tool {
  const { fail, attempt } = registering("tool", name);
  const shown = attempt(() => listed(options), "options");
  const nameWarning = attempt(() => checkToolName(name), "name");
  if (typeof handler !== "function") fail("handler: give a function as the last argument");
  const { validation: how = standing.defaults?.validation ?? "lenient" } = options;
  attempt(() => checkValidation(how));
  const input = attempt(() => {
    const schema = inputSchema(options.input, { validation: how, injected: injectedBy(options) });
    checkHeaderParams(schema.json);
    return schema;
  }, "input");
  const inject = attempt(() => readProviders(options.inject, argumentNames(input.json)), "inject");
  const { output: declared, annotations } = options;
  if (annotations !== undefined) attempt(() => checkAnnotations(annotations), "annotations");
  const output = declared && attempt(() => outputSchema(declared), "output");
  const warnings = [
    nameWarning,
    hasRootUnion(input.json)
      ? "has anyOf, oneOf or allOf at the root of its input schema, which the APIs of some models refuse"
      : undefined,
    hasTuple(input.json) ? tupleWarning("input") : undefined,
    output !== undefined && hasTuple(output.json) ? tupleWarning("output") : undefined,
  ].filter((warning) => warning !== undefined);
  return Object.freeze({
    kind: "tool",
    key: name,
    name,
    ...attempt(() => shared(options, { handler, inject }, standing)),
    warnings,
    listed: Object.freeze({
      name,
      ...shown,
      inputSchema: input.json,
      ...(output === undefined ? {} : { outputSchema: output.json }),
      ...(annotations === undefined ? {} : { annotations }),
    }),
    input,
    output,
  });
}

function tupleWarning(side: "input" | "output"): string {
  return `has a tuple in its ${side} schema, whose items hosts that read draft-07 do not check`;
}

/** A hint of the wrong kind would have clients refuse the whole list. */
function checkAnnotations(annotations: object): void {
  for (const [hint, value] of Object.entries(annotations)) {
    const kind = hint === "title" ? "string" : hint.endsWith("Hint") ? "boolean" : typeof value;
    if (value !== undefined && typeof value !== kind) {
      throw new TypeError(`${hint} must be a ${kind}`);
    }
  }
}
