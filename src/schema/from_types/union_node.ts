import { isRecord } from "../json_schema.ts";
import { ordered } from "../libraries/keyword_order.ts";
import { mergedUnion } from "../libraries/unions.ts";
import type { Node } from "../libraries/subschemas.ts";
import { TYPE_MARK } from "./signature.ts";

/** The union of some schemas, in the form that unions of libraries are listed in. */
export function unionOf(branches: readonly Node[]): Node {
  const simple = withBoolean(joinedBigints(branches));
  return ordered(mergedUnion({ anyOf: simple })) as Node;
}

/** Both truth values are a boolean, in the place of the first. */
function withBoolean(branches: readonly Node[]): Node[] {
  const isTruth = (branch: Node) => branch.type === "boolean" && typeof branch.const === "boolean";
  const truths = branches.filter(isTruth);
  if (new Set(truths.map((branch) => branch.const)).size < 2) return [...branches];
  return branches.flatMap((branch) =>
    branch === truths[0] ? [{ type: "boolean" }] : truths.includes(branch) ? [] : [branch]
  );
}

/** Literal bigints that are written in one way become one list. */
function joinedBigints(branches: readonly Node[]): Node[] {
  const joined = new Map<unknown, Node & { enum: unknown[] }>();
  return branches.flatMap((branch) => {
    if (branch[TYPE_MARK] !== "bigint" || branch.const === undefined) return [branch];
    const { type, const: value, [TYPE_MARK]: mark } = branch;
    const known = joined.get(type);
    if (known !== undefined) {
      known.enum.push(value);
      return [];
    }
    const first = { type, enum: [value], [TYPE_MARK]: mark };
    joined.set(type, first);
    return [first];
  }).map((branch) =>
    isRecord(branch) && Array.isArray(branch.enum) && branch.enum.length === 1 &&
      branch[TYPE_MARK] === "bigint"
      ? ordered({ type: branch.type, const: branch.enum[0], [TYPE_MARK]: "bigint" }) as Node
      : branch
  );
}
