import type { Validation } from "../schema/check/arguments.ts";
import type { Schema } from "../schema/standard_schema.ts";
import type { Catalog } from "../server/catalog.ts";
import { refuseMisplaced } from "../server/function_arguments.ts";
import type {
  ModuleMeta,
  PlainFunction,
  PromptFunctionOptions,
  ResourceFunctionOptions,
  ToolFunctionOptions,
} from "../server/function_options.ts";
import { makePrompt, type PromptHandler, type PromptOptions } from "../server/prompt.ts";
import {
  makeResource,
  type ResourceConstant,
  type ResourceOptions,
  type ResourceReader,
} from "../server/resource.ts";
import { makeTool, type ToolHandler, type ToolOptions } from "../server/tool.ts";
import { unreadPrompt, unreadResource, unreadTool } from "../server/unread_function.ts";
import type { UnreadFunctions } from "./unread_functions.ts";

/** Registers components with schemas, and functions whose types are to be read, by one way of calling. */
export class Registration {
  readonly #catalog: Catalog;
  readonly #functions: UnreadFunctions;
  readonly #validation: Validation | undefined;

  constructor(catalog: Catalog, functions: UnreadFunctions, validation: Validation | undefined) {
    this.#catalog = catalog;
    this.#functions = functions;
    this.#validation = validation;
  }

  /** Registers a tool: name, options and handler, or function, `import.meta` and options. */
  tool(
    first: string | PlainFunction,
    second: ToolOptions<Schema, Schema> | ModuleMeta,
    third: ToolHandler<never> | ToolFunctionOptions<Schema> = {},
  ): void {
    if (typeof first === "function") {
      const [meta, options] = [second as ModuleMeta, third as ToolFunctionOptions<Schema>];
      return this.#functions.add(unreadTool({ fn: first, meta, options }, this.#validation));
    }
    refuseMisplaced("tool", first, second, third);
    const [options, handler] = [second as ToolOptions<Schema, Schema>, third as ToolHandler<never>];
    this.#catalog.add((order) => makeTool(first, options, handler, order, this.#validation));
  }

  /** Registers a resource: URI, options and source, or URI, function, `import.meta` and options. */
  resource(
    uri: string,
    second: ResourceOptions<Schema> | PlainFunction,
    third: ResourceReader<never> | ResourceConstant | ModuleMeta,
    fourth: ResourceFunctionOptions = {},
  ): void {
    if (typeof second === "function") {
      const given = { fn: second, meta: third as ModuleMeta, options: fourth };
      return this.#functions.add(unreadResource(uri, given));
    }
    refuseMisplaced("resource", uri, second, third);
    const source = third as ResourceReader<never> | ResourceConstant;
    this.#catalog.add((order) => makeResource(uri, second, source, order));
  }

  /** Registers a prompt: name, options and handler, or function, `import.meta` and options. */
  prompt(
    first: string | PlainFunction,
    second: PromptOptions<Schema> | ModuleMeta,
    third: PromptHandler<never> | PromptFunctionOptions = {},
  ): void {
    if (typeof first === "function") {
      const [meta, options] = [second as ModuleMeta, third as PromptFunctionOptions];
      return this.#functions.add(unreadPrompt({ fn: first, meta, options }));
    }
    refuseMisplaced("prompt", first, second, third);
    const [options, handler] = [second as PromptOptions<Schema>, third as PromptHandler<never>];
    this.#catalog.add((order) => makePrompt(first, options, handler, order));
  }
}
