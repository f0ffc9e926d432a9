import type { JsonSchema } from "@x/mcp";
import { MARKED_TYPES } from "../../src/schema/marked_types.ts";
import type { Random } from "./http_random.ts";
import { nameFor, NUMBERS, PATTERNS, TEXTS } from "./random_schemas.ts";

type Members = Record<string, unknown>;

/** Texts for formats and patterns, some of which nearly fit. */
const SAMPLES: ReadonlyMap<unknown, readonly string[]> = new Map<unknown, readonly string[]>([
  ["date-time", ["2026-07-28T12:00:00Z", "2024-02-29T23:59:59.123+02:00", "2026-02-30T00:00:00Z"]],
  ["uri", ["urn:isbn:0451450523", "mailto:a@example.com", "example.com"]],
  ["regex", ["^a+$", "[0-9]{2}", "a|b", "("]],
  ["date", ["2026-07-28", "2024-02-29", "2026-02-29"]],
  ["email", ["ada@example.com", "ada"]],
  ["^id-[\\s\\S]{0,}$", ["id-", "id-a\nb", "id"]],
  ["^v-?\\d+(?:\\.\\d+)?$", ["v1", "v-1.25", "v1.", "v"]],
  [MARKED_TYPES.Uint8Array.form.pattern, ["", "AAEC", "aGk=", "/+8=", "aGk", "a b="]],
  [MARKED_TYPES["Temporal.PlainTime"].form.pattern, ["12:30", "23:59:59.123456789", "24:00"]],
  [MARKED_TYPES["Temporal.PlainDateTime"].form.pattern, [
    "2026-07-28T12:30",
    "2024-02-29T00:00:00",
    "2026-07-28",
  ]],
  [MARKED_TYPES["Temporal.PlainYearMonth"].form.pattern, ["2026-07", "2026-13"]],
  [MARKED_TYPES["Temporal.PlainMonthDay"].form.pattern, ["07-28", "02-29", "02-30"]],
  [MARKED_TYPES["Temporal.Duration"].form.pattern, [
    "P1D",
    "PT1H30M",
    "-P1Y2M3DT4H5M6.7S",
    "P",
    "1 day",
  ]],
  [
    MARKED_TYPES["Temporal.ZonedDateTime"].form.pattern,
    ["2026-07-28T12:30+02:00[Europe/Oslo]", "2026-07-28T12:30[UTC]", "2026-07-28T12:30Z"],
  ],
  ["^-?(0|[1-9][0-9]*)$", ["0", "-12", "123456789012345678901234567890", "1.5", "01"]],
]);

/** How far down a value goes where its schema is recursive, in levels. */
const DEPTH = 5;

/**
 * A value made after a schema, with some things about it changed. About half of them fit.
 *
 * @param changes How many things are changed
 */
export function randomArguments(schema: JsonSchema, random: Random, changes: number): Members {
  const made = new Maker(schema, random).value(schema, 0);
  const root = { root: isObject(made) ? made : {} };
  for (let change = 0; change < changes; change++) changed(root, random);
  // What goes over the wire has no value twice, and no negative zero.
  return JSON.parse(JSON.stringify(root.root));
}

/** Any value of JSON. */
export function randomValue(random: Random, depth = 2): unknown {
  switch (random.below(depth > 0 ? 7 : 5)) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
      return random.pick(NUMBERS);
    case 3:
    case 4:
      return random.pick(TEXTS);
    case 5:
      return Array.from({ length: random.below(4) }, () => randomValue(random, depth - 1));
    default:
      return Object.fromEntries(
        ["a", "b", "kind"].filter(() => random.chance(0.5))
          .map((name) => [name, randomValue(random, depth - 1)]),
      );
  }
}

/** Makes values after the parts of one schema. */
class Maker {
  readonly #root: JsonSchema;
  readonly #random: Random;

  constructor(root: JsonSchema, random: Random) {
    this.#root = root;
    this.#random = random;
  }

  value(schema: unknown, depth: number): unknown {
    const random = this.#random;
    if (depth > DEPTH) return random.pick<unknown>([null, [], {}, 1, "a"]);
    const node = this.#flat(schema);
    const listed = "const" in node ? [node.const] : node.enum as unknown[] | undefined;
    if (listed !== undefined && listed.length > 0) {
      const value = structuredClone(random.pick(listed));
      return random.chance(0.3) ? turned(value) : value;
    }
    switch (this.#type(node)) {
      case "object":
        return this.#object(node, depth);
      case "array":
        return this.#array(node, depth);
      case "string":
        return this.#text(node);
      case "integer":
        return this.#number(node, true);
      case "number":
        return this.#number(node, false);
      case "boolean":
        return random.chance(0.5);
      case "null":
        return null;
      default:
        return randomValue(random);
    }
  }

  /** One set of keywords for a value to go by, out of those that stand in one place. */
  #flat(schema: unknown): Members {
    if (!isObject(schema)) return {};
    const { $ref, allOf, anyOf, oneOf, if: condition, then, else: otherwise, ...own } = schema;
    const random = this.#random;
    const parts: unknown[] = Array.isArray(allOf) ? [...allOf] : [];
    if (typeof $ref === "string") parts.push(this.#target($ref));
    for (const union of [anyOf, oneOf]) if (Array.isArray(union)) parts.push(random.pick(union));
    if (condition !== undefined) {
      parts.push(...random.chance(0.5) ? [condition, then] : [otherwise]);
    }
    return parts.map((part) => this.#flat(part)).reduce(merged, own);
  }

  #target(reference: string): unknown {
    const [, ...steps] = decodeURIComponent(reference.slice(1)).split("/");
    const definitions = this.#root.$defs as Members | undefined;
    if (steps.length === 0 && reference !== "#") return definitions?.[reference.slice(1)];
    let node: unknown = this.#root;
    for (const step of steps) {
      node = (node as Members)?.[step.replaceAll("~1", "/").replaceAll("~0", "~")];
    }
    return node;
  }

  #type(node: Members): unknown {
    const random = this.#random;
    if (node.type !== undefined) return random.pick([node.type].flat());
    if (node.properties !== undefined || node.required !== undefined) return "object";
    if (node.items !== undefined || node.prefixItems !== undefined) return "array";
    if (node.contains !== undefined || node.uniqueItems !== undefined) return "array";
    if (node.minimum !== undefined || node.multipleOf !== undefined) return "number";
    if (node.pattern !== undefined || node.minLength !== undefined) return "string";
    return undefined;
  }

  #object(node: Members, depth: number): Members {
    const random = this.#random;
    const properties = isObject(node.properties) ? node.properties : {};
    const required = new Set(Array.isArray(node.required) ? node.required as string[] : []);
    const wish = depth < DEPTH - 1 ? 0.6 : 0;
    const names = new Set(
      [...Object.keys(properties), ...required].filter((name) =>
        required.has(name) || Object.hasOwn(properties, name) && properties[name] !== false &&
          random.chance(wish)
      ),
    );
    const others: [string, unknown][] = [];
    if (isObject(node.patternProperties) && random.chance(0.5)) {
      for (const [pattern, part] of Object.entries(node.patternProperties)) {
        const name = nameFor(pattern);
        if (name !== undefined && !Object.hasOwn(properties, name)) others.push([name, part]);
      }
    }
    const { additionalProperties: rest = true, unevaluatedProperties: unseen = true } = node;
    if (rest !== false && unseen !== false && random.chance(0.2)) {
      others.push(["extra", isObject(rest) ? rest : unseen]);
    }
    for (const [name, more] of Object.entries(node.dependentRequired ?? {})) {
      if (names.has(name)) { for (const one of more as string[]) names.add(one); }
    }
    for (const name of ["extra", "more", "x-1"]) {
      if (names.size + others.length >= (node.minProperties as number ?? 0)) break;
      if (rest !== false && unseen !== false) others.push([name, isObject(rest) ? rest : unseen]);
    }
    const members = [...names].map((name): [string, unknown] => [
      name,
      Object.hasOwn(properties, name) ? properties[name] : rest,
    ]);
    return Object.fromEntries(
      [...members, ...others].map(([name, part]) => [name, this.value(part, depth + 1)]),
    );
  }

  #array(node: Members, depth: number): unknown[] {
    const random = this.#random;
    const { minItems = 0, maxItems = 4, items, prefixItems = [], contains } = node;
    const prefix = prefixItems as unknown[];
    const most = items === false ? prefix.length : maxItems as number;
    const length = Math.min(most, (minItems as number) + random.below(depth < 3 ? 4 : 1));
    const list = Array.from(
      { length },
      (_, i) => this.value(i < prefix.length ? prefix[i] : items, depth + 1),
    );
    if (contains !== undefined && random.chance(0.9)) {
      const item = this.value(contains, depth + 1);
      if (list.length > prefix.length) list[list.length - 1] = item;
      else if (items !== false) list.push(item);
    }
    if (node.uniqueItems !== true) return list;
    if (list.length > 0 && random.chance(0.15)) return [...list, turned(random.pick(list))];
    return [...new Map(list.map((item) => [JSON.stringify(item), item])).values()];
  }

  #text({ minLength, maxLength, pattern, format }: Members): string {
    const random = this.#random;
    const samples = SAMPLES.get(pattern ?? format);
    if (samples !== undefined && random.chance(0.9)) return random.pick(samples);
    const known = PATTERNS.find(([one]) => one === pattern);
    if (known !== undefined && random.chance(0.9)) return random.pick(known[1]);
    const fits = (text: string) => {
      const { length } = [...text];
      return length >= (minLength as number ?? 0) && length <= (maxLength as number ?? Infinity);
    };
    const texts = TEXTS.filter(fits);
    return texts.length > 0 ? random.pick(texts) : "x".repeat(minLength as number ?? 0);
  }

  #number(node: Members, whole: boolean): number {
    const random = this.#random;
    const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = node as Record<
      string,
      number | undefined
    >;
    const low = Math.max(minimum ?? -Infinity, (exclusiveMinimum ?? -Infinity) + 1);
    const high = Math.min(maximum ?? Infinity, (exclusiveMaximum ?? Infinity) - 1);
    const step = multipleOf === undefined
      ? whole ? 1 : random.pick([1, 0.5, 0.1])
      : whole && !Number.isInteger(multipleOf)
      ? Math.max(1, multipleOf * 2)
      : multipleOf;
    const from = Number.isFinite(low) ? low : Number.isFinite(high) ? high - 20 * step : -3;
    const to = Number.isFinite(high) ? high : from + 20 * step;
    const first = Math.ceil(from / step - 1e-9);
    const steps = Math.max(0, Math.floor(to / step + 1e-9) - first);
    // As people write such numbers: 0.07, not 7 * 0.01.
    return Number(((first + random.below(Math.min(steps, 1000) + 1)) * step).toFixed(6));
  }
}

/** Puts keywords of one place together, so that what fits the outcome mostly fits both. */
function merged(one: Members, other: Members): Members {
  const all = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const own = Object.hasOwn(one, key) ? one[key] : undefined;
    if (own === undefined) {
      all[key] = value;
    } else if (key === "properties") {
      const both = { ...own as Members };
      for (const [name, part] of Object.entries(value as Members)) {
        put(both, name, Object.hasOwn(both, name) ? { allOf: [both[name], part] } : part);
      }
      all[key] = both;
    } else if (key === "required") {
      all[key] = [...new Set([...own as string[], ...value as string[]])];
    } else if (key === "type") {
      const common = [own].flat().filter((type) => [value].flat().includes(type));
      if (common.length > 0) all[key] = common;
    } else if (/^min|^exclusiveMin/.test(key)) {
      all[key] = Math.max(own as number, value as number);
    } else if (/^max|^exclusiveMax/.test(key)) {
      all[key] = Math.min(own as number, value as number);
    } else if (value === false) {
      all[key] = false;
    }
  }
  return all;
}

/** Changes one thing about a value, as models and mischief do. */
function changed(root: Members, random: Random): void {
  const [container, key] = random.pick([...placesOf(root)]);
  const old = (container as Members)[key];
  const isRoot = container === root;
  if (isRoot) {
    const members = Object.keys(old as Members);
    if (members.length === 0 || random.chance(0.4)) {
      return put(
        old as Members,
        random.pick(["extra", "a", "cIty", "__proto__"]),
        randomValue(random),
      );
    }
    return renamed(old as Members, random.pick(members), random);
  }
  const asText = () => put(container, key, typeof old === "string" ? old : JSON.stringify(old));
  switch (random.below(11)) {
    case 0:
      if (Array.isArray(container)) container.splice(Number(key), 1);
      else delete (container as Members)[key];
      return;
    case 1:
      return put(container, key, random.pick([null, null, "null", ""]));
    case 2:
      return put(container, key, randomValue(random));
    case 3:
      return put(container, key, [old]);
    case 4:
      return Array.isArray(container)
        ? void container.push(turned(random.pick(container)))
        : renamed(container, key, random);
    case 5:
    case 6:
    case 7:
      return asText();
    default:
      return put(container, key, near(old, random));
  }
}

/** A value near another: what a model might write for it, or what just does not fit. */
function near(value: unknown, random: Random): unknown {
  if (typeof value === "number") {
    const numbers = [value + 1, value - 1, value + 0.5, -value, value * 10, value + 0.001];
    const { MAX_SAFE_INTEGER: most } = Number;
    const safe = numbers.filter((number) => Math.abs(number) <= most);
    return random.chance(0.6) ? random.pick(safe) : random.pick([
      ...[String(value), value.toFixed(1), ` ${value}`, value.toExponential(), `${value}px`],
      ...[value !== 0, [value], `0${value}`],
    ]);
  }
  if (typeof value === "boolean") {
    return random.pick<unknown>([!value, String(value), value ? "True" : "FALSE", +value, "yes"]);
  }
  if (typeof value === "string") {
    return random.pick<unknown>([
      ...[
        value + "x",
        value + "😀",
        value.slice(1),
        value.toUpperCase(),
        ` ${value}`,
        value + value,
      ],
      ...[Number(value) || 0, [value], random.pick(TEXTS), JSON.stringify(value)],
    ]);
  }
  if (value === null) return random.pick<unknown>(["null", "", 0, false, {}, []]);
  if (Array.isArray(value)) {
    return random.pick<unknown>([
      ...[JSON.stringify(value), value[0] ?? null, value.toReversed(), [...value, ...value]],
      ...[
        [...value, randomValue(random)],
        JSON.stringify(value).slice(1, -1),
        Object.fromEntries(value.entries()),
      ],
    ]);
  }
  return random.pick<unknown>([
    ...[JSON.stringify(value), JSON.stringify(value, null, 1), Object.values(value as Members)],
    ...[[value], turned(value), { ...value as Members, extra: randomValue(random) }],
  ]);
}

/** The same value with its members the other way round. */
function turned(value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value;
}

/** Writes a name as somebody might who does not know it well. */
function renamed(container: Members, key: string, random: Random): void {
  const value = container[key];
  delete container[key];
  put(
    container,
    random.pick([
      ...[key.toUpperCase(), key + "s", key.slice(1), key.replace("_", ""), `${key}_`],
      ...[key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), ` ${key}`],
    ]),
    value,
  );
}

function* placesOf(container: Members): Generator<[Members, string]> {
  for (const [key, value] of Object.entries(container)) {
    yield [container, key];
    if (typeof value === "object" && value !== null) yield* placesOf(value as Members);
  }
}

/** Sets a member, whatever its name. */
function put(container: Members, key: string, value: unknown): void {
  Object.defineProperty(container, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
