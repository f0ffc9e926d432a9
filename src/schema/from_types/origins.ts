import type { Reading } from "./reading.ts";
import { ts } from "./typescript.ts";

/** Whether a file belongs to the platform: the library of the language, or global types of Deno. */
export function isPlatformFile(file: ts.SourceFile, { program }: Reading): boolean {
  return program.isSourceFileDefaultLibrary(file) ||
    file.isDeclarationFile && !ts.isExternalModule(file);
}

/** Whether a symbol is one of the platform, even if a program has added to it. */
export function isPlatform(symbol: ts.Symbol | undefined, reading: Reading): boolean {
  return symbol?.declarations?.some((node) => isPlatformFile(node.getSourceFile(), reading)) ??
    false;
}

/** Whether a symbol of the platform is a class, or as good as one: its members are no data. */
export function isPlatformClass(symbol: ts.Symbol | undefined, reading: Reading): boolean {
  return symbol !== undefined && isPlatform(symbol, reading) &&
    ((symbol.flags & ts.SymbolFlags.Value) !== 0 || /^Readonly(?:Map|Set)$/.test(symbol.name));
}

/** Whether a node is in a file of the author's, where a problem can be shown. */
export function isAuthors(node: ts.Node, reading: Reading): boolean {
  const file = node.getSourceFile();
  return !isPlatformFile(file, reading) && !reading.isOurs(file) &&
    !reading.program.isSourceFileFromExternalLibrary(file) &&
    !file.fileName.includes("/node_modules/") && reading.urlOf(file).startsWith("file:");
}
