import { isRecord } from "../json_schema.ts";
import { ANNOTATIONS } from "./annotations.ts";
import { DEEPEST, References, type Target } from "./reference_targets.ts";
import { below, mapSubschemas, type Node } from "./subschemas.ts";

/** A part that refers to itself. */
export interface RecursivePart {
  /** Its schema, in which `#/$defs/Name` refers to it. */
  readonly schema: Node;
  /** The property where it is met first. */
  readonly path: string;
}

/** A schema without references but those that recursion needs. */
export interface Inlined {
  /** The schema, never a reference itself. */
  readonly root: Node;
  /** The recursive parts by name. */
  readonly parts: ReadonlyMap<string, RecursivePart>;
}

/** How a library writes references. */
export interface Dialect {
  /** Names of parts that the library made up, so that they tell nothing. */
  readonly madeUp?: RegExp | undefined;
  /** Reads a node that a library writes in words of its own, at a place. */
  readonly read?: (node: Node, path: string) => Node;
}

/** How many parts a schema may have with everything inlined. */
const MOST_PARTS = 10_000;

interface Place {
  readonly path: string;
  readonly depth: number;
  /** The nearest property around. */
  readonly property: string | undefined;
  /** The nodes around whose `$defs` may be meant by a name, outermost first. */
  readonly scopes: readonly Node[];
}

interface Visit {
  readonly place: Place;
  readonly key: string | undefined;
  readonly title: unknown;
  /** Set by the first reference that leads back. */
  name?: string;
}

/**
 * Replaces references by what they point to, as far as that ends.
 *
 * Parts count as the same when they read the same, so that it does not matter which parts a library
 * refers to and which ones it writes out.
 *
 * @throws {TypeError} for a reference to nothing, and for a schema that grows too large
 */
export function inlined(raw: Node, { madeUp, read = (node) => node }: Dialect): Inlined {
  const references = new References(raw);
  const open = new Map<string, Visit>();
  const names = new Map<string, string>();
  const parts = new Map<string, RecursivePart>();
  const taken = new Set<string>();
  let count = 0;

  const nameOf = ({ place, key: first, title }: Visit, again: string | undefined): string => {
    const key = [first, again].find((key) => key !== undefined && madeUp?.test(key) !== true);
    const root = place.property === undefined;
    const name = pascalCase(typeof title === "string" ? title : "") || pascalCase(key ?? "") ||
      (root ? "Root" : pascalCase(place.property)) || "Part";
    // Root is for the root, whatever its properties are called.
    const free = (name: string) => !taken.has(name) && (root || name !== "Root");
    let numbered = name;
    for (let number = 2; !free(numbered); number++) numbered = `${name}${number}`;
    taken.add(numbered);
    return numbered;
  };

  const enter = (target: Target, place: Place): Node => {
    const same = references.identity(target);
    const known = names.get(same);
    if (known !== undefined) return { $ref: `#/$defs/${known}` };
    const around = open.get(same);
    if (around !== undefined) {
      around.name ??= nameOf(around, target.key);
      return { $ref: `#/$defs/${around.name}` };
    }
    const visit: Visit = { place, key: target.key, title: target.node.title };
    open.set(same, visit);
    const schema = inside(target.node, { ...place, scopes: target.scopes });
    open.delete(same);
    if (visit.name === undefined) return schema;
    names.set(same, visit.name);
    parts.set(visit.name, { schema, path: place.path });
    return { $ref: `#/$defs/${visit.name}` };
  };

  const inside = (raw: Node, place: Place): Node => {
    const node = read(raw, place.path);
    const { $ref, $defs: _, definitions: __, ...rest } = node;
    const scopes = isRecord(node.$defs) ? [...place.scopes, raw] : place.scopes;
    const own = mapSubschemas(rest, (schema, step) =>
      visit(schema, {
        path: below(place.path, step),
        depth: place.depth + 1,
        property: step.property ?? place.property,
        scopes,
      }));
    if (typeof $ref !== "string") return own;
    const target = references.resolve($ref, scopes, place.path);
    return beside(step(target, { ...place, scopes, depth: place.depth + 1 }), own);
  };

  /** A wrapper around a part is written out, so that recursion is named by the part itself. */
  const step = (target: Target, place: Place): Node =>
    references.wrapsObject(target)
      ? inside(target.node, { ...place, scopes: target.scopes })
      : enter(target, place);

  const visit = (schema: unknown, place: Place): unknown => {
    if (!isRecord(schema)) return schema;
    count++;
    if (count > MOST_PARTS) {
      throw new TypeError(
        `with all its parts written out the schema has more than ${MOST_PARTS} of them; ` +
          "share fewer parts, or make it smaller",
      );
    }
    if (place.depth > DEEPEST) {
      throw new TypeError(`${place.path.slice(0, 80)}…: deeper than ${DEEPEST} levels`);
    }
    const target: Target = { node: schema, scopes: place.scopes };
    return references.pointsTo(target) ? step(target, place) : inside(schema, place);
  };

  let root = enter({ node: raw, scopes: [] }, {
    path: "",
    depth: 0,
    property: undefined,
    scopes: [],
  });
  for (let hops = 0; typeof root.$ref === "string" && hops <= parts.size; hops++) {
    const { $ref, ...beside } = root;
    root = { ...parts.get(($ref as string).slice("#/$defs/".length))?.schema, ...beside };
  }
  return { root, parts };
}

/** A part with what is said beside the reference to it: annotations win, limits add up. */
function beside(part: Node, own: Node): Node {
  const both = Object.keys(own).some((key) =>
    !ANNOTATIONS.has(key) && part[key] !== undefined &&
    JSON.stringify(part[key]) !== JSON.stringify(own[key])
  );
  return both ? { ...own, allOf: [part, ...[own.allOf ?? []].flat()] } : { ...part, ...own };
}

/** The letters and digits of a text as one word, each part with a capital. */
function pascalCase(text: string): string {
  const words = text.match(/[A-Za-z0-9]+/g) ?? [];
  const name = words.map((word) => word[0].toUpperCase() + word.slice(1)).join("");
  return /^\d/.test(name) ? `Part${name}` : name;
}
