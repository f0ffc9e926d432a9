import type { GraphImport, GraphModule, ModuleGraph } from "../schema/from_types/module_graph.ts";
import { batches, ONE_ARGUMENT } from "./batches.ts";
import { nodeModulesFlag } from "./projects.ts";
import { type DenoRun, runDeno } from "./run_deno.ts";

/** What `deno info --json` prints, as far as it is read. */
interface Info {
  readonly modules: readonly {
    readonly specifier: string;
    readonly local?: string;
    readonly mediaType?: string;
    readonly npmPackage?: string;
    readonly error?: string;
    readonly typesDependency?: { readonly dependency?: { readonly specifier?: string } };
    readonly dependencies?: readonly {
      readonly specifier: string;
      readonly code?: { readonly specifier?: string };
      readonly type?: { readonly specifier?: string };
      readonly assertionType?: string;
    }[];
  }[];
  readonly redirects: Readonly<Record<string, string>>;
  /** What the configuration imports, such as the `types` of its `compilerOptions`. */
  readonly imports?: readonly Pick<Info["modules"][number], "dependencies">[];
  readonly npmPackages?: ModuleGraph["packages"];
}

const DOWNLOADED = /^Download /m;
const NOT_FROZEN = /lockfile is out of date/;
const NOT_ALLOWED = /import access to "([^"]+)"/;
/** Where Deno imports from without being told so; naming other hosts takes these away. */
const DEFAULT_HOSTS = [
  "deno.land:443",
  "jsr.io:443",
  "esm.sh:443",
  "raw.esm.sh:443",
  "cdn.jsdelivr.net:443",
  "raw.githubusercontent.com:443",
  "gist.githubusercontent.com:443",
];

/** What modules import. */
export interface Resolved {
  readonly graph: ModuleGraph;
  /** The flags by which Deno resolves them like that. */
  readonly flags: readonly string[];
  /** Whether some of it was not on this machine before. */
  readonly downloaded: boolean;
}

/**
 * Asks Deno what modules import, with the configuration of a folder. Nothing of the project changes, and
 * none of its code runs, scripts of packages neither: a lock file that is not complete is left alone. Deno
 * may load what this process may import.
 *
 * @throws {Error} with what Deno says if it cannot tell
 */
export async function moduleGraph(urls: readonly string[], folder: string): Promise<Resolved> {
  const graphs: ModuleGraph[] = [];
  const hosts = new Set<string>();
  let lock = "--frozen";
  const lists = batches(urls, ONE_ARGUMENT);
  const packages = nodeModulesFlag(folder);
  let downloaded = false;
  for (;;) {
    const flags = [lock, packages, ...importFlags(hosts)];
    const urls = lists[graphs.length];
    if (urls === undefined) return { graph: merged(graphs), flags, downloaded };
    const run = await info(urls, folder, flags);
    downloaded ||= DOWNLOADED.test(run.stderr);
    if (!run.success && NOT_FROZEN.test(run.stderr) && lock === "--frozen") {
      lock = "--no-lock";
      continue;
    }
    const graph = graphOf(run);
    const more = hostsLeftOut(graph).filter((host) => !hosts.has(host));
    for (const host of more) hosts.add(host);
    if (more.length > 0) continue;
    graphs.push(graph);
  }
}

/**
 * Asks Deno for the graph of an npm package, apart from all projects.
 *
 * @returns an empty graph if it cannot be had
 */
export async function packageGraph(specifier: string, folder: string): Promise<ModuleGraph> {
  const flags = ["--no-config", "--no-lock", "--node-modules-dir=none"];
  try {
    return graphOf(await info([specifier], folder, flags));
  } catch {
    return merged([]);
  }
}

async function info(
  urls: readonly string[],
  folder: string,
  flags: readonly string[],
): Promise<DenoRun> {
  const source = urls.map((url) => `import ${JSON.stringify(url)};`).join("");
  const root = `data:text/typescript,${encodeURIComponent(source)}`;
  return await runDeno(["info", "--json", ...flags, root], folder);
}

function importFlags(hosts: ReadonlySet<string>): string[] {
  if (mayImport()) return ["--allow-import"];
  return hosts.size === 0 ? [] : [`--allow-import=${[...DEFAULT_HOSTS, ...hosts].join(",")}`];
}

/** The hosts that modules were not loaded from, although this process may import from there. */
function hostsLeftOut({ modules }: ModuleGraph): string[] {
  return Object.values(modules).map(({ error = "" }) => NOT_ALLOWED.exec(error)?.[1])
    .filter((host) => host !== undefined).filter(mayImport);
}

function mayImport(host?: string): boolean {
  const descriptor = { name: "import", ...(host === undefined ? {} : { host }) };
  return Deno.permissions.querySync(descriptor as Deno.ImportPermissionDescriptor).state ===
    "granted";
}

function graphOf({ success, stdout, stderr }: DenoRun): ModuleGraph {
  if (!success) {
    const reason = stderr.replace(/^[^]*?\berror: /, "").replace(/\s+/g, " ").trim();
    throw new Error(`Cannot read signatures: Deno cannot tell what the modules import: ${reason}`);
  }
  const { modules, redirects, imports = [], npmPackages = {} }: Info = JSON.parse(stdout);
  return {
    modules: Object.fromEntries(modules.map((module) => [module.specifier, moduleOf(module)])),
    redirects,
    packages: Object.fromEntries(
      Object.entries(npmPackages).map(([id, { name, localPath, dependencies }]) => [
        id,
        { name, localPath, dependencies },
      ]),
    ),
    everywhere: imports.flatMap((each) => moduleImports(each)).flatMap(({ to }) => to ?? []),
  };
}

function moduleOf(module: Info["modules"][number]): GraphModule {
  const { local, mediaType, npmPackage, error, typesDependency } = module;
  const types = typesDependency?.dependency?.specifier;
  return {
    ...(local === undefined ? {} : { local }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(npmPackage === undefined ? {} : { npmPackage }),
    ...(error === undefined ? {} : { error }),
    ...(types === undefined ? {} : { types }),
    imports: moduleImports(module),
  };
}

function moduleImports(
  { dependencies = [] }: Pick<Info["modules"][number], "dependencies">,
): GraphImport[] {
  return dependencies.map(({ specifier, code, type, assertionType }) => {
    const to = type?.specifier ?? code?.specifier;
    return {
      specifier,
      ...(to === undefined ? {} : { to }),
      ...(code?.specifier === undefined ? {} : { code: code.specifier }),
      ...(assertionType === undefined ? {} : { as: assertionType }),
    };
  });
}

function merged(graphs: readonly ModuleGraph[]): ModuleGraph {
  return {
    modules: Object.assign({}, ...graphs.map(({ modules }) => modules)),
    redirects: Object.assign({}, ...graphs.map(({ redirects }) => redirects)),
    packages: Object.assign({}, ...graphs.map(({ packages }) => packages)),
    everywhere: [...new Set(graphs.flatMap(({ everywhere }) => everywhere))],
  };
}
