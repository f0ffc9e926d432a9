import { folded } from "../server/names.ts";
import type { ProjectProblem } from "./checked_project.ts";
import { errorIn, START } from "./problems.ts";
import type { Place } from "../schema/from_types/component_file.ts";

/** What a component is found by, and where that is said. */
export interface NamedComponent {
  /** Its path from the project's folder. */
  readonly path: string;
  /** Its name; none where it is not known. */
  readonly name?: string;
  /** URI of a resource. */
  readonly uri?: string;
  /** Where its exports stand. */
  readonly places: Readonly<Record<string, Place>>;
}

/** Two components that a client may take for one another. */
export interface Collision {
  /** Path of the later one. */
  readonly path: string;
  readonly problem: ProjectProblem;
}

/**
 * Finds names that components share, of whatever kind, and URIs that resources share; letter case and
 * `-_.` make no difference.
 *
 * @param components In the order of their paths
 * @param folder Path of the project's folder, with a slash at its end
 */
export function collisions(
  components: readonly NamedComponent[],
  folder: string,
): readonly Collision[] {
  const found: Collision[] = [];
  for (const what of ["name", "uri"] as const) {
    const taken = new Map<string, { readonly path: string; readonly id: string }>();
    for (const { path, places, [what]: id } of components) {
      if (id === undefined) continue;
      const form = folded(what === "uri" ? withoutNames(id) : id);
      const other = taken.get(form);
      if (other === undefined) {
        taken.set(form, { path, id });
        continue;
      }
      const message = `${saying(what, id, other.id)} ${other.path}: ${ADVICE[what]}`;
      const place = Object.hasOwn(places, what) ? places[what] : START;
      found.push({ path, problem: errorIn(folder + path, message, place) });
    }
  }
  return found;
}

const ADVICE = {
  name: "rename one of the two files, or export another name",
  uri: "give one of the two another URI",
};
const WORDS = { name: "name", uri: "URI" };

/** A URI template without the names of its parameters, which make no difference to what it matches. */
function withoutNames(uri: string): string {
  return uri.replace(/\{\w+(\*?)\}/g, "{$1}");
}

function saying(what: "name" | "uri", id: string, other: string): string {
  return id === other
    ? `the ${WORDS[what]} ${JSON.stringify(id)} is also that of`
    : what === "uri" && id.includes("{") && withoutNames(id) === withoutNames(other)
    ? `the URI template ${JSON.stringify(id)} matches what ${JSON.stringify(other)} does of`
    : `hosts may take the ${WORDS[what]} ${JSON.stringify(id)} for ${JSON.stringify(other)} of`;
}
