import { type Dialect, dialectOf, pointed, REFERENCES, walkSchema } from "./json_schema.ts";
import { canonical } from "./json_types.ts";
import type { JsonSchema } from "./standard_schema.ts";

/** Stands for the URI of a schema without an `$id`. */
const UNNAMED = "schema://unnamed/";

/** A schema in a schema. */
interface Part {
  readonly node: Record<string, unknown>;
  /** Its place, for messages. */
  readonly path: string;
  /** Its place as a JSON Pointer. */
  readonly pointer: string;
  /** What references in it start from: the URI of the nearest schema around it that has an `$id`. */
  readonly base: string;
}

/**
 * Writes every reference of a schema as a pointer from the root, `#/…`, where the schema has an `$id`
 * inside or refers to something by a URI. The ids and anchors inside are taken out then, so that no
 * reader has to know how to follow them. Other schemas stay as they are.
 *
 * Nothing is fetched: what a reference names must be in the schema.
 *
 * @throws {TypeError} for a reference to something that is not there, and for one whose target would
 *   depend on the way to it; the place first
 */
export function withLocalReferences(schema: JsonSchema): JsonSchema {
  const dialect = dialectOf(schema);
  if (isLocal(schema, dialect)) return schema;
  const copy = structuredClone(schema);
  const found = new Parts(copy, dialect);
  const changes = found.parts.map((part) => {
    const pointers = REFERENCES[dialect].filter((key) => part.node[key] !== undefined)
      .map((key) => ({ $ref: `#${found.target(part, key)}` }));
    return { part, pointers };
  });
  for (const { part: { node, pointer }, pointers: [first, ...more] } of changes) {
    for (const key of ["$dynamicRef", "$recursiveRef", "$anchor", "$dynamicAnchor"]) {
      delete node[key];
    }
    delete node.$recursiveAnchor;
    if (pointer !== "") delete node.$id;
    Object.assign(node, first);
    if (more.length > 0) node.allOf = [...[node.allOf ?? []].flat(), ...more];
  }
  return copy;
}

/** Whether all references of a schema start from its root, by the same rules for every reader. */
function isLocal(schema: JsonSchema, dialect: Dialect): boolean {
  let local = true;
  walkSchema(schema, (node, _, pointer) => {
    local &&= (pointer === "" || node.$id === undefined) &&
      REFERENCES[dialect].every((key) => node[key] === undefined || /^#/.test(String(node[key])));
  });
  return local;
}

/** The parts of a schema, and what their ids and anchors name. */
class Parts {
  readonly parts: Part[] = [];
  readonly #root: JsonSchema;
  readonly #named = new Map<string, Part>();

  constructor(root: JsonSchema, dialect: Dialect) {
    this.#root = root;
    const around: Part[] = [];
    walkSchema(root, (node, path, pointer) => {
      while (around.length > 0 && !pointer.startsWith(`${around.at(-1)!.pointer}/`)) around.pop();
      const outer = around.at(-1)?.base ?? UNNAMED;
      // In draft-07, nothing counts beside a reference (draft-handrews-json-schema-01, 8.3).
      const heeded = dialect !== "draft-07" || node.$ref === undefined;
      const [base, name] = heeded && node.$id !== undefined
        ? resolved(node.$id, outer, path, "$id")
        : [outer, ""];
      if (name !== "" && dialect !== "draft-07") {
        throw fault(path, "$id", node.$id, "has a fragment; write an $anchor");
      }
      const part = { node, path, pointer, base };
      this.parts.push(part);
      if (around.length === 0 || base !== outer) {
        around.push(part);
        this.#name(base, part);
      }
      for (const anchor of [name, node.$anchor, node.$dynamicAnchor]) {
        if (typeof anchor === "string" && anchor !== "") this.#name(`${base}#${anchor}`, part);
      }
    });
  }

  /** Where a reference leads, as a JSON Pointer from the root. */
  target(part: Part, key: string): string {
    const ref = part.node[key];
    const fail = (what: string) => fault(part.path, key, ref, what);
    const [uri, fragment] = resolved(ref, part.base, part.path, key);
    const resource = this.#named.get(uri);
    if (resource === undefined) throw fail("points outside the schema; nothing is fetched");
    if (fragment.startsWith("/")) {
      const pointer = resource.pointer + fragment;
      if (pointed(this.#root, `#${pointer}`) === undefined) throw fail("points to nothing");
      return pointer;
    }
    const target = fragment === "" ? resource : this.#named.get(`${uri}#${fragment}`);
    if (target === undefined) throw fail("points to nothing");
    const rivals = this.parts.filter(({ node, base }) =>
      base !== target.base &&
      (key === "$dynamicRef"
        ? target.node.$dynamicAnchor === fragment && node.$dynamicAnchor === fragment
        : key === "$recursiveRef" && target.node.$recursiveAnchor === true &&
          node.$recursiveAnchor === true)
    );
    if (rivals.length > 0) {
      throw fail("would depend on the way to it, which is not supported here; use $ref");
    }
    return target.pointer;
  }

  #name(uri: string, part: Part): void {
    const other = this.#named.get(uri);
    if (other === undefined) this.#named.set(uri, part);
    else if (canonical(other.node) !== canonical(part.node)) {
      const place = other.path === "" ? "the root" : other.path;
      throw fault(part.path, "the name", uri, `is also that of ${place}`);
    }
  }
}

/** Takes a reference or an `$id` apart: the URI of a schema, and what stands behind `#`. */
function resolved(
  text: unknown,
  base: string,
  path: string,
  key: string,
): [uri: string, fragment: string] {
  if (typeof text !== "string") throw fault(path, key, text, "must be text");
  const [reference, ...fragment] = text.split("#");
  try {
    return [reference === "" ? base : new URL(reference, base).href, fragment.join("#")];
  } catch {
    throw fault(path, key, text, `is no URI that could be read beside ${base}`);
  }
}

function fault(path: string, key: string, value: unknown, what: string): TypeError {
  return new TypeError(
    `${path === "" ? "" : `${path}: `}${key} ${JSON.stringify(value)} ${what}`,
  );
}
