import { ordered } from "../libraries/keyword_order.ts";
import type { Node } from "../libraries/subschemas.ts";
import { mergedUnion } from "../libraries/unions.ts";
import { isContentType, isKindOf } from "./content_types.ts";
import { documented, type ValueDoc } from "./doc.ts";
import type { Reading } from "./reading.ts";
import { type Definitions, noDefinitions, resolvedRoot, withDefinitions } from "./definitions.ts";
import { typeSchema } from "./type_schema.ts";
import { ts } from "./typescript.ts";

/**
 * The schema of what a function gives in the end: a promise is awaited, a generator drained.
 *
 * @param at Where problems are noted that have no better place
 * @param doc What `@returns` says
 * @returns `undefined` where it is no data, or nothing is known of it
 */
export function resultSchema(
  signature: ts.Signature,
  at: ts.Node,
  doc: ValueDoc | undefined,
  reading: Reading,
): Node | undefined {
  const definitions = noDefinitions();
  const place = placeOf(signature, at);
  const type = awaited(signature.getReturnType(), reading);
  const schema = schemaOf(type, place, isGenerator(signature), definitions, reading);
  if (schema === undefined) return undefined;
  const told = doc === undefined ? schema : documented(schema, doc, "the result", reading);
  return withDefinitions(resolvedRoot(told, definitions), definitions);
}

/** Where the result is written, or what it is inferred from. */
function placeOf({ declaration }: ts.Signature, at: ts.Node): ts.Node {
  if (declaration === undefined || ts.isJSDocSignature(declaration)) return at;
  if (declaration.type !== undefined) return declaration.type;
  return declaration.getSourceFile() === at.getSourceFile() ? declaration : at;
}

function isGenerator({ declaration }: ts.Signature): boolean {
  const { asteriskToken } = (declaration ?? {}) as { asteriskToken?: ts.Node };
  return asteriskToken !== undefined;
}

function awaited(type: ts.Type, { checker }: Reading): ts.Type {
  return checker.getAwaitedType(type) ?? type;
}

function schemaOf(
  type: ts.Type,
  at: ts.Node,
  ofGenerator: boolean,
  definitions: Definitions,
  reading: Reading,
): Node | undefined {
  const data = withoutErrors(type, reading);
  if (data === undefined || !isData(data, reading)) return undefined;
  const parts = partsOf(data);
  const lists = parts.map((part) => yieldedBy(part, ofGenerator, reading));
  if (lists.every((list) => list === undefined)) return plainSchema(data, at, definitions, reading);
  const schemas = parts.map((part, i) => {
    const yielded = lists[i];
    if (yielded === undefined) return plainSchema(part, at, definitions, reading);
    const items = isData(yielded, reading)
      ? plainSchema(yielded, at, definitions, reading)
      : undefined;
    return items && { type: "array", items };
  });
  return schemas.includes(undefined) ? undefined : ordered(mergedUnion({ anyOf: schemas }));
}

function plainSchema(
  type: ts.Type,
  at: ts.Node,
  definitions: Definitions,
  reading: Reading,
): Node | undefined {
  const schema = typeSchema(type, at, "the result", "output", reading, definitions);
  return schema === undefined || Object.keys(schema).length === 0 ? undefined : schema;
}

function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() && !(type.flags & ts.TypeFlags.Boolean) ? type.types : [type];
}

/** A type without the errors in it, since an error that is returned is thrown. */
function withoutErrors(type: ts.Type, reading: Reading): ts.Type | undefined {
  const parts = partsOf(type);
  const data = parts.filter((part) => !isKindOf(part, ["Error"], reading));
  if (data.length === parts.length) return type;
  return data.length === 0 ? undefined : unionOf(data, reading);
}

function unionOf(types: readonly ts.Type[], { checker }: Reading): ts.Type {
  // Not in the declarations of the compiler, whose version is a fixed one.
  const { getUnionType } = checker as ts.TypeChecker & {
    getUnionType: (types: readonly ts.Type[]) => ts.Type;
  };
  return getUnionType(types);
}

/** Whether something is known of a type, and its values are data. */
function isData(type: ts.Type, reading: Reading): boolean {
  const { Any, Unknown, Never, Void, Undefined } = ts.TypeFlags;
  if (type.flags & (Any | Unknown | Never | Void | Undefined)) return false;
  return !partsOf(type).some((part) =>
    isContentType(part, reading) ||
    itemsOf(part, reading).some((item) => isContentType(item, reading))
  );
}

/** The types of the items of a list. */
function itemsOf(type: ts.Type, reading: Reading): readonly ts.Type[] {
  const { checker } = reading;
  const isList = checker.isArrayLikeType(type) || isKindOf(type, ["Set", "ReadonlySet"], reading);
  if (!isList || !("target" in type)) return [];
  return checker.getTypeArguments(type as ts.TypeReference).flatMap(partsOf);
}

/** The type of what a generator yields; `undefined` for a type of another kind. */
function yieldedBy(type: ts.Type, ofGenerator: boolean, reading: Reading): ts.Type | undefined {
  const { checker } = reading;
  const next = iteratorOf(type, ofGenerator, reading)?.getProperty("next");
  if (next === undefined) return undefined;
  const [signature] = checker.getTypeOfSymbol(next).getCallSignatures();
  if (signature === undefined) return undefined;
  const steps = partsOf(awaited(signature.getReturnType(), reading));
  const values = steps.filter((step) => !isLast(step, reading)).flatMap((step) => {
    const value = step.getProperty("value");
    return value === undefined ? [] : [awaited(checker.getTypeOfSymbol(value), reading)];
  });
  return values.length === 0 ? checker.getNeverType() : unionOf(values, reading);
}

/** What gives the items one by one; that of a generator function may be declared as any iterable. */
function iteratorOf(
  type: ts.Type,
  ofGenerator: boolean,
  { checker }: Reading,
): ts.Type | undefined {
  const iterable = type.getProperties().find(({ name }) => /^__@(?:async)?iterator@/i.test(name));
  const isIterator = type.getProperty("next") !== undefined;
  if (isIterator) return iterable !== undefined || ofGenerator ? type : undefined;
  if (iterable === undefined || !ofGenerator) return undefined;
  return checker.getTypeOfSymbol(iterable).getCallSignatures()[0]?.getReturnType();
}

/** Whether a step of an iterator is the one that ends it. */
function isLast(step: ts.Type, { checker }: Reading): boolean {
  const done = step.getProperty("done");
  return done !== undefined && checker.typeToString(checker.getTypeOfSymbol(done)) === "true";
}
