import { type Conversion, type Place, type Slot, within, written } from "./conversion.ts";
import { FORMS } from "../marked_types.ts";
import type { Node } from "../libraries/subschemas.ts";
import { resultOf } from "./functions.ts";
import { arrayOf } from "./lists.ts";
import { isPlatform, isPlatformClass } from "./origins.ts";
import type { Reading } from "./reading.ts";
import { type MarkedType, TYPE_MARK } from "./signature.ts";
import type { ts } from "./typescript.ts";

/** Types that authors should not write, and those that are meant. */
const BOXES: Readonly<Record<string, Node>> = {
  Boolean: { type: "boolean" },
  Number: { type: "number" },
  Object: {},
  String: { type: "string" },
};

const NUMBERS = /^(?:Uint8Clamped|(?:Int|Uint|Float|BigInt|BigUint)(?:8|16|32|64))Array$/;

/** What to write instead of a type of the platform that is no data. */
const ADVICE: Readonly<Record<string, string>> = {
  AbortSignal: "take ctx: Context, and use ctx.signal",
  ArrayLike: "write a list",
  AsyncIterable: "write a list",
  ArrayBufferView: "use a Uint8Array",
  Buffer: "use a Uint8Array",
  DataView: "use a Uint8Array",
  Error: "write its message",
  File: "use a Blob, with its name beside it",
  FormData: "write its entries as an object",
  Headers: "write its entries as an object",
  Iterable: "write a list",
  ReadableStream: "read it first",
  Request: "write what is needed of it",
  Response: "read its body first",
  SharedArrayBuffer: "use a Uint8Array",
  URLSearchParams: "write its entries as an object",
};

/** The schema of a type that the language or Deno brings; `null` for another one. */
export function platformSchema(
  type: ts.Type,
  place: Place,
  slot: Slot,
  conversion: Conversion,
): Node | undefined | null {
  const { reading, side } = conversion;
  if (resultOf(type, "then", reading) !== undefined) {
    return conversion.refuse(place, "a promise is no data; write what it resolves to");
  }
  if (resultOf(type, "next", reading) !== undefined) {
    return conversion.refuse(place, "a generator or stream is no data; write a list of its items");
  }
  const symbol = type.getSymbol();
  if (symbol === undefined) return null;
  const isOwn = isPlatform(symbol, reading);
  const known = isOwn ? knownSchema(type, nameOf(symbol, conversion), place, conversion) : null;
  if (known !== null) return known;
  const base = side === "output" ? baseWithForm(type, reading) : undefined;
  if (base !== undefined) return conversion.of(base, place, slot);
  return isOwn && isNoData(type, symbol, reading)
    ? conversion.refuse(
      place,
      `${written(type, conversion)} is no data; ${advice(type, conversion)}`,
    )
    : null;
}

function knownSchema(
  type: ts.Type,
  name: string,
  place: Place,
  conversion: Conversion,
): Node | undefined | null {
  if (isText(name)) return marked(FORMS[name], name);
  if (Object.hasOwn(BOXES, name)) return { ...BOXES[name] };
  const given = conversion.reading.checker.getTypeArguments(type as ts.TypeReference);
  if (/^(?:Readonly)?Set$/.test(name)) return setSchema(given[0], place, conversion);
  if (/^(?:Readonly)?Map$/.test(name)) return mapSchema(given, place, conversion);
  const number = type.getNumberIndexType();
  return NUMBERS.test(name) && number !== undefined && conversion.side === "output"
    ? arrayOf(number, place, conversion)
    : null;
}

/** Whether the values of a type of the platform are each written as one text. */
function isText(name: string): name is MarkedType {
  return Object.hasOwn(FORMS, name) && FORMS[name as MarkedType].type === "string";
}

/** Whether a type of the platform is a class, or for loops only. */
function isNoData(type: ts.Type, symbol: ts.Symbol, reading: Reading): boolean {
  return isPlatformClass(symbol, reading) || Object.hasOwn(ADVICE, symbol.name) ||
    type.getProperties().some(({ name }) => /^__@(?:asyncI|i)terator/.test(name));
}

function advice(type: ts.Type, conversion: Conversion): string {
  const { name } = type.getSymbol()!;
  const number = NUMBERS.test(name) ? type.getNumberIndexType() : undefined;
  if (number !== undefined) return `write ${written(number, conversion)}[]`;
  return ADVICE[name] ?? "write what is needed of it";
}

function nameOf(symbol: ts.Symbol, { reading }: Conversion): string {
  const full = reading.checker.getFullyQualifiedName(symbol);
  return full.startsWith("Temporal.") ? full : symbol.name;
}

function marked(schema: Node, mark: MarkedType): Node {
  return { ...schema, [TYPE_MARK]: mark };
}

/** What a class extends, if that is what results write it as. */
function baseWithForm(type: ts.Type, reading: Reading): ts.Type | undefined {
  const { target = type } = type as Partial<ts.TypeReference>;
  for (const base of target.getBaseTypes() ?? []) {
    const { name } = base.getSymbol() ?? {};
    const hasForm = name !== undefined && /^(?:Date|Map|Set|URL|Uint8Array)$/.test(name) &&
      isPlatform(base.getSymbol(), reading);
    const found = hasForm ? base : baseWithForm(base, reading);
    if (found !== undefined) return found;
  }
}

function setSchema(item: ts.Type, place: Place, conversion: Conversion): Node | undefined {
  const list = arrayOf(item, place, conversion);
  if (list === undefined) return undefined;
  // Two objects that read the same, such as dates, may both be in a set.
  const differ = conversion.side === "input" || isScalar(list.items);
  return marked(differ ? { ...list, uniqueItems: true } : list, "Set");
}

function isScalar(schema: unknown): boolean {
  const { type, anyOf, enum: values, [TYPE_MARK]: mark } = (schema ?? { type: "null" }) as Node;
  if (mark !== undefined) return mark === "bigint";
  if (Array.isArray(anyOf)) return anyOf.every(isScalar);
  return values !== undefined || ["boolean", "null", "number", "string"].includes(type as string);
}

function mapSchema(
  [key, value]: readonly ts.Type[],
  place: Place,
  conversion: Conversion,
): Node | undefined {
  const names = conversion.of(key, within(place, ".*"), "member");
  if (names === undefined) return undefined;
  if (names.type !== "string" || names[TYPE_MARK] !== undefined) {
    return conversion.refuse(
      place,
      `the keys of a Map are text in JSON, not ${written(key, conversion)}; write a list of pairs`,
    );
  }
  const values = conversion.of(value, within(place, ".*"), "member");
  if (values === undefined) return undefined;
  return marked({
    type: "object",
    ...(Object.keys(names).length === 1 ? {} : { propertyNames: names }),
    additionalProperties: Object.keys(values).length === 0 ? true : values,
  }, "Map");
}
