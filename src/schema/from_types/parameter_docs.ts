import type { Node } from "../libraries/subschemas.ts";
import { didYouMean, nearest } from "../nearest.ts";
import { documented, faultOf } from "./doc.ts";
import type { ParameterDoc } from "./function_doc.ts";
import type { Reading } from "./reading.ts";
import { changedMember, memberNames } from "./schema_member.ts";

/** What `@param` can name beside arguments. */
export interface OtherNames {
  /** Parameters and members that no argument is for; empty for one that is taken apart. */
  readonly others: readonly string[];
  /** Whether the arguments are the members of one parameter, which any name stands for. */
  readonly isTakenApart: boolean;
}

/**
 * Puts what `@param` says onto the schemas of arguments, and of their members.
 *
 * @param input Schema of all arguments
 */
export function withParameterDocs(
  input: Node,
  docs: readonly ParameterDoc[],
  names: OtherNames,
  reading: Reading,
): Node {
  const seen = new Set<string>();
  return docs.reduce((schema, doc) => {
    const path = doc.name.replaceAll("[]", "").split(".");
    if (isOther(path, schema, names)) return schema;
    if (seen.has(doc.name)) {
      faultOf(doc, doc, `@param ${doc.name} is there twice: leave one out`, reading);
    }
    seen.add(doc.name);
    for (const way of waysTo(path, schema, names)) {
      const what = way.join(".");
      const next = changedMember(schema, way, (member) => documented(member, doc, what, reading));
      if (next !== undefined) return next;
    }
    faultOf(doc, doc, unknown(doc.name, path, schema, names), reading);
    return schema;
  }, input);
}

/** Whether a name is that of what the model does not give. */
function isOther(
  path: readonly string[],
  schema: Node,
  { others, isTakenApart }: OtherNames,
): boolean {
  const [named] = isTakenApart && path.length > 1 ? path.slice(1) : path;
  if (others.includes(path[0]) || others.includes(named)) return true;
  // Any name stands for a parameter that has none.
  const known = memberNames(schema);
  return others.includes("") && !known.includes(named) && nearest(named, known) === undefined;
}

/** The ways to the member that a name may mean, the likeliest first. */
function waysTo(path: readonly string[], schema: Node, { isTakenApart }: OtherNames): string[][] {
  if (!isTakenApart) return [[...path]];
  if (path.length > 1) return [path.slice(1), [...path]];
  const known = memberNames(schema);
  const isRoot = !known.includes(path[0]) && nearest(path[0], known) === undefined;
  return isRoot ? [[]] : [[...path]];
}

function unknown(
  name: string,
  path: readonly string[],
  schema: Node,
  { others, isTakenApart }: OtherNames,
): string {
  if (path.length === 1) {
    const known = [...memberNames(schema), ...(isTakenApart ? [] : others)];
    return `@param ${name} names no parameter${didYouMean(name, known)}`;
  }
  let above = schema;
  const step = path.slice(isTakenApart ? 1 : 0).find((step) => {
    const here = above;
    return changedMember(here, [step], (member) => above = member) === undefined;
  });
  const near = step === undefined ? "" : didYouMean(step, memberNames(above));
  return `@param ${name} names no member that is written out here${near}`;
}
