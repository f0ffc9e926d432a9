import { isPlatform } from "./origins.ts";
import { isOurs } from "./our_types.ts";
import type { Reading } from "./reading.ts";
import { ts } from "./typescript.ts";

/** Types of this package that handlers return for what is no data. */
const OURS: readonly string[] = [
  "CallToolResult",
  "EmbeddedResource",
  "InputRequired",
  "Media",
  "MediaContent",
  "ResourceLink",
  "TextContent",
  "ToolResult",
];
const BYTES: readonly string[] = ["ArrayBuffer", "Blob", "Uint8Array"];

/** Members that content blocks have by their type, and those that they may have. */
const BLOCKS: Readonly<Record<string, readonly string[]>> = {
  text: ["text"],
  image: ["data", "mimeType"],
  audio: ["data", "mimeType"],
  resource: ["resource"],
  resource_link: ["uri", "name"],
};
const BLOCK_OPTIONS: readonly string[] = ["annotations", "_meta"];
const LINK_OPTIONS: readonly string[] = [
  ...BLOCK_OPTIONS,
  "title",
  "description",
  "mimeType",
  "size",
  "icons",
];

/** Members that a result of `tools/call` has. */
const RESULT: readonly string[] = ["content", "structuredContent", "isError", "_meta"];

/** Whether a value of a type goes out as content by itself, or as the result that it is. */
export function isContentType(type: ts.Type, reading: Reading): boolean {
  const symbol = type.getSymbol();
  if (isOurs(symbol, OURS, reading)) return true;
  if (isKindOf(type, BYTES, reading)) return true;
  if ((type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0) return false;
  return isBlock(type, reading) || isWireResult(type, reading);
}

/** Whether a type is a class of the platform of one of some names, or one that extends it. */
export function isKindOf(type: ts.Type, names: readonly string[], reading: Reading): boolean {
  const symbol = type.getSymbol();
  if (symbol !== undefined && names.includes(symbol.name) && isPlatform(symbol, reading)) {
    return true;
  }
  const { target = type } = type as ts.TypeReference;
  return target.isClassOrInterface() &&
    (reading.checker.getBaseTypes(target) ?? []).some((base) => isKindOf(base, names, reading));
}

function isBlock(type: ts.Type, { checker }: Reading): boolean {
  const kind = type.getProperty("type");
  const literal = kind && checker.getTypeOfSymbol(kind);
  if (literal === undefined || !literal.isStringLiteral()) return false;
  if (!Object.hasOwn(BLOCKS, literal.value)) return false;
  const required = BLOCKS[literal.value];
  const optional = literal.value === "resource_link" ? LINK_OPTIONS : BLOCK_OPTIONS;
  const names = type.getProperties().map(({ name }) => name);
  return required.every((name) => names.includes(name)) &&
    names.every((name) => name === "type" || required.includes(name) || optional.includes(name));
}

/** Whether a type has the form of a result of `tools/call`, or of a question to the client. */
function isWireResult(type: ts.Type, reading: Reading): boolean {
  const { checker } = reading;
  const kind = type.getProperty("resultType");
  const literal = kind && checker.getTypeOfSymbol(kind);
  if (literal?.isStringLiteral() && literal.value === "input_required") return true;
  const content = type.getProperty("content");
  const hasOthers = type.getProperties().some(({ name }) => !RESULT.includes(name));
  if (content === undefined || hasOthers) return false;
  const list = checker.getTypeOfSymbol(content);
  const item = checker.isArrayType(list)
    ? checker.getTypeArguments(list as ts.TypeReference)[0]
    : undefined;
  const parts = item === undefined ? [] : item.isUnion() ? item.types : [item];
  return parts.length > 0 && parts.every((part) => isBlock(part, reading));
}
