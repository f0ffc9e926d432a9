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
import { exportNamed, placeNamed, withoutLabel } from "./messages.ts";
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
  const { registered, faults } = register(component, folder);
  if (registered === undefined) {
    return faults.map((fault) => error(fault, placeNamed(fault, places)));
  }
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

/** What registering a component comes to. */
interface Registering {
  /** The component, if nothing is wrong with it. */
  readonly registered?: AnyComponent;
  /** All that is wrong with it. */
  readonly faults: readonly string[];
}

/** Registers a component; once more without an option that is wrong, since others may be as well. */
function register(component: ProjectComponent, folder: string): Registering {
  const around = { defaults: {}, run: neverRun };
  try {
    const registered = projectComponent(component, { url: fileUrl(folder) }, around)(0);
    return { registered, faults: [] };
  } catch (error) {
    const fault = withoutLabel((error as Error).message);
    const wrong = exportNamed(fault, component.options);
    if (wrong === undefined) return { faults: [fault] };
    const { [wrong]: _, ...options } = component.options;
    return { faults: [fault, ...register({ ...component, options }, folder).faults] };
  }
}

function neverRun(): never {
  throw new Error("Nothing is called while it is checked");
}
