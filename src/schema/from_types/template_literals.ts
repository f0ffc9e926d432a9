import { ts } from "./typescript.ts";

/** How the placeholders of a template literal type are told in a pattern. */
const KINDS: ReadonlyArray<readonly [ts.TypeFlags, string]> = [
  [ts.TypeFlags.String | ts.TypeFlags.Any, "[\\s\\S]{0,}"],
  [ts.TypeFlags.Number, "-?\\d+(?:\\.\\d+)?"],
  [ts.TypeFlags.BigInt, "-?(?:0|[1-9]\\d*)"],
  [ts.TypeFlags.Boolean, "(?:true|false)"],
];

/** `Uppercase<string>` and its like: what a text is made of that they leave as it is. */
const MAPPINGS: Readonly<Record<string, string>> = {
  Uppercase: "\\P{Changes_When_Uppercased}*",
  Lowercase: "\\P{Changes_When_Lowercased}*",
  Capitalize: "(?:\\P{Changes_When_Uppercased}[\\s\\S]*)?",
  Uncapitalize: "(?:\\P{Changes_When_Lowercased}[\\s\\S]*)?",
};

/** The pattern that all texts of a template literal type match; `undefined` for an open one. */
export function templatePattern(type: ts.Type): string | undefined {
  const inner = unanchored(type);
  return inner === undefined ? undefined : `^${inner}$`;
}

function unanchored(type: ts.Type): string | undefined {
  if (type.flags & ts.TypeFlags.StringMapping) {
    const { type: mapped, symbol } = type as ts.StringMappingType;
    return mapped.flags & ts.TypeFlags.String ? MAPPINGS[symbol.name] : undefined;
  }
  if ((type.flags & ts.TypeFlags.TemplateLiteral) === 0) {
    return KINDS.find(([flags]) => type.flags & flags)?.[1];
  }
  const { texts, types } = type as ts.TemplateLiteralType;
  const parts = types.map(unanchored);
  if (parts.includes(undefined)) return undefined;
  return texts.map((text, i) => `${i === 0 ? "" : parts[i - 1]}${escaped(text)}`).join("");
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
