import { bare, resolved } from "./literal.ts";
import type { Reading } from "./reading.ts";
import { ts } from "./typescript.ts";

/** Whether a type is the context of a call, or may also be nothing. */
export function isContext(type: ts.Type, reading: Reading): boolean {
  return isOurs(reading.checker.getNonNullableType(type).getSymbol(), ["Context"], reading);
}

/** Whether an expression is a call of our `depends()`, which makes an injected value. */
export function isDepends(expression: ts.Expression | undefined, reading: Reading): boolean {
  const node = expression && bare(expression);
  if (node === undefined || !ts.isCallExpression(node)) return false;
  const symbol = reading.checker.getSymbolAtLocation(node.expression);
  return isOurs(symbol && resolved(symbol, reading), ["depends"], reading);
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
