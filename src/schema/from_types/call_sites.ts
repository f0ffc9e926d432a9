import { bare, literalOf, resolved, textOfName } from "./literal.ts";
import type { Reading } from "./reading.ts";
import type { SignatureRequest } from "./signature.ts";
import { ts } from "./typescript.ts";

/** A place at which a module registers a function with its `import.meta`. */
export interface CallSite {
  readonly call: ts.CallExpression;
  /** What is registered. */
  readonly registered: ts.Expression;
  /** The name or URI that it is registered under, where that is written out. */
  readonly key: string | undefined;
  /** Whether the name is that of the function. */
  readonly nameless: boolean;
}

/** The places of a module at which something of a kind is registered, in order. */
export function callSites(
  kind: SignatureRequest["kind"],
  file: ts.SourceFile,
  reading: Reading,
): CallSite[] {
  const sites: CallSite[] = [];
  const visit = (node: ts.Node) => {
    const site = ts.isCallExpression(node) ? callSite(node, kind, reading) : undefined;
    if (site !== undefined) sites.push(site);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return sites;
}

function callSite(
  call: ts.CallExpression,
  kind: SignatureRequest["kind"],
  reading: Reading,
): CallSite | undefined {
  if (!ts.isPropertyAccessExpression(call.expression)) return undefined;
  if (call.expression.name.text !== kind) return undefined;
  const [uri, ...afterUri] = call.arguments;
  const [registered, meta, options] = kind === "resource" ? afterUri : call.arguments;
  if (meta === undefined || !ts.isMetaProperty(bare(meta))) return undefined;
  if (kind === "resource") {
    return { call, registered, key: textOf(uri, reading), nameless: false };
  }
  return { call, registered, ...nameIn(options, reading) };
}

function textOf(expression: ts.Expression, reading: Reading): string | undefined {
  const value = literalOf(expression, reading)?.value;
  return typeof value === "string" ? value : undefined;
}

/** The name that options give. */
function nameIn(
  options: ts.Expression | undefined,
  reading: Reading,
): Pick<CallSite, "key" | "nameless"> {
  if (options === undefined) return { key: undefined, nameless: true };
  const literal = objectOf(options, reading);
  const unknown = { key: undefined, nameless: false };
  if (literal === undefined) return unknown;
  for (const property of literal.properties.toReversed()) {
    if (ts.isSpreadAssignment(property)) return unknown;
    if (property.name === undefined || textOfName(property.name) !== "name") continue;
    const value = ts.isPropertyAssignment(property)
      ? property.initializer
      : ts.isShorthandPropertyAssignment(property)
      ? property.name
      : undefined;
    return { ...unknown, key: value && textOf(value, reading) };
  }
  return { key: undefined, nameless: true };
}

/** The object that options are written as, at the call or as a constant. */
function objectOf(
  options: ts.Expression,
  reading: Reading,
): ts.ObjectLiteralExpression | undefined {
  const node = bare(options);
  if (ts.isObjectLiteralExpression(node)) return node;
  const symbol = ts.isIdentifier(node) ? reading.checker.getSymbolAtLocation(node) : undefined;
  const declaration = symbol && resolved(symbol, reading).valueDeclaration;
  const value = declaration && ts.isVariableDeclaration(declaration)
    ? declaration.initializer && bare(declaration.initializer)
    : undefined;
  return value && ts.isObjectLiteralExpression(value) ? value : undefined;
}
