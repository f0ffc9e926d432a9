import type { Found } from "./found.ts";
import { isAuthors } from "./origins.ts";
import { calledIn, sayingResult } from "./read_function.ts";
import { note, type Reading } from "./reading.ts";
import { ts } from "./typescript.ts";

/** How long a type may be that is proposed. */
const LONGEST = 60;

/**
 * Whether the type of what a function gives is written: by itself, or by the type that it is declared with.
 *
 * @param at Where it is noted if the function cannot be edited
 * @param reading Hears if it is not, with what to write
 */
export function isResultWritten(
  found: Found,
  signature: ts.Signature,
  at: ts.Node,
  reading: Reading,
): boolean {
  const saying = sayingResult(found, signature);
  const { declaration } = saying;
  if (declaration === undefined || ts.isJSDocSignature(declaration)) return true;
  if (declaration.type !== undefined) return true;
  const name = calledIn(found);
  const shown = found.name && found.name !== "default" ? name : "";
  const type = proposed(saying, reading);
  const message = `the result of ${name} has no type: write one` +
    (type === undefined ? " after the parameters" : `, as in ${shown}(…): ${type}`);
  const place = placeOf(declaration);
  note(reading, isAuthors(place, reading) ? place : at, message);
  return false;
}

/** The name of a function, or of what it is put into. */
function placeOf(declaration: ts.SignatureDeclaration): ts.Node {
  const { parent } = declaration;
  if (declaration.name !== undefined) return declaration.name;
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)
    ? parent.name
    : declaration;
}

/** The type that would be inferred, where it can be written in a few words. */
function proposed(signature: ts.Signature, { checker }: Reading): string | undefined {
  const type = signature.getReturnType();
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Never)) return undefined;
  const flags = ts.TypeFormatFlags.NoTruncation |
    ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;
  const text = checker.typeToString(type, signature.declaration, flags);
  return text.length > LONGEST || /\bimport\(|\bany\b/.test(text) ? undefined : text;
}
