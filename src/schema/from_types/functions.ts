import { isPlatform } from "./origins.ts";
import type { Reading } from "./reading.ts";
import type { ts } from "./typescript.ts";

/** Whether a type is that of a function, or of a class itself. */
export function isFunction(type: ts.Type, reading: Reading): boolean {
  if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0) return true;
  const symbol = type.getSymbol();
  return symbol?.name === "Function" && isPlatform(symbol, reading);
}

/** What a method without arguments that a type has gives; `undefined` for a type without it. */
export function resultOf(type: ts.Type, method: string, { checker }: Reading): ts.Type | undefined {
  const symbol = type.getProperty(method);
  const [signature] = symbol === undefined
    ? []
    : checker.getTypeOfSymbol(symbol).getCallSignatures();
  return signature?.getReturnType();
}
