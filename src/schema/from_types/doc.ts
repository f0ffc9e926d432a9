import type { Node } from "./node.ts";
import type { Reading } from "./reading.ts";
import { ts } from "./typescript.ts";

/** A schema with what the JSDoc of a property says of it. */
export function described(schema: Node, symbol: ts.Symbol, reading: Reading): Node {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(reading.checker)).trim();
  return text === "" ? schema : { ...schema, description: text };
}
