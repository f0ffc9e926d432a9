import { isRecord } from "./json_schema.ts";

const known = new Map<string, RegExp>();

/**
 * The {@linkcode expressionOf} a pattern of a schema, which is made once; what clients send is not to be
 * kept.
 *
 * @throws {SyntaxError} for what is no regular expression of ECMA-262
 */
export function patternOf(text: string): RegExp {
  let pattern = known.get(text);
  if (pattern === undefined) known.set(text, pattern = expressionOf(text));
  return pattern;
}

/**
 * The regular expression that a pattern of JSON Schema writes: by code points, or as a text of UTF-16
 * where it is a legal one in that way only, such as `[\w-.]`.
 *
 * @throws {SyntaxError} for what is no regular expression of ECMA-262
 * @see {@link https://json-schema.org/draft/2020-12/json-schema-core#section-6.4} regular expressions
 */
export function expressionOf(text: string): RegExp {
  return compiled(text, "u") ?? new RegExp(text);
}

/** Whether a text is a regular expression. */
export function isExpression(text: string): boolean {
  return (compiled(text, "u") ?? compiled(text, "")) !== undefined;
}

/**
 * Writes a pattern so that it is legal by code points, the only way in which many hosts read it.
 *
 * @returns a pattern that matches the same, or the same text where there is no such pattern
 */
export function portablePattern(text: string): string {
  if (compiled(text, "u") !== undefined) return text;
  let inClass = false;
  const written = text.replace(/\\[^]|[[\]{}-]/g, (token, at: number) => {
    if (token.length === 2) return needless(token[1], inClass) ? token[1] : token;
    if (token === "-") return inClass && besideSet(text, at) ? "\\-" : token;
    if (token === "[" && !inClass) inClass = true;
    else if (token === "]" && inClass) inClass = false;
    else if (!inClass && !isQuantifier(text, at)) return `\\${token}`;
    return token;
  });
  return compiled(written, "u") === undefined ? text : written;
}

/** Makes the patterns of a node of a schema portable, in place. */
export function portable(node: Record<PropertyKey, unknown>): void {
  if (typeof node.pattern === "string") node.pattern = portablePattern(node.pattern);
  if (!isRecord(node.patternProperties)) return;
  node.patternProperties = Object.fromEntries(
    Object.entries(node.patternProperties).map(([text, part]) => [portablePattern(text), part]),
  );
}

/** Whether a character stands for itself without the stroke before it, which is illegal then. */
function needless(character: string, inClass: boolean): boolean {
  return !/[A-Za-z0-9^$\\.*+?()[\]{}|/]/.test(character) && !(inClass && character === "-");
}

/** Whether a hyphen in a class has a set at one side, such as `\w`, so that it means itself. */
function besideSet(text: string, at: number): boolean {
  return /\\[dDsSwW]$/.test(text.slice(0, at)) || /^\\[dDsSwW]/.test(text.slice(at + 1));
}

/** Whether a brace is one of a quantifier such as `{2,3}`. */
function isQuantifier(text: string, at: number): boolean {
  const open = text.lastIndexOf("{", at);
  return open >= 0 && /^\{\d+(?:,\d*)?\}/.test(text.slice(open)) && text.indexOf("}", open) >= at;
}

function compiled(text: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(text, flags);
  } catch {
    return undefined;
  }
}
