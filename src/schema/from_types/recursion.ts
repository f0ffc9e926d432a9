import type { Node } from "../libraries/subschemas.ts";
import type { Definitions } from "./definitions.ts";
import type { ts } from "./typescript.ts";

/** Finds types that contain themselves, and gives them names. */
export interface Recursion {
  readonly definitions: Definitions;
  /**
   * Makes the schema of a type, or refers to it where it is inside itself.
   *
   * @param called What the type is called if it has no name
   */
  readonly enter: (
    type: ts.Type,
    called: string,
    make: () => Node | undefined,
  ) => Node | undefined;
}

/** Recursion that adds to some definitions. */
export function recursionInto(definitions: Definitions): Recursion {
  const { byType, schemas } = definitions;
  const open = new Map<ts.Type, { name?: string }>();
  const taken = (name: string) =>
    Object.hasOwn(schemas, name) || [...open.values()].some((visit) => visit.name === name);
  const free = (name: string): string => {
    let numbered = name;
    for (let number = 2; taken(numbered); number++) numbered = `${name}${number}`;
    return numbered;
  };
  return {
    definitions,
    enter: (type, called, make) => {
      const known = byType.get(type);
      if (known !== undefined) return reference(known);
      const around = open.get(type);
      if (around !== undefined) {
        around.name ??= free(nameOf(type) ?? pascalCase(called) ?? "Part");
        return reference(around.name);
      }
      const visit: { name?: string } = {};
      open.set(type, visit);
      const schema = make();
      open.delete(type);
      if (visit.name === undefined || schema === undefined) return schema;
      byType.set(type, visit.name);
      schemas[visit.name] = schema;
      return reference(visit.name);
    },
  };
}

function reference(name: string): Node {
  return { $ref: `#/$defs/${name}` };
}

/** The name of an alias, interface or class, with those of its type arguments, such as `TreeString`. */
function nameOf(type: ts.Type): string | undefined {
  const own = pascalCase((type.aliasSymbol ?? type.getSymbol())?.name.replace(/^__.*/, "") ?? "");
  const { modifiersType } = type as { modifiersType?: ts.Type };
  if (own === undefined) return modifiersType && nameOf(modifiersType);
  const given = type.aliasSymbol !== undefined ? type.aliasTypeArguments ?? [] : argumentsOf(type);
  const names = given.map((argument) => {
    const { intrinsicName } = argument as { intrinsicName?: string };
    return pascalCase(intrinsicName ?? "") ?? nameOf(argument);
  });
  return names.includes(undefined) ? own : own + names.join("");
}

function argumentsOf(type: ts.Type): readonly ts.Type[] {
  const { target, resolvedTypeArguments } = type as ts.TypeReference & {
    resolvedTypeArguments?: readonly ts.Type[];
  };
  // The last one may stand for `this`.
  return resolvedTypeArguments?.slice(0, target?.typeParameters?.length ?? 0) ?? [];
}

/** The letters and digits of a text as one word, each part with a capital. */
function pascalCase(text: string): string | undefined {
  const words = text.match(/[A-Za-z0-9]+/g) ?? [];
  const name = words.map((word) => word[0].toUpperCase() + word.slice(1)).join("");
  return name === "" ? undefined : /^\d/.test(name) ? `Part${name}` : name;
}
