import { isRecord } from "../json_schema.ts";
import { ABSENT, refusal, REFUSED, WANTED } from "./marks.ts";
import { needsFlags } from "./patterns.ts";
import { mapSubschemas, type Node } from "./subschemas.ts";
import { showsItself, standardJson, type Vendor } from "./vendor.ts";

/** The parts of an ArkType schema that are read here. */
interface ArkType {
  readonly toJsonSchema: (options: object) => Node;
  readonly internal: {
    readonly flatMorphs?: ReadonlyArray<
      { readonly path: readonly unknown[]; readonly node: Morph }
    >;
    readonly references?: ReadonlyArray<{ readonly kind: string; readonly inner: Pattern }>;
  };
}

interface Morph {
  readonly kind: string;
  readonly declaredOut?: unknown;
  readonly introspectableOut?: unknown;
}

interface Pattern {
  readonly rule: string;
  readonly flags?: string;
}

/** What ArkType says where JSON Schema has no words: what there is of the schema, and what is missing. */
interface Gap {
  readonly base: Node;
  readonly domain?: string;
  readonly pattern?: string;
  readonly proto?: { readonly name: string };
  readonly unit?: unknown;
  readonly value?: unknown;
}

/** ArkType 2. */
export const arktype: Vendor = {
  name: "ArkType",
  madeUp: /./,
  made: (schema) => showsItself(schema, "arktype"),
  convert: (schema, side) => {
    const ark = schema as unknown as ArkType;
    if (side === "output") refuseTransforms(ark);
    const json = standardJson(schema, side, "ArkType", { fallback: FALLBACK });
    if (side === "input" && typeof ark.toJsonSchema === "function") {
      // What goes in does not tell the defaults; the whole schema does.
      const fallback = { ...FALLBACK, default: ({ base }: Gap) => base };
      addDefaults(json, ark.toJsonSchema({ target: "draft-2020-12", fallback }));
    }
    return withoutPatterns(json, flaggedPatterns(ark));
  },
};

const FALLBACK: Readonly<Record<string, (gap: Gap) => unknown>> = {
  date: ({ base }) => ({ ...base, [WANTED]: "date" }),
  defaultValue: ({ value }) => value,
  domain: ({ base, domain }) => ({
    ...base,
    ...(domain === "bigint" ? { [WANTED]: domain } : { [REFUSED]: domain }),
  }),
  patternIntersection: ({ base, pattern }) => ({
    ...base,
    allOf: [...[base.allOf ?? []].flat(), { pattern }],
  }),
  proto: ({ base, proto }) => ({ ...base, [REFUSED]: proto!.name }),
  unit: ({ base, unit }) => ({
    ...base,
    ...(unit === undefined ? { [ABSENT]: true } : { [REFUSED]: literalOf(unit) }),
  }),
};

function literalOf(unit: unknown): string {
  return `${typeof unit === "object" ? "Date" : typeof unit} literal`;
}

/** ArkType takes what comes out of a function for unknown, and would list anything. */
function refuseTransforms({ internal }: ArkType): void {
  for (const { path, node } of internal?.flatMorphs ?? []) {
    if (node.kind !== "morph" || node.declaredOut || node.introspectableOut) continue;
    throw refusal(
      path.map((key) => typeof key === "string" ? key : "items").join("."),
      "ArkType",
      "transform",
    );
  }
}

/** Copies the defaults of one JSON Schema to the same places of another. */
function addDefaults(to: Node, from: Node): void {
  const seen = new Set<Node>();
  const carry = (there: unknown, here: unknown): void => {
    if (!isRecord(there) || !isRecord(here)) return;
    if (here.default !== undefined) there.default ??= here.default;
    const target = dereferenced(there, to);
    const source = dereferenced(here, from);
    if (seen.has(target)) return;
    seen.add(target);
    carryAll(target.properties, source.properties);
    carry(target.items, source.items);
    carry(target.additionalProperties, source.additionalProperties);
    for (const key of ["anyOf", "prefixItems"]) {
      const [parts, others] = [target[key], source[key]];
      if (Array.isArray(parts) && Array.isArray(others) && parts.length === others.length) {
        parts.forEach((part, i) => carry(part, others[i]));
      }
    }
  };
  const carryAll = (there: unknown, here: unknown): void => {
    if (!isRecord(there) || !isRecord(here)) return;
    for (const name of Object.keys(here)) carry(there[name], here[name]);
  };
  carry(to, from);
}

function dereferenced(node: Node, root: Node): Node {
  const name = typeof node.$ref === "string" ? node.$ref.slice("#/$defs/".length) : undefined;
  const part = name !== undefined && isRecord(root.$defs) ? root.$defs[name] : undefined;
  return isRecord(part) ? part : node;
}

/** Sources of patterns that mean something else without their flags, which JSON Schema does not have. */
function flaggedPatterns({ internal }: ArkType): ReadonlySet<unknown> {
  const patterns = (internal?.references ?? []).filter(({ kind }) => kind === "pattern");
  return new Set(
    patterns.filter(({ inner }) => needsFlags(inner.flags)).map(({ inner }) => inner.rule),
  );
}

function withoutPatterns(node: Node, patterns: ReadonlySet<unknown>): Node {
  if (patterns.size === 0) return node;
  const copy = mapSubschemas(
    node,
    (part) => isRecord(part) ? withoutPatterns(part, patterns) : part,
  );
  if (patterns.has(copy.pattern)) delete copy.pattern;
  return copy;
}
