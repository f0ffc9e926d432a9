import { type Conversion, DEEPEST, MOST_PARTS, type Place, type Slot } from "./conversion.ts";
import type { Node } from "../libraries/subschemas.ts";
import { isFunction, resultOf } from "./functions.ts";
import { intersectionSchema } from "./intersections.ts";
import { listSchema } from "./lists.ts";
import { mappedFrom, typeNodeOf } from "./members.ts";
import { objectSchema } from "./objects.ts";
import { isPlatform, isPlatformFile } from "./origins.ts";
import { platformSchema } from "./platform_types.ts";
import { note, type Reading, type Side } from "./reading.ts";
import { type Definitions, noDefinitions } from "./definitions.ts";
import { recursionInto } from "./recursion.ts";
import { open, scalarSchema } from "./scalars.ts";
import { ts } from "./typescript.ts";
import { unionSchema } from "./unions.ts";
import { unresolvedProblem } from "./unresolved.ts";

/**
 * The JSON Schema of a type, in the form that schemas of libraries are listed in. A part that stands for
 * a value which JSON has not is marked with `TYPE_MARK`.
 *
 * Only a type that contains itself is referred to, as `#/$defs/Name`. Several types of one schema, such
 * as those of its parameters, are given the same definitions, which the caller puts at its root; without
 * any, they are in the `$defs` of what is returned, whose root is never a reference itself.
 *
 * @param at Where problems are shown that have no better place
 * @param what What messages call the value, such as `parameter "when"`
 * @param side On the way out, `undefined` at the root and in lists is null
 * @returns the schema, or `undefined` if the type cannot be shown: the reading has a problem more then
 */
export function typeSchema(
  type: ts.Type,
  at: ts.Node,
  what: string,
  side: Side,
  reading: Reading,
  definitions?: Definitions,
): Node | undefined {
  const collected = definitions ?? noDefinitions();
  const root = converted(type, at, what, side, reading, collected);
  if (root === undefined || definitions !== undefined) return root;
  const { schemas } = collected;
  if (Object.keys(schemas).length === 0) return root;
  const { $ref, ...beside } = root;
  const target = typeof $ref === "string" ? schemas[$ref.slice("#/$defs/".length)] : {};
  return { ...target, ...beside, $defs: schemas };
}

function converted(
  type: ts.Type,
  at: ts.Node,
  what: string,
  side: Side,
  reading: Reading,
  definitions: Definitions,
): Node | undefined {
  const checks: (() => void)[] = [];
  let parts = 0;
  let refused = false;
  let stopped = false;
  const stop = (place: Place, reason: string) => {
    stopped = true;
    return conversion.refuse({ ...place, path: "", at }, reason);
  };
  const conversion: Conversion = {
    side,
    reading,
    recursion: recursionInto(definitions),
    of: (type, place, slot) => {
      if (stopped) return undefined;
      if (place.depth > DEEPEST) return stop(place, TOO_DEEP);
      if (!type.isLiteral() && ++parts > MOST_PARTS) return stop(place, TOO_LARGE);
      return schemaOf(type, place, slot, conversion);
    },
    refuse: (place, reason) => {
      refused = true;
      refuse(place, reason, reading);
    },
    later: (check) => checks.push(check),
  };
  const place: Place = { at, what, path: "", depth: 0, sources: [typeNodeOf(at)] };
  const root = conversion.of(type, place, "item");
  if (!stopped) checks.forEach((check) => check());
  return refused ? undefined : root;
}

const TOO_DEEP = `the type has more than ${DEEPEST} levels, or grows without an end; ` +
  "write one that ends, or contains itself as it is";
const TOO_LARGE = `the type has more than ${MOST_PARTS} parts; write a smaller one`;

function refuse({ at, what, path }: Place, reason: string, reading: Reading): void {
  const { problems } = reading;
  note(reading, at, [what, path, reason].filter((part) => part !== "").join(": "));
  const [{ url, line, column }] = problems.slice(-1);
  const again = problems.slice(0, -1).some((known) =>
    known.url === url && known.line === line && known.column === column &&
    known.message.endsWith(`: ${reason}`)
  );
  if (again) problems.pop();
}

function schemaOf(
  type: ts.Type,
  place: Place,
  slot: Slot,
  conversion: Conversion,
): Node | undefined {
  const { recursion, reading } = conversion;
  const unresolved = unresolvedProblem(type, place, reading);
  if (unresolved !== undefined) {
    return conversion.refuse({ ...place, at: unresolved.at }, unresolved.reason);
  }
  const scalar = scalarSchema(type, place, conversion);
  if (scalar !== null) return scalar;
  if (type.flags & ts.TypeFlags.Substitution) {
    return conversion.of((type as ts.SubstitutionType).baseType, place, slot);
  }
  if (type.flags & ts.TypeFlags.Instantiable) {
    const own = (type as { isThisType?: boolean }).isThisType
      ? reading.checker.getBaseConstraintOfType(type)
      : undefined;
    return own === undefined
      ? conversion.refuse(place, open(type, conversion))
      : conversion.of(own, place, slot);
  }
  const inside = { ...place, sources: [...aliasSources(type, reading), ...place.sources] };
  const make = () => structure(type, inside, slot, conversion);
  return isNameable(type, reading) ? recursion.enter(type, nameFor(place), make) : make();
}

/** Where the alias that a type is called by is written. */
function aliasSources({ aliasSymbol }: ts.Type, reading: Reading): readonly ts.Node[] {
  return (aliasSymbol?.declarations ?? [])
    .filter((node) => !isPlatformFile(node.getSourceFile(), reading))
    .map(typeNodeOf);
}

/** Whether a cycle of types has to go through a type, or one like it: it has a name, or members. */
function isNameable(type: ts.Type, reading: Reading): boolean {
  if (type.aliasSymbol !== undefined || type.isIntersection()) return true;
  const { checker } = reading;
  if (type.isUnion()) return type.types.some(isDeferred);
  if (checker.isArrayType(type) || checker.isTupleType(type)) return isDeferred(type);
  return !isPlatform(type.getSymbol(), reading);
}

/** Whether a type is a list of an alias that the list is in itself. */
function isDeferred(type: ts.Type): boolean {
  return type.aliasSymbol === undefined && (type as { node?: ts.Node }).node !== undefined;
}

/** What a type without a name is called: as the member that it is the type of. */
function nameFor({ path, what }: Place): string {
  const names = path.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu);
  return names?.at(-1) ?? /"(.+)"/.exec(what)?.[1] ?? "Root";
}

const NOTHING = ts.TypeFlags.Undefined | ts.TypeFlags.Void;

function structure(
  type: ts.Type,
  place: Place,
  slot: Slot,
  conversion: Conversion,
): Node | undefined {
  if (type.isUnion() || type.flags & NOTHING) {
    return unionSchema(type, place, slot, conversion);
  }
  if (isFunction(type, conversion.reading)) {
    return conversion.refuse(place, "a function is no data; leave it out");
  }
  const source = mappedFrom(type, conversion.reading);
  if (source !== undefined) return conversion.of(source, place, slot);
  for (const read of [intersectionSchema, jsonSchema, listSchema, platformSchema]) {
    const schema = read(type, place, slot, conversion);
    if (schema !== null) return schema;
  }
  return objectSchema(type, place, conversion);
}

/** The schema of what the `toJSON` of a result gives, unless the platform says what form it has. */
function jsonSchema(
  type: ts.Type,
  place: Place,
  slot: Slot,
  conversion: Conversion,
): Node | undefined | null {
  const { side, reading } = conversion;
  if (side === "input" || isPlatform(type.getSymbol(), reading)) return null;
  const own = resultOf(type, "toJSON", reading);
  return own === undefined || own === type ? null : conversion.of(own, place, slot);
}
