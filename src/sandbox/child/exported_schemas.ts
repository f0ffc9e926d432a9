import type { SchemaExport } from "../../schema/from_types/component_file.ts";
import { schemaData } from "../../schema/component_schema.ts";
import type { Schema } from "../../schema/standard_schema.ts";
import { denialOf } from "../../server/denial.ts";
import type { Module } from "../../server/load_module.ts";
import type { ReadSchema } from "../messages.ts";

/** The schemas that a module exports, as JSON Schemas; where there is none, why. */
export function exportedSchemas(
  module: Module,
  names: readonly SchemaExport[],
): { readonly [Name in SchemaExport]?: ReadSchema } {
  return Object.fromEntries(names.map((name) => [name, readSchema(module[name], name)]));
}

function readSchema(value: unknown, name: SchemaExport): ReadSchema {
  if (!isSchema(value)) {
    return { problem: `it is no schema; export one of a schema library, as z.object({ … })` };
  }
  try {
    return { json: schemaData(value, name) };
  } catch (error) {
    // A schema may run code of its module to show itself.
    if (denialOf(error) !== undefined) throw error;
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value) ||
    typeof value === "function" && "~standard" in value;
}
