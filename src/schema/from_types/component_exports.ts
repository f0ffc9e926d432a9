import { resolved } from "./literal.ts";
import type { Reading } from "./reading.ts";
import { ts } from "./typescript.ts";

/** A value that a module exports. */
export interface Exported {
  /** The name that it is exported under. */
  readonly name: string;
  /** What it is, in whichever module. */
  readonly symbol: ts.Symbol;
  /** Where it is exported: an `export default`, a specifier, a declaration; none for `export *`. */
  readonly exporter: ts.Node | undefined;
  /** Where it stands in the module, as places are shown. */
  readonly at: ts.Node;
}

/** The values that a module exports, in order; types are left out. */
export function exportsOf(file: ts.SourceFile, reading: Reading): Exported[] {
  const { checker } = reading;
  const module = checker.getSymbolAtLocation(file);
  return (module === undefined ? [] : checker.getExportsOfModule(module)).flatMap((exported) => {
    const symbol = resolved(exported, reading);
    if ((symbol.flags & ts.SymbolFlags.Value) === 0 || isTypeOnly(exported, reading)) return [];
    const exporter = exported.declarations?.find((node) => node.getSourceFile() === file);
    const star = exporter === undefined ? starOf(exported.name, file, reading) : undefined;
    const at = exporter === undefined ? star : placeOf(symbol, exporter, file);
    return at === undefined ? [] : [{ name: exported.name, symbol, exporter, at }];
  });
}

/** The one function of a file without a default export, which most likely is meant to be it. */
export function likelyDefault(
  exported: readonly Exported[],
  { checker }: Reading,
): Exported | undefined {
  if (exported.some(({ name }) => name === "default")) return undefined;
  const [only, another] = exported.filter(({ symbol }) =>
    checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0
  );
  return another === undefined ? only : undefined;
}

/** Whether a name stands for a type on its way, whatever it is in the end. */
function isTypeOnly(symbol: ts.Symbol, { checker }: Reading): boolean {
  // Not in the declarations of the compiler, whose version is a fixed one.
  const { getTypeOnlyAliasDeclaration } = checker as ts.TypeChecker & {
    getTypeOnlyAliasDeclaration: (symbol: ts.Symbol) => ts.Node | undefined;
  };
  return getTypeOnlyAliasDeclaration(symbol) !== undefined;
}

/** The `export * from` by which a module has a value. */
function starOf(name: string, file: ts.SourceFile, { checker }: Reading): ts.Node | undefined {
  return file.statements.find((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.exportClause !== undefined) return false;
    const { isTypeOnly, moduleSpecifier } = statement;
    const other = moduleSpecifier && checker.getSymbolAtLocation(moduleSpecifier);
    return !isTypeOnly && other !== undefined &&
      checker.getExportsOfModule(other).some((each) => each.name === name);
  });
}

/** The name of what is declared in the module itself; else where it is exported. */
function placeOf(symbol: ts.Symbol, exporter: ts.Node, file: ts.SourceFile): ts.Node {
  const own = [symbol.valueDeclaration, ...symbol.declarations ?? []]
    .find((node) => node?.getSourceFile() === file);
  return own === undefined ? exporter : ts.getNameOfDeclaration(own as ts.Declaration) ?? exporter;
}
