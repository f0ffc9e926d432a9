import { isRecord } from "../json_schema.ts";
import { ordered } from "../libraries/keyword_order.ts";
import type { Node } from "../libraries/subschemas.ts";
import {
  checkDepends,
  defaultsIn,
  hasUntypedMembers,
  injectedIn,
  type MemberDefault,
  membersSchema,
} from "./destructured.ts";
import { described } from "./doc.ts";
import { withDefault } from "./doc_values.ts";
import type { ParameterDoc } from "./function_doc.ts";
import { literalOf } from "./literal.ts";
import { isContext, isDepends } from "./our_types.ts";
import { withParameterDocs } from "./parameter_docs.ts";
import { note, type Reading } from "./reading.ts";
import { type Definitions, noDefinitions, withDefinitions } from "./definitions.ts";
import { changedMember, withoutRequired } from "./schema_member.ts";
import type { Parameter } from "./signature.ts";
import { isUntyped, type Position, positionsOf } from "./positions.ts";
import { typeSchema } from "./type_schema.ts";
import { ts } from "./typescript.ts";

/** What a function is called with. */
export interface Arguments {
  readonly parameters: readonly Parameter[];
  /** Schema of the arguments, an object. */
  readonly input: Node;
}

/**
 * Reads the parameters of a function.
 *
 * @param at Where problems are noted that have no better place
 * @param docs What `@param` says of them
 * @returns `undefined` where they cannot be told, and a problem was noted
 */
export function readParameters(
  signature: ts.Signature,
  at: ts.Node,
  docs: readonly ParameterDoc[],
  reading: Reading,
): Arguments | undefined {
  const known = reading.problems.length;
  const called = callOf(signature, at, reading);
  if (called === undefined) return undefined;
  const { positions, parameters, given, whole } = called;
  const definitions = noDefinitions();
  const injected = parameters.find((parameter) => parameter.kind === "arguments")?.injected ?? [];
  const schema = whole === undefined
    ? positional(given, definitions, reading)
    : membersSchema(whole, injected, definitions, reading);
  if (schema === undefined || reading.problems.length > known) return undefined;
  const others = positions.filter((position) => !given.includes(position)).map(({ name }) =>
    name ?? ""
  );
  const names = { others: [...others, ...injected], isTakenApart: whole !== undefined };
  const told = withParameterDocs(schema, docs, names, reading);
  const defaults = given.flatMap(defaultsOf)
    .filter(({ path }) => !(path.length === 1 && injected.includes(path[0])));
  const input = ordered(withoutDefaulted(withDefaults(told, defaults, reading)));
  return { parameters, input: withDefinitions(input, definitions) };
}

/**
 * What a function is called with whose arguments something else than its types describes.
 *
 * @param at Where problems are noted that have no better place
 * @returns `undefined` where it cannot be told, and a problem was noted
 */
export function parametersOf(
  signature: ts.Signature,
  at: ts.Node,
  reading: Reading,
): Pick<Arguments, "parameters"> | undefined {
  const called = callOf(signature, at, reading);
  if (called === undefined) return undefined;
  const { parameters, given } = called;
  const areTyped = given.map((position) => hasType(position, reading));
  return areTyped.includes(false) ? undefined : { parameters };
}

interface Call {
  readonly positions: readonly Position[];
  /** What each position is given. */
  readonly parameters: readonly Parameter[];
  /** The positions that arguments are for. */
  readonly given: readonly Position[];
  /** The one that all arguments are for. */
  readonly whole: Position | undefined;
}

function callOf(signature: ts.Signature, at: ts.Node, reading: Reading): Call | undefined {
  const known = reading.problems.length;
  const positions = positionsOf(signature, at, reading);
  for (const { declaration } of positions) declaration && checkDepends(declaration, reading);
  const parameters = positions.map((position) => parameterOf(position, reading));
  const given = positions.filter((_, i) => !["context", "injected"].includes(parameters[i].kind));
  const whole = given.find(({ pattern }) => pattern !== undefined);
  if (whole !== undefined) checkAlone(given, reading);
  return reading.problems.length > known ? undefined : { positions, parameters, given, whole };
}

function parameterOf(
  { name = "", pattern, type, declaration }: Position,
  reading: Reading,
): Parameter {
  if (isContext(type, reading)) return { kind: "context" };
  if (isDepends(declaration?.initializer, reading)) {
    return { kind: "injected", name: pattern?.getText().replaceAll(/\s+/g, " ") ?? name };
  }
  return pattern === undefined
    ? { kind: "argument", name }
    : { kind: "arguments", injected: injectedIn(pattern, reading) };
}

/** Only one parameter can be taken apart into arguments, and it must be an object. */
function checkAlone(given: readonly Position[], reading: Reading): void {
  const patterns = given.filter(({ pattern }) => pattern !== undefined);
  for (const { pattern, at, type } of patterns) {
    if (!ts.isArrayBindingPattern(pattern!)) continue;
    const shown = reading.checker.typeToString(type);
    note(reading, at, `a list that is taken apart has no name: write one, as in list: ${shown}`);
    return;
  }
  if (patterns.length > 1) {
    note(
      reading,
      patterns[1].at,
      "only one parameter can be taken apart into the arguments: write all members in one object",
    );
  } else if (given.length > 1) {
    note(
      reading,
      patterns[0].at,
      "an object that is taken apart beside other parameters has no name: give it one and take " +
        "it apart inside, or write all arguments as its members",
    );
  }
}

function positional(
  given: readonly Position[],
  definitions: Definitions,
  reading: Reading,
): Node | undefined {
  const properties = new Map<string, Node | undefined>();
  for (const position of given) {
    const name = position.name!;
    if (properties.has(name)) {
      note(reading, position.at, `two parameters are called ${name}: give each a name of its own`);
    } else if (hasType(position, reading)) {
      properties.set(name, schemaOf(position, definitions, reading));
    } else properties.set(name, undefined);
  }
  if ([...properties.values()].includes(undefined)) return undefined;
  const required = given.filter(({ optional }) => !optional).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** Whether the type of a position is said; else it is noted. */
function hasType(position: Position, reading: Reading): boolean {
  const { name, declaration, at } = position;
  if (name === undefined) {
    return declaration === undefined || !hasUntypedMembers(declaration, reading);
  }
  if (!isUntyped(position, reading)) return true;
  note(reading, at, `${name} has no type: write one, as in ${name}: string`);
  return false;
}

function schemaOf(
  position: Position,
  definitions: Definitions,
  reading: Reading,
): Node | undefined {
  const { type, at, name, declaration } = position;
  const what = `parameter ${JSON.stringify(name)}`;
  const schema = typeSchema(type, at, what, "input", reading, definitions);
  const symbol = declaration && reading.checker.getSymbolAtLocation(declaration.name);
  // What stands before a parameter without brackets is of the function.
  const isBare = declaration?.getFullStart() === declaration?.parent.getFullStart();
  return schema && symbol && !isBare ? described(schema, symbol, reading) : schema;
}

function defaultsOf({ name, pattern, declaration }: Position): MemberDefault[] {
  if (pattern !== undefined) return defaultsIn(pattern);
  const initializer = declaration?.initializer;
  return initializer === undefined ? [] : [{ path: [name!], initializer }];
}

/** Puts the defaults of the code into a schema, as far as they are values of JSON. */
function withDefaults(schema: Node, defaults: readonly MemberDefault[], reading: Reading): Node {
  return defaults.reduce((schema, { path, initializer }) => {
    const parent = path.slice(0, -1);
    const loose = changedMember(schema, parent, (node) => withoutRequired(node, path.slice(-1)));
    const literal = literalOf(initializer, reading);
    if (literal === undefined) return loose ?? schema;
    const what = path.join(".");
    const told = changedMember(
      loose ?? schema,
      path,
      (node) => ordered(withDefault(node, literal.value, initializer, what, reading)),
    );
    return told ?? loose ?? schema;
  }, schema);
}

/** What has a default, of the code or of a tag, may be left out. */
function withoutDefaulted(schema: Node): Node {
  const properties = Object.entries(isRecord(schema.properties) ? schema.properties : {});
  const defaulted = properties.filter(([, part]) => isRecord(part) && part.default !== undefined);
  return withoutRequired(schema, defaulted.map(([name]) => name));
}
