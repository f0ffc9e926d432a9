import type { JsonSchema } from "@x/mcp";
import type { Random } from "./http_random.ts";

type Node = JsonSchema | boolean;
type Members = Record<string, unknown>;

const NAMES = ["a", "b", "city", "count", "items", "firstName", "page_size"];
/** Names that break programs which look things up in plain objects, in pointers or in paths. */
const TRICKY_NAMES = [
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "length", "$ref", "properties"],
  ...["", " ", "0", "a/b", "a~b", "~1", "a.b", "%41", "a b", '"', "ä", "😀"],
];
const DEFINITIONS = ["Node", "point", "a/b", "a~b", "a b", "constructor"];

/** Patterns, each with texts that it finds and one that it does not. */
export const PATTERNS: readonly (readonly [string, readonly string[], string])[] = [
  ["^[a-z]+$", ["abc", "x"], "Abc"],
  ["^\\p{Lu}", ["Oslo", "Äpfel", "Ω"], "oslo"],
  ["^.$", ["a", "😀", "ü"], "ab"],
  ["^[😀-🙏]{2}$", ["😀🙏"], "😀"],
  ["\\d{3}", ["123", "a0000"], "12"],
  ["^(foo|bar)?$", ["foo", ""], "foobar"],
  ["^\\S+@\\S+\\.\\S+$", ["a@b.no"], "a@b"],
  ["a/b", ["a/b", "xa/bx"], "ab"],
  ["\\u00e4", ["ä"], "a"],
];
/** Patterns of names; each finds its first text. */
const NAME_PATTERNS = [["^x-", "x-1"], ["^\\p{L}$", "ö"], ["_", "_"], ["^$", ""], ["o", "o"]];

/** Texts of all sorts: many look like something else. */
export const TEXTS = [
  ...[
    "",
    " ",
    "a",
    "abc",
    "foo",
    "Oslo",
    "ü",
    "u\u0308",
    "😀",
    "😀🙏",
    "👩‍👩‍👧",
    "line\nbreak",
    "\u0000",
  ],
  ...["0", "12", "-1", "1.5", "1e3", " 5 ", "0x10", "NaN", "true", "True", "FALSE", "yes", "null"],
  ...["[]", "[1,2]", '{"a":1}', '"a"', "{", "2026-07-28", "a/b", "__proto__", "x".repeat(30)],
];
export const NUMBERS = [
  ...[0, 1, 2, 3, 5, 7, 10, 12, 100, -1, -3, 2 ** 31, Number.MAX_SAFE_INTEGER],
  ...[0.5, 1.5, 0.1, 0.3, 0.07, 1.1, 19.99, -2.25, 1e-7, 123456.789],
];
const FACTORS = [1, 2, 3, 5, 10, 0.5, 0.25, 1.5, 0.1, 0.01, 0.001];
const TYPES = ["string", "number", "integer", "boolean", "null", "array", "object"];

/** How far down a schema goes, in levels below its root. */
const DEPTH = 3;

/**
 * A JSON Schema of 2020-12 with an object root, which looks random and is the same for the same
 * seed. References resolve inside it, and none leads to itself without a step down in the value.
 */
export function randomSchema(random: Random): JsonSchema {
  const names = random.chance(0.4) ? DEFINITIONS.filter(() => random.chance(0.35)).slice(0, 3) : [];
  const anchored = new Set(names.filter((name) => /^\w+$/.test(name) && random.chance(0.3)));
  const references = names.map((name) => anchored.has(name) ? `#${name}` : `#/$defs/${step(name)}`);
  const definitions = names.map((name, i): [string, Node] => {
    // In one place, a definition may only stand on those before it: so there is no endless chain.
    const maker = new Maker(random, references.slice(0, i), references);
    const node = maker.node(DEPTH - 1);
    if (!anchored.has(name)) return [name, node];
    return [name, { $anchor: name, ...(typeof node === "boolean" ? {} : node) }];
  });
  const maker = new Maker(random, references, references);
  return {
    ...(random.chance(0.1) ? { $schema: "https://json-schema.org/draft/2020-12/schema" } : {}),
    type: "object",
    ...maker.object(DEPTH),
    ...maker.around(DEPTH, true),
    ...(definitions.length === 0 ? {} : { $defs: Object.fromEntries(definitions) }),
  };
}

/** A name as a step of a JSON pointer in a URI fragment. */
function step(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}

/** Makes the nodes of one schema. */
class Maker {
  readonly #random: Random;
  readonly #here: readonly string[];
  readonly #below: readonly string[];

  /**
   * @param here References that may stand in this place
   * @param below References that may stand a step down
   */
  constructor(random: Random, here: readonly string[], below: readonly string[]) {
    this.#random = random;
    this.#here = here;
    this.#below = below;
  }

  /** A node for the value in this place. */
  node(depth: number): Node {
    const random = this.#random;
    if (random.chance(0.04)) return random.chance(0.7);
    if (this.#here.length > 0 && random.chance(0.3)) {
      return {
        $ref: random.pick(this.#here),
        ...this.#sometimes(0.2, () => this.#scalar()),
        ...this.#annotations(),
      };
    }
    const simple = depth <= 0 || random.chance(0.5);
    return {
      ...(simple ? this.#scalar() : this.#compound(depth)),
      ...(depth > 0 ? this.around(depth, false) : {}),
      ...this.#annotations(),
    };
  }

  /** What an object holds. */
  object(depth: number): Members {
    const random = this.#random;
    const names = this.#names(1 + random.below(4));
    const properties = names.map((name): [string, Node] => [name, this.#child(depth)]);
    const closed = random.chance(0.25);
    const required = names.filter((_, i) => !isEndless(properties[i][1]) && random.chance(0.4));
    if (random.chance(closed ? 0.02 : 0.1)) {
      required.push(...this.#names(1).filter((name) => !names.includes(name)));
    }
    const some = (share: number, key: string, make: () => unknown) =>
      this.#sometimes(share, () => ({ [key]: make() }));
    return {
      ...(closed || random.chance(0.95) ? { properties: Object.fromEntries(properties) } : {}),
      ...(required.length > 0 || random.chance(0.1) ? { required } : {}),
      ...(closed
        ? { additionalProperties: false }
        : some(0.25, "additionalProperties", () => this.#child(depth))),
      ...some(0.12, "patternProperties", () => {
        const [pattern] = random.pick(NAME_PATTERNS);
        return { [pattern]: this.#child(depth) };
      }),
      ...some(0.06, "propertyNames", () =>
        random.pick<Node>([
          { maxLength: 9 },
          { minLength: 1 },
          { pattern: "^[^_]" },
          { enum: [...names, "extra", "x-1"] },
          { not: { const: "extra" } },
        ])),
      ...some(0.08, "minProperties", () => random.below(names.length + 1)),
      ...some(0.08, "maxProperties", () => 1 + random.below(5)),
      ...some(0.08, "dependentRequired", () => ({ [random.pick(names)]: this.#names(1) })),
      ...some(0.08, "dependentSchemas", () => ({
        [random.pick(names)]: depth <= 1 ? random.chance(0.7) : this.#part(depth - 1),
      })),
    };
  }

  /** Keywords that look at the same value once more. */
  around(depth: number, root: boolean): Members {
    const random = this.#random;
    const some = (share: number, make: () => Members) =>
      this.#sometimes(root ? share : share / 2, make);
    const part = () => root ? this.#part(depth - 1) : this.node(depth - 1);
    return {
      ...some(0.1, () => ({ allOf: [part(), part()].slice(random.below(2)) })),
      ...some(0.08, () => ({ anyOf: [part(), part()] })),
      ...some(0.08, () => ({ oneOf: [part(), part()] })),
      ...some(0.08, () => ({ not: random.chance(0.3) ? part() : this.#refused(root) })),
      ...some(0.1, () => ({
        if: part(),
        ...(random.chance(0.8) ? { then: part() } : {}),
        ...(random.chance(0.6) ? { else: part() } : {}),
      })),
      ...some(0.06, () => ({
        unevaluatedProperties: random.chance(0.7) ? false : this.#child(depth),
      })),
      ...some(0.02, () => ({ unevaluatedItems: random.chance(0.5) ? false : this.#child(depth) })),
    };
  }

  /** A node that says something about an object, as parts of a union of objects do. */
  #part(depth: number): Node {
    const random = this.#random;
    if (this.#here.length > 0 && random.chance(0.2)) return { $ref: random.pick(this.#here) };
    const [name] = this.#names(1);
    switch (random.below(4)) {
      case 0:
        return { required: [name] };
      case 1:
        return { properties: { [name]: this.#child(depth) } };
      case 2:
        return { type: "object", ...this.#property(name), required: [name] };
      default:
        return this.object(depth);
    }
  }

  /** What `not` may well have, since there are values that do not fit it. */
  #refused(object: boolean): Node {
    const random = this.#random;
    const [name] = this.#names(1);
    if (object) return { required: [name], ...this.#sometimes(0.5, () => this.#property(name)) };
    return random.pick<Node>([{ type: random.pick(TYPES) }, this.#constant(), {
      required: [name],
    }]);
  }

  #property(name: string): Members {
    return { properties: { [name]: this.#constant() } };
  }

  /** A node a step down, where all may be referred to. */
  #child(depth: number): Node {
    const random = this.#random;
    if (random.chance(0.03)) return { $ref: "#", ...this.#annotations() };
    return new Maker(random, this.#below, this.#below).node(depth - 1);
  }

  #compound(depth: number): Members {
    const random = this.#random;
    const scalar = () => this.#scalar();
    switch (random.below(7)) {
      case 0:
      case 1:
        return { ...(random.chance(0.85) ? { type: "object" } : {}), ...this.object(depth) };
      case 2:
      case 3:
        return { ...(random.chance(0.85) ? { type: "array" } : {}), ...this.#array(depth) };
      case 4:
        return {
          [random.chance(0.7) ? "anyOf" : "oneOf"]: random.chance(0.6)
            ? [this.node(depth - 1), { type: "null" }]
            : [this.node(depth - 1), scalar(), this.node(depth - 1)].slice(random.below(2)),
        };
      case 5:
        // As tagged unions are written.
        return {
          [random.chance(0.5) ? "anyOf" : "oneOf"]: ["circle", "square"].map((kind) => ({
            type: "object",
            properties: { kind: { const: kind }, ...this.object(depth - 1).properties as Members },
            required: ["kind"],
          })),
        };
      default:
        return {
          type: ["object", "array", random.pick(["null", "string", "integer"])],
          ...this.#array(depth),
          ...this.object(depth),
        };
    }
  }

  #array(depth: number): Members {
    const random = this.#random;
    const some = (share: number, key: string, make: () => unknown) =>
      this.#sometimes(share, () => ({ [key]: make() }));
    return {
      ...some(0.25, "prefixItems", () => [this.#child(depth), this.#child(depth)]),
      ...some(0.8, "items", () => random.chance(0.15) ? false : this.#child(depth)),
      ...some(0.25, "minItems", () => random.below(3)),
      ...some(0.25, "maxItems", () => 1 + random.below(4)),
      ...some(0.3, "uniqueItems", () => random.chance(0.9)),
      ...this.#sometimes(0.2, () => ({
        contains: this.#child(depth),
        ...some(0.4, "minContains", () => random.below(3)),
        ...some(0.4, "maxContains", () => 1 + random.below(2)),
      })),
    };
  }

  #scalar(): Members {
    const random = this.#random;
    switch (random.below(10)) {
      case 0:
      case 1:
        return { ...(random.chance(0.9) ? { type: "string" } : {}), ...this.#text() };
      case 2:
      case 3:
        return { type: random.pick(["number", "integer"]), ...this.#limits() };
      case 4:
        return { type: "boolean" };
      case 5:
        return random.chance(0.5)
          ? { enum: [...new Set([1, 2, 3].map(() => this.#constant().const))] }
          : this.#constant();
      case 6: {
        const type = TYPES.filter(() => random.chance(0.35));
        return type.length === 0
          ? { type: "null" }
          : { type, ...this.#limits(), ...this.#sometimes(0.5, () => this.#text()) };
      }
      case 7:
        return { type: [random.pick(TYPES.slice(0, 4)), "null"] };
      case 8:
        return random.chance(0.7) ? { type: random.pick(TYPES) } : this.#limits();
      default:
        return random.chance(0.5) ? {} : { type: "integer", ...this.#limits() };
    }
  }

  #text(): Members {
    const random = this.#random;
    return {
      ...this.#sometimes(0.25, () => ({ minLength: random.below(4) })),
      ...this.#sometimes(0.25, () => ({ maxLength: 1 + random.below(5) })),
      ...this.#sometimes(0.25, () => ({ pattern: random.pick(PATTERNS)[0] })),
      ...this.#sometimes(0.1, () => ({ format: random.pick(["date", "email", "uri", "byte"]) })),
    };
  }

  #limits(): Members {
    const random = this.#random;
    const [low, high] = [random.below(7) - 3, random.below(20) + random.pick([0, 0.5, 0.1])];
    return {
      ...this.#sometimes(0.25, () => ({ minimum: low })),
      ...this.#sometimes(0.1, () => ({ exclusiveMinimum: low })),
      ...this.#sometimes(0.25, () => ({ maximum: high })),
      ...this.#sometimes(0.1, () => ({ exclusiveMaximum: high })),
      ...this.#sometimes(0.2, () => ({ multipleOf: random.pick(FACTORS) })),
    };
  }

  #constant(): { readonly const: unknown } {
    const random = this.#random;
    return {
      const: random.pick<unknown>([
        ...[random.pick(TEXTS), random.pick(NUMBERS), "a", "b", 1, "1", true, "true", null],
        ...[[], {}, [1, "a"], { a: 1, b: [2] }, { b: { a: null }, a: 1.5 }],
      ]),
    };
  }

  #annotations(): Members {
    const random = this.#random;
    return {
      ...this.#sometimes(0.1, () => ({ description: "what it is for" })),
      ...this.#sometimes(0.1, () => ({ default: this.#constant().const })),
      ...this.#sometimes(0.05, () => ({ examples: [random.pick(TEXTS)], "x-own": { type: 5 } })),
    };
  }

  #names(count: number): string[] {
    const random = this.#random;
    const names = Array.from(
      { length: count },
      () => random.pick(random.chance(0.15) ? TRICKY_NAMES : NAMES),
    );
    return [...new Set(names)];
  }

  #sometimes(share: number, make: () => Members): Members {
    return this.#random.chance(share) ? make() : {};
  }
}

/** Whether a node needs the whole again, so that one who requires it gets no end. */
function isEndless(node: Node): boolean {
  return typeof node !== "boolean" && node.$ref === "#";
}

/** A name that a pattern of names finds. */
export function nameFor(pattern: string): string | undefined {
  return NAME_PATTERNS.find(([known]) => known === pattern)?.[1];
}
