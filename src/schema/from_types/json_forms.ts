import { checker } from "../check/checker.ts";
import { isRecord } from "../json_schema.ts";
import { ALL_TYPES } from "../json_types.ts";
import { saysSomething } from "../libraries/annotations.ts";
import { patternOf } from "../pattern.ts";
import { type Conversion, type Place, written } from "./conversion.ts";
import type { Node } from "../libraries/subschemas.ts";
import { TYPE_MARK } from "./signature.ts";
import type { ts } from "./typescript.ts";

/** A branch of a union. */
interface Branch {
  readonly type: ts.Type;
  readonly schema: Node;
}

/** Refuses a union of what has one form in JSON, but is two things to the function. */
export function checkForms(
  branches: readonly Branch[],
  place: Place,
  conversion: Conversion,
): void {
  const forms = new Forms(conversion.recursion.definitions.schemas);
  // A union may have thousands of literals.
  const special = branches.filter(({ schema }) => mayBeMarked(schema));
  const before = new Set<Branch>();
  for (const one of special) {
    before.add(one);
    const other = branches.find((other) =>
      !before.has(other) && forms.clash(one.schema, other.schema)
    );
    if (other === undefined) continue;
    const both = branches.filter((branch) => branch === one || branch === other);
    const names = both.map(({ type }) => written(type, conversion)).join(" and ");
    const advice = both.every(({ schema }) => isObject(forms.target(schema)))
      ? 'give each a literal member that tells which it is, such as kind: "a"'
      : "write one of them";
    return conversion.refuse(place, `${names} cannot be told apart in JSON; ${advice}`);
  }
}

/** Whether a schema may stand for a value that JSON has not; what a reference leads to is not looked at. */
function mayBeMarked(schema: Node): boolean {
  const text = JSON.stringify(schema);
  return text.includes(`"${TYPE_MARK}"`) || text.includes('"$ref"');
}

function isObject(schema: Node): boolean {
  return schema.type === "object" && schema[TYPE_MARK] === undefined;
}

/** What values of JSON can fit two schemas, of which some are made into other values. */
class Forms {
  readonly #definitions: Readonly<Record<string, Node>>;
  readonly #compared = new Map<Node, Set<Node>>();
  readonly #known = new Map<Node, Map<Node, boolean>>();

  constructor(definitions: Readonly<Record<string, Node>>) {
    this.#definitions = definitions;
  }

  /** What a reference leads to. */
  target(schema: Node): Node {
    const { $ref } = schema;
    if (typeof $ref !== "string") return schema;
    return this.#definitions[$ref.slice("#/$defs/".length)] ?? {};
  }

  /** Whether a value may fit both, and would become another value by one than by the other. */
  clash(one: Node, other: Node): boolean {
    [one, other] = [this.target(one), this.target(other)];
    const compared = this.#compared.get(one) ?? new Set();
    if (one === other || compared.has(other)) return false;
    this.#compared.set(one, compared.add(other));
    const [mark, otherMark] = [one[TYPE_MARK], other[TYPE_MARK]];
    if (mark === undefined && Array.isArray(one.anyOf)) {
      return one.anyOf.some((branch) => this.clash(branch, other));
    }
    if (otherMark === undefined && Array.isArray(other.anyOf)) {
      return other.anyOf.some((branch) => this.clash(one, branch));
    }
    if (!saysSomething(one) || !saysSomething(other) || this.#apart(one, other)) return false;
    if (mark !== otherMark) return true;
    return this.#parts(one, other).some(([a, b]) => this.clash(a, b));
  }

  /** Whether no value fits both; not, as far as that depends on itself. */
  #apart(one: Node, other: Node): boolean {
    [one, other] = [this.target(one), this.target(other)];
    const known = this.#known.get(one) ?? new Map<Node, boolean>();
    this.#known.set(one, known);
    if (!known.has(other)) {
      known.set(other, false);
      known.set(other, this.#fitsApart(one, other));
    }
    return known.get(other)!;
  }

  #fitsApart(one: Node, other: Node): boolean {
    const kinds = this.#kinds(one);
    if (!this.#kinds(other).some((kind) => kinds.includes(kind))) return true;
    const [values, others] = [valuesOf(one), valuesOf(other)];
    if (values !== undefined) {
      return !values.some((value) => others?.includes(value) ?? fits(value, other));
    }
    if (others !== undefined) return this.#apart(other, one);
    for (const [union, single] of [[one, other], [other, one]]) {
      if (Array.isArray(union.anyOf)) {
        return union.anyOf.every((branch) => this.#apart(branch, single));
      }
    }
    if (one.type === "array") {
      const [[least, most], [otherLeast, otherMost]] = [sizeOf(one), sizeOf(other)];
      return least > otherMost || otherLeast > most ||
        this.#items(one, other, Math.max(least, otherLeast)).some(([a, b]) => this.#apart(a, b));
    }
    return [...namesOf(one.required), ...namesOf(other.required)].some((name) => {
      const [a, b] = [memberOf(one, name), memberOf(other, name)];
      return isRecord(a) && isRecord(b) && this.#apart(a, b);
    });
  }

  /** The kinds of values that fit a schema. */
  #kinds(schema: Node): readonly unknown[] {
    schema = this.target(schema);
    const values = valuesOf(schema);
    if (values !== undefined) return values.map((value) => typeof value);
    if (Array.isArray(schema.anyOf)) return schema.anyOf.flatMap((branch) => this.#kinds(branch));
    if (schema.type !== undefined) return [schema.type === "integer" ? "number" : schema.type];
    return schema.not === undefined ? [...ALL_TYPES] : [];
  }

  /** The schemas that two objects, or two lists, have for the same part. */
  #parts(one: Node, other: Node): [Node, Node][] {
    const names = new Set(
      [one, other].flatMap(({ properties }) => Object.keys(isRecord(properties) ? properties : {})),
    );
    const members = [...names].map((name) => [memberOf(one, name), memberOf(other, name)]);
    const length = Math.max(...[one, other].map((list) => prefixOf(list).length)) + 1;
    return [
      ...members,
      [one.additionalProperties, other.additionalProperties],
      ...this.#items(one, other, length),
    ].filter((pair): pair is [Node, Node] => pair.every(isRecord));
  }

  #items(one: Node, other: Node, length: number): [Node, Node][] {
    return Array.from(
      { length },
      (_, i) => [one, other].map((list) => prefixOf(list)[i] ?? list.items),
    )
      .filter((pair): pair is [Node, Node] => pair.every(isRecord));
  }
}

function valuesOf(schema: Node): readonly unknown[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum;
  return schema.const === undefined ? undefined : [schema.const];
}

function fits(value: unknown, schema: Node): boolean {
  return checker(schema, true).fits(value);
}

function prefixOf({ prefixItems }: Node): readonly Node[] {
  return Array.isArray(prefixItems) ? prefixItems : [];
}

function sizeOf({ minItems, maxItems }: Node): [least: number, most: number] {
  return [
    typeof minItems === "number" ? minItems : 0,
    typeof maxItems === "number" ? maxItems : Infinity,
  ];
}

function namesOf(list: unknown): readonly string[] {
  return Array.isArray(list) ? list : [];
}

/** The schema that an object has for a member. */
function memberOf(schema: Node, name: string): unknown {
  const { properties, patternProperties, additionalProperties } = schema;
  if (isRecord(properties) && Object.hasOwn(properties, name)) return properties[name];
  const patterns = Object.entries(isRecord(patternProperties) ? patternProperties : {});
  return patterns.find(([pattern]) => patternOf(pattern).test(name))?.[1] ?? additionalProperties;
}
