import { checker } from "../check/checker.ts";
import { isRecord } from "../json_schema.ts";
import { patternOf } from "../pattern.ts";
import { type Conversion, type Node, type Place, written } from "./conversion.ts";
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
  for (const [i, one] of branches.entries()) {
    for (const other of branches.slice(i + 1)) {
      if (!forms.clash(one.schema, other.schema)) continue;
      const names = `${written(one.type, conversion)} and ${written(other.type, conversion)}`;
      const objects = [one, other].every(({ schema }) =>
        forms.target(schema).type === "object" && forms.target(schema)[TYPE_MARK] === undefined
      );
      const advice = objects
        ? 'give each a literal member that tells which it is, such as kind: "a"'
        : "take one of them";
      conversion.refuse(place, `${names} cannot be told apart in JSON; ${advice}`);
      return;
    }
  }
}

/** How deep two schemas are compared. */
const DEEPEST = 64;

/** What values of JSON can fit two schemas, of which some are made into other values. */
class Forms {
  readonly #definitions: Readonly<Record<string, Node>>;
  readonly #compared = new Map<Node, Set<Node>>();

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
    if (saysNothing(one) || saysNothing(other) || this.#apart(one, other, 0)) return false;
    if (mark !== otherMark) return true;
    return this.#parts(one, other).some(([a, b]) => this.clash(a, b));
  }

  /** Whether no value fits both. */
  #apart(one: Node, other: Node, depth: number): boolean {
    [one, other] = [this.target(one), this.target(other)];
    if (depth > DEEPEST || saysNothing(one) || saysNothing(other)) return false;
    const kinds = this.#kinds(one, 0);
    if (!this.#kinds(other, 0).some((kind) => kinds.includes(kind))) return true;
    const values = valuesOf(one);
    if (values !== undefined) return !values.some((value) => fits(value, other));
    if (valuesOf(other) !== undefined) return this.#apart(other, one, depth + 1);
    for (const [union, single] of [[one, other], [other, one]]) {
      if (Array.isArray(union.anyOf)) {
        return union.anyOf.every((branch) => this.#apart(branch, single, depth + 1));
      }
    }
    if (one.type === "array") {
      return sizeOf(one)[0] > sizeOf(other)[1] || sizeOf(other)[0] > sizeOf(one)[1] ||
        this.#items(one, other, Math.max(sizeOf(one)[0], sizeOf(other)[0]))
          .some(([a, b]) => this.#apart(a, b, depth + 1));
    }
    const required = namesOf(one.required).filter((name) => namesOf(other.required).includes(name));
    return required.some((name) => {
      const [a, b] = [memberOf(one, name), memberOf(other, name)];
      return isRecord(a) && isRecord(b) && this.#apart(a, b, depth + 1);
    });
  }

  /** The kinds of values that fit a schema. */
  #kinds(schema: Node, depth: number): readonly unknown[] {
    schema = this.target(schema);
    const values = valuesOf(schema);
    if (values !== undefined) return values.map((value) => typeof value);
    if (Array.isArray(schema.anyOf) && depth < DEEPEST) {
      return schema.anyOf.flatMap((branch) => this.#kinds(branch, depth + 1));
    }
    return schema.type === undefined
      ? ["null", "boolean", "number", "string", "array", "object"]
      : [schema.type === "integer" ? "number" : schema.type];
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

function saysNothing(schema: Node): boolean {
  return Object.keys(schema).length === 0;
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
