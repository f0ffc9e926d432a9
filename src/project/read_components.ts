import { SignatureError } from "../app/signature_error.ts";
import type { ComponentAnswer, ComponentFile } from "../schema/from_types/component_file.ts";
import type { Report } from "../server/errors.ts";
import type { ProjectProblem } from "./checked_project.ts";
import { demandReading } from "./demand_reading.ts";
import type { EvaluatedSchemas, Evaluation, UnevaluatedComponent } from "./evaluate_schemas.ts";
import type { FoundComponent } from "./find_components.ts";
import { asError, errorIn, reasonOf, START } from "./problems.ts";
import type { CachedProject, FreshComponent } from "./project_cache.ts";

/** A component whose file has been read. */
export interface ReadComponent {
  readonly found: FoundComponent;
  readonly file: ComponentFile;
  /** What its schemas came to, if it exports some. */
  readonly evaluated: EvaluatedSchemas;
}

/** What reading the files of a project came to. */
export interface ReadComponents {
  /** Those without an error, in the order of their paths. */
  readonly components: readonly ReadComponent[];
  /** Those with one. */
  readonly failed: readonly FoundComponent[];
  readonly problems: readonly ProjectProblem[];
  /** Those that are not in the cache. */
  readonly fresh: readonly FreshComponent[];
}

/**
 * Reads the files of components: from the cache what is as it was, and else by a process of its own, which
 * needs the permission to run Deno.
 *
 * @param folder Path of the project's folder, with a slash at its end
 * @throws {SignatureError} with one line, if something has to be read and cannot be here
 */
export async function readComponents(
  folder: string,
  found: readonly FoundComponent[],
  cached: CachedProject,
  report: Report,
): Promise<ReadComponents> {
  const problems: ProjectProblem[] = [];
  const missing = found.filter(({ path }) => {
    if (cached.components.has(path)) return false;
    const problem = unreadable(folder, path);
    if (problem !== undefined) problems.push(problem);
    return problem === undefined;
  });
  const read = missing.length === 0
    ? []
    : await readFiles(folder, missing, cached.hidden).catch((error) => {
      throw error instanceof Error ? new SignatureError(error) : error;
    });
  report({
    level: "debug",
    message: `components: ${missing.length} read, ${found.length - missing.length} from the cache`,
  });
  const fresh = new Map<string, Omit<FreshComponent, "path">>();
  const unevaluated = [];
  for (const { found, answer, below } of read) {
    if (answer.problems !== undefined) problems.push(...answer.problems.map(asError));
    else if (answer.file.schemas.length > 0) unevaluated.push({ found, file: answer.file, below });
    else fresh.set(found.path, { file: answer.file, evaluated: {}, below });
  }
  for (const [each, evaluation] of await evaluated(folder, unevaluated, report)) {
    const { found: { path }, file, below } = each;
    if (evaluation.problem === undefined) {
      fresh.set(path, { file, evaluated: evaluation.schemas, below });
      continue;
    }
    const place = file.places[evaluation.about] ?? START;
    problems.push(errorIn(folder + path, evaluation.problem, place));
  }
  const components = found.flatMap((found): ReadComponent[] => {
    const known = cached.components.get(found.path) ?? fresh.get(found.path);
    return known === undefined ? [] : [{ found, file: known.file, evaluated: known.evaluated }];
  });
  const done = new Set(components.map(({ found }) => found));
  return {
    components,
    failed: found.filter((each) => !done.has(each)),
    problems,
    fresh: [...fresh].map(([path, rest]) => ({ path, ...rest })),
  };
}

async function evaluated<Component extends UnevaluatedComponent>(
  folder: string,
  components: readonly Component[],
  report: Report,
): Promise<ReadonlyMap<Component, Evaluation>> {
  if (components.length === 0) return new Map();
  const { evaluateSchemas } = await import("./evaluate_schemas.ts");
  return await evaluateSchemas(folder, components, report);
}

interface FileReading {
  readonly found: FoundComponent;
  readonly answer: ComponentAnswer;
  readonly below: FreshComponent["below"];
}

async function readFiles(
  folder: string,
  missing: readonly FoundComponent[],
  hidden: readonly string[],
): Promise<FileReading[]> {
  demandReading(missing, folder, hidden);
  const { SignatureReader } = await import("../app/signatures/reader.ts");
  await using reader = new SignatureReader();
  const answers = await reader.readComponents(missing.map(({ url, kind }) => ({ url, kind })));
  return missing.map((found, i) => ({
    found,
    answer: answers[i],
    below: reader.modulesBelow(found.url),
  }));
}

function unreadable(folder: string, path: string): ProjectProblem | undefined {
  try {
    Deno.openSync(folder + path).close();
  } catch (error) {
    return errorIn(folder + path, `cannot be read: ${reasonOf(error)}`);
  }
}
