/** Modules and what they import, as Deno resolves it. It is JSON. */
export interface ModuleGraph {
  /** The modules by URL; npm packages are among them. */
  readonly modules: Readonly<Record<string, GraphModule>>;
  /** URLs that stand for others. */
  readonly redirects: Readonly<Record<string, string>>;
  /** The npm packages by id, those that packages depend on as well. */
  readonly packages: Readonly<Record<string, NpmPackage>>;
  /** URLs of modules that the configuration names, whose declarations hold everywhere. */
  readonly everywhere: readonly string[];
}

/** A module of a {@linkcode ModuleGraph}. */
export interface GraphModule {
  /** Path of its text on this machine. */
  readonly local?: string;
  /** What Deno takes it for, such as `TypeScript`. */
  readonly mediaType?: string;
  /** Id of the npm package that it is a module of. */
  readonly npmPackage?: string;
  /** Why it cannot be loaded. */
  readonly error?: string;
  /** URL of the module that declares its types. */
  readonly types?: string;
  /** What it imports, types as well. */
  readonly imports: readonly GraphImport[];
}

/** An import of a {@linkcode GraphModule}. */
export interface GraphImport {
  /** As it is written. */
  readonly specifier: string;
  /** URL of what is imported, or of its types; none where it cannot be resolved. */
  readonly to?: string;
  /** URL of what is imported when the module runs; none for types alone. */
  readonly code?: string;
  /** The `type` that it is imported with, such as `json`. */
  readonly as?: string;
}

/** An npm package of a {@linkcode ModuleGraph}. */
export interface NpmPackage {
  readonly name: string;
  /** Path of its folder. */
  readonly localPath: string;
  /** Ids of the packages that it depends on. */
  readonly dependencies: readonly string[];
}

/** A module by its URL, or by one that stands for it. */
export function moduleAt(
  { modules, redirects }: ModuleGraph,
  url: string,
): { readonly url: string; readonly module: GraphModule } | undefined {
  const target = redirects[url] ?? url;
  const module = modules[target];
  return module && { url: target, module };
}

/** The URLs of a module and of all that it imports, and those import; what is skipped is left out. */
export function closureOf(
  graph: ModuleGraph,
  url: string,
  skip: (url: string) => boolean,
): ReadonlySet<string> {
  return reached(graph, [url], skip, ({ to }) => [to]);
}

/**
 * The URLs of all that a module means something by, itself first: its {@linkcode closureOf}, what runs
 * where others declare the types, and what holds everywhere.
 */
export function everythingBelow(
  graph: ModuleGraph,
  url: string,
  skip: (url: string) => boolean,
): ReadonlySet<string> {
  return reached(graph, [...graph.everywhere, url], skip, ({ to, code }) => [to, code]);
}

function reached(
  graph: ModuleGraph,
  urls: readonly string[],
  skip: (url: string) => boolean,
  imported: (each: GraphImport) => readonly (string | undefined)[],
): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting: (string | undefined)[] = [...urls];
  while (waiting.length > 0) {
    const next = waiting.pop();
    const found = next === undefined ? undefined : moduleAt(graph, next);
    if (found === undefined || reached.has(found.url) || skip(found.url)) continue;
    reached.add(found.url);
    waiting.push(found.module.types, ...found.module.imports.flatMap(imported));
  }
  return reached;
}
