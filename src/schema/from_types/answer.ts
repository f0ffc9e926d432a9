import type { ComponentAnswer, ComponentRequest } from "./component_file.ts";
import { exportName } from "./export_name.ts";
import type { Files } from "./files.ts";
import { findFunction } from "./find_function.ts";
import { moduleAt, type ModuleGraph } from "./module_graph.ts";
import { isOurs } from "./our_package.ts";
import { inOrder } from "./problem_order.ts";
import type { Program } from "./program.ts";
import { readComponent } from "./read_component.ts";
import { readFunction } from "./read_function.ts";
import type { Reading } from "./reading.ts";
import type { SignatureAnswer, SignatureProblem, SignatureRequest } from "./signature.ts";
import { pathOf } from "../uri/file_url.ts";

/** Reads the function that a request means. */
export function functionAnswer(request: SignatureRequest, program: Program): SignatureAnswer {
  const { url, key } = request;
  const file = program.fileOf(url);
  if (file === undefined) return atStart(url, "Cannot read this module: Deno has no text of it");
  const reading = readingOf(program);
  try {
    const found = findFunction(request, file, reading);
    const signature = found && readFunction(found, request.kind, reading);
    if (reading.problems.length > 0) return { problems: reading.problems };
    if (signature === undefined) return atStart(url, `Cannot read ${JSON.stringify(key)}`);
    const exported = exportName(found!, file, reading);
    return { signature: { ...signature, ...(exported === undefined ? {} : { exported }) } };
  } catch (error) {
    return atStart(
      url,
      `Cannot read ${JSON.stringify(key)}: the reader failed with ${(error as Error).message}; ` +
        "give it a schema, and please report this",
    );
  }
}

/** What is known of the modules around a component. */
export interface Surroundings {
  readonly graph: ModuleGraph;
  readonly program: Program;
  readonly files: Files;
}

/**
 * Reads the file of a component.
 *
 * @param syntax What nobody can read in the files that it imports
 */
export function componentAnswer(
  request: ComponentRequest,
  syntax: readonly SignatureProblem[],
  { graph, program, files }: Surroundings,
): ComponentAnswer {
  const { url } = request;
  const source = program.fileOf(url);
  if (source === undefined) {
    return atStart(url, `this file cannot be read: ${why(url, graph, files)}`);
  }
  const reading = readingOf(program);
  try {
    const file = readComponent(request, source, reading);
    const problems = inOrder([...syntax, ...reading.problems], url);
    if (problems.length > 0) return { problems };
    return file === undefined ? atStart(url, "Cannot read this file") : { file };
  } catch (error) {
    return atStart(
      url,
      `Cannot read this file: the reader failed with ${
        (error as Error).message
      }; please report this`,
    );
  }
}

function readingOf({ program, urlOf }: Program): Reading {
  return {
    program,
    checker: program.getTypeChecker(),
    urlOf,
    isOurs: (file) => isOurs(urlOf(file)),
    problems: [],
  };
}

function atStart(url: string, message: string): { readonly problems: SignatureProblem[] } {
  return { problems: [{ url, line: 1, column: 1, message }] };
}

/** Why there is no text of a file: what the file system says, or else Deno. */
function why(url: string, graph: ModuleGraph, files: Files): string {
  const error = moduleAt(graph, url)?.module.error?.split("\n", 1)[0];
  return files.fault(pathOf(url)) ?? error ?? "Deno has no text of it";
}
