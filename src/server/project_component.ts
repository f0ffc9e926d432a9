import { exportedSchema, signatureSchema } from "../schema/signature_schema.ts";
import type { JsonSchema, Schema } from "../schema/standard_schema.ts";
import type { SchemaExport } from "../schema/from_types/component_file.ts";
import { pathOf } from "../schema/uri/file_url.ts";
import { isTemplate } from "../schema/uri/uri_template.ts";
import type { AnyComponent } from "./catalog.ts";
import { type ComponentOptions, registering } from "./component.ts";
import type { SandboxOptions } from "./isolation.ts";
import { type ModuleCode, moduleLoader, UNLOADED } from "./load_module.ts";
import { makeComponent } from "./make_component.ts";
import type { ProjectComponent, ProjectFiles } from "./project_manifest.ts";
import { makeResource, type ResourceConstant, TEMPLATE_NEEDS_FUNCTION } from "./resource.ts";
import type { SandboxedCode } from "./sandboxed.ts";
import { readIsolation, sandboxed } from "./sandboxed_handler.ts";
import type { ComponentDefaults } from "./standing.ts";
import { checkFunctionParameters } from "./template_parameters.ts";
import type { ToolOptions } from "./tool.ts";
import type { Surroundings } from "./unread_function.ts";

/**
 * Reads a component of a project's manifest. None of its code is run.
 *
 * @returns makes the component for its place in the order
 * @throws {TypeError} naming the component and what is wrong with it; so does what is returned
 */
export function projectComponent(
  component: ProjectComponent,
  files: ProjectFiles,
  { defaults, run }: Surroundings,
): (order: number) => AnyComponent {
  const { kind, key, file, parameters = [], constant } = component;
  const options = optionsOf(component);
  const isolation = isolationOf(component);
  const { fail, attempt } = registering(kind, key);
  if (constant !== undefined && isTemplate(key)) fail(TEMPLATE_NEEDS_FUNCTION);
  // Nothing runs for a value that is known.
  if (constant?.value !== undefined) {
    const value = constant.value as ResourceConstant;
    return (order) => makeResource(key, options, value, { order, defaults });
  }
  const [input, output] = [schemaOf(component, "input"), schemaOf(component, "output")];
  if (kind === "resource" && component.input !== undefined) {
    if (!component.schemas?.includes("input")) {
      attempt(() => checkFunctionParameters(key, component.input!));
    } else if (!isTemplate(key)) {
      fail("input: the URI has no parameters that it could describe; leave it out, or write {…}");
    }
  }
  const code = moduleCodeOf(component, moduleUrl(file, files.url), defaults);
  const { handler, ...how } = isolation === undefined
    ? { handler: UNLOADED, load: moduleLoader(code, files.modules?.[file]) }
    : sandboxed({ ...code, ...isolation, ...folderOf(files) }, run);
  const known = { parameters, input, output };
  return (order) => makeComponent(kind, key, options, known, handler, { order, defaults, ...how });
}

/** Where a component of a project runs: in a sandbox unless it says otherwise, which may touch nothing. */
export function isolationOf(component: ProjectComponent): SandboxOptions | undefined {
  const { kind, key } = component;
  const options = optionsOf(component);
  const { permissions, isolation } = options;
  const said = permissions !== undefined || isolation !== undefined;
  return readIsolation(kind, key, said ? options : { ...options, isolation: "process" });
}

/**
 * What is called for a component of a project.
 *
 * @param module URL of its file
 */
export function moduleCodeOf(
  component: ProjectComponent,
  module: string,
  defaults: ComponentDefaults = {},
): ModuleCode {
  const { kind, key, parameters = [], schemas = [], constant, options } = component;
  const validation = (options as ToolOptions).validation ?? defaults.validation;
  return {
    kind,
    key,
    module,
    exported: "default",
    parameters,
    ...(schemas.length === 0 ? {} : { schemas }),
    ...(schemas.length === 0 || validation === undefined ? {} : { validation }),
    ...(constant === undefined ? {} : { constant: true }),
  };
}

/** The folder, which a server without the right to read could not find; a remote one has no path. */
function folderOf({ url }: ProjectFiles): Pick<SandboxedCode, "folder"> {
  const { protocol } = new URL(url);
  return protocol === "file:" ? { folder: pathOf(url) } : {};
}

function schemaOf(component: ProjectComponent, name: SchemaExport): Schema | undefined {
  const json: JsonSchema | undefined = component[name];
  if (json === undefined) return undefined;
  return component.schemas?.includes(name) ? exportedSchema(json) : signatureSchema(json);
}

/** Options with a number that JSON has not are written as text. */
function optionsOf({ options }: ProjectComponent): ComponentOptions {
  const read = { ...options };
  for (const name of ["timeout", "idleMs"]) if (read[name] === "Infinity") read[name] = Infinity;
  return read;
}

/**
 * The URL of a file of a project.
 *
 * @param file Its path from the folder, with slashes
 * @throws {TypeError} for a folder without a slash at its end
 */
export function moduleUrl(file: string, folder: string | URL): string {
  const url = URL.parse(folder);
  if (url === null || !url.pathname.endsWith("/")) {
    throw new TypeError(
      "Cannot register components: url is that of the project's folder, with a slash at its end, " +
        'as in new URL("./", import.meta.url)',
    );
  }
  // What `URL` would take for an escape, or leave out, or for a slash.
  url.pathname += file.replace(/[%\\\t\n\r]/g, encodeURIComponent);
  return url.href;
}
