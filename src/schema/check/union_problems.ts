import type { Checker } from "./check.ts";
import { isRecord } from "../json_schema.ts";
import { jsonTypeOf } from "../json_types.ts";
import type { Path, Problem } from "./problem.ts";
import { isSecret } from "./secret.ts";
import { conjoined } from "./shapes.ts";

/**
 * Says why a value fits no branch of a union: by the problems of the one branch that is meant, as far
 * as that is sure, or by what all branches expect.
 *
 * @returns false, as the check of the union does
 */
export function explainUnion(
  branches: readonly unknown[],
  value: unknown,
  path: Path,
  found: Problem[],
  self: Checker,
): false {
  const type = jsonTypeOf(value);
  const possible = branches.filter((branch) => type !== undefined && self.types(branch).has(type));
  const meant = possible.length > 1 && isRecord(value)
    ? possible.filter((branch) =>
      tagsOf(branch, self).every(([name, part]) =>
        !Object.hasOwn(value, name) || self.fits(value[name], part)
      )
    )
    : possible;
  if (meant.length === 1 && (isRecord(value) || !isFixed(meant[0]))) {
    self.check(meant[0])(value, path, found);
    return false;
  }
  const tag = isRecord(value) ? commonTag(possible, self) : undefined;
  if (tag !== undefined && isRecord(value)) {
    const [name, values] = tag;
    const there = Object.hasOwn(value, name);
    const says = `expected ${values.join(" or ")}`;
    if (!there || meant.length === 0) {
      found.push({ path: [...path, name], says, got: there ? value[name] : undefined });
      return false;
    }
  }
  const words = branches.map((branch) => wordsOf(branch, self));
  // What is of a kind that is expected fails for another reason.
  const forms = words.includes(undefined) || possible.some((branch) => !isFixed(branch))
    ? `one of ${branches.length} forms`
    : [...new Set(words)].join(" or ");
  const secret = branches.some(isSecret);
  found.push({ path, says: `expected ${forms}`, got: value, ...(secret ? { secret } : {}) });
  return false;
}

/** The properties of an object schema that have one fixed value. */
function tagsOf(branch: unknown, self: Checker): [string, Record<string, unknown>][] {
  return conjoined([branch], self).flatMap(({ properties }) =>
    Object.entries(isRecord(properties) ? properties : {}).filter(
      (entry): entry is [string, Record<string, unknown>] => isFixed(entry[1]),
    )
  );
}

/** Whether a schema admits certain values only. */
function isFixed(part: unknown): boolean {
  return isRecord(part) && ("const" in part || Array.isArray(part.enum));
}

function commonTag(
  branches: readonly unknown[],
  self: Checker,
): [name: string, values: string[]] | undefined {
  const tags = branches.map((branch) => new Map(tagsOf(branch, self)));
  const name = [...tags[0]?.keys() ?? []].find((name) => tags.every((tag) => tag.has(name)));
  if (name === undefined) return undefined;
  return [name, [...new Set(tags.flatMap((tag) => valuesOf(tag.get(name)!)))]];
}

function valuesOf({ const: only, enum: all }: Record<string, unknown>): string[] {
  return (Array.isArray(all) ? all : [only]).map((value) => JSON.stringify(value));
}

/** What a branch expects, if that is quickly said. */
function wordsOf(branch: unknown, self: Checker): string | undefined {
  if (!isRecord(branch)) return undefined;
  if (isFixed(branch)) return valuesOf(branch).join(", ");
  if (typeof branch.type === "string") return branch.type;
  const types = [...self.types(branch)];
  return types.length === 1 ? types[0] : undefined;
}
