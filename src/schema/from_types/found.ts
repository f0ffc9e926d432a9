import { bare, resolved, textOfName } from "./literal.ts";
import type { Reading } from "./reading.ts";
import { ts } from "./typescript.ts";

/** A function that an expression may stand for. */
export interface Found {
  /** Where problems are noted that have no better place. */
  readonly at: ts.Node;
  /** Its `name` at run time; `undefined` where only its type is known. */
  readonly name: string | undefined;
  /** Its type, with the types of what it is a member of filled in. */
  readonly type: ts.Type;
  /** The type that is written for what it is put into. */
  readonly declared?: ts.Type;
  /** Where its JSDoc may stand, the best place first. */
  readonly docs: readonly ts.Node[];
}

/** The functions that an expression may stand for; none where it is a parameter, or of a loop. */
export function functionsOf(expression: ts.Expression, reading: Reading): Found[] {
  return valuesOf(expression, { name: "", docs: [] }, reading);
}

/** The functions that a name of a module, or a member, may stand for. */
export function functionsNamed(symbol: ts.Symbol, at: ts.Node, reading: Reading): Found[] {
  return ofSymbol(symbol, at, reading, new Set());
}

/** What two findings of one function have in common, and findings of others have not. */
export function identityOf({ name, type, at }: Found): ts.Node {
  const declaration = name === undefined ? undefined : type.getCallSignatures()[0]?.declaration;
  return declaration ?? at;
}

/** What is known of a value from what it is put into. */
interface Holder {
  /** The name that a function without one takes. */
  readonly name: string;
  readonly docs: readonly ts.Node[];
  /** The type that is written there. */
  readonly type?: ts.Type;
}

function valuesOf(
  expression: ts.Expression,
  holder: Holder,
  reading: Reading,
  seen: Set<ts.Node> = new Set(),
): Found[] {
  const node = bare(expression);
  if (seen.has(node)) return [];
  seen.add(node);
  const { checker } = reading;
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) {
    const name = node.name?.text ?? holder.name;
    const docs = [...holder.docs, node];
    const declared = holder.type && { declared: holder.type };
    return [{ at: node, name, type: checker.getTypeAtLocation(node), docs, ...declared }];
  }
  const branches = ts.isConditionalExpression(node)
    ? [node.whenTrue, node.whenFalse]
    : ts.isBinaryExpression(node) && CHOICES.has(node.operatorToken.kind)
    ? [node.left, node.right]
    : undefined;
  if (branches !== undefined) {
    return branches.flatMap((branch) => valuesOf(branch, { ...holder, name: "" }, reading, seen));
  }
  if (isReference(node)) {
    const symbol = checker.getSymbolAtLocation(node);
    const found = symbol === undefined ? [] : ofSymbol(symbol, node, reading, seen);
    return found.map((one) => ({ ...one, docs: [...holder.docs, ...one.docs] }));
  }
  return ofType(
    node,
    holder,
    holder.type ?? checker.getTypeAtLocation(node),
    reading,
    boundName(node, reading),
  );
}

const CHOICES: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

function isReference(node: ts.Node): node is ts.Identifier | ts.AccessExpression {
  return ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node);
}

/** A value of which only the type is known. */
function ofType(
  at: ts.Node,
  { docs }: Holder,
  given: ts.Type,
  { checker }: Reading,
  name?: string,
): Found[] {
  const type = checker.getNonNullableType(given);
  const callable = type.getCallSignatures().length > 0 || (type.flags & ts.TypeFlags.Any) !== 0;
  return callable ? [{ at, name, type, docs }] : [];
}

/** What `fn.bind(x)` makes is named after the function. */
function boundName(node: ts.Node, reading: Reading): string | undefined {
  if (!isBinding(node)) return undefined;
  const [found] = functionsOf(node.expression.expression, reading);
  return found?.name === undefined ? undefined : `bound ${found.name}`;
}

/** Whether a node is `fn.bind(…)`. */
export function isBinding(
  node: ts.Node,
): node is ts.CallExpression & { expression: ts.PropertyAccessExpression } {
  return ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === "bind";
}

function ofSymbol(
  named: ts.Symbol,
  at: ts.Node,
  reading: Reading,
  seen: Set<ts.Node>,
): Found[] {
  const { checker } = reading;
  const symbol = resolved(named, reading);
  const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0];
  if (declaration === undefined) return [];
  if (ts.isShorthandPropertyAssignment(declaration)) {
    const value = checker.getShorthandAssignmentValueSymbol(declaration);
    return value === undefined ? [] : ofSymbol(value, at, reading, seen);
  }
  const name = nameOf(declaration);
  const docs = [declaration];
  const type = () =>
    isReference(at) ? checker.getTypeAtLocation(at) : checker.getTypeOfSymbol(symbol);
  if (isFunction(declaration)) {
    return [{ at: declaration.name ?? declaration, name: name ?? "default", type: type(), docs }];
  }
  if (isGiven(declaration)) return [];
  const initializer = ts.isExportAssignment(declaration)
    ? declaration.expression
    : isHolder(declaration)
    ? declaration.initializer
    : undefined;
  if (initializer === undefined || name === undefined) {
    return ofType(at, { name: "", docs }, type(), reading);
  }
  const written = "type" in declaration && declaration.type !== undefined ? type() : undefined;
  return valuesOf(initializer, { name, docs, ...(written && { type: written }) }, reading, seen);
}

function isFunction(
  node: ts.Node,
): node is ts.FunctionDeclaration | ts.MethodDeclaration | ts.MethodSignature {
  return ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node);
}

type HolderDeclaration = ts.VariableDeclaration | ts.PropertyAssignment | ts.PropertyDeclaration;

function isHolder(node: ts.Node): node is HolderDeclaration {
  return ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) ||
    ts.isPropertyDeclaration(node);
}

/** Whether a value comes from elsewhere: that of a parameter, or of a loop. */
function isGiven(node: ts.Node): boolean {
  if (ts.isBindingElement(node)) return isGiven(node.parent.parent);
  return ts.isParameter(node) || (ts.isVariableDeclaration(node) &&
    (ts.isForOfStatement(node.parent.parent) || ts.isForInStatement(node.parent.parent)));
}

/** The name that a declaration gives. */
function nameOf(node: ts.Declaration): string | undefined {
  if (ts.isExportAssignment(node)) return "default";
  const name = ts.getNameOfDeclaration(node);
  return name !== undefined && (ts.isPropertyName(name) || ts.isIdentifier(name))
    ? textOfName(name)
    : undefined;
}

/** The name of a function that stands anywhere in a file, by itself or by what it is put into. */
export function nameOfFunction(node: ts.Node): string | undefined {
  if (isFunction(node) || ts.isFunctionExpression(node)) {
    const own = nameOf(node);
    if (own !== undefined) return own;
  }
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return undefined;
  let outer: ts.Node = node.parent;
  while (
    ts.isParenthesizedExpression(outer) || ts.isAsExpression(outer) ||
    ts.isSatisfiesExpression(outer)
  ) {
    outer = outer.parent;
  }
  return isHolder(outer) ? nameOf(outer) : undefined;
}
