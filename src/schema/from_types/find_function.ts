import { type CallSite, callSites } from "./call_sites.ts";
import { type Found, functionsNamed, functionsOf, identityOf, nameOfFunction } from "./found.ts";
import { bare, resolved } from "./literal.ts";
import { note, type Reading } from "./reading.ts";
import type { SignatureRequest } from "./signature.ts";
import { ts } from "./typescript.ts";

export type { Found } from "./found.ts";

/**
 * Finds the function that a request means, in the module that registers it: by where it is registered,
 * or else, as for loops and helpers, by its name among what the module has.
 *
 * @param file The module
 * @param reading Hears why the function is not found, or which ones it may be
 */
export function findFunction(
  request: SignatureRequest,
  file: ts.SourceFile,
  reading: Reading,
): Found | undefined {
  const sites = callSites(request.kind, file, reading)
    .filter(({ key, nameless }) =>
      key === undefined ? !nameless || request.key === request.functionName : key === request.key
    );
  for (const candidates of inTurn(request, sites, file, reading)) {
    const found = distinct(candidates.filter((found) => mayBe(found, request)));
    if (found.length === 1) return found[0];
    if (found.length > 1) return noteSeveral(found, request, reading);
  }
  const keyed = sites.filter(({ key }) => key !== undefined);
  const [site, another] = keyed.length > 0 ? keyed : sites;
  if (site === undefined || another !== undefined) note(reading, file, notFound(request));
  else note(reading, site.registered, notFound(request));
  return undefined;
}

/** The functions it may be, the likeliest together first. */
function* inTurn(
  request: SignatureRequest,
  sites: readonly CallSite[],
  file: ts.SourceFile,
  reading: Reading,
): Generator<Found[]> {
  const named: Found[] = [];
  const typed: Found[] = [];
  const namedByKey: Found[] = [];
  const typedByKey: Found[] = [];
  for (const site of sites) {
    for (const found of functionsOf(site.registered, reading)) {
      const isNamed = found.name !== undefined;
      const byKey = site.key !== undefined;
      const list = byKey ? isNamed ? namedByKey : typedByKey : isNamed ? named : typed;
      list.push({ ...found, docs: [...found.docs, ...statementOf(site)] });
    }
  }
  yield namedByKey;
  yield typedByKey;
  yield named;
  yield typed;
  yield inModule(request.functionName, file, reading);
  yield anywhere(request.functionName, file, reading);
}

/** The comment of a function that is written at the call may stand before the statement. */
function statementOf({ call, registered }: CallSite): ts.Node[] {
  const isInline = ts.isArrowFunction(bare(registered)) ||
    ts.isFunctionExpression(bare(registered));
  return isInline && ts.isExpressionStatement(call.parent) ? [call.parent] : [];
}

/** The functions of a name that the module's own scope has, imports and members included. */
function inModule(name: string, file: ts.SourceFile, reading: Reading): Found[] {
  if (name === "") return [];
  const { checker } = reading;
  const isOfFile = ({ declarations }: ts.Symbol) =>
    declarations?.some((declaration) => declaration.getSourceFile() === file) ?? false;
  const flags = ts.SymbolFlags.Value | ts.SymbolFlags.Alias;
  const own = checker.getSymbolsInScope(file, flags).filter(isOfFile)
    .map((symbol) => checker.getExportSymbolOfSymbol(symbol));
  const module = checker.getSymbolAtLocation(file);
  const exported = module === undefined ? [] : checker.getExportsOfModule(module);
  return [...own, ...exported].flatMap((symbol) => [symbol, ...membersOf(symbol, reading)])
    .flatMap((symbol) =>
      functionsNamed(symbol, file, reading)
        .map((found) => ({ ...found, name: found.name ?? resolved(symbol, reading).name }))
    );
}

/** The members of a namespace, or of an object that is written out. */
function membersOf(symbol: ts.Symbol, reading: Reading): readonly ts.Symbol[] {
  const { checker } = reading;
  const target = resolved(symbol, reading);
  if (target.flags & ts.SymbolFlags.ValueModule) return checker.getExportsOfModule(target);
  const declaration = target.valueDeclaration;
  const value = declaration && ts.isVariableDeclaration(declaration) && declaration.initializer;
  if (!value || !ts.isObjectLiteralExpression(bare(value))) return [];
  return checker.getPropertiesOfType(checker.getTypeAtLocation(bare(value)));
}

/** The functions of a name that stand anywhere in the module. */
function anywhere(name: string, file: ts.SourceFile, reading: Reading): Found[] {
  const found: Found[] = [];
  const visit = (node: ts.Node) => {
    if (name !== "" && nameOfFunction(node) === name) {
      const type = reading.checker.getTypeAtLocation(node);
      const isValue = ts.isArrowFunction(node) || ts.isFunctionExpression(node);
      const docs = isValue ? [node.parent, node] : [node];
      found.push({ at: node, name, type, docs });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function mayBe(found: Found, { functionName, length }: SignatureRequest): boolean {
  if (found.name === undefined) return true;
  return (found.name === functionName || functionName === "" && isField(found)) &&
    lengthFits(found.type, length);
}

/** Whether a function is a field of a class, and has no name where the compiler assigns fields. */
function isField({ docs }: Found): boolean {
  return docs.some(ts.isPropertyDeclaration);
}

/** Whether a function may have this `length`: parameters before the first with a default. */
function lengthFits(type: ts.Type, length: number): boolean {
  const declarations = type.getCallSignatures().flatMap(({ declaration }) =>
    declaration === undefined ? [] : [declaration, ...implementationOf(declaration)]
  );
  const body = declarations.find((declaration) => "body" in declaration && declaration.body);
  if (body !== undefined) return lengthOf(body) === length;
  // A default is a mere `?` where there is only a declaration.
  return declarations.length === 0 || declarations.some((declaration) => {
    const optional = parametersOf(declaration).findIndex(({ questionToken }) => questionToken);
    const most = lengthOf(declaration);
    return length <= most && length >= (optional < 0 ? most : Math.min(optional, most));
  });
}

function implementationOf(declaration: ts.Declaration): ts.SignatureDeclaration[] {
  const symbol = (declaration as { symbol?: ts.Symbol }).symbol;
  return (symbol?.declarations ?? []).filter(ts.isFunctionLike);
}

function parametersOf({ parameters }: ts.SignatureDeclaration | ts.JSDocSignature) {
  return parameters.filter((parameter): parameter is ts.ParameterDeclaration =>
    ts.isParameter(parameter) && parameter.name.getText() !== "this"
  );
}

function lengthOf(declaration: ts.SignatureDeclaration | ts.JSDocSignature): number {
  const parameters = parametersOf(declaration);
  const end = parameters.findIndex(({ initializer, dotDotDotToken }) =>
    initializer !== undefined || dotDotDotToken !== undefined
  );
  return end < 0 ? parameters.length : end;
}

function distinct(found: readonly Found[]): Found[] {
  const known = new Map(found.toReversed().map((one) => [identityOf(one), one]));
  return [...known.values()].reverse();
}

function noteSeveral(
  found: readonly Found[],
  { kind, functionName }: SignatureRequest,
  reading: Reading,
): undefined {
  const count = found.length === 2 ? "two" : "several";
  const named = functionName === "" ? "have no name" : `are called ${functionName}`;
  const shown = functionName === "" ? "…" : functionName;
  const example = kind === "resource"
    ? 'a URI that is written out, as in mcp.resource("data://config", read, import.meta)'
    : `a name of its own, as in mcp.${kind}(${shown}, import.meta, { name: "…" })`;
  note(reading, found[1].at, `${count} functions here ${named}: give each ${example}`);
}

function notFound({ kind, key, functionName }: SignatureRequest): string {
  const what = functionName === "" ? "a function without a name" : `the function ${functionName}`;
  return `cannot find ${what} of the ${kind} ${JSON.stringify(key)}: register a function of the ` +
    "module's top level, or one that is imported, by its name and with the import.meta of that module";
}
