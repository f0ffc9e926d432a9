import { decoded } from "./uri_spelling.ts";

/** A piece of a template: text that is there as it stands, or a parameter. */
export type Part =
  | { readonly literal: string }
  | {
    readonly name: string;
    /** Whether the value may hold delimiters. */
    readonly wide: boolean;
  };

/**
 * The texts that the parameters stand for, earlier ones as long as can be. Takes time in proportion to
 * the length of the text, whatever it is, which a regular expression would not.
 */
export function pathValues(
  parts: readonly Part[],
  text: string,
): readonly (readonly [name: string, value: string])[] | undefined {
  const [first] = parts;
  if ("literal" in first && !text.startsWith(first.literal)) return undefined;
  // reached[i][at]: the first i parts can make up text up to there.
  const reached = [new Uint8Array(text.length + 1)];
  reached[0][0] = 1;
  for (const part of parts) {
    const from = reached.at(-1)!;
    const to = new Uint8Array(text.length + 1);
    if ("literal" in part) {
      for (let at = text.indexOf(part.literal); at >= 0; at = text.indexOf(part.literal, at + 1)) {
        if (from[at]) to[at + part.literal.length] = 1;
      }
    } else {
      let open = false;
      for (let at = 0; at < text.length; at++) {
        open ||= from[at] === 1;
        if (!part.wide && isDelimiter(text[at])) open = false;
        else if (open) to[at + 1] = 1;
      }
    }
    reached.push(to);
  }
  if (!reached.at(-1)![text.length]) return undefined;
  const values: [string, string][] = [];
  let end = text.length;
  for (let i = parts.length - 1; i >= 0; i--) {
    const part = parts[i];
    let start = end - ("literal" in part ? part.literal.length : 1);
    if ("name" in part) {
      while (!reached[i][start]) start--;
      values.unshift([part.name, text.slice(start, end)]);
    }
    end = start;
  }
  return values;
}

/**
 * The values that a query gives to the names, still escaped: the first of each, without those that are
 * not there.
 */
export function queryValues(
  names: readonly string[],
  query: string,
): readonly (readonly [name: string, value: string])[] {
  const first = new Map<string | undefined, string>();
  for (const pair of query.split("&")) {
    const [, key, value = ""] = /^([^=]*)=?(.*)$/.exec(pair.replaceAll("+", "%20"))!;
    const name = decoded(key);
    if (!first.has(name)) first.set(name, value);
  }
  return names.filter((name) => first.has(name)).map((name) => [name, first.get(name)!]);
}

function isDelimiter(char: string): boolean {
  return char === "/" || char === "?";
}
