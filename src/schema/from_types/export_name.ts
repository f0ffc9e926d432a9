import { type Found, functionsNamed, identityOf } from "./found.ts";
import type { Reading } from "./reading.ts";
import type { ts } from "./typescript.ts";

/**
 * The name under which a module exports a function, which may come from another module.
 *
 * @param file The module
 * @returns `undefined` if it does not, or may export another in its place
 */
export function exportName(
  found: Found,
  file: ts.SourceFile,
  reading: Reading,
): string | undefined {
  const { checker } = reading;
  const module = checker.getSymbolAtLocation(file);
  return module && checker.getExportsOfModule(module).find((symbol) => {
    const [exported, another] = functionsNamed(symbol, file, reading);
    return exported !== undefined && another === undefined && isSame(exported, found);
  })?.name;
}

function isSame(one: Found, other: Found): boolean {
  if (identityOf(one) === identityOf(other)) return true;
  // Of a value that something else makes, only the declaration is known.
  return one.name === undefined && other.name === undefined &&
    one.docs.some((declaration) => other.docs.includes(declaration));
}
