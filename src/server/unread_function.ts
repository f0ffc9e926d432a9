import type {
  Signature,
  SignatureProblem,
  SignatureRequest,
} from "../schema/from_types/signature.ts";
import type { Validation } from "../schema/check/arguments.ts";
import { signatureSchema } from "../schema/signature_schema.ts";
import type { Schema } from "../schema/standard_schema.ts";
import { isTemplate } from "../schema/uri/uri_template.ts";
import { callPlace } from "./call_place.ts";
import type { AnyComponent } from "./catalog.ts";
import { registering } from "./component.ts";
import { checkFunction, type FunctionArguments } from "./function_arguments.ts";
import { functionHandler, type Handler, injectOf } from "./function_handler.ts";
import type {
  PromptFunctionOptions,
  ResourceFunctionOptions,
  ToolFunctionOptions,
} from "./function_options.ts";
import { makePrompt, type PromptHandler } from "./prompt.ts";
import { makeResource } from "./resource.ts";
import { checkFunctionParameters } from "./template_parameters.ts";
import { makeTool } from "./tool.ts";

/** A function that is registered, and waits for its signature to be read. */
export interface UnreadFunction {
  /** Which function to read. */
  readonly request: SignatureRequest;
  /** Makes what holds the place of the component, with all that is known without the signature. */
  readonly holder: (order: number) => AnyComponent;
  /** Makes the component; throws a {@linkcode TypeError} for a signature that does not fit the rest. */
  readonly component: (signature: Signature, order: number) => AnyComponent;
  /** A problem of the registration, at its place. */
  readonly problem: (message: string) => SignatureProblem;
}

/** What holders have for a handler. No client sees them, so that nobody calls it. */
const HELD = () => "";

/**
 * Makes a tool of a function whose signature is to be read.
 *
 * @throws {TypeError} naming the tool and what is wrong
 */
export function unreadTool(
  given: FunctionArguments & { readonly options: ToolFunctionOptions<Schema> },
  validation: Validation | undefined,
): UnreadFunction {
  const { key } = checkFunction("tool", given);
  const { options } = given;
  return {
    ...unread("tool", key, given),
    holder: (order) => makeTool(key, options, HELD, order, validation),
    component: (signature, order) => {
      const output = options.output ?? (signature.output && signatureSchema(signature.output));
      const all = {
        ...optionsWith(options, signature),
        input: signatureSchema(signature.input),
        ...(output === undefined ? {} : { output }),
      };
      return makeTool(key, all, handlerOf(given, signature), order, validation);
    },
  };
}

/**
 * Makes a resource or a template of a function whose signature is to be read.
 *
 * @throws {TypeError} naming the URI and what is wrong
 */
export function unreadResource(
  uri: string,
  given: FunctionArguments & { readonly options: ResourceFunctionOptions },
): UnreadFunction {
  const { name = uri } = checkFunction("resource", given, uri);
  const options = { ...given.options, name: given.options.name ?? name };
  return {
    ...unread("resource", uri, given),
    holder: (order) => makeResource(uri, options, HELD, order),
    component: (signature, order) => {
      const params = signatureSchema(signature.input);
      const all = {
        ...optionsWith(options, signature),
        ...(isTemplate(uri) ? { params } : {}),
      };
      registering("resource", uri).attempt(() => checkFunctionParameters(uri, signature.input));
      return makeResource(uri, all, handlerOf(given, signature), order);
    },
  };
}

/**
 * Makes a prompt of a function whose signature is to be read.
 *
 * @throws {TypeError} naming the prompt and what is wrong
 */
export function unreadPrompt(
  given: FunctionArguments & { readonly options: PromptFunctionOptions },
): UnreadFunction {
  const { key } = checkFunction("prompt", given);
  // Which arguments there are to complete is not known yet.
  const { complete: _, ...known } = given.options;
  return {
    ...unread("prompt", key, given),
    holder: (order) => makePrompt(key, known, HELD, order),
    component: (signature, order) => {
      const all = {
        ...optionsWith(given.options, signature),
        args: signatureSchema(signature.input),
      };
      const handler = handlerOf(given, signature) as PromptHandler<never>;
      return makePrompt(key, all, handler, order);
    },
  };
}

function unread(
  kind: SignatureRequest["kind"],
  key: string,
  { fn, meta: { url } }: FunctionArguments,
): Pick<UnreadFunction, "request" | "problem"> {
  const place = callPlace(url);
  return {
    request: { url, kind, key, functionName: fn.name, length: fn.length },
    problem: (message) => ({ url, ...place(), message }),
  };
}

/** The options, and what they leave to the signature. */
function optionsWith<Options extends { title?: string; description?: string }>(
  options: Options,
  { title, description, parameters }: Signature,
) {
  const inject = injectOf(parameters);
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
    ...(inject === undefined ? {} : { inject }),
  } as Options;
}

function handlerOf({ fn }: FunctionArguments, { parameters }: Signature): Handler {
  return functionHandler(fn, parameters);
}
