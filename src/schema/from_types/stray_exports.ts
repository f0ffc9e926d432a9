import { didYouMean, nearest } from "../nearest.ts";
import type { ComponentRequest } from "./component_file.ts";
import { type Exported, likelyDefault } from "./component_exports.ts";
import { OPTIONS, SCHEMAS } from "./component_options.ts";
import { note, type Reading } from "./reading.ts";
import { ts } from "./typescript.ts";

type Kind = ComponentRequest["kind"];

const KINDS: readonly Kind[] = ["tool", "resource", "prompt"];

/** What is no export of a component, and what to write instead. */
const INSTEAD: Readonly<Record<string, string>> = {
  description: "description is not exported: write it as a comment at the top of the file, as in " +
    "/** … @module */",
  inject:
    "inject is not read of a file: write db = depends(openDb) among the parameters, with openDb " +
    "imported from a file whose name begins with _",
  scopes: "scopes are not checked yet, so that this would be open to all: leave them out",
  args: "args is not exported: call the schema input",
  params: "params is not exported: call the schema input",
};

/**
 * Notes the values that a file exports, and that mean nothing of a component.
 *
 * @param reading Hears of them, at their places
 */
export function checkStrays(kind: Kind, exported: readonly Exported[], reading: Reading): void {
  const known = ["default", ...OPTIONS[kind], ...SCHEMAS[kind]];
  const likely = likelyDefault(exported, reading);
  for (const each of exported) {
    const { name, at, symbol } = each;
    if (!known.includes(name) && each !== likely) {
      note(reading, at, stray(name, symbol, kind, known));
    }
  }
}

function stray(name: string, symbol: ts.Symbol, kind: Kind, known: readonly string[]): string {
  if (Object.hasOwn(INSTEAD, name)) return INSTEAD[name];
  const owners = KINDS.filter((each) => [...OPTIONS[each], ...SCHEMAS[each]].includes(name))
    .map((owner) => `${owner}s`).join(" and ");
  if (owners !== "") return `${name} is for ${owners}, and this is a ${kind}: leave it out`;
  const isCode = (symbol.flags & ~ts.SymbolFlags.Variable & ts.SymbolFlags.Value) !== 0;
  return `${name} is nothing that a ${kind} exports` +
    (isCode || nearest(name, known) === undefined
      ? ": do not export it, or move it to a file whose name begins with _"
      : didYouMean(name, known));
}
