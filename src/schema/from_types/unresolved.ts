import type { Place } from "./conversion.ts";
import { isAuthors } from "./origins.ts";
import type { Reading } from "./reading.ts";
import { ts } from "./typescript.ts";

/** What a type is that the compiler does not know, and where it is written. */
export function unresolvedProblem(
  type: ts.Type,
  place: Place,
  reading: Reading,
): { readonly at: ts.Node; readonly reason: string } | undefined {
  if (!isUnresolved(type)) return undefined;
  const [source] = place.sources;
  const node = isAuthors(source, reading) ? unresolvedNode(source, reading) : undefined;
  const name = node?.getText() ?? type.aliasSymbol?.name;
  return {
    at: node ?? place.at,
    reason: `the type ${
      name === undefined ? "" : `${name} `
    }cannot be resolved; declare or import it`,
  };
}

function isUnresolved(type: ts.Type): boolean {
  const { intrinsicName } = type as { intrinsicName?: string };
  return (type.flags & ts.TypeFlags.Any) !== 0 &&
    (intrinsicName === "error" || intrinsicName === "unresolved");
}

/** The smallest part of a type as it is written that is not resolved. */
function unresolvedNode(node: ts.Node, reading: Reading): ts.Node | undefined {
  const below = ts.forEachChild(node, (child) => unresolvedNode(child, reading));
  if (below !== undefined) return below;
  const isReference = ts.isTypeReferenceNode(node) || ts.isImportTypeNode(node) ||
    ts.isTypeQueryNode(node) || ts.isExpressionWithTypeArguments(node);
  return isReference && isUnresolved(reading.checker.getTypeFromTypeNode(node)) ? node : undefined;
}
