import { checkUnknown, faultOf, type ValueDoc } from "./doc.ts";
import {
  commentBefore,
  type DocComment,
  type DocTag,
  KNOWN_TAGS,
  MODULE_TAGS,
  VALUE_TAGS,
} from "./doc_comment.ts";
import type { Reading } from "./reading.ts";
import { ts } from "./typescript.ts";

/** What the JSDoc of a function says. */
export interface FunctionDoc {
  /** Of `@title`. */
  readonly title?: string;
  /** The free text, then what is deprecated about it, then the examples. */
  readonly description?: string;
  /** What `@param` says, in order. */
  readonly parameters: readonly ParameterDoc[];
  /** What `@returns` says. */
  readonly returns?: ValueDoc;
}

/** What one `@param` says. */
export interface ParameterDoc extends ValueDoc {
  /** The name as it is written, such as `opts.city`. */
  readonly name: string;
  /** Position of the tag in the file. */
  readonly at: number;
}

const NOTHING: FunctionDoc = { parameters: [] };

/**
 * Reads the JSDoc of a function.
 *
 * @param nodes Where it may stand, the best place first
 * @param reading Hears of tags that are wrong, at their places
 */
export function functionDoc(nodes: readonly ts.Node[], reading: Reading): FunctionDoc {
  const comment = commentsOf(nodes).find((comment) => !isOfModule(comment));
  return comment === undefined ? NOTHING : readComment(comment, reading);
}

/** The JSDoc comments of nodes, in their order. */
export function commentsOf(nodes: readonly ts.Node[]): DocComment[] {
  return nodes.map((node) => commentBefore(node) ?? commentOfList(node))
    .filter((comment) => comment !== undefined);
}

/** Whether a comment speaks of the module that it stands in. */
export function isOfModule({ tags }: DocComment): boolean {
  return tags.some(({ name }) => MODULE_TAGS.has(name));
}

/** The comment of `const a = …` stands before the `const`. */
function commentOfList(node: ts.Node): DocComment | undefined {
  if (!ts.isVariableDeclaration(node) || !ts.isVariableDeclarationList(node.parent)) return;
  const list = node.parent;
  return list.declarations[0] === node ? commentBefore(list.parent) : undefined;
}

interface Section {
  readonly tag: DocTag;
  readonly tags: DocTag[];
}

/**
 * Reads a comment as that of a function.
 *
 * @param reading Hears of tags that are wrong, at their places
 */
export function readComment(comment: DocComment, reading: Reading): FunctionDoc {
  const own: DocTag[] = [];
  const sections: Section[] = [];
  let section: Section | undefined;
  for (const tag of comment.tags) {
    if (["param", "returns", "return"].includes(tag.name)) {
      sections.push(section = { tag, tags: [] });
    } else if (section !== undefined && belongs(tag, section.tag)) section.tags.push(tag);
    else if (VALUE_TAGS.has(tag.name)) {
      const where = "a parameter or the result: write it after its @param or @returns";
      faultOf(comment, tag, `@${tag.name} is for ${where}`, reading);
    } else {
      section = undefined;
      if (KNOWN_TAGS.has(tag.name)) own.push(tag);
      else checkUnknown(comment, tag, reading);
    }
  }
  const { file } = comment;
  const results = sections.filter(({ tag }) => tag.name !== "param");
  for (const { tag } of results.slice(1)) {
    faultOf(comment, tag, `@${tag.name} is there twice: leave one out`, reading);
  }
  const [result] = results;
  const text = (tag: DocTag) => tag.text.replace(TYPE, "").replace(/^-\s+/, "");
  return {
    ...ownWords(comment, own, reading),
    parameters: sections.filter(({ tag }) => tag.name === "param")
      .flatMap((section) => parameterDoc(comment, section, reading)),
    ...(result && { returns: { file, text: text(result.tag), tags: result.tags } }),
  };
}

/** Whether a tag speaks of the parameter before it: on its line, or below it and further in. */
function belongs(tag: DocTag, before: DocTag): boolean {
  return VALUE_TAGS.has(tag.name) || tag.indent === undefined ||
    tag.indent > (before.indent ?? Infinity);
}

function ownWords(
  comment: DocComment,
  tags: readonly DocTag[],
  reading: Reading,
): Pick<FunctionDoc, "title" | "description"> {
  const textsOf = (name: string) => tags.filter((tag) => tag.name === name).map(({ text }) => text);
  const titles = tags.filter(({ name }) => name === "title");
  for (const tag of titles.slice(1)) {
    faultOf(comment, tag, "@title is there twice: leave one out", reading);
  }
  const title = titles[0]?.text;
  if (title === "") faultOf(comment, titles[0], "@title takes a text", reading);
  const description = [
    comment.text,
    ...textsOf("description"),
    ...textsOf("deprecated").map((text) => text === "" ? "Deprecated." : `Deprecated: ${text}`),
    ...textsOf("example").map((text) => `Example:\n${text}`),
  ].filter((text) => text !== "").join("\n\n");
  return { ...(title ? { title } : {}), ...(description === "" ? {} : { description }) };
}

/** A type in braces, as JSDoc has it. */
const TYPE = /^\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}\s*/;

/** A name, or one in brackets, with a default that may be a list of lists. */
const NAMED =
  /^(?:\[\s*(?<optional>(?:[^\s=[\]]|\[\])+)(?:[^[\]]|\[(?:[^[\]]|\[[^[\]]*\])*\])*\]|(?<name>\S+))(?:\s+-(?=\s|$))?\s*/;

function parameterDoc(
  { file }: DocComment,
  { tag, tags }: Section,
  reading: Reading,
): ParameterDoc[] {
  const text = tag.text.replace(TYPE, "");
  const match = NAMED.exec(text);
  if (match === null) {
    faultOf({ file }, tag, "@param takes a name, as in @param city The city", reading);
    return [];
  }
  const name = match.groups!.optional ?? match.groups!.name;
  return [{ file, name, at: tag.at, text: text.slice(match[0].length), tags }];
}
