import type { ComponentRequest, EntryConstant } from "./component_file.ts";
import { type Exported, likelyDefault } from "./component_exports.ts";
import { type Found, functionsNamed } from "./found.ts";
import { foreignPart } from "./json_value.ts";
import { constantOf, literalOf } from "./literal.ts";
import { isAuthors } from "./origins.ts";
import { note, type Reading } from "./reading.ts";
import { ts } from "./typescript.ts";

type Kind = ComponentRequest["kind"];

/** What a file exports as its default. */
export type Entry =
  & EntryPlace
  & (
    | { readonly type: "function"; readonly found: Found }
    | { readonly type: "constant"; readonly constant: EntryConstant }
    | { readonly type: "wrong" }
  );

interface EntryPlace {
  /** Where problems are noted that have no better place. */
  readonly at: ts.Node;
  /** Where its JSDoc may stand, the best place first. */
  readonly docs: readonly ts.Node[];
}

const WANTED: Readonly<Record<Kind, string>> = {
  tool: "the default export of a tool is a function",
  resource: "the default export of a resource is a function, or a value of JSON",
  prompt: "the default export of a prompt is a function",
};

/**
 * What the default export of a file is.
 *
 * @param reading Hears of one that is missing, or is nothing that a component can be
 */
export function entryOf(
  kind: Kind,
  file: ts.SourceFile,
  exported: readonly Exported[],
  reading: Reading,
): Entry {
  const entry = exported.find(({ name }) => name === "default");
  if (entry === undefined) return missing(kind, file, likelyDefault(exported, reading), reading);
  const { symbol, at } = entry;
  const type = reading.checker.getTypeOfSymbol(symbol);
  const isCalled = reading.checker.getNonNullableType(type).getCallSignatures().length > 0;
  const found = isCalled ? functionsNamed(symbol, at, reading) : [];
  const docs = [...exporters(entry), ...found[0]?.docs ?? symbol.declarations ?? []];
  if (found.length === 1) return { type: "function", at, docs, found: found[0] };
  const fault = found.length === 0 ? constantFault(kind, type, at, reading) : {
    at,
    message:
      `the default export may be one of ${found.length} functions: write one that calls them`,
  };
  if (fault !== undefined) {
    note(reading, fault.at, fault.message);
    return { type: "wrong", at, docs };
  }
  return {
    type: "constant",
    at,
    docs,
    constant: { type: "constant", ...literal(symbol, reading) },
  };
}

function missing(
  kind: Kind,
  file: ts.SourceFile,
  likely: Exported | undefined,
  reading: Reading,
): Entry {
  const at = likely?.at ?? file;
  const message = `${WANTED[kind]}, and this file has none: write ${asDefault(likely)}`;
  note(reading, at, message);
  return { type: "wrong", at, docs: likely?.symbol.declarations ?? [] };
}

/** Why a default export that is no function is none of a component, and where. */
function constantFault(
  kind: Kind,
  type: ts.Type,
  at: ts.Node,
  reading: Reading,
): { readonly at: ts.Node; readonly message: string } | undefined {
  if (type.getConstructSignatures().length > 0) {
    return { at, message: `${WANTED[kind]}, and this is a class: write a function that uses it` };
  }
  if (kind !== "resource") {
    const shown = reading.checker.typeToString(type);
    const message = `${WANTED[kind]}, and this is ${shown}: write export default function …`;
    return { at, message };
  }
  const foreign = foreignPart(type, reading);
  if (foreign === undefined) return undefined;
  const { path, what, declaration } = foreign;
  const shown = path === "" ? "this value" : path.startsWith("[") ? `the item ${path}` : path;
  return {
    at: declaration !== undefined && isAuthors(declaration, reading) ? declaration : at,
    message:
      `${shown} is ${what}, which has no form in JSON: write a value that has one, or export ` +
      "a function that returns the contents",
  };
}

/** How a default export is written, by what is likely to be it. */
function asDefault(likely: Exported | undefined): string {
  if (likely === undefined) return "export default function …";
  const { name, flags } = likely.symbol;
  return flags & ts.SymbolFlags.Function
    ? `export default function ${name}(…)`
    : `export default ${name}`;
}

/** Where the comment of an `export default` stands that is apart from the value. */
function exporters({ exporter }: Exported): ts.Node[] {
  return exporter !== undefined && ts.isExportAssignment(exporter) ? [exporter] : [];
}

/** The value of a constant that is written out. */
function literal(symbol: ts.Symbol, reading: Reading): { value?: unknown } {
  const { valueDeclaration: declaration } = symbol;
  const isDefault = declaration !== undefined && ts.isExportAssignment(declaration);
  return (isDefault ? literalOf(declaration.expression, reading) : constantOf(symbol, reading)) ??
    {};
}
