import type { Reading } from "../../src/schema/from_types/reading.ts";
import { ts } from "../../src/schema/from_types/typescript.ts";
import { deno, ROOT } from "./server_process.ts";

const LIBRARY = ts.getDefaultLibFilePath({}).replace(/[^/]+$/, "");
const DENO_TYPES = "/types/deno.d.ts";
const denoTypes = (await deno(["types"])).stdout;
const parsed = new Map<string, ts.SourceFile>();
let last: ts.Program | undefined;

/**
 * Type-checks sources that are in memory, beside the library and Deno's own types.
 *
 * @param sources Texts by absolute path, such as `/source/a.ts`; imports are relative, with extensions,
 * or `@x/mcp` for this package
 * @returns a reading of them with nothing found yet, and a source file by its path
 */
export function typedSource(
  sources: Readonly<Record<string, string>>,
): { reading: Reading; file: (path: string) => ts.SourceFile } {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    lib: ["lib.esnext.d.ts"],
    types: [],
    paths: { "@x/mcp": [ROOT.pathname + "mod.ts"] },
  };
  const read = (path: string): string | undefined => {
    if (path === DENO_TYPES) return denoTypes;
    if (path in sources) return sources[path];
    try {
      return Deno.readTextFileSync(path);
    } catch {
      return undefined;
    }
  };
  const host: ts.CompilerHost = {
    fileExists: (path) => read(path) !== undefined,
    readFile: read,
    getSourceFile: (path, language) => {
      if (!(path in sources) && parsed.has(path)) return parsed.get(path);
      const text = read(path);
      if (text === undefined) return undefined;
      const source = ts.createSourceFile(path, text, language);
      if (!(path in sources)) parsed.set(path, source);
      return source;
    },
    getDefaultLibFileName: () => `${LIBRARY}lib.esnext.d.ts`,
    getDefaultLibLocation: () => LIBRARY,
    writeFile: () => {},
    getCurrentDirectory: () => "/source",
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
  };
  const rootNames = [...Object.keys(sources), DENO_TYPES];
  last = ts.createProgram({ rootNames, options, host, ...(last ? { oldProgram: last } : {}) });
  const program = last;
  return {
    reading: {
      program,
      checker: program.getTypeChecker(),
      urlOf: (source) => `file://${source.fileName}`,
      isOurs: (source) => source.fileName.startsWith(ROOT.pathname + "src/"),
      problems: [],
    },
    file: (path) => program.getSourceFile(path)!,
  };
}
