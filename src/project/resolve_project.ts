import { mayRead } from "../deno/projects.ts";
import type { Report } from "../server/errors.ts";
import { MANIFEST_FORM, type ProjectComponent } from "../server/project_manifest.ts";
import { quoted } from "../server/shell_word.ts";
import { stderrLog } from "../transport/stderr_log.ts";
import { SignatureError } from "../app/signature_error.ts";
import type { CheckedProject, ProjectProblem } from "./checked_project.ts";
import { componentNames } from "./component_names.ts";
import { configurationOf } from "./configuration.ts";
import { findComponents, type FoundFiles } from "./find_components.ts";
import { identityOf } from "./identity.ts";
import { errorIn, errorsOf, inOrder, reasonOf } from "./problems.ts";
import { cachedProject, keepProject } from "./project_cache.ts";
import { type PlacedComponent, manifestComponent } from "./manifest_component.ts";
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
  const configuration = configurationOf(folder);
  const isFile = hasServerFile(folder);
  const { identity, problems: unnamed } = isFile
    ? { identity: {}, problems: [] }
    : identityOf(configuration);
  const problems: ProjectProblem[] = [...found.problems, ...unnamed];
  if (configuration.problem !== undefined) problems.push(configuration.problem);
  if (!isFile && found.components.length === 0 && found.problems.length === 0) {
    problems.push(errorIn(`${folder}tools`, EMPTY));
  }
  // Deno reads nothing where the configuration is wrong.
  const files = configuration.problem === undefined ? found.components : [];
  const cached = await cachedProject(folder);
  const read = await readComponents(folder, files, cached, report);
  problems.push(...read.problems);
  const { names, problems: misnamed } = componentNames(folder, read);
  problems.push(...misnamed);
  const placed: PlacedComponent[] = [];
  for (const { found, file, evaluated } of read.components) {
    const name = names.get(found.path);
    if (name === undefined) continue;
    const made = manifestComponent(found, name, file, evaluated);
    if ("component" in made) placed.push({ component: made.component, places: file.places });
    else problems.push(errorIn(folder + found.path, made.problem, file.places.default));
  }
  let components: readonly ProjectComponent[] = placed.map(({ component }) => component);
  const isKnown = cached.isSound && read.fresh.length === 0 && problems.length === 0 &&
    cached.count === files.length;
  if (thorough || !isKnown) {
    const { checkComponents } = await import("./component_check.ts");
    const checked = await checkComponents(folder, placed);
    components = checked.components;
    problems.push(...checked.problems);
  }
  const isSound = errorsOf(problems).length === 0;
  if (read.fresh.length > 0 || isSound !== cached.isSound || cached.count !== files.length) {
    const paths = new Set(files.map(({ path }) => path));
    const still = [...cached.components].filter(([path]) => paths.has(path));
    const before = { ...cached, components: new Map(still) };
    await keepProject(folder, before, read.fresh, started, isSound);
  }
  return {
    folder,
    problems: inOrder(problems),
    manifest: { form: MANIFEST_FORM, ...identity, components },
    found,
  };
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
