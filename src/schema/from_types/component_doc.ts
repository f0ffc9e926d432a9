import type { ComponentRequest } from "./component_file.ts";
import { commentBefore, commentsAtTop, type DocComment, MODULE_TAGS } from "./doc_comment.ts";
import { commentsOf, type FunctionDoc, isOfModule, readComment } from "./function_doc.ts";
import { note, type Reading } from "./reading.ts";
import type { ts } from "./typescript.ts";

type Kind = ComponentRequest["kind"];

/** Why a component says what it is for. */
const REASONS: Readonly<Record<Kind, string>> = {
  tool: "since a model decides by it",
  resource: "since hosts choose by it",
  prompt: "since people choose by it",
};

/**
 * Reads what the file of a component is for: what the comment of the module says, or else that of its
 * default export. What is said of parameters and the result may stand in both.
 *
 * @param entry Where the JSDoc of the default export may stand, the best place first
 * @param reading Hears of tags that are wrong, and of a description that is missing, at their places
 */
export function componentDoc(
  kind: Kind,
  file: ts.SourceFile,
  entry: readonly ts.Node[],
  reading: Reading,
): FunctionDoc {
  const atTop = commentsAtTop(file);
  const ofModule = atTop.find(isOfModule);
  const [ofEntry] = commentsOf(entry);
  const docs = [ofModule, ofEntry === undefined || isSame(ofEntry, ofModule) ? undefined : ofEntry]
    .map((comment) => comment && readComment(withoutModuleTags(comment), reading));
  const [whole, own] = docs;
  const title = whole?.title ?? own?.title;
  const description = whole?.description ?? own?.description;
  const returns = whole?.returns ?? own?.returns;
  if (description === undefined) {
    const { at, message } = missing(kind, file, atTop, ofModule, ofEntry);
    note(reading, file, message, at);
  }
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    parameters: docs.flatMap((doc) => doc?.parameters ?? []),
    ...(returns === undefined ? {} : { returns }),
  };
}

function isSame(one: DocComment, other: DocComment | undefined): boolean {
  return one.file === other?.file && one.at === other.at;
}

/** A comment whose text goes on behind `@module`, whose own word may be a name. */
function withoutModuleTags(comment: DocComment): DocComment {
  const isOfModule = ({ name }: { name: string }) => MODULE_TAGS.has(name);
  const words = comment.tags.filter(isOfModule).map(({ text }) =>
    text.replace(/^\S+(?:\n+|$)/, "")
  );
  return {
    ...comment,
    text: [comment.text, ...words].filter((text) => text !== "").join("\n\n"),
    tags: comment.tags.filter((tag) => !isOfModule(tag)),
  };
}

/** What to write where a description is missing. */
function missing(
  kind: Kind,
  file: ts.SourceFile,
  atTop: readonly DocComment[],
  ofModule: DocComment | undefined,
  ofEntry: DocComment | undefined,
): { readonly at: number; readonly message: string } {
  const why = REASONS[kind];
  if (ofModule !== undefined) {
    const message = `this comment is empty: write in it what the ${kind} is for, ${why}`;
    return { at: ofModule.at, message };
  }
  const misplaced = file.statements.map(commentBefore)
    .find((comment) => comment !== undefined && isOfModule(comment));
  if (misplaced !== undefined) {
    const message = `a comment with @module is read at the top of the file: move it there, ${why}`;
    return { at: misplaced.at, message };
  }
  const first = atTop.at(-1);
  if (first !== undefined && !(ofEntry !== undefined && isSame(first, ofEntry))) {
    const message = `nothing says what the ${kind} is for: if this comment does, add @module to ` +
      `it, ${why}`;
    return { at: first.at, message };
  }
  const message = `this file does not say what the ${kind} is for: write /** … @module */ at its ` +
    `top, ${why}`;
  return { at: 0, message };
}
