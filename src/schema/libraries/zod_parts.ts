import type { Node } from "./subschemas.ts";

/** The schemas that are in a zod 4 schema. */
export interface ZodParts {
  readonly _zod: {
    readonly def: {
      readonly element?: ZodParts;
      readonly in?: ZodParts;
      readonly innerType?: ZodParts;
      readonly items?: readonly ZodParts[];
      readonly left?: ZodParts;
      readonly options?: readonly ZodParts[];
      readonly out?: ZodParts;
      readonly right?: ZodParts;
      readonly shape?: Readonly<Record<string, ZodParts>>;
      readonly valueType?: ZodParts;
    };
  };
}

/**
 * Shows a schema; an error gets the place of the smallest part that cannot be shown.
 *
 * @throws {TypeError} what cannot be shown, the place first
 */
export function located(schema: ZodParts, show: (part: ZodParts) => Node): Node {
  try {
    return show(schema);
  } catch (error) {
    const place = culprit(schema, show, new Set()).join(".");
    throw place === "" ? error : new TypeError(`${place}: ${(error as Error).message}`);
  }
}

function culprit(
  schema: ZodParts,
  show: (part: ZodParts) => Node,
  seen: Set<ZodParts>,
): readonly string[] {
  seen.add(schema);
  for (const [place, part] of partsOf(schema)) {
    if (seen.has(part)) continue;
    try {
      show(part);
    } catch {
      return [...place, ...culprit(part, show, seen)];
    }
  }
  return [];
}

/** The schemas in a schema, with the place of each. */
function partsOf({ _zod: { def } }: ZodParts): [place: string[], part: ZodParts][] {
  const of = (parts: readonly ZodParts[], keyword: string) =>
    parts.map((part, i) => [[keyword, String(i)], part]);
  return [
    ...Object.entries(def.shape ?? {}).map(([name, part]) => [[name], part]),
    ...of(def.options ?? [], "anyOf"),
    ...of(def.items ?? [], "prefixItems"),
    [["items"], def.element],
    ...[def.innerType, def.in, def.out, def.left, def.right].map((part) => [[], part]),
    [["additionalProperties"], def.valueType],
  ].filter((entry): entry is [string[], ZodParts] => entry[1] !== undefined);
}
