import { type ReadSet, readSet } from "../app/sandbox_sets.ts";
import type { ComponentFile, Place } from "../schema/from_types/component_file.ts";
import { fileUrl } from "../schema/uri/file_url.ts";
import type { AnyComponent } from "../server/catalog.ts";
import { projectComponent } from "../server/project_component.ts";
import type { ProjectComponent } from "../server/project_manifest.ts";
import type { SandboxedCode } from "../server/sandboxed.ts";
import type { ProjectProblem } from "./checked_project.ts";
import { doubts } from "./doubts.ts";
import type { PlacedComponent } from "./manifest_component.ts";
import { placeNamed, withoutLabel } from "./messages.ts";
import { errorIn, START } from "./problems.ts";

/** What came of checking components. */
export interface CheckedComponents {
  /** Those without an error. */
  readonly components: readonly ProjectComponent[];
  readonly problems: readonly ProjectProblem[];
}

/**
 * Checks components as a server does that registers them, reads what they may touch, and says what is
 * doubtful about them. None of their code runs.
 *
 * @param folder Path of the project's folder, with a slash at its end
 */
export async function checkComponents(
  folder: string,
  placed: readonly PlacedComponent[],
): Promise<CheckedComponents> {
  const problems: ProjectProblem[] = [];
  const components: ProjectComponent[] = [];
  const sets = new Map<string, Promise<ReadSet>>();
  // All are of one project, where equal declarations mean the same.
  const setOf = (code: SandboxedCode): Promise<ReadSet> => {
    const key = JSON.stringify(code.settings.permissions);
    const set = sets.get(key) ?? readSet(code, "it");
    sets.set(key, set);
    return set;
  };
  for (const { component, places } of placed) {
    const found = await problemsOf(component, places, folder, setOf);
    problems.push(...found);
    if (found.every(({ severity }) => severity === "warning")) components.push(component);
  }
  return { components, problems };
}

async function problemsOf(
  component: ProjectComponent,
  places: ComponentFile["places"],
  folder: string,
  setOf: (code: SandboxedCode) => Promise<ReadSet>,
): Promise<ProjectProblem[]> {
  const error = (message: string, place: Place) => errorIn(folder + component.file, message, place);
  const registered = register(component, folder);
  if (typeof registered === "string") return [error(registered, placeNamed(registered, places))];
  const { sandbox, warnings } = registered;
  const set = sandbox && await setOf(sandbox);
  const declared = places.permissions ?? START;
  if (set !== undefined && set.ready === undefined) return [error(set.problem!, declared)];
  return [
    ...warnings.map((message) => error(message, placeNamed(message, places))),
    ...set?.risk === undefined ? [] : [error(set.risk, declared)],
    ...doubts(component, set?.ready).map(({ message, about }) =>
      error(message, places[about] ?? START)
    ),
  ].map((problem) => ({ ...problem, severity: "warning" }));
}

/** The component as it is registered, or why it cannot be. */
function register(component: ProjectComponent, folder: string): AnyComponent | string {
  const around = { defaults: {}, run: neverRun };
  try {
    return projectComponent(component, { url: fileUrl(folder) }, around)(0);
  } catch (error) {
    return withoutLabel((error as Error).message);
  }
}

function neverRun(): never {
  throw new Error("Nothing is called while it is checked");
}
