import { isPlatformFile } from "./origins.ts";
import type { Reading } from "./reading.ts";
import { ts } from "./typescript.ts";

/** The nodes in which a type is written, the nearest first. */
export type Sources = readonly ts.Node[];

/** What a node of the source names: a value by its text, or a type. */
type Named = string | ts.Type;

/** How many nodes are looked at for the order of a union. */
const MOST_NODES = 5000;

const ranks = new WeakMap<ts.Node, ReadonlyMap<Named, number>>();

/**
 * The members of a union in the order in which they are written; what is written nowhere comes last.
 * The compiler's own order depends on all that it has read before.
 */
export function inSourceOrder(
  types: readonly ts.Type[],
  sources: Sources,
  reading: Reading,
): ts.Type[] {
  return sorted(types, sources, reading, namesOfType);
}

/** Names of properties in the order in which they are written, as {@linkcode inSourceOrder}. */
export function namesInSourceOrder(
  names: readonly string[],
  sources: Sources,
  reading: Reading,
): string[] {
  return sorted(names, sources, reading, (name) => [JSON.stringify(name)]);
}

function sorted<Item>(
  items: readonly Item[],
  sources: Sources,
  reading: Reading,
  namesOf: (item: Item) => readonly Named[],
): Item[] {
  if (items.length < 2) return [...items];
  const rank = (item: Item): readonly (number | string)[] => {
    const names = namesOf(item);
    for (const [i, source] of sources.entries()) {
      const known = ranksOf(source, reading);
      const found = names.map((name) => known.get(name)).find((rank) => rank !== undefined);
      if (found !== undefined) return [i, found, ""];
    }
    return [sources.length, ...declaredAt(names, reading)];
  };
  const ranked = items.map((item) => ({ item, rank: rank(item) }));
  return ranked.sort((a, b) => compare(a.rank, b.rank)).map(({ item }) => item);
}

function compare(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  const i = a.findIndex((part, i) => part !== b[i]);
  if (i < 0) return 0;
  return a[i] < b[i] ? -1 : 1;
}

function namesOfType(type: ts.Type): Named[] {
  const { value } = type as { value?: string | number | ts.PseudoBigInt };
  if (value !== undefined) return [type, JSON.stringify(value)];
  // A branded literal is an intersection with it.
  if (type.isIntersection()) {
    return [type, ...type.types.filter((part) => part.isLiteral()).flatMap(namesOfType)];
  }
  const { intrinsicName } = type as { intrinsicName?: string };
  return [type, ...(intrinsicName === undefined ? [] : [intrinsicName])];
}

/** Where the symbol of a type is declared, and how it is written; or its value. */
function declaredAt(names: readonly Named[], { checker }: Reading): (number | string)[] {
  const text = names.find((name) => typeof name === "string");
  if (text !== undefined) return [Number.isFinite(Number(text)) ? Number(text) : Infinity, text];
  const [type] = names as ts.Type[];
  const [node] = type.getSymbol()?.declarations ?? [];
  const place = node === undefined
    ? [Infinity, ""]
    : [node.getStart(), node.getSourceFile().fileName];
  return [...place, checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation)];
}

function ranksOf(source: ts.Node, reading: Reading): ReadonlyMap<Named, number> {
  const known = ranks.get(source);
  if (known !== undefined) return known;
  const found = new Map<Named, number>();
  const seen = new Set<ts.Node>();
  const add = (name: Named) => found.has(name) || found.set(name, found.size);
  const visit = (node: ts.Node): void => {
    if (seen.size >= MOST_NODES || seen.has(node)) return;
    seen.add(node);
    namedBy(node, reading).forEach(add);
    ts.forEachChild(node, visit);
    definitions(node, reading).forEach(visit);
  };
  visit(source);
  ranks.set(source, found);
  return found;
}

function namedBy(node: ts.Node, { checker }: Reading): Named[] {
  if (ts.isStringLiteralLike(node)) return [JSON.stringify(node.text)];
  if (ts.isNumericLiteral(node)) return [JSON.stringify(signed(node, Number(node.text)))];
  if (ts.isBigIntLiteral(node)) {
    const base10Value = BigInt(node.text.slice(0, -1)).toString();
    const negative = signed(node, 1) < 0;
    return [JSON.stringify({ negative, base10Value })];
  }
  if (ts.isEnumMember(node)) return [JSON.stringify(checker.getConstantValue(node)) ?? ""];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return ["true"];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return ["false"];
  if (isMember(node) && ts.isIdentifier(node.name)) return [JSON.stringify(node.name.text)];
  if (!ts.isTypeNode(node)) return [];
  const type = checker.getTypeFromTypeNode(node);
  const { intrinsicName } = type as { intrinsicName?: string };
  return intrinsicName === "boolean" ? ["true", "false"] : [type, intrinsicName ?? type];
}

function signed(node: ts.Node, value: number): number {
  const { parent } = node;
  const isNegative = ts.isPrefixUnaryExpression(parent) &&
    parent.operator === ts.SyntaxKind.MinusToken;
  return isNegative ? -value : value;
}

function isMember(node: ts.Node): node is ts.Node & { name: ts.PropertyName } {
  return ts.isPropertyAssignment(node) || ts.isPropertySignature(node) ||
    ts.isShorthandPropertyAssignment(node) || ts.isPropertyDeclaration(node);
}

/** What the name in a node stands for, where that is written out. */
function definitions(node: ts.Node, reading: Reading): ts.Node[] {
  if (!ts.isIdentifier(node)) return [];
  const { checker } = reading;
  const symbol = checker.getSymbolAtLocation(node);
  if (symbol === undefined) return [];
  const { declarations = [] } = symbol.flags & ts.SymbolFlags.Alias
    ? checker.getAliasedSymbol(symbol)
    : symbol;
  return declarations.filter((declaration) =>
    !isPlatformFile(declaration.getSourceFile(), reading) &&
    (ts.isTypeAliasDeclaration(declaration) || ts.isInterfaceDeclaration(declaration) ||
      ts.isEnumDeclaration(declaration) || ts.isVariableDeclaration(declaration))
  );
}
