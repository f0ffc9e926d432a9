import { closureOf, type ModuleGraph } from "./module_graph.ts";
import { isOurs } from "./our_package.ts";
import type { Program } from "./program.ts";
import type { SignatureProblem } from "./signature.ts";
import { typeScriptMessage } from "./type_script_message.ts";
import { ts } from "./typescript.ts";

/** What is wrong with a module and the files that it imports. */
export interface Diagnostics {
  /** What nobody can read. */
  readonly syntax: readonly SignatureProblem[];
  /** Errors of types, as far as our surroundings are those of Deno. */
  readonly types: readonly SignatureProblem[];
}

/** The files of the author: a module, and those below it that are neither packages, remote nor ours. */
export function localFiles(graph: ModuleGraph, url: string): string[] {
  return [...closureOf(graph, url, isOurs)].filter(isLocal);
}

function isLocal(url: string): boolean {
  return url.startsWith("file:") && !url.includes("/node_modules/");
}

/** Errors that Deno passes over: packages without types, and declarations that are no modules. */
const NO_ERRORS: ReadonlySet<number> = new Set([2306, 2688, 7016]);

/** Looks for errors in files, each once however often it is asked for. */
export function diagnostics(
  graph: ModuleGraph,
  program: Program,
): (urls: readonly string[]) => Diagnostics {
  const syntax = once((url: string) => syntaxProblems(graph, program, url));
  const types = once((url: string) => {
    const file = program.fileOf(url);
    return file === undefined
      ? []
      : program.program.getSemanticDiagnostics(file).flatMap((each) => problem(each, program));
  });
  return (urls) => {
    const found = urls.flatMap(syntax);
    return { syntax: found, types: found.length > 0 ? [] : urls.flatMap(types) };
  };
}

/** What keeps a file from being parsed: the first error, since it is the cause of most others. */
function syntaxProblems(graph: ModuleGraph, program: Program, url: string): SignatureProblem[] {
  const file = program.fileOf(url);
  const found = file === undefined ? [] : program.program.getSyntacticDiagnostics(file).slice(0, 1)
    .flatMap((each) => problem(each, program));
  const error = graph.modules[url]?.error;
  // Deno parses by itself, and may see more than the compiler.
  if (found.length > 0 || error === undefined || !error.startsWith("SyntaxError")) return found;
  const [, line = "1", column = "1"] = /:(\d+):(\d+)\s*$/.exec(error) ?? [];
  const [message] = error.slice("SyntaxError: ".length).split("\n");
  return [{ url, line: Number(line), column: Number(column), message }];
}

function problem(diagnostic: ts.Diagnostic, program: Program): SignatureProblem[] {
  const { file, start, category, code, messageText } = diagnostic;
  if (file === undefined || start === undefined) return [];
  if (category !== ts.DiagnosticCategory.Error || NO_ERRORS.has(code)) return [];
  const { line, character } = ts.getLineAndCharacterOfPosition(file, start);
  return [{
    url: program.urlOf(file),
    line: line + 1,
    column: character + 1,
    message: typeScriptMessage(ts.flattenDiagnosticMessageText(messageText, "\n"), code),
  }];
}

function once<Value>(make: (key: string) => Value): (key: string) => Value {
  const made = new Map<string, Value>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key)!;
  };
}
