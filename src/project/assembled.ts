import type { ProjectProblem } from "./checked_project.ts";
import { componentNames } from "./component_names.ts";
import { manifestComponent, type PlacedComponent } from "./manifest_component.ts";
import { errorIn } from "./problems.ts";
import type { ReadComponents } from "./read_components.ts";

/** Components as a manifest has them. */
export interface AssembledComponents {
  /** Those that can be put together, in the order of their paths. */
  readonly placed: readonly PlacedComponent[];
  readonly problems: readonly ProjectProblem[];
}

/**
 * Puts the components of a project together, of their paths and of what was read of their files.
 *
 * @param folder Path of the project's folder, with a slash at its end
 */
export function assembled(folder: string, read: ReadComponents): AssembledComponents {
  const { names, problems: misnamed } = componentNames(folder, read);
  const problems = [...misnamed];
  const placed: PlacedComponent[] = [];
  for (const { found, file, evaluated } of read.components) {
    const name = names.get(found.path);
    if (name === undefined) continue;
    const made = manifestComponent(found, name, file, evaluated);
    if ("component" in made) placed.push({ component: made.component, places: file.places });
    else problems.push(errorIn(folder + found.path, made.problem, file.places.default));
  }
  return { placed, problems };
}
