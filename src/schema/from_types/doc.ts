import { ordered } from "../libraries/keyword_order.ts";
import type { Node } from "../libraries/subschemas.ts";
import { nearest } from "../nearest.ts";
import { commentBefore, type DocComment, type DocTag, KNOWN_TAGS } from "./doc_comment.ts";
import { limited } from "./doc_limits.ts";
import { writtenValue } from "./doc_values.ts";
import { isPlatformFile } from "./origins.ts";
import { note, type Reading } from "./reading.ts";
import type { ts } from "./typescript.ts";

/**
 * Puts what JSDoc says of a member or a parameter onto its schema: description, limits, default,
 * examples.
 *
 * @param schema Schema of its values
 * @param symbol The member or parameter
 * @param reading Hears of tags that are wrong, at their places
 */
export function described(schema: Node, symbol: ts.Symbol, reading: Reading): Node {
  for (const declaration of symbol.declarations ?? []) {
    if (isPlatformFile(declaration.getSourceFile(), reading)) continue;
    const comment = commentBefore(declaration);
    if (comment !== undefined) return documented(schema, comment, symbol.name, reading);
  }
  return schema;
}

/** What a comment says of one value. */
export type ValueDoc = Pick<DocComment, "file" | "text" | "tags">;

/**
 * Puts what a comment says of a value onto its schema.
 *
 * @param what What messages call the value
 */
export function documented(schema: Node, doc: ValueDoc, what: string, reading: Reading): Node {
  let node = { ...schema };
  const texts = [doc.text];
  const examples: unknown[] = [];
  for (const tag of inOrder(doc.tags)) {
    const { name, text } = tag;
    const fault = (message: string) => faultOf(doc, tag, message, reading);
    if (!KNOWN_TAGS.has(name)) checkUnknown(doc, tag, reading);
    else if (name === "description") texts.push(text);
    else if (name === "title") {
      if (text === "") fault("@title takes a text");
      else node.title = text;
    } else if (name === "deprecated") {
      node.deprecated = true;
      if (text !== "") texts.push(`Deprecated: ${text}`);
    } else if (name === "default" || name === "example") {
      const written = writtenValue(text, node);
      if ("misfit" in written) {
        fault(`@${name} ${text} does not fit ${what}: ${written.misfit}`);
      } else if (name === "default") node.default = written.value;
      else examples.push(written.value);
    } else if (!["param", "returns", "return"].includes(name)) {
      const next = limited(node, name, text, what);
      if ("problem" in next) fault(next.problem);
      else node = next.schema;
    }
  }
  const description = texts.filter((text) => text !== "").join("\n");
  if (description !== "") node.description = description;
  if (examples.length > 0) node.examples = examples;
  checkRepeated(doc, reading);
  return ordered(node);
}

/** Limits come before the values that have to fit them, and what they limit before them. */
function inOrder(tags: readonly DocTag[]): DocTag[] {
  const rank = ({ name }: DocTag) =>
    name === "integer" ? 0 : name === "default" || name === "example" ? 2 : 1;
  return tags.filter((tag, i) => isFirst(tag, i, tags)).sort((a, b) => rank(a) - rank(b));
}

function isFirst({ name }: DocTag, at: number, tags: readonly DocTag[]): boolean {
  return name === "example" || !KNOWN_TAGS.has(name) ||
    tags.findIndex((tag) => tag.name === name) === at;
}

function checkRepeated(doc: ValueDoc, reading: Reading): void {
  doc.tags.forEach((tag, i) => {
    if (!isFirst(tag, i, doc.tags)) {
      faultOf(doc, tag, `@${tag.name} is there twice: leave one out`, reading);
    }
  });
}

/** Notes what is wrong with a tag, unless it is in a package's declarations, which nobody can edit. */
export function faultOf(
  doc: Pick<DocComment, "file">,
  tag: Pick<DocTag, "at">,
  message: string,
  reading: Reading,
): void {
  if (!doc.file.isDeclarationFile) note(reading, doc.file, message, tag.at);
}

/** Tags of JSDoc and TSDoc that look like ours. */
const ALIKE: ReadonlySet<string> = new Set(["defaultValue", "defaultvalue", "typeParam"]);

/** A tag of another name is none of ours, unless it is one of ours misspelt. */
export function checkUnknown(
  doc: Pick<DocComment, "file">,
  tag: DocTag,
  reading: Reading,
): void {
  if (ALIKE.has(tag.name)) return;
  const near = nearest(tag.name, KNOWN_TAGS);
  if (near !== undefined) {
    faultOf(doc, tag, `@${tag.name} is not known; did you mean @${near}?`, reading);
  }
}
