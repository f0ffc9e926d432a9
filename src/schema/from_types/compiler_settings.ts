import type { Files } from "./files.ts";
import { fileUrl, foldersAbove, pathOf } from "../uri/file_url.ts";
import { ts } from "./typescript.ts";

/** The settings of a project that change what its types mean, or what is an error. */
const SETTINGS = [
  "allowUnreachableCode",
  "allowUnusedLabels",
  "checkJs",
  "emitDecoratorMetadata",
  "exactOptionalPropertyTypes",
  "experimentalDecorators",
  "jsx",
  "jsxFactory",
  "jsxFragmentFactory",
  "jsxImportSource",
  "noFallthroughCasesInSwitch",
  "noImplicitAny",
  "noImplicitOverride",
  "noImplicitReturns",
  "noImplicitThis",
  "noPropertyAccessFromIndexSignature",
  "noUncheckedIndexedAccess",
  "noUnusedLocals",
  "noUnusedParameters",
  "strict",
  "strictBindCallApply",
  "strictBuiltinIteratorReturn",
  "strictFunctionTypes",
  "strictPropertyInitialization",
  "useUnknownInCatchVariables",
];

/** What makes a folder a project; a `tsconfig.json` counts where one of these is. */
const CONFIGS = ["deno.json", "deno.jsonc", "package.json"];

interface Config {
  readonly compilerOptions?: Record<string, unknown>;
  readonly workspace?: unknown;
  readonly workspaces?: unknown;
}

/** How a project is checked. */
export interface CompilerSettings {
  readonly options: ts.CompilerOptions;
  /** Paths of files with declarations that hold everywhere. */
  readonly declarations: readonly string[];
}

/**
 * How a project is checked: as Deno does by itself, with the `compilerOptions` of its configuration, or
 * else of the `tsconfig.json` beside it, and of the workspace around it. What may be null or undefined
 * is always told apart.
 *
 * @param folder Path of the folder where the project, or one above it, has its configuration
 */
export function compilerSettings(files: Files, folder: string): CompilerSettings {
  const written: ts.CompilerOptions = {};
  const declarations: string[] = [];
  for (const { compilerOptions, url } of configsAbove(files, folder)) {
    const options = compilerOptions === undefined
      ? tsconfigOptions(files, url)
      : ts.convertCompilerOptionsFromJson(compilerOptions, pathOf(new URL("./", url))).options;
    Object.assign(written, options);
    for (const file of options.types ?? []) {
      if (/^\.{0,2}\//.test(file)) declarations.push(pathOf(new URL(file, url)));
    }
  }
  const options = Object.fromEntries(
    Object.entries(written).filter(([name]) => SETTINGS.includes(name)),
  );
  const settings: ts.CompilerOptions = {
    strict: true,
    noImplicitOverride: true,
    ...options,
    strictNullChecks: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    moduleDetection: ts.ModuleDetectionKind.Force,
    customConditions: ["deno", "node"],
    lib: ["lib.esnext.d.ts", ...written.lib ?? []],
    types: [],
    allowImportingTsExtensions: true,
    allowJs: true,
    esModuleInterop: true,
    maxNodeModuleJsDepth: 0,
    noEmit: true,
    resolveJsonModule: true,
    skipLibCheck: true,
  };
  return { options: settings, declarations };
}

/** The nearest configuration, and before it that of a workspace which it may belong to. */
function configsAbove(files: Files, folder: string): (Config & { readonly url: URL })[] {
  const found: (Config & { readonly url: URL })[] = [];
  for (const url of foldersAbove(`${fileUrl(folder)}/`)) {
    for (const name of CONFIGS) {
      const path = pathOf(new URL(name, url));
      const text = files.read(path);
      if (text === undefined) continue;
      const config: Config = ts.parseConfigFileTextToJson(path, text).config ?? {};
      if (found.length === 0 || (config.workspace ?? config.workspaces) !== undefined) {
        found.unshift({ ...config, url: new URL(name, url) });
      }
      break;
    }
  }
  return found;
}

/** The options of the `tsconfig.json` beside a configuration, if there is one. */
function tsconfigOptions(files: Files, config: URL): ts.CompilerOptions {
  const path = pathOf(new URL("tsconfig.json", config));
  const text = files.read(path);
  if (text === undefined) return {};
  const host: ts.ParseConfigHost = {
    useCaseSensitiveFileNames: true,
    // Which files it is for does not matter here.
    readDirectory: () => [],
    fileExists: (path) => files.isFile(path),
    readFile: (path) => files.read(path),
  };
  const written = ts.parseConfigFileTextToJson(path, text).config ?? {};
  return ts.parseJsonConfigFileContent(written, host, pathOf(new URL("./", config))).options;
}
