import type { ComponentFile, SchemaExport } from "../schema/from_types/component_file.ts";
import type { JsonSchema } from "../schema/standard_schema.ts";
import type { ProjectComponent } from "../server/project_manifest.ts";
import { boundParameters } from "./bound_parameters.ts";
import type { EvaluatedSchemas } from "./evaluate_schemas.ts";
import type { FoundComponent } from "./find_components.ts";

/** What a component is called: by its path, or by what it exports. */
export interface ComponentNames {
  readonly name: string;
  /** URI of a resource. */
  readonly uri?: string;
}

/** A component, and where its exports stand. */
export interface PlacedComponent {
  readonly component: ProjectComponent;
  readonly places: ComponentFile["places"];
}

/**
 * Puts a component together of what its file says.
 *
 * @param evaluated What the schemas came to that it exports
 * @returns the component, or what is wrong with its function
 */
export function manifestComponent(
  { path, kind }: FoundComponent,
  { name, uri }: ComponentNames,
  { title, description, options, schemas, entry }: ComponentFile,
  evaluated: EvaluatedSchemas,
): { readonly component: ProjectComponent } | { readonly problem: string } {
  const { name: _, uri: __, ...rest } = options;
  const bound = entry.type === "constant"
    ? undefined
    : evaluated.input === undefined
    ? { parameters: entry.parameters }
    : boundParameters(entry.parameters, evaluated.input);
  if (bound !== undefined && "problem" in bound) return bound;
  const schemaOf = (side: SchemaExport): JsonSchema | undefined =>
    evaluated[side] ?? (entry.type === "function" ? entry[side] : undefined);
  const [input, output] = [schemaOf("input"), schemaOf("output")];
  return {
    component: {
      kind,
      key: uri ?? name,
      file: path,
      options: {
        ...(kind === "resource" ? { name } : {}),
        ...(title === undefined ? {} : { title }),
        description,
        ...rest,
      },
      ...bound,
      ...(input === undefined ? {} : { input }),
      ...(output === undefined ? {} : { output }),
      ...(schemas.length === 0 ? {} : { schemas }),
      ...(entry.type === "constant"
        ? { constant: "value" in entry ? { value: entry.value } : {} }
        : {}),
    },
  };
}
