import { ts } from "./typescript.ts";

/** A tag of a JSDoc comment. */
export interface DocTag {
  /** Its name without the `@`. */
  readonly name: string;
  /** What follows the name, up to the next tag. */
  readonly text: string;
  /** Position of the `@` in the file. */
  readonly at: number;
  /** Column at which its line of the comment has it; `undefined` where text stands before it. */
  readonly indent: number | undefined;
}

/** A JSDoc comment taken apart. */
export interface DocComment {
  /** The file that has it. */
  readonly file: ts.SourceFile;
  /** Position at which it begins. */
  readonly at: number;
  /** The text before the first tag. */
  readonly text: string;
  /** The tags in order. */
  readonly tags: readonly DocTag[];
}

/** Tags that limit a value, or give one. */
export const VALUE_TAGS: ReadonlySet<string> = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minItems",
  "maxItems",
  "uniqueItems",
  "integer",
  "default",
]);

/** Every tag that is read; others are left out with their text. */
export const KNOWN_TAGS: ReadonlySet<string> = new Set([
  ...VALUE_TAGS,
  "param",
  "returns",
  "return",
  "description",
  "title",
  "deprecated",
  "example",
]);

/** Tags by which a comment speaks of the module that it stands in. */
export const MODULE_TAGS: ReadonlySet<string> = new Set([
  "module",
  "fileoverview",
  "packageDocumentation",
]);

/** Fences, code and links, in which an `@` begins no tag; else a tag, at a word's start. */
const PIECES =
  /(?<fence>```|~~~)[^]*?(?:\k<fence>|(?![^]))|`[^`\n]*`|\{@\w+[^{}]*\}|(?<=^|\s)@(?<name>[A-Za-z]\w*)(?=[\s{]|$)/gm;

/**
 * The JSDoc comment right before a node, on its line or above it.
 *
 * TypeScript itself overlooks one that stands on the line of the bracket or comma before the node.
 */
export function commentBefore(node: ts.Node): DocComment | undefined {
  const file = node.getSourceFile();
  const start = node.getFullStart();
  const beside = (ts.getTrailingCommentRanges(file.text, start) ?? [])
    .filter(({ end }) => !file.text.slice(end, node.getStart(file)).includes("\n"));
  const [last] = [...beside, ...ts.getLeadingCommentRanges(file.text, start) ?? []]
    .filter(isDoc(file)).slice(-1);
  return last && parsedComment(file, last.pos, last.end);
}

/** The JSDoc comments before the first statement of a file, in order. */
export function commentsAtTop(file: ts.SourceFile): DocComment[] {
  return (ts.getLeadingCommentRanges(file.text, 0) ?? []).filter(isDoc(file))
    .map(({ pos, end }) => parsedComment(file, pos, end));
}

function isDoc({ text }: ts.SourceFile): (range: ts.CommentRange) => boolean {
  return ({ pos, end }) => /^\/\*\*[^/]/.test(text.slice(pos, end));
}

/** Takes the comment between two positions of a file apart. */
function parsedComment(file: ts.SourceFile, pos: number, end: number): DocComment {
  const lines = linesOf(file.text, pos + "/**".length, end - "*/".length);
  const text = lines.map((line) => line.text).join("\n");
  const found: { name: string; from: number; start: number; line: Line; before: string }[] = [];
  for (const { 0: piece, index, groups } of text.matchAll(PIECES)) {
    const name = groups?.name;
    if (name === undefined) continue;
    const line = lines.findLast(({ offset }) => offset <= index)!;
    const before = text.slice(line.offset, index);
    const [after] = text.slice(index + piece.length).split("\n", 1);
    const isInline = KNOWN_TAGS.has(name) || MODULE_TAGS.has(name) && after.trim() === "";
    if (before.trim() !== "" && !isInline) continue;
    found.push({ name, from: index, start: index + piece.length, line, before });
  }
  return {
    file,
    at: pos,
    text: tidied(text.slice(0, found[0]?.from)),
    tags: found.map(({ name, from, start, line, before }, i) => ({
      name,
      text: tidied(text.slice(start, found[i + 1]?.from)),
      at: line.at + from - line.offset,
      indent: before.trim() === "" ? line.indent + before.length : undefined,
    })),
  };
}

interface Line {
  readonly text: string;
  /** Where it begins in the text of all lines. */
  readonly offset: number;
  /** Where it begins in the file. */
  readonly at: number;
  /** How many characters of its line in the file stand before it. */
  readonly indent: number;
}

/** The lines of a comment without the stars before them. */
function linesOf(source: string, from: number, to: number): Line[] {
  const lines: Line[] = [];
  let offset = 0;
  let start = from;
  for (
    const [whole, written] of source.slice(from, to).matchAll(/(.*?)(?:\r\n|[\r\n\u2028\u2029]|$)/g)
  ) {
    const margin = start === from ? "" : /^[ \t]*(?:\* ?)?/.exec(written)![0];
    const stars = margin.includes("*") ? margin : "";
    const text = written.slice(stars.length);
    lines.push({
      text,
      offset,
      at: start + stars.length,
      indent: start === from ? "/** ".length : stars.length,
    });
    offset += text.length + 1;
    start += whole.length;
    if (start >= to) break;
  }
  return lines;
}

/** A text of several lines without blank ones around it and without the margin that all have. */
function tidied(text: string): string {
  const lines = text.replaceAll("*\\/", "*/").replaceAll("\\@", "@").split("\n").map((line) =>
    line.trimEnd()
  );
  const [first, ...rest] = lines;
  const margins = rest.filter((line) => line !== "").map((line) => /^\s*/.exec(line)![0].length);
  const margin = margins.length === 0 ? 0 : Math.min(...margins);
  const dedented = [first.trim(), ...rest.map((line) => line.slice(margin))];
  return linksAsText(dedented.join("\n").replace(/^\n+|\n+$/g, ""));
}

/** `{@link x|text}` and its kin as their text. */
function linksAsText(text: string): string {
  return text.replace(
    /(`[^`\n]*`)|\{@(?:link|linkcode|linkplain)\s+([^\s|{}]+)(?:\s*\|\s*|\s+)?([^{}]*)\}/g,
    (_, code: string | undefined, target: string, words: string) =>
      code ?? (words?.trim() || target),
  );
}
