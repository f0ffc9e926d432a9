import { type Files, fileUrl, pathOf } from "./files.ts";
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

const CONFIGS = ["deno.json", "deno.jsonc"];

interface Config {
  readonly compilerOptions?: Record<string, unknown>;
  readonly workspace?: unknown;
}

/** How a project is checked. */
export interface CompilerSettings {
  readonly options: ts.CompilerOptions;
  /** Paths of files with declarations that hold everywhere. */
  readonly declarations: readonly string[];
}

/**
 * How a project is checked: as Deno does by itself, with the `compilerOptions` of its configuration and
 * of the workspace around it. What may be null or undefined is always told apart.
 *
 * @param folder Path of the folder where the project, or one above it, has its `deno.json`
 */
export function compilerSettings(files: Files, folder: string): CompilerSettings {
  const written: Record<string, unknown> = {};
  const declarations: string[] = [];
  for (const { compilerOptions, url } of configsAbove(files, folder)) {
    Object.assign(written, compilerOptions);
    for (const file of texts(compilerOptions?.types)) {
      if (/^\.{0,2}\//.test(file)) declarations.push(pathOf(new URL(file, url)));
    }
  }
  const known = Object.fromEntries(
    Object.entries(written).filter(([name]) => SETTINGS.includes(name)),
  );
  const { options } = ts.convertCompilerOptionsFromJson(known, folder);
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
    lib: ["lib.esnext.d.ts", ...libraries(written.lib)],
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
  for (let url = new URL(`${fileUrl(folder)}/`);; url = new URL("../", url)) {
    for (const name of CONFIGS) {
      const path = pathOf(new URL(name, url));
      const text = files.read(path);
      if (text === undefined) continue;
      const config: Config = ts.parseConfigFileTextToJson(path, text).config ?? {};
      if (found.length === 0 || config.workspace !== undefined) {
        found.unshift({ ...config, url: new URL(name, url) });
      }
      break;
    }
    if (url.pathname === "/" || /^\/[A-Za-z]:\/$/.test(url.pathname)) return found;
  }
}

/** The files of TypeScript's own libraries among the names of a setting; Deno's are there anyway. */
function libraries(names: unknown): string[] {
  return texts(names).filter((name) => !name.startsWith("deno.")).map((name) => `lib.${name}.d.ts`);
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
