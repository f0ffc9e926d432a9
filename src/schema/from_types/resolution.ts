import type { Files } from "./files.ts";
import { fileUrl, pathOf } from "../uri/file_url.ts";
import { type GraphModule, moduleAt, type ModuleGraph } from "./module_graph.ts";
import { NpmFiles } from "./npm_files.ts";
import { isOurs } from "./our_package.ts";
import { ts } from "./typescript.ts";

const EXTENSIONS: Readonly<Record<string, string>> = {
  TypeScript: ".ts",
  Tsx: ".tsx",
  Mts: ".mts",
  Cts: ".cts",
  Dts: ".d.ts",
  Dmts: ".d.mts",
  Dcts: ".d.cts",
  JavaScript: ".js",
  Jsx: ".jsx",
  Mjs: ".mjs",
  Cjs: ".cjs",
  Json: ".json",
};
const EXTENSION = /\.(?:d\.[mc]?ts|[mc]?[jt]s|[jt]sx|json)$/;
const NODE_TYPES = "@types/node";
const ASSETS = "asset:///";

/** Declarations of what a file is that is imported as something else than code, by its `type`. */
const IMPORTED_AS: Readonly<Record<string, string>> = {
  text: "declare const text: string;\nexport default text;\n",
  bytes: "declare const bytes: Uint8Array<ArrayBuffer>;\nexport default bytes;\n",
};

/** Finds what the files of a program import, by a graph that Deno made of it. */
export class Resolution {
  readonly #graph: ModuleGraph;
  readonly #files: Files;
  readonly #npm: NpmFiles;
  readonly #nodeTypes: string | undefined;
  readonly #urls = new Map<string, string>();
  readonly #locals = new Map<string, string>();
  readonly #fileNames = new Map<string, string | undefined>();
  #lacksNode = false;

  /** @param nodeTypes The graph of `@types/node`; nothing else is in it */
  constructor(graph: ModuleGraph, files: Files, nodeTypes: ModuleGraph | undefined) {
    this.#graph = graph;
    this.#files = files;
    this.#npm = new NpmFiles({ ...nodeTypes?.packages, ...graph.packages });
    const id = Object.keys(nodeTypes?.packages ?? {})
      .find((id) => nodeTypes!.packages[id].name === NODE_TYPES);
    this.#nodeTypes = id &&
      `npm:///${encodeURIComponent(id)}/node_modules/${NODE_TYPES}/index.d.ts`;
  }

  /** Whether something asked for types of Node's modules which are not there. */
  get lacksNode(): boolean {
    return this.#lacksNode;
  }

  /** The file with the types of Node, where they are there. */
  get nodeTypes(): string | undefined {
    return this.#nodeTypes;
  }

  /** What the compiler calls a module; none where there is no text for it. */
  fileName(url: string): string | undefined {
    const known = this.#fileNames.get(url);
    if (known !== undefined || this.#fileNames.has(url)) return known;
    const found = moduleAt(this.#graph, url);
    const name = found && this.#nameOf(found.url, found.module);
    if (name !== undefined) this.#urls.set(name, found!.url);
    this.#fileNames.set(url, name);
    return name;
  }

  /** The URL of a file. */
  urlOf(fileName: string): string {
    const known = this.#urls.get(fileName);
    if (known !== undefined) return known;
    const path = this.diskPath(fileName) ?? fileName;
    return path.includes("://") ? path : fileUrl(path);
  }

  /** Where a file is on this machine. */
  diskPath(fileName: string): string | undefined {
    if (NpmFiles.has(fileName)) return this.#npm.diskPath(fileName);
    return this.#locals.get(fileName) ?? (fileName.includes("://") ? undefined : fileName);
  }

  /** The one name of a file that several packages see below themselves. */
  canonical(fileName: string): string {
    return NpmFiles.has(fileName) ? this.#npm.canonical(fileName) : fileName;
  }

  /** What a file without a text of its own declares, such as one that is imported as text. */
  asset(fileName: string): string | undefined {
    return fileName.startsWith(ASSETS)
      ? IMPORTED_AS[fileName.slice(ASSETS.length, -".d.ts".length)]
      : undefined;
  }

  /** The module that a file imports. */
  module(
    literal: ts.StringLiteralLike,
    from: string,
    options: ts.CompilerOptions,
    host: ts.ModuleResolutionHost,
  ): ts.ResolvedModuleWithFailedLookupLocations {
    const url = this.#urls.get(from);
    const found = url !== undefined && isOurs(url)
      ? this.#ofOurs(literal, url)
      : this.#ofGraph(literal.text, url, from, options, host) ??
        ts.resolveModuleName(literal.text, from, options, host).resolvedModule;
    if (found === undefined && (url === undefined || !isOurs(url))) this.#unresolved(literal.text);
    return { resolvedModule: found };
  }

  /** The declarations that a file refers to by `/// <reference types>`. */
  typeReference(
    name: string,
    from: string,
    options: ts.CompilerOptions,
    host: ts.ModuleResolutionHost,
  ): ts.ResolvedTypeReferenceDirectiveWithFailedLookupLocations {
    const of = (fileName: string | undefined) => ({
      resolvedTypeReferenceDirective: fileName === undefined
        ? undefined
        : { primary: true, resolvedFileName: fileName },
    });
    if (name === "node") {
      if (this.#nodeTypes === undefined) this.#lacksNode = true;
      return of(this.#nodeTypes);
    }
    const url = this.#urls.get(from);
    const found = url && this.#ofGraph(name, url, from, options, host)?.resolvedFileName;
    if (found) return of(found);
    const { resolvedTypeReferenceDirective } = ts.resolveTypeReferenceDirective(
      name,
      from,
      options,
      host,
    );
    return { resolvedTypeReferenceDirective };
  }

  #unresolved(specifier: string): void {
    // In declarations of packages, Node's modules go by their bare names as well.
    if (/^(?:node:)?[a-z_]+(?:\/[a-z_]+)?$/.test(specifier) && this.#nodeTypes === undefined) {
      this.#lacksNode = true;
    }
  }

  /** What our own files need for their types: neither packages, nor what they import when it is needed. */
  #ofOurs(literal: ts.StringLiteralLike, url: string): ts.ResolvedModuleFull | undefined {
    const { parent } = literal;
    const dynamic = parent !== undefined && ts.isCallExpression(parent);
    const to = this.#target(literal.text, url)?.to;
    return dynamic || to === undefined || !isOurs(to) ? undefined : this.#resolved(to);
  }

  #ofGraph(
    specifier: string,
    url: string | undefined,
    from: string,
    options: ts.CompilerOptions,
    host: ts.ModuleResolutionHost,
  ): ts.ResolvedModuleFull | undefined {
    const target = url === undefined ? undefined : this.#target(specifier, url);
    if (target?.to === undefined) return undefined;
    const { to, as } = target;
    if (as !== undefined && as in IMPORTED_AS) {
      return { resolvedFileName: `${ASSETS}${as}.d.ts`, extension: ".d.ts" };
    }
    const found = moduleAt(this.#graph, to);
    if (found === undefined) return undefined;
    const { module } = found;
    if (module.npmPackage !== undefined) {
      const { name } = this.#graph.packages[module.npmPackage];
      const [, path = ""] = /^npm:\/?(?:@[^/]+\/)?[^/]+(\/.*)?$/.exec(found.url) ?? [];
      const importer = NpmFiles.besides(module.npmPackage);
      return ts.resolveModuleName(name + path, importer, options, host).resolvedModule;
    }
    if (to.includes("/node_modules/")) {
      const { resolvedModule } = ts.resolveModuleName(specifier, from, options, host);
      if (resolvedModule !== undefined) return resolvedModule;
    }
    return this.#resolved(module.types ?? found.url) ?? this.#resolved(found.url);
  }

  #target(specifier: string, url: string) {
    return this.#graph.modules[url].imports.find((each) => each.specifier === specifier);
  }

  #resolved(url: string): ts.ResolvedModuleFull | undefined {
    const resolvedFileName = this.fileName(url);
    const extension = EXTENSION.exec(resolvedFileName ?? "")?.[0];
    if (resolvedFileName === undefined || extension === undefined) return undefined;
    return { resolvedFileName, extension, isExternalLibraryImport: false };
  }

  #nameOf(url: string, { local, mediaType }: GraphModule): string | undefined {
    if (url.startsWith("file:")) {
      const path = pathOf(url);
      return local !== undefined || this.#files.isFile(path) ? path : undefined;
    }
    if (local === undefined || !/^https?:/.test(url)) return undefined;
    const extension = EXTENSIONS[mediaType ?? ""] ?? "";
    const name = url.endsWith(extension) ? url : url + extension;
    this.#locals.set(name, local);
    return name;
  }
}
