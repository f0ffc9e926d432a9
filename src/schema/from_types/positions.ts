import { note, type Reading } from "./reading.ts";
import { ts } from "./typescript.ts";

/** One place in the list of what a function is called with. */
export interface Position {
  /** Its name; none where it is taken apart at once. */
  readonly name?: string;
  readonly pattern?: ts.BindingPattern;
  readonly type: ts.Type;
  /** Where it is declared as a parameter. */
  readonly declaration?: ts.ParameterDeclaration;
  /** Whether it may be left out. */
  readonly optional: boolean;
  /** Where problems are noted. */
  readonly at: ts.Node;
}

/**
 * The places that a signature has; rest parameters are none.
 *
 * @param at Where problems are noted that have no better place
 */
export function positionsOf(signature: ts.Signature, at: ts.Node, reading: Reading): Position[] {
  return signature.getParameters().flatMap((parameter) => {
    const type = reading.checker.getTypeOfSymbol(parameter);
    const declaration = declarationOf(parameter.valueDeclaration);
    if (declaration?.dotDotDotToken !== undefined) return rest(declaration, type, reading);
    const optional = isOptional(declaration) || mayBeAbsent(type);
    return [{ ...naming(declaration, parameter.name), type, optional, ...placed(declaration, at) }];
  });
}

function declarationOf(node: ts.Node | undefined): ts.ParameterDeclaration | undefined {
  return node !== undefined && ts.isParameter(node) ? node : undefined;
}

function naming(declaration: ts.ParameterDeclaration | undefined, name: string) {
  return declaration === undefined || ts.isIdentifier(declaration.name)
    ? { name }
    : { pattern: declaration.name };
}

function placed(declaration: ts.ParameterDeclaration | undefined, at: ts.Node) {
  return declaration === undefined ? { at } : { declaration, at: declaration };
}

function isOptional(declaration: ts.ParameterDeclaration | undefined): boolean {
  return declaration?.questionToken !== undefined || declaration?.initializer !== undefined;
}

/** Whether a type has `undefined` in it. */
export function mayBeAbsent(type: ts.Type): boolean {
  const parts = type.isUnion() ? type.types : [type];
  return parts.some(({ flags }) => flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void));
}

/** What wraps a function has its parameters as a tuple with names. */
function rest(declaration: ts.ParameterDeclaration, type: ts.Type, reading: Reading): Position[] {
  const { checker } = reading;
  const { target } = type as ts.TupleTypeReference;
  const labels = checker.isTupleType(type) ? target.labeledElementDeclarations ?? [] : undefined;
  const isOpen = labels === undefined || labels.includes(undefined) ||
    target.elementFlags.some((flags) => flags & ts.ElementFlags.Variable);
  if (isOpen || labels.length !== target.elementFlags.length) {
    const name = declaration.name.getText();
    note(
      reading,
      declaration,
      `the values of ...${name} have no names; write a list, as in ${name}: ${
        checker.typeToString(type)
      }`,
    );
    return [];
  }
  const types = checker.getTypeArguments(type as ts.TypeReference);
  return labels.map((label, i) => {
    const parameter = declarationOf(label);
    const isPart = (target.elementFlags[i] & ts.ElementFlags.Optional) !== 0;
    return {
      ...naming(parameter, label!.name.getText()),
      type: types[i],
      optional: isPart || mayBeAbsent(types[i]),
      ...placed(parameter, declaration),
    };
  });
}

/** Whether nobody has said of what type a parameter is. */
export function isUntyped({ declaration, type }: Position, reading: Reading): boolean {
  if (declaration === undefined || declaration.type !== undefined) return false;
  if (hasContext(declaration, reading)) return false;
  const { initializer } = declaration;
  const isAny = (type: ts.Type) => (type.flags & ts.TypeFlags.Any) !== 0;
  if (initializer === undefined) return isAny(type) || (type.flags & ts.TypeFlags.Never) !== 0;
  const { kind } = initializer;
  return kind === ts.SyntaxKind.NullKeyword || initializer.getText() === "undefined" ||
    ts.isArrayLiteralExpression(initializer) && initializer.elements.length === 0 ||
    isAny(type) && !isAny(reading.checker.getTypeAtLocation(initializer));
}

/** Whether what a function is put into says of what types its parameters are. */
export function hasContext({ parent }: ts.ParameterDeclaration, reading: Reading): boolean {
  const { checker } = reading;
  const context = contextOf(parent, reading);
  const [signature] = context === undefined
    ? []
    : checker.getApparentType(context).getCallSignatures();
  if (signature === undefined) return false;
  // That `mcp.tool()` takes any function says nothing of this one.
  const { declaration } = signature;
  return declaration === undefined || !reading.isOurs(declaration.getSourceFile());
}

function contextOf(node: ts.Node, { checker }: Reading): ts.Type | undefined {
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) {
    return checker.getContextualType(node);
  }
  if (!ts.isMethodDeclaration(node) || !ts.isObjectLiteralExpression(node.parent)) return undefined;
  const member = checker.getContextualType(node.parent)?.getProperty(node.name.getText());
  return member && checker.getTypeOfSymbol(member);
}
