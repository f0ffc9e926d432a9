import type { Conversion, Place } from "./conversion.ts";
import { isFunction } from "./functions.ts";
import { isAuthors, isPlatformClass, isPlatformFile } from "./origins.ts";
import type { Reading } from "./reading.ts";
import { namesInSourceOrder } from "./source_order.ts";
import { ts } from "./typescript.ts";

/** Whether a member is named by a symbol, which JSON has no keys of. */
export function isSymbolKey({ escapedName }: ts.Symbol): boolean {
  return String(escapedName).startsWith("__@");
}

/** Whether a member is private or protected, by `#` or by a word. */
export function isHidden({ escapedName, declarations = [] }: ts.Symbol): boolean {
  const { Private, Protected } = ts.ModifierFlags;
  return String(escapedName).startsWith("__#") ||
    declarations.some((node) => ts.getCombinedModifierFlags(node) & (Private | Protected));
}

/** Whether a member is on the prototype of its class, so that JSON does not show it. */
export function isInherited({ declarations = [] }: ts.Symbol, reading: Reading): boolean {
  return declarations.some((node) => {
    if (ts.isClassLike(node.parent) && isAccessor(node)) return true;
    const owner = ts.isInterfaceDeclaration(node.parent) || ts.isClassLike(node.parent)
      ? node.parent.name
      : undefined;
    return owner !== undefined &&
      isPlatformClass(reading.checker.getSymbolAtLocation(owner), reading);
  });
}

function isAccessor(node: ts.Declaration): boolean {
  return ts.isAccessor(node) ||
    (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Accessor) !== 0;
}

/** Whether the author, or a package, has written a member, so that its JSDoc tells about the data. */
export function isWritten({ declarations = [] }: ts.Symbol, reading: Reading): boolean {
  return declarations.some((node) => !isPlatformFile(node.getSourceFile(), reading));
}

/** The place of a member, at its own declaration where that is the author's. */
export function memberPlace(place: Place, member: ts.Symbol, { reading }: Conversion): Place {
  const [declaration] = member.declarations ?? [];
  const step = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(member.name)
    ? `${place.path === "" ? "" : "."}${member.name}`
    : `[${JSON.stringify(member.name)}]`;
  const below = { ...place, path: `${place.path}${step}`, depth: place.depth + 1 };
  if (declaration === undefined) return below;
  return {
    ...below,
    at: isAuthors(declaration, reading) ? declaration : place.at,
    sources: [typeNodeOf(declaration), ...place.sources],
  };
}

/** Where the type of a declaration is written. */
export function typeNodeOf(declaration: ts.Node): ts.Node {
  return (declaration as { type?: ts.TypeNode }).type ?? declaration;
}

/** The members of an object type in an order that depends on nothing but the source. */
export function membersOf(
  type: ts.Type,
  place: Place,
  conversion: Conversion,
): readonly ts.Symbol[] {
  const { reading } = conversion;
  const members = new Map(reading.checker.getPropertiesOfType(type).map((it) => [it.name, it]));
  const names = type.isIntersection()
    ? new Set(
      type.types.flatMap((part) => membersOf(part, place, conversion).map(({ name }) => name)),
    )
    : isByKeys(type)
    ? namesInSourceOrder([...members.keys()], place.sources, reading)
    : members.keys();
  return [...names].map((name) => members.get(name)).filter((member) => member !== undefined);
}

/**
 * The type that a mapped type such as `Readonly` is made from, where that is no object of data: a class
 * of the platform, or a function.
 */
export function mappedFrom(type: ts.Type, reading: Reading): ts.Type | undefined {
  if (!isMapped(type)) return undefined;
  type.getProperties();
  // Known from here on, if it is mapped by its own keys.
  const { modifiersType } = type as { modifiersType?: ts.Type };
  if (modifiersType === undefined) return undefined;
  const isNoObject = isFunction(modifiersType, reading) ||
    isPlatformClass(modifiersType.getSymbol(), reading);
  return isNoObject ? modifiersType : mappedFrom(modifiersType, reading);
}

function isMapped(type: ts.Type): boolean {
  return ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped) !== 0;
}

/** Whether the members of a type come from a union of keys, which has an order of the compiler's. */
function isByKeys(type: ts.Type): boolean {
  if (!isMapped(type)) return false;
  const { declaration, modifiersType } = type as {
    declaration?: ts.MappedTypeNode;
    modifiersType?: ts.Type;
  };
  const keys = declaration?.typeParameter.constraint;
  if (keys === undefined || !ts.isTypeOperatorNode(keys)) return true;
  return modifiersType !== undefined && isByKeys(modifiersType);
}
