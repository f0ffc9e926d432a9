import type { ComponentRequest, SchemaExport } from "./component_file.ts";
import type { Exported } from "./component_exports.ts";
import { SCHEMAS } from "./component_options.ts";
import { isFunction } from "./functions.ts";
import { isPlatformClass } from "./origins.ts";
import { note, type Reading } from "./reading.ts";
import { ts } from "./typescript.ts";

/**
 * Which schemas a file exports; what is in them only its code can tell.
 *
 * @param reading Hears of those that cannot be schemas, at their places
 */
export function schemasOf(
  kind: ComponentRequest["kind"],
  exported: readonly Exported[],
  reading: Reading,
): SchemaExport[] {
  const { checker } = reading;
  return SCHEMAS[kind].filter((name) => {
    const schema = exported.find((each) => each.name === name);
    if (schema === undefined) return false;
    const type = checker.getTypeOfSymbol(schema.symbol);
    if (!mayBeSchema(checker.getNonNullableType(type), reading)) {
      note(
        reading,
        schema.at,
        `${name} is a schema of a library, or a JSON Schema, and this is ${
          checker.typeToString(type)
        }: write one, as in export const ${name} = z.object({ city: z.string() })`,
      );
    }
    return true;
  });
}

function mayBeSchema(type: ts.Type, reading: Reading): boolean {
  const { checker } = reading;
  if (type.isUnion()) return type.types.some((part) => mayBeSchema(part, reading));
  if (type.getProperty("~standard") !== undefined) return true;
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return true;
  return (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0 &&
    !isFunction(type, reading) && !checker.isArrayLikeType(type) &&
    !isPlatformClass(type.getSymbol(), reading);
}
