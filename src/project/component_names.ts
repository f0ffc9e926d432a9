import type { ComponentFile } from "../schema/from_types/component_file.ts";
import type { ProjectProblem } from "./checked_project.ts";
import { collisions, type NamedComponent } from "./collisions.ts";
import type { FoundComponent } from "./find_components.ts";
import { pathName } from "./path_name.ts";
import { errorIn, START } from "./problems.ts";
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
    const wrong = (message: string, about = "") =>
      void problems.push(errorIn(folder + path, message, file?.places[about] ?? START));
    const { name: exported, uri } = file?.options ?? {};
    const ofPath = pathName(path);
    if (exported === undefined && ofPath.problem !== undefined) return wrong(ofPath.problem);
    const name = exported ?? ofPath.name;
    if (typeof name !== "string" || name === "") {
      return wrong('name is a text that is not empty, as in export const name = "add"', "name");
    }
    if (uri !== undefined && typeof uri !== "string") {
      return wrong('uri is a text, as in export const uri = "data://config"', "uri");
    }
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
