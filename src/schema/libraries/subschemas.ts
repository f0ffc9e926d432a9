import { isRecord, ONE_SCHEMA, SCHEMA_LISTS, SCHEMA_MAPS } from "../json_schema.ts";

/** A part of a schema on its way from a library to what is listed. */
export type Node = Record<PropertyKey, unknown>;

/** Where a schema is in the one around it. */
export interface Step {
  /** The keyword that it is under. */
  readonly keyword: string;
  /** Its place, as messages write it: a property by its name, others by their keyword. */
  readonly path: string;
  /** Name of the property whose schema it is. */
  readonly property?: string;
}

/** A copy of a node in which every schema directly below it is what a function made of it. */
export function mapSubschemas(
  node: Node,
  change: (schema: unknown, step: Step) => unknown,
): Node {
  const copy: Node = { ...node };
  for (const key of ONE_SCHEMA) {
    const value = node[key];
    if (value === undefined) continue;
    // draft-07 and 2019-09 write tuples as a list of items.
    copy[key] = Array.isArray(value)
      ? value.map((item, i) => change(item, { keyword: key, path: `${key}.${i}` }))
      : change(value, { keyword: key, path: key });
  }
  for (const key of SCHEMA_LISTS) {
    const value = node[key];
    if (!Array.isArray(value)) continue;
    copy[key] = value.map((item, i) => change(item, { keyword: key, path: `${key}.${i}` }));
  }
  for (const key of SCHEMA_MAPS) {
    const value = node[key];
    if (!isRecord(value)) continue;
    // By entries, since a property may be called __proto__.
    copy[key] = Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        name,
        change(
          item,
          key === "properties"
            ? { keyword: key, path: name, property: name }
            : { keyword: key, path: `${key}.${name}` },
        ),
      ]),
    );
  }
  return copy;
}

/** The place of a schema below another. */
export function below(path: string, step: Step): string {
  return path === "" ? step.path : `${path}.${step.path}`;
}
