import type {
  Signature,
  SignatureProblem,
  SignatureRequest,
} from "../schema/from_types/signature.ts";
import { signatureSchema } from "../schema/signature_schema.ts";
import type { Schema } from "../schema/standard_schema.ts";
import { callPlace } from "./call_place.ts";
import type { AnyComponent } from "./catalog.ts";
import { type Code, type ComponentOptions, registering } from "./component.ts";
import type { ComponentDefaults, Standing } from "./standing.ts";
import { checkFunction, type FunctionArguments } from "./function_arguments.ts";
import { functionHandler } from "./function_handler.ts";
import type {
  PromptFunctionOptions,
  ResourceFunctionOptions,
  ToolFunctionOptions,
} from "./function_options.ts";
import type { SandboxOptions } from "./isolation.ts";
import { makeComponent, type ReadFunction } from "./make_component.ts";
import { makePrompt } from "./prompt.ts";
import { makeResource } from "./resource.ts";
import type { Sandboxes } from "./sandboxed.ts";
import { readIsolation, sandboxed } from "./sandboxed_handler.ts";
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

/** What a server has for its components. */
export interface Surroundings {
  /** What holds where options say nothing. */
  readonly defaults: ComponentDefaults;
  /** Calls what runs in a sandbox. */
  readonly run: Sandboxes["run"];
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
  { defaults, run }: Surroundings,
): UnreadFunction {
  const { key } = checkFunction("tool", given);
  const { options } = given;
  const sandbox = readIsolation("tool", key, options);
  return {
    ...unread("tool", key, given),
    holder: (order) => makeTool(key, options, HELD, { order, defaults }),
    component: (signature, order) => {
      const output = options.output ?? (signature.output && signatureSchema(signature.output));
      const { handler, ...code } = codeOf("tool", key, given, signature, sandbox, run);
      const standing = { order, defaults, ...code };
      return makeComponent("tool", key, ...read(options, signature, output), handler, standing);
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
  { defaults, run }: Surroundings,
): UnreadFunction {
  const { name = uri } = checkFunction("resource", given, uri);
  const options = { ...given.options, name: given.options.name ?? name };
  const sandbox = readIsolation("resource", uri, options);
  return {
    ...unread("resource", uri, given),
    holder: (order) => makeResource(uri, options, HELD, { order, defaults }),
    component: (signature, order) => {
      registering("resource", uri).attempt(() => checkFunctionParameters(uri, signature.input));
      const { handler, ...code } = codeOf("resource", uri, given, signature, sandbox, run);
      const standing = { order, defaults, ...code };
      return makeComponent("resource", uri, ...read(options, signature), handler, standing);
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
  { defaults, run }: Surroundings,
): UnreadFunction {
  const { key } = checkFunction("prompt", given);
  const sandbox = readIsolation("prompt", key, given.options);
  // Which arguments there are to complete is not known yet.
  const { complete: _, ...known } = given.options;
  return {
    ...unread("prompt", key, given),
    holder: (order) => makePrompt(key, known, HELD, { order, defaults }),
    component: (signature, order) => {
      const { handler, ...code } = codeOf("prompt", key, given, signature, sandbox, run);
      const standing = { order, defaults, ...code };
      return makeComponent("prompt", key, ...read(given.options, signature), handler, standing);
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

/** The options with what they leave to the signature, and what it says beside. */
function read(
  options: ComponentOptions,
  { title, description, parameters, input }: Signature,
  output?: Schema,
): [options: ComponentOptions, ReadFunction] {
  const all = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
  };
  return [all, { parameters, input: signatureSchema(input), output }];
}

/** What is called for a function: itself, or what its sandbox runs. */
function codeOf(
  kind: SignatureRequest["kind"],
  key: string,
  { fn, meta: { url: module } }: FunctionArguments,
  { parameters, exported }: Signature,
  sandbox: SandboxOptions | undefined,
  run: Sandboxes["run"],
): Pick<Code, "handler"> & Pick<Standing, "sandbox"> {
  if (sandbox === undefined) return { handler: functionHandler(fn, parameters) };
  if (exported === undefined) {
    const { name } = fn;
    const way = name === ""
      ? "write export const name = …, and register name"
      : `write export before it, export { ${name} }, or export const ${name} = … for a part of ` +
        "something else";
    registering(kind, key).fail(
      `this module does not export ${name || "the function"}, so that a process of its own ` +
        `cannot load it; ${way}`,
    );
  }
  return sandboxed({ kind, key, module, exported: exported!, parameters, ...sandbox }, run);
}
