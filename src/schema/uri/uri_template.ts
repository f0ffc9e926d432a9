import { type Part, pathValues, queryValues } from "./uri_match.ts";
import { decoded, normal } from "./uri_spelling.ts";

/**
 * The parameters that a URI template literal names, as a type.
 *
 * `{id}` and `{path*}` (also written `{+path}`) are strings, `{?a,b}` are optional strings.
 */
export type UriParams<Template extends string> = string extends Template ? Record<string, string>
  : { [Name in UriPathNames<Template>]: string } & { [Name in UriQueryNames<Template>]?: string };

/** Names of the parameters that a URI cannot leave out. */
export type UriPathNames<Template extends string> = Template extends
  `${string}{${infer Body}}${infer Rest}`
  ? (Body extends `?${string}` ? never : UriBareName<Body>) | UriPathNames<Rest>
  : never;

/** Names of the parameters that a URI may leave out. */
export type UriQueryNames<Template extends string> = Template extends
  `${string}{${infer Body}}${infer Rest}`
  ? (Body extends `?${infer Names}` ? UriNameList<Names> : never) | UriQueryNames<Rest>
  : never;

/** The name in an expression, without its operator. */
export type UriBareName<Body extends string> = Body extends `+${infer Name}` ? Name
  : Body extends `${infer Name}*` ? Name
  : Body;

/** The names in a list of names. */
export type UriNameList<Names extends string> = Names extends `${infer Head},${infer Tail}`
  ? Head | UriNameList<Tail>
  : Names;

/** A URI template made ready for matching. */
export interface UriTemplate {
  /** Names of the parameters in order. */
  readonly names: readonly string[];
  /** Those among them that a URI may leave out. */
  readonly queryNames: readonly string[];
  /** The values a URI gives to the parameters, or `undefined` if it does not match. */
  readonly match: (uri: string) => Record<string, string> | undefined;
}

/** A `%` that is no part of an escape, so that nobody can tell what it stands for. */
const STRAY = /%(?![0-9A-Fa-f]{2})/;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Reads a URI template.
 *
 * | expression | matches |
 * |---|---|
 * | `{a}` | one segment, at least one character, no `/` |
 * | `{a*}`, `{+a}` | one or more characters, `/` among them |
 * | `{?a,b}` | optional query parameters, in any order, only at the end |
 *
 * Literals match exactly, whether the URI writes them percent-encoded or not; scheme and host match in
 * any case. Behind a `?` that is a literal there are no segments, so that `{a}` takes a `/` there.
 * Values are decoded once, so that `%2F` in a segment becomes a `/`. A fragment of the URI is left out
 * of account. A value that is an absolute path, or has a `..` segment or a NUL, does not match.
 *
 * @param allowAnyPath Names of the parameters whose values may be any path; `true` for all
 * @throws {TypeError} for an operator that is not supported, a bad or repeated name, no parameter, or
 * a template that no URI could match
 * @see {@link https://www.rfc-editor.org/rfc/rfc6570} URI Template
 */
export function uriTemplate(
  template: string,
  allowAnyPath: boolean | readonly string[] = false,
): UriTemplate {
  const parts: Part[] = [];
  const names: string[] = [];
  const queryNames: string[] = [];
  const add = (name: string) => {
    checkName(name);
    if (names.includes(name)) throw new TypeError(`parameter ${JSON.stringify(name)} occurs twice`);
    names.push(name);
  };
  if (STRAY.test(template)) throw new TypeError("a % begins no escape; write %25 for it");
  let inQuery = false;
  for (const [, literal, body = "", stray] of template.matchAll(EXPRESSION)) {
    if (stray !== undefined) throw new TypeError("a brace is not closed or not opened");
    if (queryNames.length > 0) throw new TypeError("{?…} must stand at the end");
    if (literal !== undefined) {
      if (literal.includes("#")) {
        throw new TypeError(
          "a fragment cannot be matched, since none is looked at; write %23 for #",
        );
      }
      parts.push({ literal: normal(literal) });
      inQuery ||= literal.includes("?");
      continue;
    }
    checkOperator(body);
    if (body.startsWith("?")) {
      if (inQuery) throw new TypeError(`{${body}} cannot follow a ? that is part of the text`);
      for (const name of body.slice(1).split(",")) {
        add(name);
        queryNames.push(name);
      }
    } else {
      const name = body.replace(/^\+|\*$/, "");
      add(name);
      parts.push({ name, wide: inQuery || name !== body });
    }
  }
  if (names.length === 0) throw new TypeError("the template has no parameter");
  if (parts.length === 0) throw new TypeError("there is nothing before {?…}");
  const insensitive = lowerStart(parts);
  const free = new Set(
    typeof allowAnyPath !== "boolean" ? allowAnyPath : allowAnyPath ? names : [],
  );
  return Object.freeze({
    names,
    queryNames,
    match: (uri: string) => {
      if (STRAY.test(uri)) return undefined;
      const [spelt] = normal(uri).split("#", 1);
      const whole = spelt.slice(0, insensitive).toLowerCase() + spelt.slice(insensitive);
      const question = queryNames.length > 0 ? whole.indexOf("?") : -1;
      const path = pathValues(parts, question < 0 ? whole : whole.slice(0, question));
      if (path === undefined) return undefined;
      const query = question < 0 ? [] : queryValues(queryNames, whole.slice(question + 1));
      const values: [string, string][] = [];
      for (const [name, text] of [...path, ...query]) {
        const value = decoded(text);
        if (value === undefined || !free.has(name) && leadsAway(value)) return undefined;
        values.push([name, value]);
      }
      return Object.fromEntries(values);
    },
  });
}

/** A literal, the inside of an expression, or a brace that belongs to none. */
const EXPRESSION = /([^{}]+)|\{([^{}]*)\}|([{}])/g;

/**
 * Puts the scheme, and the host where it is all text, in lower case.
 *
 * @returns how many characters that are
 */
function lowerStart(parts: Part[]): number {
  const [first] = parts;
  if (!("literal" in first)) return 0;
  const [start = ""] = /^[^:/?]+:(\/\/[^/?]*(?=[/?]))?/.exec(first.literal) ?? [];
  parts[0] = { literal: start.toLowerCase() + first.literal.slice(start.length) };
  return start.length;
}

function checkName(name: string): void {
  if (!NAME.test(name)) {
    throw new TypeError(
      `${JSON.stringify(name)} is not a parameter name; use letters, digits and _`,
    );
  }
}

/** Refuses what RFC 6570 has beyond the table of {@linkcode uriTemplate}, by its name there. */
function checkOperator(body: string): void {
  const [prefix] = /:\d+\*?$/.exec(body) ?? [];
  const unsupported = /^[#./;&=,!@|]/.test(body)
    ? `the operator ${body[0]}`
    : prefix !== undefined
    ? `the prefix ${prefix}`
    : body.startsWith("?") && body.includes("*")
    ? "the * of a query parameter"
    : /^\+.*\*$/.test(body)
    ? "+ together with *"
    : !body.startsWith("?") && body.includes(",")
    ? "a list of names"
    : undefined;
  if (unsupported !== undefined) {
    throw new TypeError(
      `${unsupported} in {${body}} is not supported; ` +
        "write {name}, {name*} for several segments, or {?a,b} for a query",
    );
  }
}

/** Whether a value, taken for a path, would lead out of where it is put. */
function leadsAway(value: string): boolean {
  return value.includes("\0") || value.split(/[/\\]/).includes("..") ||
    /^[/\\]|^[A-Za-z]:([/\\]|$)/.test(value);
}

/** Whether a URI names parameters, so that it is a template. */
export function isTemplate(uri: string): boolean {
  return /[{}]/.test(uri);
}
