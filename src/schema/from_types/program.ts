import type { CompilerSettings } from "./compiler_settings.ts";
import type { Files } from "./files.ts";
import type { ModuleGraph } from "./module_graph.ts";
import { NODE_GLOBALS, usesNode } from "./node_globals.ts";
import { NpmFiles } from "./npm_files.ts";
import { isOurs } from "./our_package.ts";
import { Resolution } from "./resolution.ts";
import type { SourceCache } from "./source_cache.ts";
import { ts } from "./typescript.ts";

const DENO_TYPES = "asset:///deno.d.ts";
const NODE_TYPES = "asset:///node.d.ts";
const LIBRARY = ts.getDefaultLibFilePath({}).replace(/[^/\\]+$/, "");

/** What a program is made of. */
export interface ProgramParts {
  readonly graph: ModuleGraph;
  /** URLs of the modules that it is about. */
  readonly modules: readonly string[];
  readonly compiler: CompilerSettings;
  readonly files: Files;
  readonly cache: SourceCache;
  /** What `deno types` prints. */
  readonly denoTypes: string;
  /** The graph of `@types/node`, where it is needed. */
  readonly nodeTypes?: ModuleGraph | undefined;
}

/** A program of modules. */
export interface Program {
  readonly program: ts.Program;
  /** The source file of a module, by its URL. */
  readonly fileOf: (url: string) => ts.SourceFile | undefined;
  /** The URL of a source file. */
  readonly urlOf: (file: ts.SourceFile) => string;
  /** Whether types of Node are asked for, and are not there. */
  readonly lacksNode: boolean;
}

/**
 * Makes a program of modules, with all whose types they use.
 *
 * @param previous An earlier program whose modules import the same and whose options are the same; what
 * has not changed is taken from it
 */
export function makeProgram(parts: ProgramParts, previous?: ts.Program): Program {
  const { graph, modules, compiler, files, cache, denoTypes, nodeTypes } = parts;
  const { options, declarations } = compiler;
  const resolution = new Resolution(graph, files, nodeTypes);
  const settingsKey = JSON.stringify(options);

  const textOf = (name: string): string | undefined => {
    if (name === DENO_TYPES) return denoTypes;
    if (name === NODE_TYPES) return NODE_GLOBALS;
    const path = resolution.diskPath(name);
    return resolution.asset(name) ?? (path === undefined ? undefined : files.read(path));
  };
  const isFolder = (name: string) => {
    const path = resolution.diskPath(name);
    // The folders above those of packages are nowhere.
    return path === undefined ? NpmFiles.has(name) : files.isFolder(path);
  };
  const host: ts.CompilerHost = {
    fileExists: (name) => {
      const path = resolution.diskPath(name);
      return path !== undefined && files.isFile(path);
    },
    directoryExists: isFolder,
    readFile: textOf,
    realpath: (name) => resolution.canonical(name),
    getSourceFile: (name, settings) => {
      const library = name.startsWith(LIBRARY) || name.startsWith("asset:");
      const key = `${settingsKey} ${name}`;
      const last = library || NpmFiles.has(name) ? cache.last(key) : undefined;
      if (last !== undefined) return last;
      const text = textOf(name);
      if (text === undefined) return undefined;
      return cache.get(key, name, text, {
        ...typeof settings === "object" ? settings : { languageVersion: settings },
        // What Deno or we say of our own types is no description of anything else.
        ...(library || isOurs(resolution.urlOf(name))
          ? { jsDocParsingMode: ts.JSDocParsingMode.ParseNone }
          : {}),
      });
    },
    resolveModuleNameLiterals: (literals, from) =>
      literals.map((literal) => resolution.module(literal, from, options, host)),
    resolveTypeReferenceDirectiveReferences: (references, from) =>
      references.map((reference) => {
        const name = typeof reference === "string" ? reference : reference.fileName;
        return resolution.typeReference(name, from, options, host);
      }),
    getDefaultLibFileName: () => `${LIBRARY}lib.esnext.d.ts`,
    getDefaultLibLocation: () => LIBRARY,
    writeFile: () => {},
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
  };
  const rootNames = [
    DENO_TYPES,
    resolution.nodeTypes ?? NODE_TYPES,
    ...declarations,
    ...modules.map((url) => resolution.fileName(url)).filter((name) => name !== undefined),
  ];
  const program = ts.createProgram({
    rootNames,
    options,
    host,
    ...(previous === undefined ? {} : { oldProgram: previous }),
  });
  const urlOf = (file: ts.SourceFile) => resolution.urlOf(file.fileName);
  const usesMore = nodeTypes === undefined &&
    program.getSourceFiles().some((file) =>
      !file.isDeclarationFile && !isOurs(urlOf(file)) && usesNode(file.text)
    );
  return {
    program,
    fileOf: (url) => {
      const name = resolution.fileName(url);
      return name === undefined ? undefined : program.getSourceFile(name);
    },
    urlOf,
    lacksNode: usesMore || resolution.lacksNode,
  };
}
