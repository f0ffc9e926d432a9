import type { Found } from "./found.ts";
import { isBinding } from "./found.ts";
import { functionDoc } from "./function_doc.ts";
import { readParameters } from "./parameters.ts";
import { note, type Reading } from "./reading.ts";
import { resultSchema } from "./result.ts";
import type { Signature, SignatureRequest } from "./signature.ts";
import { ts } from "./typescript.ts";

/**
 * Reads what the source of a function says: its JSDoc, its parameters, and for a tool its result.
 *
 * @param found The function
 * @param kind What it is registered as
 * @param reading Hears what keeps it from being read
 * @returns `undefined` where a problem was noted
 */
export function readFunction(
  found: Found,
  kind: SignatureRequest["kind"],
  reading: Reading,
): Signature | undefined {
  const known = reading.problems.length;
  const signature = onlySignature(found, reading);
  const read = signature && readSignature(found, signature, kind, reading);
  const noted = reading.problems.splice(known);
  reading.problems.push(...noted.sort((a, b) => a.line - b.line || a.column - b.column));
  return noted.length === 0 ? read : undefined;
}

function readSignature(
  found: Found,
  signature: ts.Signature,
  kind: SignatureRequest["kind"],
  reading: Reading,
): Signature | undefined {
  const { declaration } = signature;
  const docs = [...found.docs, ...(declaration === undefined ? [] : [declaration])];
  const { title, description, parameters: said, returns } = functionDoc(docs, reading);
  const called = readParameters(signature, found.at, said, reading);
  const output = kind === "tool"
    ? resultSchema(sayingResult(found, signature), found.at, returns, reading)
    : undefined;
  return called && {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    parameters: called.parameters,
    input: called.input,
    ...(output === undefined ? {} : { output }),
  };
}

/** The signature that says what a function gives: its own, or that of the type it is declared with. */
export function sayingResult({ declared }: Found, signature: ts.Signature): ts.Signature {
  const { Any, Unknown, Void } = ts.TypeFlags;
  const [written] = declared?.getCallSignatures() ?? [];
  const isSaid = signature.declaration?.type !== undefined || written === undefined ||
    (written.getReturnType().flags & (Any | Unknown | Void)) !== 0;
  return isSaid ? signature : written;
}

/** The one way in which a function is called; others are noted. */
export function onlySignature(found: Found, reading: Reading): ts.Signature | undefined {
  const { at, type, declared = type } = found;
  const called = calledIn(found);
  const refuse = (place: ts.Node, message: string) => void note(reading, place, message);
  if (isBinding(at)) {
    return refuse(at, `a function that is bound ${UNTOLD}: ${INSTEAD}`);
  }
  const [signature] = type.getCallSignatures();
  const signatures = declared.getCallSignatures();
  if (signature === undefined) {
    return refuse(
      at,
      `the type of ${called} does not say what it takes: write a function with types`,
    );
  }
  if (signatures.length > 1) {
    const second = signatures[1].declaration;
    return refuse(
      second === undefined || !isIn(second, at) ? at : second,
      `${called} has overloads, and a model sees one list of parameters: write one signature, ` +
        "with optional parameters or unions",
    );
  }
  const [open] = signature.getTypeParameters() ?? [];
  if (open !== undefined) {
    const place = open.symbol.declarations?.[0] ?? at;
    return refuse(
      place,
      `${called} is generic, and nothing says what ${open.symbol.name} is: write the type itself`,
    );
  }
  const self = thisOf(signature);
  if (self !== undefined) return refuse(self, `nothing gives ${called} its this: ${INSTEAD}`);
  return signature;
}

/** What messages call a function. */
export function calledIn({ at, name }: Pick<Found, "at" | "name">): string {
  if (name && name !== "default") return name;
  return ts.isIdentifier(at) ? at.text : "this function";
}

const UNTOLD = "does not tell its parameters";
const INSTEAD = "write a function that calls it, as in (a: number) => counter.add(a)";

function isIn(node: ts.Node, other: ts.Node): boolean {
  return node.getSourceFile() === other.getSourceFile();
}

/** Where a function has a `this`: as a parameter, or in the body of a method. */
function thisOf({ declaration }: ts.Signature): ts.Node | undefined {
  const self = declaration?.parameters.find((parameter): parameter is ts.ParameterDeclaration =>
    ts.isParameter(parameter) && parameter.name.getText() === "this"
  );
  if (self !== undefined) return self.type?.kind === ts.SyntaxKind.VoidKeyword ? undefined : self;
  if (declaration === undefined || !ts.isMethodDeclaration(declaration)) return undefined;
  // A decorator may bind the method.
  return ts.getDecorators(declaration) === undefined ? thisIn(declaration) : undefined;
}

function thisIn(node: ts.Node): ts.Node | undefined {
  return ts.forEachChild(node, (child) => {
    const { kind } = child;
    if (kind === ts.SyntaxKind.ThisKeyword || kind === ts.SyntaxKind.SuperKeyword) return child;
    const hasOwn = ts.isClassLike(child) || ts.isFunctionLike(child) && !ts.isArrowFunction(child);
    return hasOwn ? undefined : thisIn(child);
  });
}
