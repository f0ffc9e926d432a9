import { isRecord } from "../json_schema.ts";
import { mapSubschemas, type Node } from "./subschemas.ts";

/** How deep a schema may be before anything is made of it. */
export const DEEPEST = 256;

/** What a reference points to. */
export interface Target {
  readonly node: Node;
  /** The nodes around it whose `$defs` may be meant by a name, outermost first. */
  readonly scopes: readonly Node[];
  /** Its name in the library's `$defs`. */
  readonly key?: string;
}

/** The references of a document, and what they point to. */
export class References {
  readonly #root: Node;
  readonly #byId = new Map<string, Target>();
  /** Identities of all that is pointed to. */
  readonly #targets = new Set<string>();
  readonly #identities = new WeakMap<Node, string>();
  #wordless = 0;

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

  /**
   * What a reference points to.
   *
   * @throws {TypeError} for a reference to nothing, its place first
   */
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
      identity = names + textOf(said, () => `no text ${this.#wordless++}`);
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

function textOf(node: Node, otherwise: () => string): string {
  try {
    return JSON.stringify(node, (_, value) => typeof value === "bigint" ? `${value}n` : value);
  } catch {
    return otherwise();
  }
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
