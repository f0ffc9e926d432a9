import { isRecord } from "./json_schema.ts";
import { ANNOTATIONS } from "./annotations.ts";
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
  readonly madeUp?: RegExp;
  /** Reads a node that a library writes in words of its own. */
  readonly read?: (node: Node) => Node;
}

/** How many parts a schema may have with everything inlined. */
const MOST_PARTS = 10_000;
const DEEPEST = 256;

interface Place {
  readonly path: string;
  readonly depth: number;
  /** The nearest property around. */
  readonly property: string | undefined;
  /** The nodes around whose `$defs` may be meant by a name, outermost first. */
  readonly scopes: readonly Node[];
}

interface Target {
  readonly node: Node;
  readonly scopes: readonly Node[];
  /** Its name in the library's `$defs`. */
  readonly key?: string;
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
    const node = read(raw);
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

/** The references of a document, and what they point to. */
class References {
  readonly #root: Node;
  readonly #byId = new Map<string, Target>();
  /** Identities of all that is pointed to. */
  readonly #targets = new Set<string>();
  readonly #identities = new WeakMap<Node, string>();

  constructor(root: Node) {
    this.#root = root;
    const refs: [string, readonly Node[]][] = [];
    const collect = (node: unknown, scopes: readonly Node[], depth: number): void => {
      if (!isRecord(node) || depth > DEEPEST) return;
      if (isRecord(node.$defs)) scopes = [...scopes, node];
      if (typeof node.$id === "string") this.#byId.set(node.$id, { node, scopes, key: node.$id });
      if (typeof node.$ref === "string") refs.push([node.$ref, scopes]);
      mapSubschemas(node, (schema) => collect(schema, scopes, depth + 1));
    };
    collect(root, [], 0);
    for (const [ref, scopes] of refs) {
      const target = this.#find(ref, scopes);
      if (target !== undefined) this.#targets.add(this.identity(target));
    }
  }

  resolve(ref: string, scopes: readonly Node[], path: string): Target {
    const found = this.#find(ref, scopes);
    if (found !== undefined) return found;
    throw new TypeError(
      `${path === "" ? "" : `${path}: `}$ref ${
        JSON.stringify(ref)
      } points to nothing in this schema`,
    );
  }

  /** Whether some reference points to what reads like this node. */
  pointsTo(target: Target): boolean {
    return this.#targets.size > 0 && this.#targets.has(this.identity(target));
  }

  /** What tells a part from others: all it says, and where names in it are looked up. */
  identity({ node, scopes }: Target): string {
    let identity = this.#identities.get(node);
    if (identity === undefined) {
      const { $schema: _, $defs, definitions: __, ...said } = node;
      const scope = isRecord($defs) ? node : scopes.at(-1);
      // In the outermost scope, what the root says is what its parts say.
      const names = scope === undefined || scope === this.#root ? "" : JSON.stringify(scope.$defs);
      identity = names +
        JSON.stringify(said, (_, value) => typeof value === "bigint" ? `${value}n` : value);
      this.#identities.set(node, identity);
    }
    return identity;
  }

  /** Whether a node is no more than a list, a record or a nullable of one object. */
  wrapsObject(target: Target): boolean {
    let at: Target | undefined = target;
    for (let hops = 0; at !== undefined && hops < DEEPEST; hops++) {
      const { node, scopes }: Target = at;
      const inner = wrapped(node);
      if (typeof node.$ref === "string") at = this.#find(node.$ref, scopes);
      else if (inner !== undefined) at = { node: inner, scopes };
      else return hops > 0 && node.type === "object";
    }
    return false;
  }

  #find(ref: string, scopes: readonly Node[]): Target | undefined {
    return ref.startsWith("#") ? this.#pointer(ref, scopes) : this.#named(ref, scopes);
  }

  #pointer(ref: string, scopes: readonly Node[]): Target | undefined {
    let node: unknown = this.#root;
    const steps = ref.slice(1).split("/").slice(1);
    for (const step of steps) {
      const key = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
      if (typeof node !== "object" || node === null || !Object.hasOwn(node, key)) return undefined;
      node = (node as Node)[key];
    }
    if (!isRecord(node)) return undefined;
    const named = steps.length === 2 && /^(\$defs|definitions)$/.test(steps[0]);
    return { node, scopes: scopes.slice(0, 1), ...(named ? { key: steps[1] } : {}) };
  }

  #named(name: string, scopes: readonly Node[]): Target | undefined {
    for (let i = scopes.length - 1; i >= 0; i--) {
      const { $defs } = scopes[i];
      if (isRecord($defs) && Object.hasOwn($defs, name) && isRecord($defs[name])) {
        return { node: $defs[name], scopes: scopes.slice(0, i + 1), key: name };
      }
    }
    return this.#byId.get(name);
  }
}

/** A part with what is said beside the reference to it: annotations win, limits add up. */
function beside(part: Node, own: Node): Node {
  const both = Object.keys(own).some((key) =>
    !ANNOTATIONS.has(key) && part[key] !== undefined &&
    JSON.stringify(part[key]) !== JSON.stringify(own[key])
  );
  return both ? { ...own, allOf: [part, ...[own.allOf ?? []].flat()] } : { ...part, ...own };
}

/** What a list, a record or a nullable is of. */
function wrapped(node: Node): Node | undefined {
  if (node.type === "array" && isRecord(node.items)) return node.items;
  if (node.type === "object" && node.properties === undefined) {
    return isRecord(node.additionalProperties) ? node.additionalProperties : undefined;
  }
  const branches = node.anyOf;
  if (!Array.isArray(branches) || branches.length !== 2) return undefined;
  const others = branches.filter((branch) => isRecord(branch) && branch.type !== "null");
  return others.length === 1 ? others[0] : undefined;
}

/** The letters and digits of a text as one word, each part with a capital. */
function pascalCase(text: string): string {
  const words = text.match(/[A-Za-z0-9]+/g) ?? [];
  const name = words.map((word) => word[0].toUpperCase() + word.slice(1)).join("");
  return /^\d/.test(name) ? `Part${name}` : name;
}
