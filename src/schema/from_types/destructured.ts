import { ordered } from "../libraries/keyword_order.ts";
import type { Node } from "../libraries/subschemas.ts";
import { described } from "./doc.ts";
import { isContradiction } from "./intersections.ts";
import { bare, textOfName } from "./literal.ts";
import { isAuthors } from "./origins.ts";
import { dependsIn, isContext, isDepends } from "./our_types.ts";
import { note, type Reading } from "./reading.ts";
import { type Definitions, resolvedRoot } from "./definitions.ts";
import { hasContext, mayBeAbsent, type Position } from "./positions.ts";
import { withoutMembers } from "./schema_member.ts";
import { typeSchema } from "./type_schema.ts";
import { ts } from "./typescript.ts";

/** A value that a pattern gives to a member that is missing. */
export interface MemberDefault {
  /** Names of the members that lead there. */
  readonly path: readonly string[];
  readonly initializer: ts.Expression;
}

/** The defaults in a pattern, at all depths. */
export function defaultsIn(
  pattern: ts.BindingName,
  path: readonly string[] = [],
): MemberDefault[] {
  if (!ts.isObjectBindingPattern(pattern)) return [];
  return pattern.elements.flatMap((element) => {
    const key = keyOf(element);
    if (key === undefined) return [];
    const here = [...path, key];
    const { initializer } = element;
    return [
      ...(initializer === undefined ? [] : [{ path: here, initializer }]),
      ...defaultsIn(element.name, here),
    ];
  });
}

/** The member that an element of a pattern takes; none for the rest. */
function keyOf({ dotDotDotToken, propertyName, name }: ts.BindingElement): string | undefined {
  return dotDotDotToken === undefined
    ? textOfName(propertyName ?? name as ts.Identifier)
    : undefined;
}

/** The members whose values `depends()` makes. */
export function injectedIn(pattern: ts.BindingPattern, reading: Reading): string[] {
  return ownDefaults(pattern)
    .filter(({ initializer }) => isDepends(initializer, reading))
    .map(({ path }) => path[0]);
}

/** The defaults of the members themselves, and not of what is in these. */
function ownDefaults(pattern: ts.BindingName): MemberDefault[] {
  return defaultsIn(pattern).filter(({ path }) => path.length === 1);
}

/** Notes what `depends()` would make that is not a whole parameter, nor a whole argument. */
export function checkDepends({ name, initializer }: ts.ParameterDeclaration, reading: Reading) {
  const whole = [initializer, ...ownDefaults(name).map(({ initializer }) => initializer)]
    .map((value) => value && bare(value));
  for (const node of [name, initializer]) {
    const calls = node === undefined ? [] : dependsIn(node, reading);
    const misplaced = calls.find((call) => !whole.includes(call as ts.Expression));
    if (misplaced !== undefined) return note(reading, misplaced, MISPLACED);
  }
}

const MISPLACED = "depends() is the whole default of a parameter, or of a member of the " +
  "arguments: write db = depends(openDb), and go on from there in the body";

/**
 * The schema of the arguments that one parameter takes apart.
 *
 * @param injected Members that are no arguments
 * @returns `undefined` where there is none, and a problem was noted
 */
export function membersSchema(
  { type, declaration, at }: Position,
  injected: readonly string[],
  definitions: Definitions,
  reading: Reading,
): Node | undefined {
  const { checker } = reading;
  if (declaration !== undefined && hasUntypedMembers(declaration, reading)) return undefined;
  const object = checker.getNonNullableType(type);
  if (!isObject(object, reading)) {
    const shown = checker.typeToString(type);
    const message = `the arguments are an object, and ${shown} is none: write its members`;
    return void note(reading, at, message);
  }
  if (hasContexts(object, at, reading)) return undefined;
  if (injected.length > 0 && !object.isUnion()) {
    return writtenOut(object, at, injected, definitions, reading);
  }
  const schema = typeSchema(object, at, ARGUMENTS, "input", reading, definitions);
  return schema && withoutMembers(resolvedRoot(schema, definitions), injected);
}

const ARGUMENTS = "the arguments";

/** The schema of an object without some members, whose types need not be those of data. */
function writtenOut(
  type: ts.Type,
  at: ts.Node,
  without: readonly string[],
  definitions: Definitions,
  reading: Reading,
): Node | undefined {
  const { checker } = reading;
  const members = checker.getPropertiesOfType(type)
    .filter(({ name }) => !without.includes(name))
    .map((member) => memberOf(member, at, definitions, reading));
  const [index] = checker.getIndexInfosOfType(type);
  const others = index && typeSchema(index.type, at, ARGUMENTS, "input", reading, definitions);
  if (members.some(({ schema }) => schema === undefined)) return undefined;
  const required = members.filter(({ optional }) => !optional).map(({ name }) => name);
  return ordered({
    type: "object",
    properties: Object.fromEntries(members.map(({ name, schema }) => [name, schema])),
    ...(required.length === 0 ? {} : { required }),
    ...(others === undefined ? {} : {
      additionalProperties: Object.keys(others).length === 0 ? true : others,
    }),
  });
}

function memberOf(member: ts.Symbol, at: ts.Node, definitions: Definitions, reading: Reading) {
  const { name } = member;
  const type = reading.checker.getTypeOfSymbol(member);
  const optional = (member.flags & ts.SymbolFlags.Optional) !== 0 || mayBeAbsent(type);
  const place = placeOf(member, at, reading);
  const what = `parameter ${JSON.stringify(name)}`;
  const schema = typeSchema(type, place, what, "input", reading, definitions);
  return { name, optional, schema: schema && described(schema, member, reading) };
}

function placeOf({ declarations = [] }: ts.Symbol, at: ts.Node, reading: Reading): ts.Node {
  return declarations.find((declaration) => isAuthors(declaration, reading)) ?? at;
}

/** Notes members that are given a context, which is none of the arguments. */
function hasContexts(type: ts.Type, at: ts.Node, reading: Reading): boolean {
  const members = reading.checker.getPropertiesOfType(type)
    .filter((member) => isContext(reading.checker.getTypeOfSymbol(member), reading));
  for (const member of members) {
    const { name } = member;
    note(
      reading,
      placeOf(member, at, reading),
      `a Context is no argument: take it as a parameter of its own, as in ${name}: Context`,
    );
  }
  return members.length > 0;
}

function isObject(type: ts.Type, reading: Reading): boolean {
  if (type.isUnion()) {
    return type.types.every((part) => isContradiction(part, reading) || isObject(part, reading));
  }
  return (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0 &&
    !reading.checker.isArrayLikeType(type) && type.getCallSignatures().length === 0;
}

/** Notes the members that nobody has given a type. */
export function hasUntypedMembers(
  declaration: ts.ParameterDeclaration,
  reading: Reading,
): boolean {
  if (declaration.type !== undefined || hasContext(declaration, reading)) return false;
  const known = reading.problems.length;
  const visit = (pattern: ts.BindingName): void => {
    if (!ts.isObjectBindingPattern(pattern)) return;
    for (const { name, initializer } of pattern.elements) {
      if (!ts.isIdentifier(name)) visit(name);
      else if (initializer === undefined && isAny(reading.checker.getTypeAtLocation(name))) {
        note(
          reading,
          name,
          `${name.text} has no type: write one, as in { ${name.text} }: { ${name.text}: string }`,
        );
      }
    }
  };
  visit(declaration.name);
  return reading.problems.length > known;
}

function isAny({ flags }: ts.Type): boolean {
  return (flags & ts.TypeFlags.Any) !== 0;
}
