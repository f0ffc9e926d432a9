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
  /** The values a URI gives to the parameters, or `undefined` if it does not match. */
  readonly match: (uri: string) => Record<string, string> | undefined;
}

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
 * Literals match exactly, whether the URI writes them percent-encoded or not. Values are decoded
 * once, so that `%2F` in a segment becomes a `/`. A fragment of the URI is left out of account. A value
 * with a `..` segment or a NUL never matches, nor does an absolute path outside the query.
 *
 * @throws {TypeError} for an operator that is not supported, a bad or repeated name, or no parameter
 * @see {@link https://www.rfc-editor.org/rfc/rfc6570} URI Template
 */
export function uriTemplate(template: string): UriTemplate {
  const names: string[] = [];
  const optional = new Set<string>();
  const add = (name: string) => {
    if (!NAME.test(name)) {
      throw new TypeError(
        `${JSON.stringify(name)} is not a parameter name; use letters, digits and _`,
      );
    }
    if (names.includes(name)) throw new TypeError(`parameter ${JSON.stringify(name)} occurs twice`);
    names.push(name);
  };
  const parts: Part[] = [];
  for (const [, literal, body, stray] of template.matchAll(/([^{}]+)|\{([^{}]*)\}|([{}])/g)) {
    if (stray !== undefined) throw new TypeError(`a brace is not closed or not opened`);
    if (optional.size > 0) throw new TypeError("{?…} must stand at the end");
    if (literal !== undefined) {
      parts.push({ literal: normal(literal) });
    } else if (body!.startsWith("?")) {
      for (const name of body!.slice(1).split(",")) {
        add(name);
        optional.add(name);
      }
    } else {
      if (/^[#./;&]/.test(body!) || /:\d+$/.test(body!) || body!.includes(",")) {
        throw new TypeError(
          `{${body}} is not supported; write {name}, {name*} for several segments, or {?a,b} for a query`,
        );
      }
      const wide = body!.startsWith("+") || body!.endsWith("*");
      const name = wide ? body!.replace(/^\+|\*$/g, "") : body!;
      add(name);
      parts.push({ name, wide });
    }
  }
  if (names.length === 0) throw new TypeError("the template has no parameter");
  return Object.freeze({
    names,
    match: (uri: string) => {
      const [whole] = normal(uri).split("#", 1);
      const question = optional.size > 0 ? whole.indexOf("?") : -1;
      const values = matched(parts, question < 0 ? whole : whole.slice(0, question));
      if (values === undefined) return undefined;
      for (const [name, raw] of Object.entries(values)) {
        const value = decoded(raw);
        if (value === undefined || leaves(value) || isAbsolute(value)) return undefined;
        values[name] = value;
      }
      if (question >= 0) {
        const query = new URLSearchParams(whole.slice(question));
        for (const name of optional) {
          const value = query.get(name);
          if (value === null) continue;
          if (leaves(value)) return undefined;
          values[name] = value;
        }
      }
      return values;
    },
  });
}

type Part = { readonly literal: string } | { readonly name: string; readonly wide: boolean };

/**
 * The texts that the parameters stand for, earlier ones as long as can be. Takes time in proportion to
 * the length of the text, whatever it is, which a regular expression would not.
 */
function matched(parts: readonly Part[], text: string): Record<string, string> | undefined {
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
  return Object.fromEntries(values);
}

function isDelimiter(char: string): boolean {
  return char === "/" || char === "?" || char === "#";
}

/** Whether a URI names parameters, so that it is a template. */
export function isTemplate(uri: string): boolean {
  return /[{}]/.test(uri);
}

/**
 * One spelling of a URI or of a template's literal: characters that a URI cannot hold are
 * percent-encoded, escapes are in upper case. Dots are never folded, so nothing slips past a match.
 */
export function normal(uri: string): string {
  return uri
    .replace(/[^\x21-\x7e]+/gu, (text) => encodeURIComponent(text.toWellFormed()))
    .replace(/%[0-9a-f]{2}/gi, (escape) => {
      const char = String.fromCharCode(parseInt(escape.slice(1), 16));
      return /[A-Za-z0-9_~-]/.test(char) ? char : escape.toUpperCase();
    });
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

function leaves(value: string): boolean {
  return value.includes("\0") || value.split(/[/\\]/).includes("..");
}

function isAbsolute(value: string): boolean {
  return /^[/\\]|^[A-Za-z]:[/\\]/.test(value);
}
