import { nearest } from "../nearest.ts";
import { isTemplate, uriTemplate } from "../uri/uri_template.ts";
import { componentDoc } from "./component_doc.ts";
import { type Entry, entryOf } from "./component_entry.ts";
import { type Exported, exportsOf } from "./component_exports.ts";
import type { ComponentFile, ComponentRequest, Place } from "./component_file.ts";
import { componentFunction } from "./component_function.ts";
import { OPTIONS, readOptions } from "./component_options.ts";
import { schemasOf } from "./component_schemas.ts";
import { note, type Reading } from "./reading.ts";
import { checkStrays } from "./stray_exports.ts";
import { ts } from "./typescript.ts";

/**
 * Reads what the file of a component says.
 *
 * @param reading Hears of every rule that the file breaks
 * @returns `undefined` where a problem was noted
 */
export function readComponent(
  { kind, url }: ComponentRequest,
  file: ts.SourceFile,
  reading: Reading,
): ComponentFile | undefined {
  const exported = exportsOf(file, reading);
  const options = readOptions(kind, exported, reading);
  const schemas = schemasOf(kind, exported, reading);
  const entry = entryOf(kind, file, exported, reading);
  checkStrays(kind, exported, reading);
  const { title, description, ...doc } = componentDoc(kind, file, entry.docs, reading);
  if (kind === "resource") checkUri(url, exported, options.uri, entry, reading);
  const called = entry.type === "function"
    ? componentFunction(entry, doc, kind, schemas, reading)
    : entry.type === "constant"
    ? entry.constant
    : undefined;
  if (called === undefined || description === undefined || reading.problems.length > 0) return;
  return {
    ...(title === undefined ? {} : { title }),
    description,
    options,
    places: Object.fromEntries(exported.map(({ name, at }) => [name, placeOf(at)])),
    schemas,
    entry: called,
  };
}

function placeOf(node: ts.Node): Place {
  const file = node.getSourceFile();
  const { line, character } = ts.getLineAndCharacterOfPosition(file, node.getStart());
  return { line: line + 1, column: character + 1 };
}

/** A resource has a URI; one with parts that clients fill in has a function that is given them. */
function checkUri(
  url: string,
  exported: readonly Exported[],
  value: unknown,
  { type, at }: Entry,
  reading: Reading,
): void {
  const uri = exported.find(({ name }) => name === "uri");
  if (uri === undefined) {
    // One that is misspelt is told as such.
    if (exported.some(({ name }) => nearest(name, OPTIONS.resource) === "uri")) return;
    const [, name = "config"] = /\/([\w-]+)\.\w+$/.exec(url) ?? [];
    note(reading, at, `a resource has a URI: write export const uri = "data://${name}"`);
    return;
  }
  if (typeof value !== "string" || !isTemplate(value)) return;
  const fault = templateFault(value);
  if (fault !== undefined) return note(reading, uri.at, `uri: ${fault}`);
  if (type !== "constant") return;
  const message = `${value} has parts that clients fill in, and a value does not depend on ` +
    "them: export a function that is given them";
  note(reading, at, message);
}

function templateFault(uri: string): string | undefined {
  try {
    uriTemplate(uri);
  } catch (error) {
    return (error as Error).message;
  }
}
