import type { ComponentFile } from "../schema/from_types/component_file.ts";
import type { ProjectProblem } from "./checked_project.ts";
import { collisions, type NamedComponent } from "./collisions.ts";
import type { FoundComponent } from "./find_components.ts";
import { pathName } from "./path_name.ts";
import { errorIn } from "./problems.ts";
import type { ComponentNames } from "./manifest_component.ts";
import type { ReadComponents } from "./read_components.ts";

/** What the components of a project are called. */
export interface NamedComponents {
  /** Those that can be, by their paths. */
  readonly names: ReadonlyMap<string, ComponentNames>;
  readonly problems: readonly ProjectProblem[];
}

/**
 * Names the components of a project, by their paths or by what they export.
 *
 * @param folder Path of the project's folder, with a slash at its end
 */
export function componentNames(
  folder: string,
  { components, failed }: Pick<ReadComponents, "components" | "failed">,
): NamedComponents {
  const names = new Map<string, ComponentNames>();
  const problems: ProjectProblem[] = [];
  const named: NamedComponent[] = [];
  const add = ({ path }: FoundComponent, file?: ComponentFile) => {
    const { name: exported, uri } = (file?.options ?? {}) as { name?: string; uri?: string };
    const ofPath = pathName(path);
    if (exported === undefined && ofPath.problem !== undefined) {
      problems.push(errorIn(folder + path, ofPath.problem));
      return;
    }
    const name = exported ?? ofPath.name;
    const ids = { name, ...(uri === undefined ? {} : { uri }) };
    if (file !== undefined) names.set(path, ids);
    named.push({ path, ...ids, places: file?.places ?? {} });
  };
  for (const { found, file } of components) add(found, file);
  // What is wrong in a file does not hide what is wrong with its path.
  for (const found of failed) if (!mayExportName(folder + found.path)) add(found);
  named.sort((a, b) => a.path < b.path ? -1 : 1);
  for (const { path, problem } of collisions(named, folder)) {
    names.delete(path);
    problems.push(problem);
  }
  return { names, problems };
}

function mayExportName(path: string): boolean {
  try {
    return /\bexport\b[^\n]*\bname\b/.test(Deno.readTextFileSync(path));
  } catch {
    return true;
  }
}
