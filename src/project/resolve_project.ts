import { SignatureError } from "../app/signature_error.ts";
import { mayRead } from "../deno/projects.ts";
import type { Report } from "../server/errors.ts";
import { MANIFEST_FORM } from "../server/project_manifest.ts";
import { quoted } from "../server/shell_word.ts";
import { stderrLog } from "../transport/stderr_log.ts";
import { assembled } from "./assembled.ts";
import type { CheckedProject } from "./checked_project.ts";
import type { CheckedComponents } from "./component_check.ts";
import { findComponents, type FoundComponent, type FoundFiles } from "./find_components.ts";
import type { PlacedComponent } from "./manifest_component.ts";
import { errorIn, errorsOf, inOrder, reasonOf } from "./problems.ts";
import { type CachedProject, cachedProject, keepProject } from "./project_cache.ts";
import { projectIdentity } from "./project_identity.ts";
import { readComponents } from "./read_components.ts";
import { hasServerFile } from "./server_file.ts";

/** How a project is looked at. */
export interface ResolveOptions {
  /** Told on level `debug` how many files were read, and how many were in the cache. */
  readonly report?: Report | undefined;
  /** Whether what was right before is looked at once more, so that all warnings are found. */
  readonly thorough?: boolean;
}

/** What a project comes to, and what lies in its folders. */
export interface ResolvedProject extends CheckedProject {
  readonly found: FoundFiles;
  /** Whether Deno can read its configuration. */
  readonly isReadable: boolean;
}

/**
 * Finds, reads and checks the components of a project, without running any of their code but for what tells
 * the schemas that they export.
 *
 * @throws {SignatureError} with one line, if the project cannot be read here
 */
export async function resolveProject(
  path: string,
  { report = stderrLog(), thorough = false }: ResolveOptions = {},
): Promise<ResolvedProject> {
  const started = Date.now();
  const folder = folderOf(path);
  const found = findComponents(folder);
  const { identity, problems: unnamed, isReadable } = projectIdentity(folder);
  // Deno reads nothing where the configuration is wrong.
  const files = isReadable ? found.components : [];
  const cached = await cachedProject(folder);
  const read = await readComponents(folder, files, cached, report);
  const { placed, problems: misplaced } = assembled(folder, read);
  const known = [...found.problems, ...unnamed, ...read.problems, ...misplaced];
  if (isEmpty(folder, found)) known.push(errorIn(`${folder}tools`, EMPTY));
  const wasSound = cached.isSound && cached.count === files.length;
  const isSame = wasSound && read.fresh.length === 0 && known.length === 0;
  const { components, problems: more } = isSame && !thorough
    ? { components: placed.map(({ component }) => component), problems: [] }
    : await checked(folder, placed);
  const problems = inOrder([...known, ...more]);
  const isSound = errorsOf(problems).length === 0;
  if (read.fresh.length > 0 || isSound !== cached.isSound || cached.count !== files.length) {
    await keepProject(folder, stillThere(cached, files), read.fresh, started, isSound);
  }
  return {
    folder,
    problems,
    manifest: { form: MANIFEST_FORM, ...identity, components },
    found,
    isReadable,
  };
}

async function checked(
  folder: string,
  placed: readonly PlacedComponent[],
): Promise<CheckedComponents> {
  const { checkComponents } = await import("./component_check.ts");
  return await checkComponents(folder, placed);
}

function isEmpty(folder: string, { components, problems }: FoundFiles): boolean {
  return components.length === 0 && problems.length === 0 && !hasServerFile(folder);
}

/** What the cache has, without components that are gone. */
function stillThere(cached: CachedProject, files: readonly FoundComponent[]): CachedProject {
  const paths = new Set(files.map(({ path }) => path));
  const components = [...cached.components].filter(([path]) => paths.has(path));
  return { ...cached, components: new Map(components) };
}

const EMPTY =
  "the project has no component: write one, such as tools/hello.ts with a documented function as its " +
  "default export";

/** Path of a folder without links, with a slash at its end. */
function folderOf(path: string): string {
  if (!mayRead(path)) {
    throw new SignatureError(
      new Error(`Cannot read the project ${path}: start with --allow-read=${quoted(path)}`),
    );
  }
  try {
    return `${Deno.realPathSync(path).replace(/\/$/, "")}/`;
  } catch (error) {
    throw new SignatureError(new Error(`Cannot read the project ${path}: ${reasonOf(error)}`));
  }
}
