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
import type { IsolationOptions } from "../server/isolation.ts";
import { moduleLoader, UNLOADED } from "../server/load_module.ts";
import {
  moduleExport,
  type ModuleOptions,
  namesModule,
  type PromptModuleOptions,
  type ResourceModuleOptions,
  type ToolModuleOptions,
} from "../server/module_options.ts";
import { refuseCollisions } from "../server/project_collisions.ts";
import { projectComponent } from "../server/project_component.ts";
import { type ProjectFiles, readManifest } from "../server/project_manifest.ts";
import { makePrompt, type PromptHandler, type PromptOptions } from "../server/prompt.ts";
import {
  makeResource,
  type ResourceConstant,
  type ResourceOptions,
  type ResourceReader,
} from "../server/resource.ts";
import { readIsolation, refuseSandbox, sandboxed } from "../server/sandboxed_handler.ts";
import type { Standing } from "../server/standing.ts";
import { makeTool, type ToolHandler, type ToolOptions } from "../server/tool.ts";
import {
  type Surroundings,
  unreadPrompt,
  unreadResource,
  unreadTool,
} from "../server/unread_function.ts";
import type { UnreadFunctions } from "./unread_functions.ts";

/**
 * Registers components with schemas, those whose code is in modules, and functions whose types are to be
 * read, by one way of calling.
 */
export class Registration {
  readonly #catalog: Catalog;
  readonly #functions: UnreadFunctions;
  readonly #around: Surroundings;

  constructor(catalog: Catalog, functions: UnreadFunctions, around: Surroundings) {
    this.#catalog = catalog;
    this.#functions = functions;
    this.#around = around;
  }

  /** Registers a tool: name, options and handler; name and options; or function, `import.meta` and options. */
  tool(
    first: string | PlainFunction,
    second: ToolOptions<Schema, Schema> | ToolModuleOptions<Schema, Schema> | ModuleMeta,
    third?: ToolHandler<never> | ToolFunctionOptions<Schema>,
  ): void {
    if (typeof first === "function") {
      const [meta, options] = [second as ModuleMeta, (third ?? {}) as ToolFunctionOptions<Schema>];
      return this.#functions.add(unreadTool({ fn: first, meta, options }, this.#around));
    }
    const options = second as ToolOptions<Schema, Schema>;
    const { code, ...standing } = this.#code("tool", first, options, third);
    this.#catalog.add((order) =>
      makeTool(first, options, code as ToolHandler<never>, { order, ...standing })
    );
  }

  /** Registers a resource: URI, options and source; URI and options; or URI, function, `import.meta` and options. */
  resource(
    uri: string,
    second: ResourceOptions<Schema> | ResourceModuleOptions<Schema> | PlainFunction,
    third?: ResourceReader<never> | ResourceConstant | ModuleMeta,
    fourth: ResourceFunctionOptions = {},
  ): void {
    if (typeof second === "function") {
      const given = { fn: second, meta: third as ModuleMeta, options: fourth };
      return this.#functions.add(unreadResource(uri, given, this.#around));
    }
    const { code, ...standing } = this.#code("resource", uri, second, third);
    const source = code as ResourceReader<never> | ResourceConstant;
    this.#catalog.add((order) => makeResource(uri, second, source, { order, ...standing }));
  }

  /** Registers a prompt: name, options and handler; name and options; or function, `import.meta` and options. */
  prompt(
    first: string | PlainFunction,
    second: PromptOptions<Schema> | PromptModuleOptions<Schema> | ModuleMeta,
    third?: PromptHandler<never> | PromptFunctionOptions,
  ): void {
    if (typeof first === "function") {
      const [meta, options] = [second as ModuleMeta, (third ?? {}) as PromptFunctionOptions];
      return this.#functions.add(unreadPrompt({ fn: first, meta, options }, this.#around));
    }
    const options = second as PromptOptions<Schema>;
    const { code, ...standing } = this.#code("prompt", first, options, third);
    this.#catalog.add((order) =>
      makePrompt(first, options, code as PromptHandler<never>, { order, ...standing })
    );
  }

  /** Registers the components of a project's manifest. */
  addComponents(manifest: object, files: ProjectFiles): void {
    const { components } = readManifest(manifest);
    const makers = components.map((component) => projectComponent(component, files, this.#around));
    refuseCollisions(components, this.#catalog.components().map(({ component }) => component));
    for (const make of makers) this.#catalog.add(make);
  }

  /** What is called for a component with schemas: what is given, or what its module exports. */
  #code(
    kind: "tool" | "resource" | "prompt",
    key: string,
    options: IsolationOptions & (ModuleOptions | { readonly module?: undefined }),
    given: unknown,
  ): Omit<Standing, "order"> & { readonly code: unknown } {
    const { defaults, run } = this.#around;
    if (!namesModule(options)) {
      refuseMisplaced(kind, key, options, given);
      refuseSandbox(kind, key, options);
      return { code: given, defaults };
    }
    const place = moduleExport(kind, key, options, given);
    const isolation = readIsolation(kind, key, options);
    if (isolation === undefined) {
      return { code: UNLOADED, defaults, load: moduleLoader({ kind, key, ...place }) };
    }
    const { handler, sandbox } = sandboxed({ kind, key, ...place, ...isolation }, run);
    return { code: handler, defaults, sandbox };
  }
}
