import type { Reading } from "./reading.ts";
import { ts } from "./typescript.ts";

/** How many constants may stand for one another before a value is taken for none. */
export const MOST_HOPS = 8;

/**
 * The JSON value that an expression always has: text, numbers, booleans, null, lists and objects of
 * these, members of enums, and constants that hold such a value; a list or object of a constant may
 * have changed since, unless it is `as const`.
 *
 * @returns the value in an object, or `undefined` where the code must run to know it
 */
export function literalOf(
  expression: ts.Expression,
  reading: Reading,
  hops = 0,
): { readonly value: unknown } | undefined {
  const node = bare(expression);
  if (ts.isStringLiteralLike(node)) return { value: node.text };
  if (ts.isNumericLiteral(node)) return finite(Number(node.text));
  if (ts.isPrefixUnaryExpression(node)) return signed(node);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return { value: true };
  if (node.kind === ts.SyntaxKind.FalseKeyword) return { value: false };
  if (node.kind === ts.SyntaxKind.NullKeyword) return { value: null };
  if (ts.isArrayLiteralExpression(node)) return list(node, reading, hops);
  if (ts.isObjectLiteralExpression(node)) return object(node, reading, hops);
  if (ts.isIdentifier(node)) return constant(node, reading, hops) ?? unit(node, reading);
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    const value = reading.checker.getConstantValue(node);
    return value === undefined ? unit(node, reading) : { value };
  }
  return undefined;
}

/** An expression without what only the types have: parentheses, `as`, `satisfies` and `!`. */
export function bare(expression: ts.Expression): ts.Expression {
  let node = expression;
  while (
    ts.isParenthesizedExpression(node) || ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) || ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node)
  ) node = node.expression;
  return node;
}

function finite(value: number): { value: number } | undefined {
  return Number.isFinite(value) ? { value } : undefined;
}

function signed({ operator, operand }: ts.PrefixUnaryExpression): { value: number } | undefined {
  if (!ts.isNumericLiteral(operand)) return undefined;
  const value = Number(operand.text);
  if (operator === ts.SyntaxKind.PlusToken) return finite(value);
  return operator === ts.SyntaxKind.MinusToken ? finite(value === 0 ? 0 : -value) : undefined;
}

function list(node: ts.ArrayLiteralExpression, reading: Reading, hops: number) {
  const items = node.elements.map((item) => literalOf(item, reading, hops));
  return items.includes(undefined) ? undefined : { value: items.map((item) => item!.value) };
}

function object(node: ts.ObjectLiteralExpression, reading: Reading, hops: number) {
  const members: [string, unknown][] = [];
  for (const property of node.properties) {
    const member = memberOf(property, reading, hops);
    if (member === undefined) return undefined;
    members.push([member.name, member.value]);
  }
  return { value: Object.fromEntries(members) };
}

/** The name and the JSON value that a member of an object always has, as {@linkcode literalOf} tells them. */
export function memberOf(
  property: ts.ObjectLiteralElementLike,
  reading: Reading,
  hops = 0,
): { readonly name: string; readonly value: unknown } | undefined {
  const name = property.name && textOfName(property.name);
  const literal = ts.isPropertyAssignment(property)
    ? literalOf(property.initializer, reading, hops)
    : ts.isShorthandPropertyAssignment(property)
    ? constantOf(reading.checker.getShorthandAssignmentValueSymbol(property), reading, hops)
    : undefined;
  // `__proto__: x` in a literal is no member.
  if (name === undefined || name === "__proto__" || literal === undefined) return undefined;
  return { name, ...literal };
}

/** The text of a name that is written out, `undefined` for one that is computed. */
export function textOfName(name: ts.PropertyName | ts.BindingName): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) return name.text;
  if (ts.isNumericLiteral(name)) return name.text;
  if (ts.isComputedPropertyName(name)) {
    const key = bare(name.expression);
    return ts.isStringLiteralLike(key) ? key.text : undefined;
  }
  return undefined;
}

function constant(node: ts.Identifier, reading: Reading, hops: number) {
  return constantOf(reading.checker.getSymbolAtLocation(node), reading, hops);
}

/** The JSON value that a constant always has, as {@linkcode literalOf} tells it. */
export function constantOf(
  symbol: ts.Symbol | undefined,
  reading: Reading,
  hops = 0,
): { readonly value: unknown } | undefined {
  const initializer = initializerOf(symbol, reading);
  if (initializer === undefined || hops > MOST_HOPS) return undefined;
  const literal = literalOf(initializer, reading, hops + 1);
  const mayChange = typeof literal?.value === "object" && literal.value !== null &&
    !isAsConst(initializer);
  return mayChange ? undefined : literal;
}

/** What a constant is given, across imports and exports under other names. */
export function initializerOf(
  symbol: ts.Symbol | undefined,
  reading: Reading,
): ts.Expression | undefined {
  const declaration = symbol && resolved(symbol, reading).valueDeclaration;
  if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return undefined;
  const isConst = (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
  return isConst ? declaration.initializer : undefined;
}

function isAsConst(expression: ts.Expression): boolean {
  const { parent } = bare(expression);
  return ts.isAssertionExpression(parent) && ts.isConstTypeReference(parent.type);
}

/** What a symbol stands for, across imports and exports under other names. */
export function resolved(symbol: ts.Symbol, { checker }: Reading): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The value of a type that has only one. */
function unit(node: ts.Expression, { checker }: Reading): { value: unknown } | undefined {
  const type = checker.getTypeAtLocation(node);
  if (type.isStringLiteral()) return { value: type.value };
  return type.isNumberLiteral() ? finite(type.value) : undefined;
}
