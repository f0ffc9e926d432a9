import { bare } from "./literal.ts";
import type { Reading } from "./reading.ts";
import { ts } from "./typescript.ts";

/** Whether a type is the context of a call, or may also be nothing. */
export function isContext(type: ts.Type, reading: Reading): boolean {
  return isOurs(reading.checker.getNonNullableType(type).getSymbol(), ["Context"], reading);
}

/** Whether an expression is a call of our `depends()`, by any name, which makes an injected value. */
export function isDepends(expression: ts.Expression | undefined, reading: Reading): boolean {
  const node = expression && bare(expression);
  return node !== undefined && isDependsCall(node, reading);
}

/** The calls of our `depends()` in a node. */
export function dependsIn(node: ts.Node, reading: Reading): readonly ts.Node[] {
  const calls: ts.Node[] = isDependsCall(node, reading) ? [node] : [];
  ts.forEachChild(node, (child) => void calls.push(...dependsIn(child, reading)));
  return calls;
}

function isDependsCall(node: ts.Node, reading: Reading): boolean {
  if (!ts.isCallExpression(node)) return false;
  const called = reading.checker.getResolvedSignature(node)?.declaration;
  const name = called && ts.isFunctionDeclaration(called) ? called.name : undefined;
  return name?.text === "depends" && reading.isOurs(name.getSourceFile());
}

/** Whether a symbol is one of this package that has one of some names. */
export function isOurs(
  symbol: ts.Symbol | undefined,
  names: readonly string[],
  reading: Reading,
): boolean {
  return symbol !== undefined && names.includes(symbol.name) &&
    (symbol.declarations?.some((node) => reading.isOurs(node.getSourceFile())) ?? false);
}
